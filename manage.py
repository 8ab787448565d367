#!/usr/bin/env python
"""Django's command line for Kaiten; `python manage.py up` starts everything."""

import os
import sys


def main() -> None:
    """Run one management command, or say what is missing before Django would fail obscurely."""
    if sys.version_info < (3, 11):  # noqa: UP036 - this file is what an older Python is started with
        sys.exit(
            f"Kaiten needs Python 3.11 or newer, and this is {sys.version.split()[0]} ({sys.executable}). "
            "Install a newer one and start with it: make run PYTHON=python3.12"
        )
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings")
    try:
        from django.core.management import execute_from_command_line
    except ImportError:
        sys.exit(
            f"Django is not installed for {sys.executable}. Run `make run` (it builds .venv and starts "
            "Kaiten), or use .venv/bin/python after `make dev`."
        )
    execute_from_command_line(sys.argv)


if __name__ == "__main__":
    main()
