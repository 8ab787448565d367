"""The WSGI half: all of Django. `config.asgi` mounts it; served alone, it lacks only the streams."""

import os

from django.core.wsgi import get_wsgi_application

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings")

application = get_wsgi_application()

from games.api import recorder  # noqa: E402 - needs Django's app registry

recorder.RECORDER.start()
