"""The WSGI half: all of Django. `config.asgi` mounts it; served alone, it lacks only the streams."""

import os

from config import outermost

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings")

application = outermost.wsgi()

from games.api import recorder  # noqa: E402 - needs Django's app registry

recorder.RECORDER.start()
