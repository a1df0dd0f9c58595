#!/usr/bin/env bash
# The Python package: `tools/python.sh` builds the wheel (release) into target/wheels and tests it in an environment of its own;
# `tools/python.sh test` tests the extension that `cargo build` made, which is quicker.
set -euo pipefail
cd "$(dirname "$0")/.."
python=target/python/bin/python

if [[ ${1:-} == test ]]; then
  if ! $python -c 'import polars, pyarrow' 2>/dev/null; then
    echo "not run: the Python package (no polars and pyarrow in target/python: tools/setup.sh test installs them)"
    exit 0
  fi
  cargo build --locked
  site=target/python-site
  rm -rf "$site"
  mkdir -p "$site/philidor"
  # As maturin lays it out: the stub beside the extension, in a folder.
  library=target/debug/libphilidor.so
  [[ -f $library ]] || library=target/debug/libphilidor.dylib
  cp "$library" "$site/philidor/philidor.abi3.so"
  cp crates/python/philidor.pyi "$site/philidor/__init__.pyi"
  touch "$site/philidor/py.typed"
  printf 'from .philidor import *\nfrom .philidor import __doc__, __version__\n' >"$site/philidor/__init__.py"
  PYTHONPATH=$PWD/$site PYTHONDONTWRITEBYTECODE=1 $python -m unittest discover -q -s crates/python/tests
  exit 0
fi

if ! $python -m maturin --version >/dev/null 2>&1; then
  echo "maturin is missing: tools/setup.sh test installs it into target/python" >&2
  exit 2
fi
$python -m maturin build --release --locked -m crates/python/Cargo.toml --out target/wheels
wheel=$(ls -t target/wheels/philidor-*.whl | head -n 1)
# A wheel must stand on its own: what is installed for the tests is only what they compare it with.
rm -rf target/python-wheel
python3 -m venv --system-site-packages target/python-wheel
target/python-wheel/bin/pip install -q --disable-pip-version-check --force-reinstall --no-deps "$wheel"
target/python-wheel/bin/pip install -q --disable-pip-version-check -r crates/python/requirements.txt
target/python-wheel/bin/python -m unittest discover -q -s crates/python/tests
echo "$wheel"
