"""The WSGI half: all of Django. `config.asgi` mounts it; served alone, it lacks only the streams."""

from config.handler import HANDLER
from games.api import recorder

application = HANDLER

recorder.RECORDER.start()
