#!/usr/bin/env bash
# Runs every fuzz target, or those that are named, for so many minutes each, and reports: tools/fuzz.sh MINUTES [TARGET …]
# With cargo-fuzz and a nightly compiler under libFuzzer (corpora stay in target/fuzz-corpus), otherwise with seeded random damage.
set -euo pipefail
cd "$(dirname "$0")/.."
minutes=${1:?usage: tools/fuzz.sh MINUTES [TARGET …]}
shift
[[ $minutes =~ ^[0-9]+([.][0-9]+)?$ ]] || { echo "fuzz: $minutes is no number of minutes" >&2; exit 2; }
all=()
for file in fuzz/fuzz_targets/*.rs; do all+=("$(basename "$file" .rs)"); done
targets=("${@:-${all[@]}}")
for target in "${targets[@]}"; do
  [[ -f fuzz/fuzz_targets/$target.rs ]] || { echo "fuzz: no target $target; there are ${all[*]}" >&2; exit 2; }
done

faults=0
if cargo fuzz --version >/dev/null 2>&1 && cargo +nightly --version >/dev/null 2>&1; then
  cargo run --locked -q -p philidor-hostile -- seeds target/fuzz-corpus
  seconds=$(awk "BEGIN { print int(60 * $minutes) }")
  for target in "${targets[@]}"; do
    log=target/fuzz-$target.log
    if cargo +nightly fuzz run "$target" "target/fuzz-corpus/$target" -- "-max_total_time=$seconds" -max_len=65536 -timeout=10 -rss_limit_mb=2048 > "$log" 2>&1; then
      printf '%-14s %s\n' "$target" "$(grep -E '^(Done|stat::number_of_executed_units)' "$log" | tail -1)"
    else
      faults=$((faults + 1))
      printf '%-14s FAULT, see %s\n' "$target" "$log"
    fi
  done
else
  echo "fuzz: no cargo-fuzz with a nightly compiler here, so inputs are damaged at random without guidance"
  cargo build --locked -q -p philidor-hostile
  for target in "${targets[@]}"; do
    target/debug/philidor-hostile "$minutes" "$target" "${SEED:-$(date +%s)}" | head -1 || faults=$((faults + 1))
  done
fi
echo "$faults targets with faults"
exit $((faults > 0))
