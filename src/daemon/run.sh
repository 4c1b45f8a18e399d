#!/bin/sh
# Starts the daemon for a person: waits until it is ready, says where it is and what to try, and
# stays until Ctrl-C stops it in order. Usage: [PHONE=1] run.sh BIN [ARGS...]
# PHONE: phones in this network may play, with a token that stays the same from run to run.
set -eu

daemon=$1
shift
folder=$(mktemp -d)
pid=
trap 'rm -rf "$folder"' EXIT
# The terminal sends Ctrl-C to the daemon as well: here it only must not end the waiting for it.
trap ':' INT
trap '[ -z "$pid" ] || kill -TERM "$pid"' TERM

# Makes the token of the administrator, readable by this user alone, unless there is one.
make_token() {
	state=${XDG_STATE_HOME:-$HOME/.local/state}/makker
	secret=$state/phone-token
	[ ! -s "$secret" ] || return 0
	(
		umask 077
		mkdir -p "$state"
		od -An -N24 -tx1 /dev/urandom | tr -d ' \n' >"$secret"
	)
}

# The token stands behind the #, which browsers do not send, and not on a command line.
invite_phone() {
	printf '\nPoint the camera of a phone in this network at the code, or open the address. It gives full access:\n'
	printf 'it is for your own devices. Ctrl-C stops Makker.\n\n'
	printf '%s/#token=%s\n' "$page" "$(cat "$secret")" | "$daemon" --qr
	printf '\n  %s/#token=%s\n\n' "$page" "$(cat "$secret")"
}

show_commands() {
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
}

if [ -n "${PHONE:-}" ]; then
	make_token
	set -- --listen 0.0.0.0:8377 --auth token --admin-token-file "$secret" "$@"
fi

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
	if [ -n "${PHONE:-}" ]; then
		invite_phone
	else
		show_commands
	fi
fi

# A signal ends the waiting, not yet the daemon: then wait again.
while :; do
	status=0
	wait "$pid" || status=$?
	kill -0 "$pid" 2>/dev/null || exit "$status"
done
