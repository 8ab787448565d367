"""The first pools: duels and tables rank differently, so they never share one (the lists since are in `pools.py`)."""

from django.db import migrations

POOLS = (
    ("classic-2", "Classic duels", 2, 2),
    ("classic-3-5", "Classic tables of 3 to 5", 3, 5),
)


def seed(apps, schema_editor):
    Pool = apps.get_model("ratings", "Pool")
    for key, name, least, most in POOLS:
        Pool.objects.get_or_create(
            key=key,
            defaults={"name": name, "edition": "classic", "least_seats": least, "most_seats": most},
        )


class Migration(migrations.Migration):
    dependencies = [("ratings", "0001_start")]

    operations = [migrations.RunPython(seed, migrations.RunPython.noop)]
