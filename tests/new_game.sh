#!/bin/sh
# The skeleton of docs/new-game.md, put into a copy of the sources as the page says, passes the command that the page gives for it.
set -eu
cd "$(dirname "$0")/.."
here=$PWD
game=pairs
page=docs/new-game.md
copy=$here/build/new-game
rm -rf "$copy"
mkdir -p "$copy/build/release"
trap 'rm -rf "$copy"' EXIT

git ls-files -z Makefile .ci .clang-format conf include src tests openapi.yaml |
	xargs -0 cp -a --parents --target-directory="$copy"
cp -a build/release/obj build/release/testobj build/release/companion build/release/version* build/release/*.a "$copy/build/release/"

# Prints the block of C that begins with the comment `$1`.
block() {
	awk -v first="$1" '$0 == "```" { inside = 0 } inside || $0 == first { inside = 1; print }' "$page"
}
cd "$copy"
mkdir "src/games/$game"
(cd "$here" && block '/* Pairs: thirteen columns of four cards; two front cards of equal rank are taken away. */') >"src/games/$game/$game.c"
(cd "$here" && block '/* Pairs as the rest of the program sees it. */') >"src/games/$game/$game.h"
row=$(cd "$here" && sed -n 's/^{"pairs", .*},$/	&/p' "$page")
test -s "src/games/$game/$game.c" && test -s "src/games/$game/$game.h" && test -n "$row"
sed -i "s|^#include \"games/freecell/.*|&\n#include \"games/$game/$game.h\"|; s|^\(.*\)&freecell_game,|\1\&freecell_game,\n\1\&${game}_game,|" src/games/registry.c
sed -i "s|\"freecell\"|&, \"$game\"|" tests/fuzz/game.h
sed -i "s|^	{\"freecell\", .*|&\n$row|" tests/games/every/review.c
# Without its rows the tests would be those of no game, of which none fails.
has() { # file, text
	grep -qF "$2" "$1" || { echo "$1 has no row of $game"; exit 1; }
}
has src/games/registry.c "&${game}_game,"
has tests/fuzz/game.h "\"$game\""
has tests/games/every/review.c "{\"$game\","
${MAKE:-make} --no-print-directory LTO=off MODE=release build/release/tests/games-every >build.log 2>&1 || { tail -n 30 build.log; exit 1; }
GAME=$game build/release/tests/games-every --filter '!(faults)/*' --timeout 600
