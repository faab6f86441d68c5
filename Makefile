# One command for each job; everything happens in .venv, which the first of them makes.
#   make demo      build, then a million random games of each game
#   make test      build, then all tests
#   make bench     speed as ratios, measured in one run
# More in CONTRIBUTING.md.

PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin
JOBS ?= 2
SOURCES := $(wildcard src/cardgames/_core/*.p* src/cardgames/include/*.h)
SANITIZED := build/sanitize

.PHONY: demo test lint format types bench sanitize coverage annotate docs clean

demo: $(VENV)/built
	$(BIN)/cardgames simulate bottle_imp --players 4 --games 1000000 --seed 1
	$(BIN)/cardgames simulate cellar_des_triplettes --players 4 --games 1000000 --seed 1
	$(BIN)/cardgames simulate wine_cellar --players 4 --games 1000000 --seed 1
	$(BIN)/cardgames simulate triplets --players 4 --games 1000000 --seed 1

test: $(VENV)/tools
	$(BIN)/python -m pytest -n $(JOBS) $(PYTEST_ARGS)

# The environment, and the extension modules built in place.
$(VENV)/pip:
	$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11) and "Python 3.11 or newer is needed")'
	$(PYTHON) -m venv $(VENV)
	$(BIN)/python -m pip install --quiet --upgrade 'pip>=25.1'
	touch $@

$(VENV)/built: $(VENV)/pip pyproject.toml setup.py $(SOURCES)
	$(BIN)/python -m pip install --quiet --editable '.[cli,serve]'
	touch $@

$(VENV)/tools: $(VENV)/built
	$(BIN)/python -m pip install --quiet --group test --group lint
	touch $@

lint: $(VENV)/tools
	$(BIN)/ruff format --check .
	$(BIN)/ruff check .
	PATH="$(CURDIR)/$(BIN):$$PATH" cython-lint src/cardgames/_core/*.pyx src/cardgames/_core/*.pxd src/cardgames/_core/*.pxi

format: $(VENV)/tools
	$(BIN)/ruff format .
	$(BIN)/ruff check --fix .

types: $(VENV)/tools
	$(BIN)/mypy src tests examples benchmarks docs
	$(BIN)/pyright --pythonpath $(BIN)/python

bench: $(VENV)/built
	$(BIN)/python -m pip install --quiet -r benchmarks/requirements.txt
	$(BIN)/python benchmarks/ratios.py $(BENCH_ARGS)

# A second environment with a build under AddressSanitizer and UndefinedBehaviorSanitizer, by the portable
# instructions. It is made from a copy, so that objects of the two builds do not mix. Everything that reaches the core
# runs in it, fewer times than in `make test`, as it is several times as slow; laws of chance have nothing to gain.
sanitize: $(VENV)/tools
	rm -rf $(SANITIZED)
	mkdir -p $(SANITIZED)/tree
	git ls-files --cached --others --exclude-standard -z | xargs -0 tar -cf - | tar -xf - -C $(SANITIZED)/tree
	$(BIN)/python -m venv $(SANITIZED)/venv
	$(SANITIZED)/venv/bin/python -m pip install --quiet --upgrade 'pip>=25.1'
	cd $(SANITIZED)/tree && CARDGAMES_SANITIZE=1 CARDGAMES_PORTABLE=1 ../venv/bin/python -m pip install --quiet '.[cli]' --group test
	cd $(SANITIZED)/tree && rm -rf src && \
	LD_PRELOAD="$$($(CC) -print-file-name=libasan.so) $$($(CC) -print-file-name=libubsan.so)" \
	PYTHONMALLOC=malloc ASAN_OPTIONS=detect_leaks=0 UBSAN_OPTIONS=halt_on_error=1:print_stacktrace=1 \
	CARDGAMES_FUZZ_EXAMPLES=30 CARDGAMES_PROPERTY_EFFORT=0.3 CARDGAMES_REFERENCE_EFFORT=0.05 \
	../venv/bin/python -m pytest -n $(JOBS) -p no:cacheprovider \
	  tests/property tests/perft tests/unit/test_golden.py tests/unit/test_hostile_input.py \
	  tests/unit/test_hostile_decks.py tests/reference/test_against_reference.py \
	  tests/reference/test_search_reference.py \
	  tests/native/test_native_api.py tests/native/test_ffi.py tests/native/test_native_functions.py \
	  tests/unit/test_own_functions.py $(PYTEST_ARGS)

# Coverage of the core, lines of Cython included.
coverage: $(VENV)/tools
	rm -rf build/coverage
	mkdir -p build/coverage
	git ls-files --cached --others --exclude-standard -z | xargs -0 tar -cf - | tar -xf - -C build/coverage
	$(BIN)/python -m venv build/coverage/.venv
	build/coverage/.venv/bin/python -m pip install --quiet --upgrade 'pip>=25.1'
	cd build/coverage && CARDGAMES_COVERAGE=1 .venv/bin/python -m pip install --quiet --editable '.[cli]' --group test
	cd build/coverage && .venv/bin/python -m pip install --quiet coverage 'Cython>=3.3,<3.4' && \
	.venv/bin/python -m coverage run -m pytest tests/unit tests/property tests/reference -q $(PYTEST_ARGS) && \
	.venv/bin/python -m coverage report

annotate: $(VENV)/built
	$(BIN)/python -m pip install --quiet 'Cython>=3.3,<3.4' 'setuptools>=77'
	CARDGAMES_ANNOTATE=1 $(BIN)/python setup.py build_ext --inplace --force

docs: $(VENV)/tools
	$(BIN)/python docs/tables.py
	$(BIN)/python docs/serve_tables.py

clean:
	rm -rf build dist $(VENV) src/*.egg-info
	find src -name '*.so' -delete
