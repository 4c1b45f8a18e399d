#!/bin/sh
# A phrase that lacks a language does not compile. Each case below is a file of C: the first must compile, all
# others must not; nor may the sources make a phrase in another way than MK_PHRASE().
set -u
cd "$(dirname "$0")/.." || exit

bad=0
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT

compiles() { # compiler, definitions
	printf '#include <makker/phrase.h>\nextern const struct mk_phrase phrases[];\nextern const char *const text;\n%s\n' \
		"$2" >"$folder/phrase.c"
	# shellcheck disable=SC2086 # CC may have arguments
	$1 -std=c17 -Wall -Wextra -Wvla -Wpointer-arith -Werror -Iinclude -fsyntax-only "$folder/phrase.c" 2>"$folder/said"
}

wanted() { # compiler, definitions
	compiles "$1" "$2" || {
		cat "$folder/said"
		echo "$1 must compile: $2"
		bad=1
	}
}

unwanted() { # compiler, definitions
	! compiles "$1" "$2" || {
		echo "$1 must not compile: $2"
		bad=1
	}
}

for compiler in "${CC:-cc}" clang; do
	command -v "${compiler%% *}" >/dev/null || continue
	wanted "$compiler" 'const struct mk_phrase phrases[] = {MK_PHRASE("one " "text", "a", "b", "c"), MK_PHRASE("a", "a", "b", "c")};'
	wanted "$compiler" 'const struct mk_phrase *say(void); const struct mk_phrase *say(void)
		{ static const struct mk_phrase phrase = MK_PHRASE("{0}", "a", "b", "c"); return &phrase; }'
	unwanted "$compiler" 'const struct mk_phrase phrases[] = {MK_PHRASE("one", "a", "b")};'
	unwanted "$compiler" 'const struct mk_phrase phrases[] = {MK_PHRASE("one", "a", "b", "c", "d")};'
	unwanted "$compiler" 'const struct mk_phrase phrases[] = {MK_PHRASE("one", "a", "b", )};'
	unwanted "$compiler" 'const struct mk_phrase phrases[] = {MK_PHRASE("one", "a", "b", "")};'
	unwanted "$compiler" 'const struct mk_phrase phrases[] = {MK_PHRASE("", "a", "b", "c")};'
	unwanted "$compiler" '#include <stddef.h>
		const struct mk_phrase phrases[] = {MK_PHRASE("one", NULL, "b", "c")};'
	unwanted "$compiler" 'const struct mk_phrase phrases[] = {MK_PHRASE("one", 0, "b", "c")};'
	unwanted "$compiler" 'const struct mk_phrase phrases[] = {MK_PHRASE("one", text, "b", "c")};'
done
# What is written without the member's name is refused by gcc.
if ${CC:-cc} --version | head -n 1 | grep -qv clang; then
	unwanted "${CC:-cc}" 'const struct mk_phrase phrases[] = {{{"one", "a", "b", "c"}}};'
	unwanted "${CC:-cc}" 'const struct mk_phrase phrases[] = {{{[MK_ENGLISH] = "one"}}};'
fi

if grep -rnE '\[MK_(DANISH|GERMAN|GREEK)\] *= *"|\.in *= *\{' src include | grep -v '^include/makker/phrase.h:'; then
	echo "phrases are made by MK_PHRASE() alone"
	bad=1
fi
exit "$bad"
