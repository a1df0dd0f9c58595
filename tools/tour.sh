#!/usr/bin/env bash
# A short guided tour on the terminal.
set -euo pipefail
philidor=${1:-philidor}

stop() { printf '\n\033[1m%s\033[0m\n' "$*"; }
run() {
  printf '\n$ philidor'
  printf ' %q' "$@"
  printf '\n'
  "$philidor" "$@"
}

stop "Philidor knows endgames exactly. It solves them itself; the first question takes a second or two."
run tables probe "8/8/8/1k6/8/8/1P6/1K6 w - - 0 1"
stop "One square to the side, the same pawn wins. Every legal move has its value:"
run tables probe "8/8/8/8/1k6/8/1P6/1K6 b - - 0 1"
stop "Whole endgames can be counted …"
run tables stats KPK
stop "… and searched: White to move cannot win here, Black to move would lose."
run tables find KPK "zugzwang P=e4" --limit 5
stop "What to try next"
cat <<'TEXT'
  philidor tables probe "FEN"              any position of up to five men
  philidor tables build --men 4            solve every endgame of three and four men (seconds)
  philidor tables build KRPKR              rook and pawn against rook (a few minutes)
  philidor tables stats KPK --paper        forty years of published counts beside ours
  philidor tables export KPK --format csv  for pandas, polars and DuckDB
  philidor --help                          everything else
TEXT
printf '\nThe program is %s: put it on your PATH.\n' "$(readlink -f "$philidor" 2>/dev/null || echo "$philidor")"
