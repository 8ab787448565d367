"""Runs the web server on a socket that somebody else opened: `python -m config.serve --fd N`.

The supervisor keeps the listening socket, so a web process that is restarted loses no connection: those
that arrive meanwhile wait in the queue of the socket. With --port it opens its own (tests, containers).
"""

import argparse
import socket
import sys

import uvicorn


def main(arguments: list[str] | None = None) -> None:
    """Parse the command line and serve until SIGTERM; exit 3 when the application cannot start."""
    parser = argparse.ArgumentParser(prog="python -m config.serve")
    parser.add_argument("--fd", type=int, help="an inherited listening socket")
    parser.add_argument("--host", default="127.0.0.1")
    parser.add_argument("--port", type=int, default=8000)
    chosen = parser.parse_args(arguments)
    config = uvicorn.Config(
        "config.asgi:application",
        host=chosen.host,
        port=chosen.port,
        lifespan="on",
        log_config=None,
        access_log=False,
        server_header=False,
        # Open streams must not hold up a stop.
        timeout_graceful_shutdown=3,
        # Longer than a bot thinks between two requests on one connection.
        timeout_keep_alive=75,
    )
    server = uvicorn.Server(config)
    server.run(sockets=[socket.socket(fileno=chosen.fd)] if chosen.fd is not None else None)
    if not server.started:
        sys.exit(3)


if __name__ == "__main__":
    main()
