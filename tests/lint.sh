#!/bin/sh
# Formatting, layers, clang-tidy, cppcheck, shellcheck (where installed): `make lint`.
set -u
cd "$(dirname "$0")/.."
bad=0
step() {
	echo "== $1"
	shift
	"$@" || bad=1
}
sources=$(git ls-files 'src/*.c')

step format make --no-print-directory format-check
step layers tests/layers.sh
step clang-tidy clang-tidy --quiet --warnings-as-errors='*' $sources -- \
	-std=c17 -Iinclude -Isrc -I/usr/include/postgresql -D_GNU_SOURCE -DMAKKER_VERSION='""'
step cppcheck cppcheck --quiet --std=c11 --enable=warning,performance,portability \
	--inline-suppr --error-exitcode=1 --suppress=missingIncludeSystem -Iinclude -Isrc src
command -v shellcheck >/dev/null &&
	step shellcheck shellcheck tests/run tests/*.sh tests/fuzz/run tests/coverage tests/postgres/server tests/replicas/run .ci/run .ci/packages src/daemon/run.sh src/site/pack.sh \
		conf/image/gather.sh conf/debian/makker.p*
exit $bad
