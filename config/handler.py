"""Django, set up by importing this module; both entrances do so before anything that touches models.

Its name sorts before those of the apps, so the order of imports that the linter keeps is the one needed.
"""

import os

from config import outermost

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings")

#: Django as WSGI, which answers its own failures.
HANDLER = outermost.wsgi()
