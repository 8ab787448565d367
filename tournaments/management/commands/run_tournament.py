"""`manage.py run_tournament NAME`: a tournament of house bots, made and started."""

from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser

from games.engine import RuleError
from tournaments import queries, services
from tournaments.formats import FORMATS


class Command(BaseCommand):
    """Make a tournament of house players, start it, and play it as far as it goes by itself."""

    help = (
        "Make a tournament of house bots and start it. Without --round-seconds it is played to the end at "
        "once; with a pause between rounds a running Kaiten plays it on."
    )

    def add_arguments(self, parser: CommandParser) -> None:
        """What to play, and who."""
        parser.add_argument("name", help="what the tournament is called")
        parser.add_argument("--format", choices=sorted(FORMATS), default="pods_swiss")
        parser.add_argument(
            "--players", default="16", help="how many house players, or their names with commas between"
        )
        parser.add_argument("--seats", help="players at a table: 3-4, or 2 (else the format's own)")
        parser.add_argument("--rounds", type=int, default=0, help="0: as many as the format needs")
        parser.add_argument("--round-seconds", type=int, default=0, help="pause before each further round")
        parser.add_argument("--edition", default="classic")

    def handle(self, *args: Any, **options: Any) -> None:
        """Print where it stands, and the standings."""
        wanted: str = options["players"]
        try:
            tournament = services.create_bot_tournament(
                name=options["name"],
                format=options["format"],
                players=int(wanted) if wanted.isdecimal() else wanted.split(","),
                seats=_seats(options["seats"]),
                rounds=options["rounds"],
                round_seconds=options["round_seconds"],
                edition=options["edition"],
            )
            services.start_tournament(tournament.pk)
            services.advance(tournament.pk)
        except RuleError as refusal:
            raise CommandError(refusal.detail) from refusal
        found = queries.by_slug(tournament.slug)
        self.stdout.write(f"{found.name} (/tournaments/{found.slug}/): {queries.line(found).progress}")
        keys = [column.key for column in queries.columns(found)]
        lines = queries.standings(found.pk)
        width = max(len(line.name) for line in lines)
        self.stdout.write(" ".join(["rank", "player".ljust(width), *(key.rjust(10) for key in keys)]))
        for line in lines:
            cells = [cell.rjust(10) for cell in line.cells]
            self.stdout.write(" ".join([str(line.rank).rjust(4), line.name.ljust(width), *cells]))


def _seats(text: str | None) -> tuple[int, int] | None:
    """`3-4` or `2` as least and most. Raises CommandError for anything else."""
    if text is None:
        return None
    least, _, most = text.partition("-")
    if not least.isdecimal() or not (most or least).isdecimal():
        raise CommandError("--seats is written as 3-4, or as one number.")
    return int(least), int(most or least)
