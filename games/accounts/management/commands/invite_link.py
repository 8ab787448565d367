"""`manage.py invite_link`: print a link with which people may sign up where KAITEN_SIGN_UP is "invite"."""

from argparse import ArgumentParser
from typing import Any

from django.conf import settings
from django.core.management.base import BaseCommand, CommandError
from django.urls import reverse

from games.accounts import services
from games.engine import RuleError


class Command(BaseCommand):
    """See the module's docstring."""

    help = "Print an invitation link: for how many people, for how many days."

    def add_arguments(self, parser: ArgumentParser) -> None:
        """How many, how long, and the address of the house."""
        parser.add_argument("--uses", type=int, default=1, help="for how many people (default 1)")
        parser.add_argument("--days", type=int, default=7, help="for how many days (default 7)")
        parser.add_argument("--note", default="", help="what it is for; staff see it")
        parser.add_argument("--url", default=settings.KAITEN_URL, help="the address people use")

    def handle(self, *args: Any, **options: Any) -> None:
        """The link alone on the last line."""
        try:
            made, clear = services.invite(None, options["uses"], options["days"], options["note"])
        except RuleError as error:
            raise CommandError(error.detail) from error
        self.stderr.write(
            f"For {made.uses}, until {made.expires_at:%Y-%m-%d %H:%M} UTC. It is shown only now:"
        )
        self.stdout.write(options["url"].rstrip("/") + reverse("sign_up_invited", args=[clear]))
