"""`manage.py new_bot NAME`: enter a remote bot in the register and print its token, once."""

from argparse import ArgumentParser
from typing import Any

from django.contrib.auth import get_user_model
from django.core.management.base import BaseCommand, CommandError
from django.db import transaction

from games import services
from games.engine import RuleError
from games.models import PlayerKind


class Command(BaseCommand):
    """See the module's docstring."""

    help = "Create a bot player with a token that may play and read, and print the token once."

    def add_arguments(self, parser: ArgumentParser) -> None:
        """NAME, and whose bot it is."""
        parser.add_argument("name", help="the bot's name, 3 to 40 characters")
        parser.add_argument("--owner", metavar="USERNAME", help="the account that the bot belongs to")
        parser.add_argument("--label", default="command line", help="what the token is for")

    def handle(self, *args: Any, **options: Any) -> None:
        """Create both or neither, and print the token alone on the last line."""
        owner_id = None
        if options["owner"]:
            owner = get_user_model().objects.filter(username=options["owner"]).first()
            if owner is None:
                raise CommandError(f"There is no account {options['owner']!r}.")
            owner_id = owner.pk
        try:
            with transaction.atomic():
                player = services.create_player(options["name"], PlayerKind.BOT, owner_id)
                _, clear = services.issue_token(player.pk, options["label"])
        except RuleError as error:
            raise CommandError(error.detail) from error
        self.stderr.write(f"Player {player.pk}, {player.name}. The token is shown only now:")
        self.stdout.write(clear)
