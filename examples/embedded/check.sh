#!/bin/sh
# Builds the static library, links it with a C program on this machine (which fails if any panic can
# be reached), runs it, and compares its numbers with those of the standard library. Then builds it
# for a microcontroller, where that target is installed.
set -eu
cd "$(dirname "$0")"
target=thumbv7em-none-eabihf
library=target/release/libsnakeboard.a

# link NAME FLAGS...: the C program with the library; sections that nothing refers to are dropped
# before undefined symbols are looked for.
link() {
    name=$1
    shift
    cc -O2 -Wall -Wextra "$@" main.c "$library" -Wl,--gc-sections -o "target/$name"
}

echo "explicit integrator"
cargo build --quiet --release
link explicit
echo "  links: no panic is reachable"
./target/explicit > target/samples.txt
cargo run --quiet --release --manifest-path reference/Cargo.toml < target/samples.txt | sed 's/^/  /'

echo "implicit integrator"
cargo build --quiet --release --features implicit
link implicit -DIMPLICIT
echo "  links: no panic is reachable"
./target/implicit | sed 's/^/  /'

echo "contacts that open"
cargo build --quiet --release --features contacts
link contacts -DCONTACTS
echo "  links: no panic is reachable"
./target/contacts | sed 's/^/  /'

echo "a function that can panic"
cargo build --quiet --release --features panicking
if link panicking -DPANICKING 2> target/link.txt; then
    echo "  links, so this check would not notice a panic"
    exit 1
fi
grep -q snakeboard_a_panic_is_reachable target/link.txt
echo "  does not link, as it must"

echo "$target"
if rustup target list --installed 2> /dev/null | grep -qx "$target"; then
    cargo build --quiet --release --target "$target"
    echo "  builds"
else
    echo "  skipped: this target is not installed (rustup target add $target)"
fi
