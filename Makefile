# Everything a contributor types. `make help` lists it.
SHELL := /bin/bash
.DEFAULT_GOAL := help
.NOTPARALLEL:
.PHONY: help all setup setup-tests setup-bench run docs ready check test coverage lint format bench screenshots check-exports texts faults reliability exhaustive soak lock windows windows-test linux-package linux-package-test clean

BIN := .venv/bin
CODE := app assets benchmarks engines scripts tests widgets workloads
# Only folders that are there, so that a tree in the making can be checked too.
SOURCES = $(wildcard $(CODE))
PRODUCT := app engines widgets workloads
# Without caches each takes a minute of a core more.
PLATFORMS := win32 darwin

help: ## this list
	@awk -F':.*## ' '/^[a-z-]+:.*## / {printf "  make %-12s %s\n", $$1, $$2}' $(MAKEFILE_LIST)

all: setup

setup: ## make .venv and install the Debian packages Qt needs
	@scripts/setup.sh

setup-tests:
	@scripts/setup.sh tests

setup-bench:
	@scripts/setup.sh bench

run: setup ## open the desktop program
	@$(BIN)/python -m app

docs: setup ## build the user guide again, into assets/guide
	@$(BIN)/python -m scripts.guide_pages
	@$(BIN)/python -m scripts.guide
	@echo assets/guide/index.html

lint: setup ## ruff, mypy (for Linux, Windows and macOS) and the import contracts
	$(BIN)/ruff check $(SOURCES)
	$(BIN)/ruff format --check $(SOURCES)
	$(BIN)/mypy $(SOURCES)
	$(foreach each,$(PLATFORMS),$(BIN)/mypy --platform $(each) --cache-dir .mypy_cache/$(each) $(PRODUCT) && )true
	$(BIN)/lint-imports --no-logo

# On the core that lint leaves, since each worker would else compile all of them itself.
ready: setup-tests
	@scripts/run_tests ready >/dev/null 2>&1 &

check: ready lint ## lint and the quick tests, for every commit
	scripts/run_tests quick $(PYTEST_ARGS)

test: ready lint ## lint, then every test against real servers
	scripts/run_tests all $(PYTEST_ARGS)

coverage: setup-tests ## every test again, and which lines and branches they reach
	scripts/run_tests coverage $(PYTEST_ARGS)

bench: setup-bench ## our own speed against pgbench and sysbench
	@$(BIN)/python -m benchmarks

screenshots: export QT_QPA_PLATFORM = offscreen
screenshots: setup ## make the pictures of the user guide and the demo's report again (IMAGE=an image of PostgreSQL)
	@$(BIN)/python -m scripts.pictures docs/pictures $(if $(IMAGE),--image $(IMAGE))
	@scripts/demo_report docs

check-exports: setup ## give exports to LibreOffice, LaTeX and other programs that are here (CAMPAIGN= STORE=: of one that is there)
	@scripts/check_exports $(CAMPAIGN) $(STORE)

texts: setup-tests ## list every text for translators: make texts TO=assets/translations/cipherbench_de.ts
	scripts/texts $(or $(TO),build/cipherbench.ts)

format: setup ## let ruff fix and format the code
	$(BIN)/ruff check --fix $(SOURCES)
	$(BIN)/ruff format $(SOURCES)

lock: ## write requirements.lock from pyproject.toml (UPGRADE=1: newest versions)
	@scripts/uv pip compile --quiet --python-version 3.12 --universal --generate-hashes --group dev \
		$(if $(UPGRADE),--upgrade) pyproject.toml -o requirements.lock --no-header

faults: export CIPHERBENCH_EXAMPLES := $(or $(CIPHERBENCH_EXAMPLES),10000)
faults: export CIPHERBENCH_FAULTS_REPORT := $(CURDIR)/build/faults.jsonl
faults: setup-tests ## every fault, and 10,000 inputs of each kind (CIPHERBENCH_EXAMPLES=100: fewer)
	@mkdir -p build && rm -f $(CIPHERBENCH_FAULTS_REPORT)
	scripts/run_tests faults $(PYTEST_ARGS)

reliability: setup-tests ## write docs/reliability.md from what the faults of `make faults` did
	@$(BIN)/python -m tests.faults.table.reliability build/faults.jsonl docs/reliability.md

exhaustive: setup-tests ## what `make test` leaves to the long run: other engines, orders and sizes of what it has once
	scripts/run_tests exhaustive $(PYTEST_ARGS)

soak: setup-tests ## an hour of short runs on all engines with the window open: what grows? (MINUTES=15: shorter)
	scripts/soak $(or $(MINUTES),60)

windows: setup ## build an installer and a portable ZIP for Windows into dist/ (WIN=folder that keeps wheels)
	scripts/windows/package dist $(or $(WIN),/var/tmp/cipherbench-windows)

windows-test: setup-tests ## build and try it under Wine, against Linux (as root; WIN=folder that keeps Wine, 4 GB)
	scripts/windows/test $(or $(WIN),/var/tmp/cipherbench-windows)

linux-package: setup ## build a Debian package into dist/, with all it needs but Debian's own libraries
	scripts/linux_package dist

linux-package-test: linux-package ## build it and try it in a bare Debian (as root)
	scripts/linux_package_test dist/cipherbench_*_amd64.deb

clean: ## remove caches and built files; .venv stays
	rm -rf .mypy_cache .ruff_cache .pytest_cache .import_linter_cache .hypothesis dist build *.egg-info .coverage .coverage.*
	find $(SOURCES) -type d -name __pycache__ -prune -exec rm -rf {} +
