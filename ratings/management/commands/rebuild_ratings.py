"""`manage.py rebuild_ratings`: fold a pool's finished games anew, or say what that would change."""

from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser

from games.models import Player
from ratings import services
from ratings.models import Pool

#: Differences printed per pool; the summary counts them all.
_SHOWN = 40


class Command(BaseCommand):
    """Rates every finished game again, beside the ratings in use, and swaps; players see no gap."""

    help = "Fold finished games into ratings from the first; with --dry-run, only show what would differ."

    def add_arguments(self, parser: CommandParser) -> None:
        """Pools by key, and whether to write."""
        parser.add_argument("pools", nargs="*", metavar="POOL", help="Keys of pools; all of them if none.")
        parser.add_argument("--dry-run", action="store_true", help="Change nothing.")

    def handle(self, *args: Any, **options: Any) -> None:
        """One paragraph per pool."""
        keys = options["pools"] or list(Pool.objects.values_list("key", flat=True))
        if not keys:
            raise CommandError("There are no pools yet; run `manage.py migrate` first.")
        for key in keys:
            try:
                found = services.rebuild(key, dry_run=options["dry_run"])
            except (services.UnknownPool, services.RebuildOvertaken) as error:
                raise CommandError(str(error)) from error
            self.stdout.write(("Would be: " if options["dry_run"] else "Done: ") + found.summary())
            shown = found.restated[:_SHOWN]
            names = Player.objects.in_bulk([row.player_id for row in shown])
            for row in shown:
                self.stdout.write("  " + row.line(names[row.player_id].name))
            if len(found.restated) > len(shown):
                self.stdout.write(f"  … and {len(found.restated) - len(shown)} more, each differing by less.")
