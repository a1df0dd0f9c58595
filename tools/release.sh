#!/usr/bin/env bash
# Builds what can be given to others, in target/dist: the program (for any x86-64 since 2009, or any aarch64; wide vectors are chosen at run time), a Debian
# package, completions, manual pages, a list of what it is made of (CycloneDX), sums. With PROGRAM=FILE nothing is compiled: that program is packed.
# TARGET=aarch64-unknown-linux-gnu builds for another machine, where its compiler and linker are installed (rustup target add, gcc-aarch64-linux-gnu).
set -euo pipefail
cd "$(dirname "$0")/.."
out=target/dist
version=$(sed -n 's/^version = "\(.*\)"/\1/p' Cargo.toml | head -1)
here=$(uname -m)-unknown-linux-gnu
target=${TARGET:-$here}
case "$target" in
  x86_64-*) arch=amd64 ;;
  aarch64-*) arch=arm64 ;;
  *) echo "release: no build for $target" >&2; exit 2 ;;
esac
if [[ -n ${PROGRAM:-} ]]; then
  built=$PROGRAM
else
  tools/page.sh
  if [[ $target == "$here" ]]; then
    cargo build --release --locked -p philidor
    built=target/release/philidor
  else
    rustup target list --installed | grep -qx "$target" || { echo "release: the compiler for $target is missing: rustup target add $target" >&2; exit 2; }
    linker=${target%%-*}-linux-gnu-gcc
    command -v "$linker" > /dev/null || { echo "release: $linker is missing: apt-get install gcc-${target%%-*}-linux-gnu" >&2; exit 2; }
    upper=$(tr 'a-z-' 'A-Z_' <<< "$target")
    env "CARGO_TARGET_${upper}_LINKER=$linker" "CC_${target//-/_}=$linker" cargo build --release --locked -p philidor --target "$target"
    built=target/$target/release/philidor
  fi
fi
rm -rf "$out" && mkdir -p "$out"
bin=$out/philidor-$version-linux-$arch
install -m 755 "$built" "$bin"
# A program for another machine cannot tell its own flags: one of this machine does.
teller=$bin
if [[ $target != "$here" ]]; then teller=${TELLER:-target/release/philidor}; fi
for shell in bash zsh fish; do "$teller" completions "$shell" > "$out/philidor.$shell"; done
"$teller" manual --man "$out/man"
# The help of the help says nothing.
find "$out/man" -name '*-help*.1' -delete
tar -C "$out" --sort=name --owner=0 --group=0 --mtime=@0 -cf - man | gzip -9n > "$out/philidor-$version-man.tar.gz"
if command -v python3 > /dev/null; then
  tools/sbom.py "$target" > "$out/philidor-$version-linux-$arch.cdx.json"
else
  echo "release: no python3, so no list of components"
fi

# The Debian package.
if command -v dpkg-deb > /dev/null; then
  root=$(mktemp -d)
  trap 'rm -rf "$root"' EXIT
  install -D -m 755 "$bin" "$root/usr/bin/philidor"
  install -D -m 644 "$out/philidor.bash" "$root/usr/share/bash-completion/completions/philidor"
  install -D -m 644 "$out/philidor.zsh" "$root/usr/share/zsh/vendor-completions/_philidor"
  install -D -m 644 "$out/philidor.fish" "$root/usr/share/fish/vendor_completions.d/philidor.fish"
  for page in "$out"/man/*.1; do
    install -D -m 644 "$page" "$root/usr/share/man/man1/$(basename "$page")"
    gzip -9n "$root/usr/share/man/man1/$(basename "$page")"
  done
  install -D -m 644 LICENSE "$root/usr/share/doc/philidor/copyright"
  for doc in README.md docs/*.md CHANGELOG.md; do install -D -m 644 "$doc" "$root/usr/share/doc/philidor/$(basename "$doc")"; done
  mkdir -p "$root/DEBIAN"
  # A list of symbols where objdump is; else the oldest system we say we run on.
  libc=$(command -v objdump > /dev/null && objdump -T "$bin" | grep -o 'GLIBC_[0-9.]*' | sort -uV | tail -1 | cut -d_ -f2)
  libc=${libc:-2.36}
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
rm -rf "$out/man"
(cd "$out" && sha256sum -- * > SHA256SUMS && sha256sum --quiet -c SHA256SUMS)
ls -l "$out"
