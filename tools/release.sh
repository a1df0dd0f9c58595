#!/usr/bin/env bash
# Builds what can be given to others: a program for any x86-64 with AVX2 (or any aarch64), a Debian package, completions, sums.
set -euo pipefail
cd "$(dirname "$0")/.."
out=target/dist
version=$(sed -n 's/^version = "\(.*\)"/\1/p' Cargo.toml | head -1)
case "$(uname -m)" in
  x86_64) cpu=x86-64-v3 arch=amd64 ;;
  aarch64) cpu=generic arch=arm64 ;;
  *) echo "release: no build for $(uname -m)" >&2; exit 2 ;;
esac
tools/page.sh
RUSTFLAGS="-C target-cpu=$cpu" cargo build --release --locked -p philidor --target-dir target/portable
rm -rf "$out" && mkdir -p "$out"
bin=$out/philidor-$version-linux-$arch
install -m 755 target/portable/release/philidor "$bin"
for shell in bash zsh fish; do "$bin" completions "$shell" > "$out/philidor.$shell"; done

# The Debian package.
if command -v dpkg-deb > /dev/null; then
  root=$(mktemp -d)
  trap 'rm -rf "$root"' EXIT
  install -D -m 755 "$bin" "$root/usr/bin/philidor"
  install -D -m 644 "$out/philidor.bash" "$root/usr/share/bash-completion/completions/philidor"
  install -D -m 644 "$out/philidor.zsh" "$root/usr/share/zsh/vendor-completions/_philidor"
  install -D -m 644 "$out/philidor.fish" "$root/usr/share/fish/vendor_completions.d/philidor.fish"
  install -D -m 644 LICENSE "$root/usr/share/doc/philidor/copyright"
  for doc in README.md docs/*.md CHANGELOG.md; do install -D -m 644 "$doc" "$root/usr/share/doc/philidor/$(basename "$doc")"; done
  mkdir -p "$root/DEBIAN"
  libc=$(objdump -T "$bin" | grep -o 'GLIBC_[0-9.]*' | sort -uV | tail -1 | cut -d_ -f2)
  cat > "$root/DEBIAN/control" <<CONTROL
Package: philidor
Version: $version
Architecture: $arch
Maintainer: the Philidor authors <philidor@localhost>
Installed-Size: $(du -sk "$root/usr" | cut -f1)
Depends: libc6 (>= $libc), libgcc-s1
Suggests: stockfish
Section: games
Priority: optional
Description: chess tutor and endgame laboratory
 Explains positions and whole games in words that an independent checker has
 verified on the board, solves endgames exactly, states them as rules a person
 can read, and learns them. At the command line or in the browser, offline.
CONTROL
  dpkg-deb --root-owner-group --build "$root" "$out/philidor_${version}_$arch.deb" > /dev/null
else
  echo "release: no dpkg-deb, so no Debian package"
fi
(cd "$out" && sha256sum -- * > SHA256SUMS)
ls -l "$out"
