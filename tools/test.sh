#!/usr/bin/env bash
# Every check of the project, quickest first. Stops at the first that fails.
set -euo pipefail
cd "$(dirname "$0")/.."
export CARGO_TERM_COLOR=${CARGO_TERM_COLOR:-auto}

step() { printf '\n=== %s (%ss)\n' "$*" "$SECONDS"; }

step "format"
cargo fmt --all --check

step "the page: types, build, unit tests"
tools/page.sh
npm --prefix web test --silent

step "lints, warnings denied"
cargo clippy --workspace --all-targets --locked -- -D warnings

step "unit, property, integration and documentation tests"
cargo test --workspace --locked

step "the program"
cargo build --locked

if command -v python3 >/dev/null; then
  step "faults on purpose: kills, a full disk, damaged files (the long version: tools/faults.py target/debug/philidor --kills 500)"
  python3 tools/faults.py target/debug/philidor --kills 14
  step "what can be given to others, packed (the program of the tests, not a release build)"
  PROGRAM=target/debug/philidor tools/release.sh >/dev/null
  rm -rf target/dist
else
  step "not run: faults on purpose and the release's packing (python3 is not here)"
fi

for tool in deny machete; do
  if cargo "$tool" --version >/dev/null 2>&1; then
    step "dependencies: cargo $tool"
    case $tool in
      # Advisories want a database from outside.
      deny) cargo deny check licenses bans sources ;;
      machete) cargo machete ;;
    esac
  else
    step "not run: cargo $tool (it is not installed)"
  fi
done

step "the page in a browser"
npm --prefix web run --silent browser -- "$PWD/target/debug/philidor"

if target/python/bin/python -c 'import chess' 2>/dev/null; then
  games=../shared/data/games/expert-2k.pgn
  [[ -f $games ]] || games=tools/outside/games.pgn
  step "what readers read, by an outside checker: 300 positions and 2 games of $games"
  target/python/bin/python -m unittest discover -q -s tools/outside
  PHILIDOR_ENGINE=philidor target/python/bin/python tools/outside/check.py --games "$games" --positions 300 --annotate 2 --nodes 3000
else
  step "not run: the outside checker of what readers read (no python-chess in target/python: tools/setup.sh test installs it)"
fi

if command -v z3 >/dev/null && command -v python3 >/dev/null; then
  step "the theory of rook against king, decided by a program that is not ours (KPK: tools/outside/questions.py target/debug/philidor KPK)"
  PHILIDOR_HOME=$(mktemp -d) python3 tools/outside/questions.py target/debug/philidor KRK
else
  step "not run: the theory of rook against king asked of z3 (tools/setup.sh test installs it)"
fi

if target/python/bin/python -c 'import mcp' 2>/dev/null; then
  step "the tutor as tools, asked by the official client of the Model Context Protocol"
  target/python/bin/python tools/outside/mcp_client.py "$PWD/target/debug/philidor"
else
  step "not run: the tools asked by the official client of the Model Context Protocol (tools/setup.sh test installs it)"
fi

step "the Python package"
tools/python.sh test

if [[ -d ../shared/data/syzygy ]]; then
  step "every position of three and four men against the Syzygy files"
  home=$(mktemp -d)
  trap 'rm -rf "$home"' EXIT
  PHILIDOR_HOME=$home target/debug/philidor tables verify --syzygy ../shared/data/syzygy --no-dtz
  PHILIDOR_HOME=$home target/debug/philidor tables verify --syzygy ../shared/data/syzygy --men 3
  if target/python/bin/python -c 'import chess' 2>/dev/null; then
    step "Syzygy files that we write, read by python-chess beside the originals"
    for material in KQK KRK KBK KNK KPK KQKR KBBK; do
      PHILIDOR_HOME=$home target/debug/philidor tables export $material --format syzygy --out "$home/files" 2>/dev/null
    done
    target/python/bin/python tools/outside/syzygy_files.py "$home/files" ../shared/data/syzygy 2000
  fi
else
  step "not run: comparison with Syzygy files (../shared/data/syzygy is not here)"
fi

step "all checks passed"
