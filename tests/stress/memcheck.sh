#!/bin/sh
# Runs files of tests/service on a daemon under valgrind, and fails where memory is read before it is set, or used after
# it is freed: `memcheck.sh corrections routes`. Tests of time may fail there; only what memcheck says counts.
set -u
cd "$(dirname "$0")/../.." || exit
reports=$(mktemp -d)
trap 'rm -rf "$reports"' EXIT
cat >"$reports/makkerd" <<END
#!/bin/sh
exec valgrind -q --track-origins=yes --log-file="$reports/%p.log" "$PWD/build/memcheck/makkerd" "\$@"
END
chmod +x "$reports/makkerd"

for name in "$@"; do
	MAKKERD="$reports/makkerd" MAKKER_BUILD=build/memcheck MAKKER_GAMES=5 MAKKER_KILLS=1 \
		node --test "tests/service/$name.test.mjs" >"$reports/$name" 2>&1
	echo "$name: $(sed -n 's/^# pass //p' "$reports/$name") passed, $(sed -n 's/^# fail //p' "$reports/$name") failed"
done
daemons=$(find "$reports" -name '*.log' | wc -l)
found=$(cat "$reports"/*.log | grep -c 'uninitialised\|Invalid')
cat "$reports"/*.log | head -n 60
echo "$daemons daemons, $found reports"
[ "$daemons" -gt 0 ] && [ "$found" = 0 ]
