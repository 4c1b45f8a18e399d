#!/bin/sh
# Checks the vocabulary (docs/glossary.md): counts each retired term and idiom of retired.tsv and fails if a
# term occurs more often than the file allows. `count.sh --update` lowers the numbers to the present counts;
# it never raises them.
set -u
cd "$(dirname "$0")/../.." || exit
list=tests/vocabulary/retired.tsv
new=$(mktemp)
trap 'rm -f "$new"' EXIT
failed=0

count() { # pattern folders
	# shellcheck disable=SC2086 # a list of folders
	git grep -ohIE -e "$1" -- ${2:-src include tests docs clients conf systemd openapi.yaml '*.md' Makefile} \
		':!tests/vocabulary' ':!tests/measure-house.sh' ':!docs/glossary.md' ':!tests/golden' ':!tests/journals/0.*' ':!tests/fuzz/corpus' ':!src/games/*/schema.yaml' ':!tests/package-lock.json' | wc -l
}

while IFS='	' read -r pattern instead allowed folders; do
	case "$pattern" in '' | '#'*)
		printf '%s\n' "$pattern" >>"$new"
		continue
		;;
	esac
	found=$(count "$pattern" "$folders")
	if [ "$found" -gt "$allowed" ]; then
		echo "$pattern: $found times${folders:+ in $folders}, $allowed allowed; use: $instead" >&2
		failed=1
	fi
	[ "$found" -lt "$allowed" ] && allowed=$found
	printf '%s\t%s\t%s%s\n' "$pattern" "$instead" "$allowed" "${folders:+	$folders}" >>"$new"
done <"$list"

[ "${1:-}" = --update ] && cp "$new" "$list"
exit "$failed"
