#!/usr/bin/env python
"""Django's command line for Kaiten; `python manage.py up` starts everything."""

import os
import sys


def main():  # type: () -> None
    """Run one management command, or say what is missing before Django would fail obscurely."""
    if sys.version_info < (3, 11):  # noqa: UP036 - this file is what an older Python is started with
        sys.exit(
            "Kaiten needs Python 3.11 or newer, and this is Python %d.%d (%s). "  # noqa: UP031
            "Install a newer one and start with it: make run PYTHON=python3.12"
            % (sys.version_info[0], sys.version_info[1], sys.executable)
        )
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings")
    try:
        from django.core.management import execute_from_command_line
    except ImportError:
        sys.exit(
            "Django is not installed for {}. Run `make run` (it builds .venv and starts Kaiten), "
            "or use .venv/bin/python after `make dev`.".format(sys.executable)  # noqa: UP032
        )
    execute_from_command_line(sys.argv)


if __name__ == "__main__":
    main()
