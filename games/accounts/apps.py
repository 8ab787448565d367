"""Registers the accounts of people with Django."""

from django.apps import AppConfig


class AccountsConfig(AppConfig):
    """Accounts: pages, invitations, throttles."""

    name = "games.accounts"
    label = "accounts"
    verbose_name = "Accounts"
    default_auto_field = "django.db.models.BigAutoField"
