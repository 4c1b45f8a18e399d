#!/bin/sh
# Gathers in a folder all that a container of makkerd needs and nothing else: the two programs, the libraries that
# they name (with their copyright), certificates for `makker`, a user. Usage: gather.sh BUILD FOLDER
set -eu

build=$1
folder=$2

install -D -m 755 -s "$build/makkerd" "$folder/usr/bin/makkerd"
install -D -m 755 -s "$build/makker" "$folder/usr/bin/makker"

# "libuv.so.1 => /usr/lib/... (0x...)", and the loader, which stands alone.
for library in $(ldd "$build/makkerd" "$build/makker" |
	sed -n -e 's/.* => \(\/[^ ]*\) .*/\1/p' -e 's/^\t\(\/[^ ]*\) .*/\1/p' | sort -u); do
	install -D -m 644 "$library" "$folder$library"
	chmod --reference="$library" "$folder$library"
	# dpkg knows a library by the path at which it was installed, with or without /usr.
	package=$(dpkg -S "$(realpath "$library")" 2>/dev/null || dpkg -S "${library#/usr}" 2>/dev/null ||
		dpkg -S "*/$(basename "$(realpath "$library")")")
	package=${package%%:*}
	install -D -m 644 "/usr/share/doc/$package/copyright" "$folder/usr/share/doc/$package/copyright"
done

install -D -m 644 /etc/ssl/certs/ca-certificates.crt "$folder/etc/ssl/certs/ca-certificates.crt"
echo 'makker:x:10001:10001:Makker:/var/lib/makker:/usr/sbin/nologin' >"$folder/etc/passwd"
echo 'makker:x:10001:' >"$folder/etc/group"
echo 'hosts: files dns' >"$folder/etc/nsswitch.conf"
mkdir -p "$folder/var/lib"
