# Everything here needs only Python 3.11 or newer with pip and venv; `make help` lists the targets.

PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin
BENCH_VENV := .venv-bench
PIP_FLAGS := --disable-pip-version-check --quiet --constraint constraints.txt

# A stamp is newer than what it was made from, so that nothing is installed twice.
RUNTIME := $(VENV)/.installed-runtime
DEV := $(VENV)/.installed-dev
BENCH := $(BENCH_VENV)/.installed

.DEFAULT_GOAL := help
.PHONY: help play demo test simulate fuzz lint format kill bench strength picture crowd restart commits pins clean

help: ## this list
	@sed -n 's/^\([a-z]*\):.*## \(.*\)/make \1\t\2/p' $(MAKEFILE_LIST) | expand -t 16

play: $(RUNTIME) ## play in this terminal against computer players
	@$(BIN)/cardgame-client --solo || test $$? -eq 130 # Ctrl-C is a way to leave, no failure

demo: $(RUNTIME) ## watch computer players play one match of each game
	@$(BIN)/python -m cardgame_bots.demo

# Bytecode is kept whatever the environment says, or hundreds of child processes compile it anew.
# Who has no tests left takes some of the other's: long ones stand together, in one file or folder.
test: $(DEV) ## run every test
	@PYTHONDONTWRITEBYTECODE= $(BIN)/pytest -n 2 --dist worksteal

SEEDS ?= 200
FROM ?= 1
JOBS ?= 2
simulate: $(DEV) ## the server in a world of faults, SEEDS=200 FROM=1 JOBS=2
	@$(BIN)/python -m tests.simulation --seeds $(SEEDS) --from $(FROM) --jobs $(JOBS)

FRAMES ?= 10000
fuzz: $(DEV) ## bytes from strangers, FRAMES=10000 FROM=1
	@$(BIN)/python -m tests.fuzz --frames $(FRAMES) --from $(FROM)

lint: $(DEV) ## formatting, style, import arrows, types (mypy and pyright)
	$(BIN)/ruff format --check .
	$(BIN)/ruff check .
	$(BIN)/lint-imports
	$(BIN)/mypy
	$(BIN)/pyright

format: $(DEV) ## put the code into the form that `make lint` asks for
	$(BIN)/ruff format .
	$(BIN)/ruff check --fix .

kill: $(DEV) ## kill the real server under load fifty times: nothing acknowledged may be lost
	@$(BIN)/python -m tests.end_to_end.kill --kills 50

bench: $(BENCH) ## measure side by side with other engines and a bare relay
	@$(BENCH_VENV)/bin/python -m bench

strength: $(DEV) ## how strong the computers are: the stored long runs, and `steady` measured anew
	@$(BIN)/python -m bench.strength

picture: $(DEV) ## draw the picture of the README again, from the client's own screen
	@$(BIN)/python -m tests.client.screen.picture docs/table.svg

crowd: $(DEV) ## how much a crowd of idle and odd connections delays those who play
	@$(BIN)/python -m bench.crowd

restart: $(DEV) ## how long a server takes to be back with 1,000 running tables
	@$(BIN)/python -m bench.restart

commits: $(DEV) ## what a move waits for the disk, with 50 tables at play
	@$(BIN)/python -m bench.commits

pins: ## write the newest versions of all dependencies to constraints.txt
	rm -rf $(VENV)
	: > constraints.txt
	$(MAKE) $(DEV)
	$(BIN)/python -m pip freeze --exclude-editable | tr 'A-Z_' 'a-z-' > constraints.txt

clean: ## remove environments, caches and build products
	rm -rf $(VENV) $(BENCH_VENV) build dist .pytest_cache .mypy_cache .ruff_cache
	rm -rf .import_linter_cache .hypothesis
	find . -name __pycache__ -type d -prune -exec rm -rf {} +

# pip is what tells a whole environment from one half made, or made by uv.
$(BIN)/pip $(BENCH_VENV)/bin/pip:
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11) and \
	    "cardgame needs Python 3.11 or newer; name one: make PYTHON=python3.12")'
	$(PYTHON) -m venv $(@D:/bin=)

# Only what is needed to play; where the developer's tools are there too, they stay.
$(RUNTIME): pyproject.toml constraints.txt | $(BIN)/pip
	$(BIN)/python -m pip install $(PIP_FLAGS) --editable .
	@touch $@

$(DEV): pyproject.toml constraints.txt | $(BIN)/pip
	$(BIN)/python -m pip install $(PIP_FLAGS) --editable '.[test,lint]'
	@touch $@ $(RUNTIME)

# rlcard asks for a deep learning framework that its game engine never uses: hence --no-deps.
$(BENCH): pyproject.toml constraints.txt bench/requirements.txt bench/requirements-no-deps.txt \
    | $(BENCH_VENV)/bin/pip
	$(BENCH_VENV)/bin/python -m pip install $(PIP_FLAGS) --editable . -r bench/requirements.txt
	$(BENCH_VENV)/bin/python -m pip install $(PIP_FLAGS) --no-deps -r bench/requirements-no-deps.txt
	@touch $@
