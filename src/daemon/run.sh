#!/bin/sh
# Starts the daemon for a person: waits until it is ready, says where it is and what to try, and
# stays until Ctrl-C stops it in order. Usage: run.sh BIN [ARGS...]
set -eu

daemon=$1
shift
folder=$(mktemp -d)
pid=
trap 'rm -rf "$folder"' EXIT
# The terminal sends Ctrl-C to the daemon as well: here it only must not end the waiting for it.
trap ':' INT
trap '[ -z "$pid" ] || kill -TERM "$pid"' TERM

# Once ready, the daemon writes its address to standard output.
mkfifo "$folder/address"
"$daemon" "$@" >"$folder/address" &
pid=$!
read -r address <"$folder/address" || address=
if [ -n "$address" ] && curl -fsS -o "$folder/ready" "$address/readyz"; then
	# All addresses are no address that a phone could open.
	here=$(hostname -I 2>/dev/null | tr ' ' '\n' | sed -n '/\./{p;q}')
	page=$address
	[ -z "$here" ] || page=$(echo "$address" | sed "s#//0\.0\.0\.0:#//$here:#")
	token='' where=''
	if [ "$(curl -s -o "$folder/list" -w '%{http_code}' "$address/v1/sessions?limit=1")" = 401 ]; then
		token=" -H \"Authorization: Bearer \$TOKEN\"" where=' (TOKEN is that of the administrator)'
	fi
	cat <<-END

	Makker is ready (Ctrl-C stops it). The page for players: $page/
	Try in another terminal$where:

	  table=\$(curl -s$token -o /dev/null -w '%header{location}' -d '{"game":"klondike"}' $address/v1/sessions)
	  curl -s$token -H 'Accept: text/plain' -d KS,UU,UU,UU,UU,5S,5H,QC,7H,8D,9D,9C $address\$table/snapshots

	END
fi

# A signal ends the waiting, not yet the daemon: then wait again.
while :; do
	status=0
	wait "$pid" || status=$?
	kill -0 "$pid" 2>/dev/null || exit "$status"
done
