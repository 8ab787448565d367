"""`manage.py reset_link USERNAME`: print a link with which this person sets a new password, once."""

from argparse import ArgumentParser
from typing import Any

from django.conf import settings
from django.core.management.base import BaseCommand, CommandError

from games.accounts import services
from games.engine import RuleError


class Command(BaseCommand):
    """See the module's docstring."""

    help = "Print a link to set an account's password once, for a club without mail."

    def add_arguments(self, parser: ArgumentParser) -> None:
        """USERNAME, and the address of the house."""
        parser.add_argument("username")
        parser.add_argument("--url", default=settings.KAITEN_URL, help="the address people use")

    def handle(self, *args: Any, **options: Any) -> None:
        """The link alone on the last line."""
        try:
            path = services.reset_path(options["username"])
        except RuleError as error:
            raise CommandError(error.detail) from error
        hours = settings.PASSWORD_RESET_TIMEOUT // 3600
        self.stderr.write(
            f"Good once, for {hours} hours. Hand it to {options['username']} and to nobody else:"
        )
        self.stdout.write(options["url"].rstrip("/") + path)
