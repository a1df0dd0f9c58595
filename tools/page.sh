#!/usr/bin/env bash
# Builds the page (web/dist), which the program then carries inside. Does nothing if it is up to date.
set -euo pipefail
cd "$(dirname "$0")/../web"

if ! command -v npm >/dev/null; then
  echo "page: npm is missing, so the program will serve the API without its page (tools/setup.sh installs npm)"
  exit 0
fi
if [[ ! -f node_modules/.package-lock.json || package-lock.json -nt node_modules/.package-lock.json ]]; then
  echo "page: installing npm packages (package-lock.json)"
  # Not `npm ci`: a registry without the packages of other platforms leaves them out of the lock, and it refuses that.
  npm install --no-save --no-audit --no-fund --loglevel=error
  touch node_modules/.package-lock.json
fi
if [[ -f dist/index.html && -z $(find src public ../knowledge/names index.html package-lock.json vite.config.ts tsconfig.json -newer dist/index.html -print -quit) ]]; then
  exit 0
fi
echo "page: building web/dist"
npm run --silent build -- --logLevel warn
