"""How often something was tried, counted for all web processes together."""

from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        ("accounts", "0001_start"),
    ]

    operations = [
        migrations.CreateModel(
            name="TryCount",
            fields=[
                ("key", models.CharField(max_length=60, primary_key=True, serialize=False)),
                ("used", models.PositiveIntegerField()),
                (
                    "until",
                    models.DateTimeField(
                        db_index=True, help_text="When the window ends and counting begins anew."
                    ),
                ),
            ],
            options={
                "ordering": ["key"],
            },
        ),
    ]
