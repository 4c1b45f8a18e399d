#!/bin/sh
# Measures the shape of the code, a row a figure: what it is now and what is aimed at (ARCHITECTURE.md).
#     tests/measure-house.sh
set -eu
cd "$(dirname "$0")/.."
files=$(mktemp)
comments=$(mktemp)
trap 'rm -f "$files" "$comments"' EXIT
git ls-files 'src/*.c' 'src/*.h' >"$files"

row() { # name value aim
	printf '%-52s %10s   %s\n' "$1" "$2" "$3"
}

of_all() { # awk program over all files
	xargs awk "$1" <"$files"
}

# Comments without their delimiters.
# shellcheck disable=SC2016 # the programs are awk
of_all '{
	line = $0
	while (line != "") {
		if (inside) {
			end = index(line, "*/")
			if (!end) { print line; break }
			print substr(line, 1, end - 1)
			line = substr(line, end + 2)
			inside = 0
		} else {
			begin = index(line, "/*")
			if (!begin) break
			line = substr(line, begin + 2)
			inside = 1
		}
	}
}' >"$comments"

per_thousand() { # extended regular expression
	found=$(grep -oE "$1" "$comments" | wc -l)
	words=$(wc -w <"$comments")
	awk -v n="$found" -v w="$words" 'BEGIN { printf "%.2f", 1000 * n / w }'
}

row figure now aim
row 'lines of C in src' "$(xargs cat <"$files" | wc -l)" 'under 66,000'
row 'C files in src' "$(wc -l <"$files")" ''
row 'lines a file' "$(of_all 'END { printf "%.0f", NR / n } FNR == 1 { n++ }')" '180 to 260'
row 'headers of 35 lines or fewer' "$(grep '\.h$' "$files" | xargs wc -l | awk '$2 != "total" { n++; small += $1 <= 35 } END { printf "%.0f %%", 100 * small / n }')" 'under 35 %'
row 'most C files in one folder' "$(sed 's|/[^/]*$||' "$files" | sort | uniq -c | sort -rn | awk 'NR == 1 { print $1 " " $2 }')" 'under 40'
row 'static names that exist in several files' "$(grep '\.c$' "$files" | xargs grep -hoE '^static [^=;]*\b[a-z_0-9]+\(' | sed 's/($//; s/.*[ *]//' |
	sort | uniq -c | awk '{ n++; twice += $1 > 1 } END { printf "%.1f %%", 100 * twice / n }')" 'under 8 %'
row '"tell/told" per 1,000 words of comment' "$(per_thousand '\b([Tt]ells?|[Tt]old)\b')" 'under 0.2'
row '"What ..." as subject, per 1,000' "$(per_thousand '(^|[.:;] |\* )What(ever)? [a-z]+')" 'under 0.1'
row '"Who ..." as subject, per 1,000' "$(per_thousand '(^|[.:;] |\* )Who(ever)? [a-z]+')" 'under 0.1'
