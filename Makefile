# Thin targets over the tools. `make play` and `make test` need Python 3.11 or newer and make,
# nothing else: whichever runs first makes .venv and installs into it what the lock files pin.
#
#   make test ARGS="-k ferry -x"      more words for the command behind a target
#   make play PYTHON=python3.12       another Python to make .venv with
#   make lock UPGRADE=1               newer versions, not only what pyproject.toml asks for

PYTHON ?= python3
ARGS ?=
VENV := .venv
BIN := $(VENV)/bin
PIP := $(BIN)/python -m pip --disable-pip-version-check --quiet

.DEFAULT_GOAL := help
.PHONY: help play test test-page test-fast test-stress test-lowest check lint format-check types page-types layers format bench golden wire record-types gallery reference site release coverage lock clean

help: ## Say what there is to make
	@awk -F ':.*## ' '/^[a-z-]+:.*## / { printf "  make %-13s %s\n", $$1, $$2 }' Makefile

play: $(VENV)/.ready-to-play ## Play in the browser (in the terminal: whistlestop play)
	@$(BIN)/whistlestop serve $(ARGS)

# In as many processes as there are cores; ARGS=-n0 runs them in one, where a debugger is at home.
test: $(VENV)/.ready-to-develop ## Run all tests, as CI does
	@$(TEST_PAGE) --test-reporter=dot
	@$(BIN)/python -m pytest -n auto $(ARGS)

TEST_PAGE = $(BIN)/python -m tests.page

# Seconds, without a browser; ARGS="--test-name-pattern=ferry" runs some of them.
test-page: $(VENV)/.ready-to-develop ## Run the tests of the page's modules, under Node
	@$(TEST_PAGE) $(ARGS)

FAST := tests/rules tests/editions tests/properties $(wildcard tests/test_*.py) \
	tests/drawing/test_geometry.py tests/web/test_pages.py::test_a_game_in_three_clicks

test-fast: $(VENV)/.ready-to-develop ## Run the tests of rules, formats, game and boards, and one page
	@$(BIN)/python -m pytest -n auto $(FAST) --deselect tests/properties/test_interpreted.py $(ARGS)

# How often: N=5. The whole suite takes about half an hour each time.
test-stress: $(VENV)/.ready-to-develop ## Run all tests N times in random order on busy cores
	@$(BIN)/python tools/stress.py $(if $(N),--runs $(N)) $(ARGS)

test-lowest: $(VENV)/.ready-to-develop ## Play with the lowest versions that pyproject.toml allows
	@$(BIN)/python tools/lowest.py

check: lint format-check types page-types layers ## Check style, types and layers, as CI does

# What is written in JavaScript and CSS.
PAGE := src/whistlestop/web tests/page tests/web tools/web

lint: $(VENV)/.ready-to-develop
	@$(BIN)/ruff check
	@$(BIN)/oxlint --quiet $(PAGE)

format-check: $(VENV)/.ready-to-develop
	@$(BIN)/ruff format --check
	@$(BIN)/oxfmt --check $(PAGE)

# The variable keeps pyright from looking for a newer version of itself at every run.
types: $(VENV)/.ready-to-develop
	@PYRIGHT_PYTHON_IGNORE_WARNINGS=1 $(BIN)/pyright

# The page needs no Node, so this is the only thing that does: without it, only CI insists.
page-types:
	@if command -v tsc >/dev/null; then tsc --project tools/web; \
	elif [ -n "$$CI" ]; then echo "There is no tsc to check the page's types with." >&2; exit 1; \
	else echo "The page's types are not checked: there is no tsc (Debian: apt install node-typescript)."; fi

layers: $(VENV)/.ready-to-develop
	@$(BIN)/lint-imports --no-logo

format: $(VENV)/.ready-to-develop ## Format the code and mend what the linters can mend
	@$(BIN)/ruff check --fix
	@$(BIN)/ruff format
	@$(BIN)/oxlint --quiet --fix $(PAGE)
	@$(BIN)/oxfmt $(PAGE)

bench: $(VENV)/.ready-to-develop ## Measure the engine
	@$(BIN)/whistlestop bench $(ARGS)

golden: $(VENV)/.ready-to-develop ## Remake the golden records (read the diff before committing)
	@$(BIN)/python -m tests.golden_remake $(ARGS)

record-types: $(VENV)/.ready-to-develop ## Remake the classes that name the fields of records
	@$(BIN)/python tools/record_types.py

wire: $(VENV)/.ready-to-develop ## Make the page's types and the tables of docs/api.md from the messages
	@$(BIN)/python -m tools.wire

gallery: $(VENV)/.ready-to-develop ## Remake the pictures of docs/gallery.md
	@$(BIN)/python tools/gallery.py $(ARGS)

reference: $(VENV)/.ready-to-develop ## Make the reference of the Python interface, as static pages
	@$(BIN)/python tools/reference.py $(ARGS)

# A link that leads nowhere is an error.
site: $(VENV)/.ready-to-develop ## Make all documents into pages, in build/site
	@$(BIN)/sphinx-build --quiet --fail-on-warning --keep-going --conf-dir tools/site . build/site $(ARGS)
	@echo "The pages begin with build/site/docs/README.html"

# VERSION=0.2.0 names it.
release: $(VENV)/.ready-to-develop ## Make a release: version, date, wheel, source archive, notes
	@$(BIN)/python tools/release.py $(VERSION)

# Interpreted, so that the lines of compiled rules are seen.
coverage: $(VENV)/.ready-to-develop ## Run the rules' tests interpreted; show the lines they miss
	@NUMBA_DISABLE_JIT=1 $(BIN)/coverage run -m pytest tests/rules tests/test_game.py $(ARGS)
	@$(BIN)/coverage report --include='src/whistlestop/rules/*'

# The first two bind the third, so that a package has one version everywhere; and it has that version
# under every Python ("fewest"), so that what the tests ran with is what everybody gets.
LOCK = $(BIN)/uv pip compile --quiet --universal --python-version 3.11 --fork-strategy fewest \
	--generate-hashes --custom-compile-command 'make lock' $(if $(UPGRADE),--upgrade)

lock: $(VENV)/.ready-to-develop ## Bring the lock files up to date with pyproject.toml
	@$(LOCK) pyproject.toml --extra all --output-file requirements.lock
	@$(LOCK) --group build --output-file requirements-build.lock
	@$(LOCK) pyproject.toml --extra all --group dev --constraints requirements.lock \
		--constraints requirements-build.lock --output-file requirements-dev.lock

# .venv stays: whoever wants a fresh one deletes it.
clean: ## Remove what builds and tools left behind
	@rm -rf build dist htmlcov .coverage .coverage.* .hypothesis .import_linter_cache \
		.pytest_cache .ruff_cache
	@find . -path ./$(VENV) -prune -o -name __pycache__ -type d -prune -exec rm -rf {} +

# ------------------------------------------------------------ setting up

$(VENV)/.made:
	@command -v $(PYTHON) >/dev/null || { \
		echo "Whistlestop needs Python 3.11 or newer, and there is no '$(PYTHON)' here." >&2; \
		echo "Install it, or name another one: make PYTHON=/path/to/python3 ..." >&2; exit 1; }
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11))' || { \
		echo "Whistlestop needs Python 3.11 or newer; '$(PYTHON)' is $$($(PYTHON) -V 2>&1)." >&2; \
		echo "Name a newer one: make PYTHON=python3.12 ..." >&2; exit 1; }
	@$(PYTHON) -c 'import ensurepip, venv' 2>/dev/null || { \
		echo "'$(PYTHON)' cannot make virtual environments: a part of it is not installed." >&2; \
		echo "On Debian or Ubuntu: apt install python3-venv" >&2; exit 1; }
	@$(PYTHON) -m venv $(VENV)
	@touch $@

INSTALL_PROJECT = $(PIP) install --no-deps --no-build-isolation --editable .

$(VENV)/.ready-to-play: $(VENV)/.made requirements.lock requirements-build.lock pyproject.toml
	@echo "Installing what Whistlestop needs into $(VENV) (once; about a minute) ..."
	@$(PIP) install --require-hashes -r requirements.lock -r requirements-build.lock
	@$(INSTALL_PROJECT)
	@touch $@

$(VENV)/.ready-to-develop: $(VENV)/.made requirements-dev.lock pyproject.toml
	@echo "Installing Whistlestop's tools into $(VENV) (once; a minute or two) ..."
	@$(PIP) install --require-hashes -r requirements-dev.lock
	@$(INSTALL_PROJECT)
	@touch $@
