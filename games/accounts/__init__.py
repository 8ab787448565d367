"""People and what they own: signing up, logging in, bots and tokens, leaving.

An app of its own inside games: it writes players and tokens through `games.services`, keeps invitations
itself, and leaves passwords, sessions and their pages to `django.contrib.auth`. Nothing of a game is decided
here.
"""
