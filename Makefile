# make play    sets everything up and opens the table in a browser
# make test    lint, then every test; installs what it needs (browsers and PostgreSQL too, where it may)
# make browsers   the long story in Firefox and WebKit: every game to its end, its replay and review, two people, a restart
# make check   lint, and in three minutes the tests of names, imports, documents and old data, and a match of each game over HTTP
# make test-long   what `make test` leaves out, since a shorter test of the same is there, and the invariants on twice the games
# make setup   leaves .venv/bin/dicehouse; the others call it
# make learn   only what examples/learning needs: .venv/bin/dicehouse without the page, and PyTorch for the processor
# make lint    ruff, mypy, prettier, svelte-check, page sizes       make format   lets ruff and prettier fix what they can, and writes the tables of the docs
# make messages   writes new messages of the code into the catalogues of translations: docs/translating.md
# make bench   the figures of the README                make docs     the documentation as pages, in build/docs
# make bench-peers   our search beside those of OpenSpiel and boardgame.io, which it installs in build/peers
# make tutorials   runs the first lines of the tutorials of eight libraries, which it installs in build/tutorials
# make site    writes the static site into build/site (SITE=FOLDER for another): docs/site.md
# make site-check   plays thousands of games in the site's Python and natively, which takes hours: they must be equal (SITE_CHECK_ARGS='--share 0.05' plays fewer)
# make tab-rules   compiles the rules for the static site again, after an edit of them: it downloads a linker of 100 MB
# make strength   measures again how strong the bots are, in ten minutes: docs/strength.md (STRENGTH_ARGS=--minutes 60)
# make studies   the five games studied, three questions each: docs/studies
# make lock    resolves requirements*.lock again        make clean    removes everything that make made
#
# It needs Python 3.11 or newer with venv and pip, nothing else: Node comes as a wheel into .venv. It runs on Linux with
# glibc 2.28 or newer (x86-64 or ARM64) and on macOS 13 or newer on Apple silicon; elsewhere make says so at once.

PYTHON ?= python3
PYTEST_ARGS ?=
SERVE_ARGS ?=
STRENGTH_ARGS ?=
SITE_CHECK_ARGS ?=
SITE ?= build/site
UV_VERSION := 0.13.8
TORCH := torch>=2.5
TUTORIALS := build/tutorials/bin/python

BIN := .venv/bin
UV := $(BIN)/uv
HAS_UV := .venv/.uv-$(UV_VERSION)
HAS_LOCKED := .venv/.locked
HAS_DEV := .venv/.locked-dev
HAS_DICEHOUSE := .venv/.dicehouse
HAS_RULES := .venv/.rules
HAS_RUNTIME := build/runtime/.there

RULES := $(shell find src/dicehouse/records src/dicehouse/compiler src/dicehouse/core src/dicehouse/search src/dicehouse/engine src/dicehouse/games src/dicehouse/bots -name '*.py' 2>/dev/null)

# The installs must not depend on what a person's own uv settings say of this folder.
export UV_NO_PROGRESS := 1
export UV_PYTHON := $(BIN)/python

.DEFAULT_GOAL := help
.DELETE_ON_ERROR:
.PHONY: help setup learn page rules play test test-long check programs lint lint-python lint-page format messages bench bench-peers tutorials strength studies site site-check tab-rules runtime docs lock chromium engines browsers postgresql clean

help:
	@sed -n 's/^# \{0,1\}//p;/^$$/q' Makefile

# The page and the compiled rules don't need each other, so both cores work.
setup: $(HAS_DICEHOUSE)
	@$(MAKE) --no-print-directory -j2 page rules

# PyTorch as it is built for cards takes five gigabytes, and no example uses a card. What a batch calls of a game is compiled
# when somebody first learns it.
learn: $(HAS_DICEHOUSE)
	@echo "Bringing in PyTorch"
	@$(UV) pip install --quiet --torch-backend=cpu '$(TORCH)' || { \
	  echo "The PyTorch for the processor alone can't be reached; taking the one for cards, some three gigabytes"; \
	  $(UV) pip install --quiet '$(TORCH)'; }

# Nobody waits for the compiler here: the server has it work in the background, and the table plays by the same rules
# interpreted until it is done.
play: $(HAS_DICEHOUSE) page
	@$(BIN)/dicehouse serve $(SERVE_ARGS)

# The tests start hundreds of processes, and compiling our sources in each of them would cost minutes.
test test-long check: export PYTHONDONTWRITEBYTECODE :=

test: setup $(HAS_DEV) chromium engines postgresql runtime
	@$(MAKE) --no-print-directory -j2 programs lint-python lint-page
	$(BIN)/python -m pytest -n 2 --dist loadgroup $(PYTEST_ARGS)

test-long: setup $(HAS_DEV) chromium postgresql programs
	$(BIN)/python -m pytest -n 2 --dist loadgroup -m long $(PYTEST_ARGS)
	DICEHOUSE_TEST_LONG=1 $(BIN)/python -m pytest -n 2 --dist loadgroup tests/invariants $(PYTEST_ARGS)

# Nothing here calls compiled rules, so it does not wait for them.
check: $(HAS_DICEHOUSE) $(HAS_DEV) page
	@$(MAKE) --no-print-directory -j2 lint-python lint-page
	$(BIN)/python -m pytest -n 2 --dist loadgroup -m 'not slow and not long' $(CHECKED) $(PYTEST_ARGS)

CHECKED := tests/house tests/upgrade tests/web/api/test_example.py

# Each program that several tests call is compiled here, once, and not by whichever worker needs it first.
programs: setup $(HAS_DEV)
	@$(BIN)/python -c 'from tests.invariants.playing import COMPILED; print(*COMPILED, sep="\n")' \
	  | xargs -n 1 -P 2 $(BIN)/python -m tests.programs

lint: $(HAS_DICEHOUSE) $(HAS_DEV) page
	@$(MAKE) --no-print-directory -j2 lint-python lint-page

lint-python: $(HAS_DICEHOUSE) $(HAS_DEV)
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/mypy

lint-page: $(HAS_DEV) page
	$(BIN)/python hatch_build.py npm run check
	$(BIN)/python hatch_build.py npm run size

format: $(HAS_DEV)
	$(BIN)/ruff check --fix .
	$(BIN)/ruff format .
	$(BIN)/python -m tests.house.tables
	$(BIN)/python -m tests.house.page_types
	$(BIN)/python hatch_build.py npm run --silent format

bench: setup $(HAS_DEV)
	$(BIN)/python -m bench

bench-peers: setup $(HAS_DEV)
	$(BIN)/python -m bench.peers

# They bring in another PyTorch, Gymnasium and Ray than ours, so they live apart. A library that is missing is an error here.
tutorials: $(HAS_UV)
	@echo "Bringing in the libraries of the tutorials, some two gigabytes"
	@$(UV) venv --quiet --allow-existing build/tutorials
	@$(UV) pip install --quiet --python $(TUTORIALS) --require-hashes -r requirements.lock
	@$(UV) pip install --quiet --python $(TUTORIALS) --torch-backend=cpu '$(TORCH)' || \
	  $(UV) pip install --quiet --python $(TUTORIALS) '$(TORCH)'
	@$(UV) pip install --quiet --python $(TUTORIALS) -r tests/tutorials/requirements.txt
	PYTHONPATH=src DICEHOUSE_TUTORIALS=1 $(TUTORIALS) -m pytest --noconftest tests/tutorials $(PYTEST_ARGS)

strength: setup $(HAS_DEV)
	$(BIN)/python -m bench.strength --write $(STRENGTH_ARGS)

studies: setup $(HAS_DEV)
	$(BIN)/python -m bench.the_five

# It needs no compiled rules, only what the server needs.
site: $(HAS_DICEHOUSE) page $(HAS_RUNTIME)
	@$(BIN)/dicehouse site $(SITE)

site-check: setup $(HAS_DEV) site
	$(BIN)/python -m tests.site.site_check $(SITE) $(SITE_CHECK_ARGS)

# Pyodide comes with the libraries of the page. A wheel for it is of no use here, so it is only downloaded.
$(HAS_RUNTIME): ui/package-lock.json requirements-tab.lock | $(HAS_LOCKED)
	@mkdir -p $(@D)
	@$(BIN)/python hatch_build.py npm --version >/dev/null
	@rm -f $(@D)/*.whl
	@$(BIN)/python -m pip download --quiet --disable-pip-version-check --require-hashes --no-deps --only-binary :all: \
	  --platform pyemscripten_2026_0_wasm32 --python-version 3.14 --implementation cp --abi cp314 \
	  --dest $(@D) --requirement requirements-tab.lock
	@cd ui/node_modules/pyodide && cp pyodide.mjs pyodide.asm.mjs pyodide.asm.wasm python_stdlib.zip pyodide-lock.json $(abspath $(@D))
	@touch $@

# Where it can't be had the tests of it are skipped, and say so.
runtime: $(HAS_LOCKED)
	@$(MAKE) --no-print-directory $(HAS_RUNTIME) || echo "Python for a browser can't be had: the tests of the site are skipped."

# The linker of WebAssembly that comes with Zig; nothing else needs it.
tab-rules: $(HAS_LOCKED)
	@$(UV) pip install --quiet --require-hashes --target build/zig -r requirements-zig.lock
	@PYTHONPATH=src:build/zig $(BIN)/python -m tests.site.compile_rules

docs: $(HAS_DEV)
	$(BIN)/mkdocs build --quiet --strict
	@echo "build/docs/index.html"

page: $(HAS_LOCKED)
	@$(BIN)/python hatch_build.py

rules: $(HAS_RULES)
	@:

$(HAS_UV):
	@$(PYTHON) check_machine.py
	@$(PYTHON) -m venv .venv \
	  || { echo "Python can't make a virtual environment; on Debian and Ubuntu: apt install python3-venv"; exit 1; }
	@$(BIN)/python -m pip install -qq --disable-pip-version-check uv==$(UV_VERSION)
	@touch $@

$(HAS_LOCKED): requirements.lock $(HAS_UV)
	@echo "Bringing in what Dicehouse needs"
	@$(UV) pip install --quiet --compile-bytecode --require-hashes -r requirements.lock
	@touch $@

$(HAS_DEV): requirements-dev.lock $(HAS_LOCKED)
	@echo "Bringing in what its tests need"
	@$(UV) pip install --quiet --require-hashes -r requirements-dev.lock
	@touch $@

# Editable: what is edited in src/ is what runs. Skipping the page here lets `setup` build it beside the rules.
$(HAS_DICEHOUSE): pyproject.toml hatch_build.py $(HAS_LOCKED)
	@DICEHOUSE_SKIP_PAGE=1 $(UV) pip install --quiet --no-deps --no-build-isolation --editable .
	@touch $@

# A game is compiled by one process; two at a time keep both cores busy when the page is done.
$(HAS_RULES): $(RULES) $(HAS_LOCKED)
	@PYTHONPATH=src $(BIN)/python -c 'from dicehouse.games import all_games; print(*all_games(), sep="\n")' \
	  | PYTHONPATH=src xargs -n 1 -P 2 $(BIN)/python -m dicehouse.cli.precompile
	@touch $@

# Without windows it is the same Chromium at half of the processor time; not every system packages it by itself.
chromium:
	@command -v chromium-headless-shell >/dev/null && exit 0; there=; \
	for name in chromium chromium-browser google-chrome; do command -v $$name >/dev/null && there=$$name; done; \
	if [ "$$(id -u)" = 0 ] && command -v apt-get >/dev/null; then \
	  test -n "$$there" || apt-get update -qq; \
	  if apt-cache show chromium-headless-shell >/dev/null 2>&1; then name=chromium-headless-shell; else name=chromium; fi; \
	  test "$$name" = chromium && test -n "$$there" && exit 0; \
	  echo "Installing Chromium for the browser tests"; \
	  DEBIAN_FRONTEND=noninteractive apt-get install -y -qq $$name >/dev/null || test -n "$$there"; \
	elif [ -z "$$there" ]; then \
	  echo "The browser tests need Chromium: install chromium (or google-chrome) so that it is on PATH, then try again."; exit 1; \
	fi

# Where they can't be had the tests of them are skipped, and say so.
engines:
	@command -v firefox-esr >/dev/null && command -v WebKitWebDriver >/dev/null && command -v Xvfb >/dev/null && exit 0; \
	if [ "$$(id -u)" = 0 ] && command -v apt-get >/dev/null; then \
	  echo "Installing Firefox and WebKit for the tests of other browsers"; \
	  apt-get update -qq; \
	  for name in firefox-esr 'webkit2gtk-driver xvfb'; do \
	    DEBIAN_FRONTEND=noninteractive apt-get install -y -qq --no-install-recommends $$name >/dev/null 2>&1 \
	      || echo "$$name can't be installed: the tests of it are skipped."; \
	  done; \
	else \
	  echo "Firefox or WebKit is not installed: the tests of it are skipped."; \
	fi

browsers: setup $(HAS_DEV) engines
	DICEHOUSE_STORY=long $(BIN)/python -m pytest tests/browser/test_engines.py $(PYTEST_ARGS)

# Where it can't be had the tests of it are skipped, and say so.
postgresql:
	@command -v initdb >/dev/null || ls /usr/lib/postgresql/*/bin/initdb >/dev/null 2>&1 && exit 0; \
	if [ "$$(id -u)" = 0 ] && command -v apt-get >/dev/null; then \
	  echo "Installing PostgreSQL for the tests of it"; \
	  apt-get update -qq && DEBIAN_FRONTEND=noninteractive apt-get install -y -qq --no-install-recommends postgresql >/dev/null; \
	else \
	  echo "PostgreSQL is not installed: the tests of it are skipped."; \
	fi

# No lock file may say where its packages came from: these hold names, versions and hashes, no address.
lock: $(HAS_UV)
	@mkdir -p build
	@$(BIN)/python -c 'import tomllib; print(*tomllib.load(open("pyproject.toml", "rb"))["build-system"]["requires"], sep="\n")' \
	  > build/build-requires.txt
	@$(UV) pip compile $(LOCK) build/build-requires.txt pyproject.toml --output-file requirements.lock
	@$(UV) pip compile $(LOCK) build/build-requires.txt pyproject.toml --extra dev \
	  --constraints requirements.lock --output-file requirements-dev.lock

LOCK := --quiet --upgrade --universal --python-version 3.11 --generate-hashes --no-annotate --custom-compile-command "make lock"

messages: $(HAS_DEV)
	@$(BIN)/python -m tests.house.messages update

clean:
	rm -rf .venv build dist ui/node_modules src/dicehouse/web/static
