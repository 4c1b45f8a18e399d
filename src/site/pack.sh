#!/bin/sh
# Writes a C file that takes all files of a folder into the program, each as it is and in gzip where
# that is smaller; the modules with which the page begins, and those of the view of a table, are joined (join.awk).
# Usage: pack.sh FOLDER WORK, where WORK gets files.c and the packed files.
set -eu
export LC_ALL=C

folder=$1
work=$2
mkdir -p "$work"
rm -f "$work"/*.gz

# Documents about the files are not for the page. A name with anything else in it is a mistake.
names=$(cd "$folder" && find . -type f ! -name '*.md' | sed 's|^\./||' | sort)
if echo "$names" | grep -q '[^A-Za-z0-9._/-]'; then
	echo "$folder: names may have letters, digits, dots, dashes and underscores only" >&2
	exit 1
fi

joined=$work/joined
rm -rf "$joined"
for name in $names; do
	mkdir -p "$joined/$(dirname "$name")"
done
first=$(sed -n 's|.*<script type="module"[a-z ]* src="/companion/\([^"]*\)".*|\1|p' "$folder/index.html")
# shellcheck disable=SC2046,SC2086 # names have no spaces
awk -v folder="$folder" -v work="$joined" -v roots="$(echo $first) table_view.js" -f "$(dirname "$0")/join.awk" \
	$(echo "$names" | grep '\.js$')

take() { # label file
	printf '\t"%s: .incbin \\"%s\\"\\n"\n' "$1" "$2"
}

bytes() { # file
	wc -c <"$1" | tr -d ' '
}

number=0
for name in $names; do
	number=$((number + 1))
	file=$joined/$name
	[ -f "$file" ] || file=$folder/$name
	packed=$work/$number.gz
	gzip -9 -n -c "$file" >"$packed"
	digest=$(sha256sum "$file" | cut -c 1-32)
	row="{\"$name\", \"$digest\", file_$number, $(bytes "$file")"
	take "file_$number" "$file" >&3
	echo "extern const char file_${number}[];" >&4
	# A pack that saves less than a tenth (pictures, for instance) is not worth unpacking.
	if [ $(($(bytes "$packed") * 10)) -lt $(($(bytes "$file") * 9)) ]; then
		take "packed_$number" "$packed" >&3
		echo "extern const char packed_${number}[];" >&4
		echo "	$row, packed_$number, $(bytes "$packed")}," >&5
	else
		echo "	$row, NULL, 0}," >&5
	fi
done 3>"$work/bytes" 4>"$work/names" 5>"$work/rows"

{
	cat <<-'END'
		/* Written by pack.sh. */
		#include "site/site.h"

		__asm__(".section .rodata\n"
	END
	cat "$work/bytes"
	echo '	".previous");'
	cat "$work/names"
	echo 'const struct site_file site_built_in[] = {'
	cat "$work/rows"
	echo '};'
	echo 'const size_t site_built_in_count = sizeof site_built_in / sizeof site_built_in[0];'
} >"$work/files.c"
