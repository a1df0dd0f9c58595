#!/usr/bin/env bash
# Installs what is missing to build and test Philidor, and says what it does.
set -euo pipefail

say() { printf 'setup: %s\n' "$*"; }

need=()
command -v cc >/dev/null || need+=(gcc libc6-dev)
command -v make >/dev/null || need+=(make)
# The page is built with Node.js (18 or newer).
command -v node >/dev/null || need+=(nodejs)
command -v npm >/dev/null || need+=(npm)

if ((${#need[@]})); then
  if ! command -v apt-get >/dev/null; then
    say "please install: ${need[*]}"
    exit 2
  fi
  sudo=()
  if [[ $(id -u) != 0 ]]; then sudo=(sudo); fi
  say "installing ${need[*]} with apt-get"
  "${sudo[@]}" apt-get update -qq
  DEBIAN_FRONTEND=noninteractive "${sudo[@]}" apt-get install -y -qq "${need[@]}" >/dev/null
fi

# The analyst of choice. Without it our own engine looks ahead.
if ! command -v stockfish >/dev/null && [[ ! -x /usr/games/stockfish ]] && command -v apt-get >/dev/null; then
  sudo=()
  if [[ $(id -u) != 0 ]]; then sudo=(sudo); fi
  say "installing stockfish with apt-get (it looks ahead for the tutor)"
  { "${sudo[@]}" apt-get update -qq && DEBIAN_FRONTEND=noninteractive "${sudo[@]}" apt-get install -y -qq stockfish >/dev/null; } ||
    say "stockfish could not be installed: our own engine looks ahead in its place"
fi

# A browser for the tests of the page. Without it those tests say that they did not run.
if [[ ${1:-} == test && ! -x /usr/bin/chromium ]] && command -v apt-get >/dev/null; then
  sudo=()
  if [[ $(id -u) != 0 ]]; then sudo=(sudo); fi
  say "installing chromium with apt-get (for the tests of the page)"
  { "${sudo[@]}" apt-get update -qq && DEBIAN_FRONTEND=noninteractive "${sudo[@]}" apt-get install -y -qq chromium >/dev/null; } ||
    say "chromium could not be installed: the tests of the page in a browser will say so"
fi

# For the tests: real engines to play against and to ask, a real server for workers elsewhere, and a prover that decides what our theories claim. Without them those tests say
# that they did not run.
if [[ ${1:-} == test ]] && command -v apt-get >/dev/null; then
  for_tests=()
  [[ -x /usr/games/gnuchess ]] || for_tests+=(gnuchess)
  [[ -x /usr/games/stockfish ]] || for_tests+=(stockfish)
  command -v z3 >/dev/null || for_tests+=(z3)
  command -v nats-server >/dev/null || [[ -x /usr/sbin/nats-server ]] || for_tests+=(nats-server)
  if ((${#for_tests[@]})); then
    sudo=()
    if [[ $(id -u) != 0 ]]; then sudo=(sudo); fi
    say "installing ${for_tests[*]} with apt-get (engines, a message server and a theorem prover for the tests)"
    { "${sudo[@]}" apt-get update -qq && DEBIAN_FRONTEND=noninteractive "${sudo[@]}" apt-get install -y -qq "${for_tests[@]}" >/dev/null; } ||
      say "${for_tests[*]} could not be installed: the tests that need them will say so"
  fi
fi

# For the outside checker of what readers read: Python with python-chess, in a folder of its own. Without it that check says
# that it did not run.
if [[ ${1:-} == test ]] && ! target/python/bin/python -c 'import chess, mcp, duckdb, polars' 2>/dev/null; then
  if command -v python3 >/dev/null; then
    say "installing python-chess, DuckDB, Polars and the client of the Model Context Protocol into target/python (for the outside checks)"
    { python3 -m venv target/python && target/python/bin/pip install -q --disable-pip-version-check -r tools/outside/requirements.txt; } \
      >/dev/null 2>&1 || say "they could not be installed: the outside checks will say so"
  else
    say "python3 is not here: the outside checker will say so"
  fi
fi

# For the Python package: what builds its wheel, and what its tests read tables with. Without it that check says that it did not run.
if [[ ${1:-} == test && -x target/python/bin/python ]] && ! target/python/bin/python -c 'import maturin, mypy, polars, pyarrow' 2>/dev/null; then
  say "installing maturin, mypy, polars and pyarrow into target/python (for the Python package)"
  target/python/bin/python -m pip install -q --disable-pip-version-check -r crates/python/requirements.txt >/dev/null 2>&1 ||
    say "they could not be installed: the tests of the Python package will say so"
fi

if ! command -v cargo >/dev/null; then
  if [[ -x $HOME/.cargo/bin/cargo ]]; then
    say "cargo is in $HOME/.cargo/bin: add it to your PATH"
  else
    say "Rust is missing: install it with rustup (the toolchain named in Cargo.toml, rust-version)"
  fi
  exit 2
fi
want=$(sed -n 's/^rust-version = "\(.*\)"/\1/p' Cargo.toml)
have=$(cargo --version | awk '{print $2}')
if [[ $(printf '%s\n%s\n' "$want" "$have" | sort -V | head -n 1) != "$want" ]]; then
  say "Rust $want or newer is needed, here is $have: run 'rustup update'"
  exit 2
fi
say "ready (cargo $have)"
