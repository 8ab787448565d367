"""What the frame of every page must know of accounts."""

from django import template
from django.conf import settings

register = template.Library()


@register.simple_tag
def sign_up_mode() -> str:
    """Who may sign up: "open", "invite" or "closed"."""
    return str(settings.KAITEN_SIGN_UP)
