"""The forms of the account pages. Django's own ask for passwords; shape only, what holds is in `services`."""

from datetime import datetime, timedelta
from typing import TYPE_CHECKING, Any

from django import forms
from django.contrib.auth.forms import UserCreationForm
from django.contrib.auth.models import User

from games import clock
from games.services.players import SCOPES

if TYPE_CHECKING:
    _UserForm = UserCreationForm[User]
else:
    _UserForm = UserCreationForm

_NAME_HELP = "3 to 40 characters: letters, digits, blanks and . ' - + _"
_DAY = 24


class SignUp(_UserForm):
    """A new account with the name its person plays under."""

    player_name = forms.CharField(
        label="Name at the table",
        min_length=3,
        max_length=40,
        help_text=f"What others see. {_NAME_HELP}",
        widget=forms.TextInput(attrs={"autocomplete": "nickname"}),
    )
    email = forms.EmailField(
        label="E-mail (may stay empty)",
        required=False,
        help_text="Only to set a new password when the old one is lost.",
        widget=forms.EmailInput(attrs={"autocomplete": "email"}),
    )
    field_order = ["username", "player_name", "email", "password1", "password2"]

    class Meta:
        model = User
        fields = ("username", "email")

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields["username"].label = "User name"
        self.fields["username"].help_text = "To log in with. Letters, digits and @ . + - _"


class PlayerName(forms.Form):
    """A name for a person or a bot."""

    name = forms.CharField(label="Name", min_length=3, max_length=40, help_text=_NAME_HELP)


class NewToken(forms.Form):
    """What a new token is for, what it may do, and until when."""

    label = forms.CharField(
        label="Label", max_length=60, help_text="Where it will live, such as the name of the machine."
    )
    scopes = forms.MultipleChoiceField(
        label="It may",
        choices=[
            ("play", "play: open tables, sit down, pick"),
            ("read", "read: follow games and its own questions"),
            ("organise", "organise: run tournaments, make bots of yours"),
        ],
        initial=["play", "read"],
        widget=forms.CheckboxSelectMultiple,
    )
    days = forms.TypedChoiceField(
        label="It ends",
        choices=[(0, "never"), (1, "in a day"), (7, "in a week"), (30, "in 30 days"), (365, "in a year")],
        coerce=int,
    )

    def expires_at(self) -> datetime | None:
        """When it ends, None for never."""
        days: int = self.cleaned_data["days"]
        return clock.now() + timedelta(days=days) if days else None


assert set(SCOPES) == {"play", "read", "organise"}, "the form must offer every scope"


class Rotate(forms.Form):
    """How long the old token goes on beside the new one."""

    hours = forms.TypedChoiceField(
        label="The old one ends",
        choices=[
            (0, "at once"),
            (1, "in an hour"),
            (_DAY, "in a day"),
            (3 * _DAY, "in three days"),
            (7 * _DAY, "in a week"),
        ],
        coerce=int,
        initial=_DAY,
    )


class Password(forms.Form):
    """The account's password, asked again before something that cannot be undone."""

    password = forms.CharField(
        label="Your password",
        strip=False,
        widget=forms.PasswordInput(attrs={"autocomplete": "current-password"}),
    )


class Invite(forms.Form):
    """An invitation link."""

    uses = forms.IntegerField(label="For how many people", min_value=1, max_value=1000, initial=1)
    days = forms.IntegerField(label="For how many days", min_value=1, max_value=90, initial=7)
    note = forms.CharField(label="Note (only staff see it)", max_length=60, required=False)


class ResetLink(forms.Form):
    """Whose password is to be set anew."""

    username = forms.CharField(
        label="User name", max_length=150, widget=forms.TextInput(attrs={"autocomplete": "off"})
    )
