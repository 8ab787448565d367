"""Clocks of seats, banks and the ready step. Raw inserts name no column of these: the database has defaults."""

from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        ("games", "0002_lobby"),
    ]

    operations = [
        migrations.AddField(
            model_name="game",
            name="bank_seconds",
            field=models.PositiveIntegerField(db_default=0, default=0),
        ),
        migrations.AddField(
            model_name="game",
            name="clocks",
            field=models.TextField(
                blank=True,
                db_default="",
                default="",
                help_text="Every seat's time, as games.clock.Clocks writes it.",
            ),
        ),
        migrations.AddField(
            model_name="game",
            name="ready_by",
            field=models.DateTimeField(
                blank=True, help_text="The table is full, and starts then if not before.", null=True
            ),
        ),
        migrations.AddField(
            model_name="game",
            name="ready_seconds",
            field=models.PositiveIntegerField(db_default=0, default=0),
        ),
        migrations.AddField(
            model_name="seat",
            name="ready_at",
            field=models.DateTimeField(
                blank=True, help_text="When the player last said: here I am.", null=True
            ),
        ),
        migrations.AddConstraint(
            model_name="game",
            constraint=models.CheckConstraint(
                condition=models.Q(("ready_by", None), ("status", "open"), _connector="OR"),
                name="game_ready_step_while_open",
            ),
        ),
    ]
