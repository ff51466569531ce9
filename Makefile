# Everything is set up in .venv by itself; nothing else on the machine is touched.

PYTHON ?= $(shell for python in python3 python3.14 python3.13 python3.12 python3.11; do \
	$$python -c 'import sys, venv; sys.exit(not (3, 11) <= sys.version_info < (3, 15))' 2>/dev/null \
	&& echo $$python && break; done)
BIN := .venv/bin
READY := .venv/ready
UNITS := herzdame tests/kernel tests/test_house.py
ENGINE := herzdame tests/kernel tests/test_audit.py tests/test_every_game.py

.PHONY: setup play web lint test check fix bench bench-server faults lock playthroughs screenshots
.DELETE_ON_ERROR:

setup: $(READY)

$(READY): requirements.lock pyproject.toml
	@test -n "$(PYTHON)" || { echo "Herzdame needs Python 3.11 to 3.14 with its venv module; install one," \
		"or name it: make PYTHON=/path/to/python3.12"; exit 1; }
	@echo "Setting up .venv ..."
	@$(PYTHON) -m venv --clear .venv
	@$(BIN)/python -m pip install --quiet --disable-pip-version-check --require-hashes -r requirements.lock
	@$(BIN)/python -m pip install --quiet --disable-pip-version-check --no-deps --no-build-isolation -e .
	@touch $@

play: web  ## the games in the browser
	@$(BIN)/herzdame serve --open

web: $(READY)  ## the pages of the browser, built if a source has changed
	@$(BIN)/python hatch_build.py

lint: web
	$(BIN)/ruff format --check
	$(BIN)/ruff check
	$(BIN)/mypy
	$(BIN)/python hatch_build.py check

check: lint  ## the inner loop: format, lint, types, unit tests
	$(BIN)/pytest -q -n auto $(UNITS)

test: lint  ## all tests, then the rules uncompiled (with their branches counted) and with bounds checked
	$(BIN)/pytest -q -n auto
	NUMBA_DISABLE_JIT=1 $(BIN)/pytest -q -n auto --cov --cov-report=term-missing:skip-covered --cov-fail-under=100 $(ENGINE)
	NUMBA_BOUNDSCHECK=1 $(BIN)/pytest -q -n auto $(ENGINE)

fix: $(READY)
	$(BIN)/ruff check --fix
	$(BIN)/ruff format

bench: web  ## what the design promises, measured; results in bench/results.md
	$(BIN)/python bench/run.py
	$(BIN)/python bench/strength.py
	$(BIN)/python bench/web.py

bench-server: web  ## the same for the server: speed, memory, kills and power cuts; results in docs/measurements.md
	for what in moves waiting growth resync start; do $(BIN)/python bench/rooms.py $$what || exit 1; done
	$(BIN)/python -m bench.kills
	$(BIN)/python -m bench.kills --database postgresql
	$(BIN)/python -m bench.power_cuts
	$(BIN)/python -m bench.power_cuts --cuts 50 --synchronous NORMAL

screenshots: web  ## pictures of every page and board, into docs/screenshots
	@$(BIN)/python -m tests.web.pictures

faults: $(READY)  ## plant faults on purpose: which test catches each?
	$(BIN)/python bench/faults.py

playthroughs: $(READY)  ## write the playthrough files anew, to be reviewed as a diff
	$(BIN)/python -m tests.playthroughs

lock: $(READY)  ## the newest versions that pyproject.toml allows
	$(BIN)/uv pip compile --quiet --universal --upgrade --generate-hashes --no-annotate --no-header \
		--python-version 3.11 --all-extras --group dev pyproject.toml --output-file requirements.lock
