# A bare clone needs Python >= 3.11 and make; everything else is installed into .venv.
PYTHON ?= python3
BIN := .venv/bin
LOCKS := requirements/dev.txt
JOBS ?= $(shell nproc 2>/dev/null || echo 2)

HAS_COMPILER := command -v cc >/dev/null || command -v gcc >/dev/null || command -v clang >/dev/null

.PHONY: install run dev test test-full check format bench screenshots lock clean

install: .venv/installed .venv/kernel .venv/frontend .venv/fonts

.venv/installed: $(LOCKS) pyproject.toml src/stolik/__init__.py
	$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11) and "Stolik needs Python 3.11 or newer")'
	$(PYTHON) -m venv .venv
	$(BIN)/python -m pip install --quiet --disable-pip-version-check --require-hashes -r $(LOCKS)
	$(HAS_COMPILER) || $(BIN)/python -m pip install --quiet --disable-pip-version-check --require-hashes -r requirements/zig.txt
	$(BIN)/python -m pip install --quiet --disable-pip-version-check --no-deps --no-build-isolation --editable .
	@touch $@

.venv/kernel: .venv/installed src/stolik/solver/kernel.c $(wildcard src/stolik/solver/native/*.h) tools/build_kernel.py
	$(BIN)/python tools/build_kernel.py
	@touch $@

FRONTEND := $(shell find frontend -path frontend/node_modules -prune -o -type f -print 2>/dev/null)
.venv/frontend: .venv/installed $(FRONTEND) tools/build_frontend.py
	$(BIN)/python tools/build_frontend.py
	@touch $@

.venv/fonts: .venv/installed tools/fonts/package-lock.json tools/build_fonts.py
	$(BIN)/python tools/build_fonts.py
	@touch $@

# Only this machine reaches it; `stolik serve --lan` lets phones in.
run: install
	$(BIN)/stolik serve

# The demo on port 8000, started anew with each change of the Python code, and in front of it the web
# app as it is edited: open the address that Vite prints. One Ctrl-C ends both.
dev: install
	@$(BIN)/watchfiles --verbosity warning --filter python "$(BIN)/stolik demo" src/stolik & \
	server=$$!; trap 'kill $$server 2>/dev/null' EXIT INT; \
	$(BIN)/python tools/build_frontend.py dev || true

# Browsers and clocks share the machine with everything else. What fails in the crowd is asked once more
# alone: a fault fails twice, a machine that was too busy once. Both runs are in the output.
test: check
	$(BIN)/pytest -n $(JOBS) --dist worksteal -m "not full" || \
		$(BIN)/pytest -m "not full" --last-failed --last-failed-no-failures none --maxfail 3

test-full: check
	$(BIN)/pytest -n $(JOBS) --dist worksteal

# Every step is run, whatever the one before it found; the faults of all are seen at once.
check: install
	@failed=; \
	try() { echo "$$*"; "$$@" || failed="$$failed\n  $$*"; }; \
	try $(BIN)/ruff format --check .; \
	try $(BIN)/ruff check .; \
	try $(BIN)/mypy; \
	try $(BIN)/pytest tests/test_architecture.py; \
	try $(BIN)/python tools/build_frontend.py check; \
	if [ -n "$$failed" ]; then printf "failed:$$failed\n"; exit 1; fi

format: install
	$(BIN)/ruff format .
	$(BIN)/ruff check --fix .

# Peers are installed only here; every script prints its table and writes benchmarks/out/*.json.
BENCHMARKS := engine solver simulate standings seating bots wojtek store server paper tiles
bench: install
	$(BIN)/python -m pip install --quiet --disable-pip-version-check --require-hashes -r requirements/bench.txt
	@for name in $(BENCHMARKS); do echo "== $$name"; $(BIN)/python -m benchmarks.$$name || exit 1; done

screenshots: install
	$(BIN)/python -m tools.screenshots

# Locks carry versions and hashes, never addresses; `uv` is only needed here.
lock:
	uv pip compile -q --universal --python-version 3.11 --generate-hashes --no-emit-index-url --no-header --group dev pyproject.toml -o requirements/dev.txt
	uv pip compile -q --universal --python-version 3.11 --generate-hashes --no-emit-index-url --no-header --group bench pyproject.toml -c requirements/dev.txt -o requirements/bench.txt
	uv pip compile -q --universal --python-version 3.11 --generate-hashes --no-emit-index-url --no-header --group pyproject.toml:zig -o requirements/zig.txt

clean:
	rm -rf .venv build dist
