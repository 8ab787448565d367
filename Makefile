# The two commands are `make run` and `make test`; everything else serves them.
# Needs Python >= 3.11 and make. Uses uv when it is on the PATH, else venv and pip.

PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin
UV := $(shell command -v uv 2>/dev/null)
LOCK := uv pip compile pyproject.toml --universal --python-version 3.11 --generate-hashes \
	--no-emit-index-url --no-emit-find-links --custom-compile-command "make lock"

.PHONY: help run dev test lint format types lock bench clean

help:
	@echo "make run     set up and start Kaiten (web, worker, beat, broker) on http://127.0.0.1:8000"
	@echo "make test    the whole suite on SQLite, then the service tests on PostgreSQL and Redis"
	@echo "make dev     the environment with the development tools"
	@echo "make lint    style, types, import contracts, missing migrations, the API's schema"
	@echo "make format  rewrite the code in the project's style"
	@echo "make bench   the benchmarks of engine, replay, one pick, many tables and idle bots; four minutes"
	@echo "make lock    resolve the dependencies again (needs uv)"
	@echo "make clean   remove the environment and caches; data in var/ stays"

run: $(VENV)/.run
	@exec $(BIN)/python manage.py up $(ARGS)

dev: $(VENV)/.dev

test: $(VENV)/.dev
	$(BIN)/python -m pytest -n 2 $(ARGS)
	$(BIN)/python tests/with_services.py $(BIN)/python -m pytest -n 2 -m services $(ARGS)

lint: $(VENV)/.dev
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/mypy
	$(BIN)/lint-imports
	$(BIN)/python manage.py makemigrations --check --dry-run --verbosity 0
	$(BIN)/python manage.py spectacular --validate --fail-on-warn --file /dev/null

format: $(VENV)/.dev
	$(BIN)/ruff check --fix .
	$(BIN)/ruff format .

types: $(VENV)/.dev
	$(BIN)/mypy

bench: $(VENV)/.run
	$(BIN)/python manage.py bench engine
	$(BIN)/python manage.py bench replay
	$(BIN)/python manage.py bench http
	$(BIN)/python manage.py bench crowd
	$(BIN)/python manage.py bench streams

lock:
	@command -v uv >/dev/null || { echo "make lock needs uv: pip install uv"; exit 1; }
	$(LOCK) -q -o requirements.txt
	$(LOCK) -q --group dev -c requirements.txt -o requirements-dev.txt

clean:
	rm -rf $(VENV) .mypy_cache .ruff_cache .pytest_cache .hypothesis .import_linter_cache

$(BIN)/python:
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11))' || { \
	  echo "Kaiten needs Python 3.11 or newer; '$(PYTHON)' is `$(PYTHON) --version 2>&1`."; \
	  echo "Install one and name it: make run PYTHON=python3.12"; exit 1; }
ifdef UV
	@$(UV) venv -q --allow-existing --python "$$($(PYTHON) -c 'import sys; print(sys.executable)')" $(VENV)
else
	@$(PYTHON) -m venv $(VENV)
endif

$(VENV)/.run: requirements.txt | $(BIN)/python
ifdef UV
	@$(UV) pip install -q --python $(BIN)/python --require-hashes -r requirements.txt
else
	@$(BIN)/python -m pip install -q --disable-pip-version-check --require-hashes -r requirements.txt
endif
	@touch $@

$(VENV)/.dev: requirements-dev.txt | $(VENV)/.run
ifdef UV
	@$(UV) pip install -q --python $(BIN)/python --require-hashes -r requirements-dev.txt
else
	@$(BIN)/python -m pip install -q --disable-pip-version-check --require-hashes -r requirements-dev.txt
endif
	@touch $@
