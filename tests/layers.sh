#!/bin/sh
# Fails when an include runs against the layers of ARCHITECTURE.md: each line below is a folder and
# the folders whose private headers it may include (its own always; <makker/...> always).
set -u
cd "$(dirname "$0")/.." || exit

allowed() {
	case "$1" in
	base) echo "" ;;
	cards) echo "base" ;;
	i18n) echo "base cards" ;;
	games) echo "base cards i18n games" ;;
	engine) echo "base" ;;
	port) echo "base" ;;
	session) echo "base port" ;;
	simulation) echo "base port" ;;
	site) echo "base" ;;
	http) echo "base" ;;
	ws) echo "base http" ;;
	store) echo "base port" ;;
	api) echo "base port session simulation site http ws store" ;;
	daemon) echo "base port session simulation site http ws store api" ;;
	cli) echo "base port session store" ;;
	lab) echo "base engine games cli" ;;
	esac
}

# Rooms: folders within a game, the sessions, the store and the API. What stands beside them
# (klondike.c, change.c, store.c) may include any of them.
rooms() {
	case "$1" in
	games/klondike/table) echo "" ;;
	games/klondike/tracking) echo "table text" ;;
	games/klondike/advice) echo "table" ;;
	games/klondike/search) echo "table advice" ;;
	games/klondike/solver) echo "table text" ;;
	games/klondike/text) echo "table tracking" ;;
	games/doppelkopf/table) echo "" ;;
	games/doppelkopf/scoring) echo "table" ;;
	games/doppelkopf/knowledge) echo "table scoring" ;;
	games/doppelkopf/advice) echo "table scoring knowledge" ;;
	games/doppelkopf/text) echo "table scoring knowledge advice" ;;
	games/doppelkopf/records) echo "table scoring knowledge" ;;
	session/changes) echo "history" ;;
	api/pipeline) echo "views" ;;
	api/handlers) echo "pipeline views" ;;
	api/views) echo "" ;;
	esac
}

# Libraries that only certain folders may see: header, then the folders.
libraries="microhttpd.h:http uv.h:port,http,ws,store,api,daemon,cli sqlite3.h:store libpq-fe.h:store wslay:ws curl/:cli
	systemd/:daemon qrencode.h:api zlib.h:api ini.h:daemon sodium.h:daemon,api pthread.h:base"

bad=0
complain() {
	echo "$1"
	bad=1
}

# shellcheck disable=SC2044 # no name of ours has a blank, and a pipe would keep `bad` to itself
for file in $(find src -name '*.[ch]'); do
	layer=$(echo "$file" | cut -d/ -f2)
	for include in $(sed -n 's/^#include "\([^"]*\)".*/\1/p' "$file"); do
		target=$(echo "$include" | cut -d/ -f1)
		[ -e "src/$include" ] || { complain "$file: \"$include\" is not written from src/"; continue; }
		case " $layer $(allowed "$layer") " in
		*" $target "*) ;;
		*) complain "$file includes \"$include\": $layer must not know $target" ;;
		esac
		game=$(echo "$file" | sed -n 's|^src/games/\([a-z_]*\)/.*|\1|p')
		other=$(echo "$include" | sed -n 's|^games/\([a-z_]*\)/.*|\1|p')
		[ -z "$game" ] || [ -z "$other" ] || [ "$game" = "$other" ] || [ "$other" = common ] ||
			complain "$file includes \"$include\": games must not know each other"
		room=${file#src/}
		room=${room%/*}
		theirs=${include%/*}
		[ "$theirs" != "$room" ] && [ "$theirs" != "${room%/*}" ] && [ "${theirs%/*}" = "${room%/*}" ] || continue
		case "$room" in
		games/*/* | session/* | store/* | api/*) ;;
		*) continue ;;
		esac
		case " $(rooms "$room") " in
		*" ${theirs##*/} "*) ;;
		*) complain "$file includes \"$include\": $room must not know ${theirs##*/}" ;;
		esac
	done
	case "$file" in
	src/http/*) ;;
	*) ! grep -q '^#include "http/mhd/' "$file" || complain "$file includes http/mhd: only http may" ;;
	esac
	for library in $libraries; do
		grep -q "^#include <${library%%:*}" "$file" || continue
		case ",${library##*:}," in
		*",$layer,"*) ;;
		*) complain "$file includes <${library%%:*}...>: only ${library##*:} may" ;;
		esac
	done
done
for file in include/makker/*.h; do
	grep -Hn '^#include "' "$file" && complain "$file: public headers include public headers only"
done

# Circles: a file and its header count as one; these folders have none.
for folder in src/api src/session src/simulation src/site; do
	circles=$(grep -rHo '^#include "[^"]*"' "$folder" --include='*.[ch]' | sed 's|^src/||; s|:#include "| |; s|"$||' |
		sed 's|\.[ch] | |; s|\.[ch]$||' | grep " ${folder#src/}/" | awk '$1 != $2' | sort -u | tsort 2>&1 >/dev/null |
		sed -n 's/^tsort: //p')
	[ -z "$circles" ] || complain "$folder: files include each other in a circle: $(echo "$circles" | tr '\n' ' ')"
done
exit $bad
