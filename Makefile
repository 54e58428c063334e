# Each target does all the set-up that it needs. `make help` lists them.
PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin
PIP := $(BIN)/pip --disable-pip-version-check --quiet install
PEERS := build/peers
SCRIPTS := tests/scripts
WHEELS := build/wheelhouse
# What Raspberry Pi OS of 64 bits takes: bookworm's Python and trixie's.
PI_PYTHONS := 3.11 3.13
PI_PLATFORM := $(foreach tag,_2_28 _2_17 2014,--platform manylinux$(tag)_aarch64)
# The Debian of check-install: trixie or bookworm.
SUITE := trixie

.PHONY: help run demo test check check-kernel check-install check-browser soak trust long mutants bench setup \
  dist gallery golden picture guides wheelhouse image image-test clean

help:  ## say what there is
	@sed -n 's/^\([a-z-]*\):.*## /make \1\t/p' Makefile

run: $(VENV)/ready  ## open the virtual table in a browser: the whole box, without hardware
	@$(BIN)/scorekeeper simulate --open $(if $(PORT),--port $(PORT))

demo: $(VENV)/ready  ## play a round of Botan-chō and one of Ino-Shika-Chō, with the screens in the terminal
	@$(BIN)/scorekeeper simulate --draw --script $(SCRIPTS)/demo-botan-cho.table
	@$(BIN)/scorekeeper simulate --draw --script $(SCRIPTS)/demo-ino-shika-cho.table
	@echo "Scroll up to watch the rounds. What they are made of: $(SCRIPTS)/demo-botan-cho.table; write your own," \
	  "and play it with: $(BIN)/scorekeeper simulate --draw --script FILE"

test: $(VENV)/dev $(PEERS)/ready  ## run the tests
	@$(BIN)/pytest -q -n auto --dist worksteal

check: $(VENV)/dev $(PEERS)/ready  ## format, lint, types and tests: what every change must pass
	$(BIN)/ruff format --check
	$(BIN)/ruff check
	$(BIN)/mypy
	$(BIN)/pytest -q -n auto --dist worksteal

check-kernel: $(VENV)/dev  ## the drivers on a real Linux kernel, in QEMU; what it lacks it names, and is skipped then
	@$(BIN)/python tests/kernel $(if $(NO_SKIP),--no-skip)

check-browser: $(VENV)/dev  ## the pages in a real browser, which plays a round; without chromium it is skipped
	@if ! command -v chromium >/dev/null; then \
	  echo "Skipped: chromium is missing; sudo apt install chromium"; exit $(if $(NO_SKIP),1,0); fi; \
	$(PIP) --editable '.[browser]' && $(BIN)/pytest -q tests/browser/*_in_chromium.py

trust: $(VENV)/dev  ## 1,000,000 random rounds of each game against a second, naive scorer
	@$(BIN)/python tests/trust/__main__.py

long: $(VENV)/dev  ## new random examples for the property tests; 100,000 tags through noise; 20,000 malformed requests
	@$(BIN)/pytest -q -n auto --hypothesis-profile search -k "properties or invariants or inventory" tests
	@$(BIN)/python tests/long/strangers.py
	@$(BIN)/python tests/long/__main__.py

soak: $(VENV)/dev  ## 2,000 rounds with random mistakes, faults and power cuts, against an independent replay
	@$(BIN)/python tests/soak

mutants: $(VENV)/dev  ## change rule files and scorer in every small way, and see the tests notice
	@$(PIP) --editable '.[mutants]'
	@$(BIN)/python tests/mutants/rule_files.py
	@$(BIN)/python tests/mutants/code.py

bench: $(VENV)/dev $(PEERS)/ready  ## measure reader, display and scorer beside others, count gestures, weigh the box; writes build/bench.json
	@$(PIP) --editable '.[bench]'
	@$(BIN)/python tests/bench

dist: $(VENV)/dev  ## make wheel and source archive, dist/*, and try the wheel in an empty .venv
	@rm -rf dist && $(BIN)/hatchling build
	@$(BIN)/python tests/wheel

setup: $(VENV)/ready  ## make .venv with the command scorekeeper in it

gallery: $(VENV)/dev  ## draw every screen: build/gallery, and the README's picture of some
	@$(BIN)/python tests/golden/gallery.py sheets

golden: $(VENV)/dev  ## keep what every screen looks like now, after you looked at it
	@$(BIN)/python tests/golden/gallery.py write

picture: $(VENV)/dev  ## draw the README's picture of the virtual table, with chromium
	@command -v chromium >/dev/null || { echo "No picture: chromium is missing; sudo apt install chromium"; exit 1; }
	@$(PIP) --editable '.[browser]'
	@$(BIN)/python tests/browser/picture.py

guides: $(VENV)/dev  ## make the pictures, drawings and tables of both guides anew, and with chromium the quick card
	@$(BIN)/python tests/build_guide
	@$(BIN)/python tests/player_guide

wheelhouse: $(VENV)/ready hardware/mfrc522-licence.txt  ## fetch what a Pi without network needs: systemd/install.sh --wheelhouse
	@rm -rf $(WHEELS) && mkdir -p $(WHEELS)
	@$(BIN)/pip --quiet wheel --no-deps --wheel-dir build/own .
	@for python in $(PI_PYTHONS); do $(BIN)/pip --quiet download --dest $(WHEELS) --only-binary :all: \
	  --python-version $$python $(PI_PLATFORM) build/own/*.whl hatchling setuptools || exit 1; done
	@rm -r build/own $(WHEELS)/hanafuda_scorekeeper-*
	@for kind in :none: :all:; do \
	  $(BIN)/pip --quiet download --dest $(WHEELS) --no-deps --no-binary $$kind -r hardware/mfrc522.txt || exit 1; done
	@cp hardware/mfrc522-licence.txt $(WHEELS)/LICENCE-of-mfrc522.txt
	@for text in GPL-3 LGPL-3; do cp /usr/share/common-licenses/$$text $(WHEELS)/ || \
	  { echo "This is not Debian: lay the text of $$text, from gnu.org/licenses, into $(WHEELS) yourself"; exit 1; }; done
	@echo "$(WHEELS) is filled. Take it to the Pi, with this folder, and there: sudo systemd/install.sh --wheelhouse DIR"

check-install: $(VENV)/ready  ## install for real, in a Debian of its own, and run the tests there; needs root and mmdebstrap
	@$(BIN)/python tests/install $(SUITE)

image: $(VENV)/ready  ## make an image for an SD card, build/image/*.img.xz: half an hour, and a few minutes once Debian's part is there
	@PYTHON="$(CURDIR)/$(BIN)/python" systemd/image/build.sh

image-test: $(VENV)/dev  ## start that image in QEMU, press, look, and pull the plug ten times: 40 minutes
	@$(BIN)/python tests/image $(if $(NO_SKIP),--no-skip) $(if $(TWICE),--twice) $(if $(ONLY),--only $(ONLY))

clean:  ## remove what the other targets made
	rm -rf $(VENV) build dist .mypy_cache .pytest_cache .ruff_cache .hypothesis .coverage

$(VENV)/ready: pyproject.toml hardware/mfrc522.txt
	@command -v $(PYTHON) >/dev/null || { \
	  echo "Python is missing. Install it with: sudo apt install python3 python3-venv"; exit 1; }
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11))' || { \
	  echo "This needs Python 3.11 or newer; $(PYTHON) is older. Name another one with: make PYTHON=python3.12"; exit 1; }
	@$(PYTHON) -c 'import ensurepip, venv' 2>/dev/null || { \
	  echo "python3-venv is missing. Install it with: sudo apt install python3-venv"; exit 1; }
	@echo "Setting up $(VENV), which takes about half a minute"
	@$(PYTHON) -m venv $(VENV)
	@$(PIP) --editable .
	@$(PIP) --no-deps --requirement hardware/mfrc522.txt
	@touch $@

$(VENV)/dev: $(VENV)/ready
	@$(PIP) --editable '.[dev]'
	@touch $@

$(PEERS)/ready: tests/peers/peers.txt | $(VENV)/ready
	@rm -rf $(PEERS)
	@for pin in $$(cat $<); do $(PIP) --no-deps --target $(PEERS)/$${pin%%==*} $$pin || exit 1; done
	@touch $@
