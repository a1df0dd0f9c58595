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

step "the page in a browser"
npm --prefix web run --silent browser -- "$PWD/target/debug/philidor"

if [[ -d ../shared/data/syzygy ]]; then
  step "every position of three and four men against the Syzygy files"
  home=$(mktemp -d)
  trap 'rm -rf "$home"' EXIT
  PHILIDOR_HOME=$home target/debug/philidor tables verify --syzygy ../shared/data/syzygy --no-dtz
  PHILIDOR_HOME=$home target/debug/philidor tables verify --syzygy ../shared/data/syzygy --men 3
else
  step "not run: comparison with Syzygy files (../shared/data/syzygy is not here)"
fi

step "all checks passed"
