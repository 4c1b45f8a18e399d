#!/bin/sh
# Fails if an include violates the layers of ARCHITECTURE.md, or if files include each other in a circle.
set -u
cd "$(dirname "$0")/.." || exit

# One line per include: file, then the header with its quotes or brackets.
includes=$(grep -rHo '^#include ["<][^">]*[">]' src include --include='*.[ch]' | sed 's|:#include | |')

# shellcheck disable=SC2016 # the program is awk
printf '%s\n' "$includes" | awk '
function allow(layer, list) { allowed[layer] = " " layer " " list " " }
function subfolder(name, list) { allowed_of[name] = " " list " " }
function library(prefix, layers) { libraries[prefix] = "," layers "," }
function complain(text) { print text; bad = 1 }
function upto(text, count,   parts, n, i, result) {
	n = split(text, parts, "/")
	for (i = 1; i <= n && i <= count; i++) result = result (i > 1 ? "/" : "") parts[i]
	return result
}
function folder_of(path) { sub("/[^/]*$", "", path); return path }

BEGIN {
	# A folder and the folders whose private headers it may include; its own and <makker/...> always.
	allow("base", "")
	allow("cards", "base")
	allow("i18n", "base cards")
	allow("games", "base cards i18n")
	allow("engine", "base")
	allow("port", "base")
	allow("session", "base port")
	allow("simulation", "base port")
	allow("site", "base")
	allow("http", "base")
	allow("ws", "base http")
	allow("store", "base port")
	allow("api", "base port session simulation site http ws store")
	allow("daemon", "base port session simulation site http ws store api")
	allow("cli", "base port session store")
	allow("lab", "base engine games cli")

	# Subfolders of a game, the sessions, the store and the API, and those beside them that they may include.
	# Files outside the subfolders (klondike.c, change.c, store.c) may include any of them.
	subfolder("games/klondike/tracking", "table text")
	subfolder("games/klondike/advice", "table")
	subfolder("games/klondike/search", "table advice")
	subfolder("games/klondike/solver", "table text")
	subfolder("games/klondike/text", "table tracking")
	subfolder("games/doppelkopf/scoring", "table")
	subfolder("games/doppelkopf/knowledge", "table scoring")
	subfolder("games/doppelkopf/advice", "table scoring knowledge")
	subfolder("games/doppelkopf/text", "table scoring knowledge advice")
	subfolder("games/doppelkopf/records", "table scoring knowledge")
	subfolder("session/changes", "history")
	subfolder("api/pipeline", "views")
	subfolder("api/handlers", "pipeline views")

	# Libraries that only certain folders may include: the beginning of the header, then the folders.
	library("microhttpd.h", "http")
	library("uv.h", "port,http,ws,store,api,daemon,cli")
	library("sqlite3.h", "store")
	library("libpq-fe.h", "store")
	library("wslay", "ws")
	library("curl/", "cli")
	library("systemd/", "daemon")
	library("qrencode.h", "api")
	library("zlib.h", "api")
	library("ini.h", "daemon")
	library("sodium.h", "daemon,api")
	library("pthread.h", "base")
}

{
	file = $1
	header = substr($2, 2, length($2) - 2)
	private = substr($2, 1, 1) == "\""
	split(file, part, "/")
	layer = part[2]
}

file ~ /^include\// {
	if (private) complain(file " includes " $2 ": public headers include public headers only")
	next
}

!private {
	for (prefix in libraries)
		if (index(header, prefix) == 1 && !index(libraries[prefix], "," layer ","))
			complain(file " includes <" header ">: only " substr(libraries[prefix], 2, length(libraries[prefix]) - 2) " may")
	next
}

{
	target = upto(header, 1)
	if (!(header in exists)) exists[header] = (getline line < ("src/" header)) >= 0
	close("src/" header)
	if (!exists[header]) { complain(file ": \"" header "\" is not written from src/"); next }
	if (!index(allowed[layer], " " target " ")) complain(file " includes \"" header "\": " layer " must not know " target)

	here = folder_of(substr(file, 5))
	there = folder_of(header)
	if (layer == "games" && target == "games" && split(here, part, "/") > 1 && split(there, other, "/") > 1 &&
	    part[2] != other[2] && other[2] != "common")
		complain(file " includes \"" header "\": games must not know each other")
	if (here ~ /^(games\/[^\/]*|session|store|api)\/[^\/]+$/ && here != there && folder_of(here) == folder_of(there) &&
	    there ~ /\// && folder_of(there) != there) {
		name = there
		sub(".*/", "", name)
		if (!index(allowed_of[here], " " name " ")) complain(file " includes \"" header "\": " here " must not know " name)
	}
	if (header ~ /^http\/mhd\// && layer != "http") complain(file " includes http/mhd: only http may")
}

END { exit bad }' || exit 1

# Circles: a file and its header count as one; these folders have none.
bad=0
for folder in api session simulation site; do
	circles=$(printf '%s\n' "$includes" | sed -n "s|^src/\($folder/[^ ]*\)\.[ch] \"\($folder/[^\"]*\)\.h\"$|\1 \2|p" |
		awk '$1 != $2' | sort -u | tsort 2>&1 >/dev/null | sed -n 's/^tsort: //p')
	[ -z "$circles" ] || {
		echo "src/$folder: files include each other in a circle: $(echo "$circles" | tr '\n' ' ')"
		bad=1
	}
done
exit $bad
