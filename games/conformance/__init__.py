"""The conformance kit: plays a bot through what goes wrong, and says of every promise whether it was kept.

Everything goes over HTTP with one or two tokens, against any server: the HTTP contract is what it tests, so
it imports nothing of this project. `run` is the door; `manage.py conformance` and the tests call it. A
promise is a function with a decorator in `picks`, `time_promises`, `streams` or `service`.
"""

from games.conformance.kit import Kit, Outcome, run

__all__ = ["Kit", "Outcome", "run"]
