#!/usr/bin/env bash
# A short guided tour on the terminal.
set -euo pipefail
philidor=${1:-philidor}

stop() { printf '\n\033[1m%s\033[0m\n' "$*"; }
run() {
  printf '\n$ philidor'
  for word in "$@"; do
    if [[ $word == *' '* ]]; then printf ' "%s"' "$word"; else printf ' %s' "$word"; fi
  done
  printf '\n'
  "$philidor" "$@"
}

stop "Philidor knows endgames exactly. It solves them itself; the first question takes a second or two."
run tables probe "8/8/4k3/8/4K3/4P3/8/8 w - - 0 1"
stop "With the pawn one square further back, White has a move to spare and wins. Every legal move has its value:"
run tables probe "8/8/4k3/8/4K3/8/4P3/8 w - - 0 1"
stop "Whole endgames can be counted …"
run tables stats KPK
stop "… and searched: White to move cannot win here, Black to move would lose."
run tables find KPK "zugzwang P=e4" --limit 5
stop "In positions that no table knows, an evaluation of named features judges; its parts sum to the whole:"
run eval "r1b2rk1/1pp2pbp/4p1p1/p2nP3/Pq2Q3/1B3N1P/1PP2PP1/R1B1R1K1 w - - 0 17"
stop "What to try next"
cat <<'TEXT'
  philidor tables probe "FEN"              any position of up to five men
  philidor tables build --men 4            solve every endgame of three and four men (seconds)
  philidor tables build KRPKR              rook and pawn against rook (a few minutes)
  philidor tables stats KPK --paper        forty years of published counts beside ours
  philidor tables export KPK --format csv  for pandas, polars and DuckDB
  philidor eval "FEN" --all                every feature of the evaluation
  philidor rules explain "FEN"             why an endgame is won or drawn, by the rule that decides
  philidor rules check KPK                 a theory against every position of its table
  philidor mine list                       experiments: nets, trees and rules learn an endgame
  philidor tactics puzzles.csv             names the motifs of puzzles
  philidor uci                             the engine, for any chess interface
  philidor match eval:philidor eval:gnu-like --nodes 5000 --games 20
  philidor --help                          everything else
TEXT
printf '\nThe program is %s: put it on your PATH.\n' "$(readlink -f "$philidor" 2>/dev/null || echo "$philidor")"
