"""Fixtures of the accounts' tests: nobody's tries are left over, and somebody is logged in."""

import pytest
from django.conf import LazySettings
from django.contrib.auth.models import User
from django.test import Client

from games import services
from games.accounts import services as accounts
from games.api import limits

PASSWORD = "seaweed-and-rice-9"


@pytest.fixture(autouse=True)
def _fresh(settings: LazySettings) -> None:
    """The house takes anybody, and nobody has asked for anything."""
    limits.forget()
    settings.KAITEN_SIGN_UP = "open"


@pytest.fixture
def ada(db: None) -> User:
    """Somebody with an account and a player."""
    user = User.objects.create_user("ada", "ada@example.org", PASSWORD)
    accounts.create_person(user.pk, "Ada L")
    return user


@pytest.fixture
def browser(ada: User) -> Client:
    """Ada's browser, logged in."""
    client = Client()
    client.force_login(ada)
    return client


@pytest.fixture
def staff(db: None) -> Client:
    """A browser of the staff."""
    user = User.objects.create_user("desk", password=PASSWORD, is_staff=True)
    services.create_player("Front Desk", "person", owner_id=user.pk)
    client = Client()
    client.force_login(user)
    return client
