#!/bin/sh
# Joins the contract of each game, src/games/GAME/schema.yaml, into openapi.yaml: its schemas behind "# ---- Contracts of the games", the names
# of its snapshots, moves and tables into the lists that are marked "# of each game: NAME".
# Usage: src/games/contract.sh [--check]; --check says whether openapi.yaml differs from what would be written.
set -eu
cd "$(dirname "$0")/../.."
joined=$(mktemp)
trap 'rm -f "$joined"' EXIT

awk '
# A schema.yaml: names first ("move: FreeCellMove"), then the schemas, as indented as they are in openapi.yaml.
FILENAME != "openapi.yaml" {
	if (FNR == 1) { started = 0 }
	if (started) { schemas = schemas $0 "\n" }
	else if ($1 == "schemas:") { started = 1 }
	else if ($0 !~ /^#/ && NF > 1) { for (i = 2; i <= NF; i++) names[$1] = names[$1] " " $i }
	next
}
/# of each game: / {
	print
	indent = $0
	sub(/[^ ].*/, "", indent)
	count = split(names[$NF ":"], of_games, " ")
	for (i = 1; i <= count; i++) printf "%s  - $ref: \"#/components/schemas/%s\"\n", indent, of_games[i]
	listed = 1
	next
}
listed && /^ *- \$ref: / { next }
{ listed = 0 }
/^    # ---- Contracts of the games -/ { print; printf "%s", schemas; inside = 1; next }
/^    # ---- / { inside = 0 }
!inside { print }
' src/games/*/schema.yaml openapi.yaml >"$joined"

if cmp -s "$joined" openapi.yaml; then
	exit 0
fi
if [ "${1:-}" = --check ]; then
	echo "openapi.yaml differs from the contracts of the games (src/games/*/schema.yaml): run make openapi"
	diff openapi.yaml "$joined" | head -20
	exit 1
fi
cp "$joined" openapi.yaml
