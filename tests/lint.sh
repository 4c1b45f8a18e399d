#!/bin/sh
# Formatting, layers, clang-tidy, cppcheck, shellcheck, openapi.yaml: `make lint`. What was found
# clean is not checked again until it, or what it includes, changes (build/tidy, build/cppcheck).
set -u
cd "$(dirname "$0")/.." || exit
processors=$(nproc)
bad=0

step() {
	echo "== $1"
	shift
	"$@" || bad=1
}

tidy() {
	mkdir -p build/tidy
	git ls-files 'src/*.c' | xargs -P "$processors" -n 1 tests/tidy
}

check() {
	mkdir -p build/cppcheck
	cppcheck --quiet -j "$processors" --cppcheck-build-dir=build/cppcheck --std=c11 \
		--enable=warning,performance,portability --inline-suppr --error-exitcode=1 -U__clang_analyzer__ \
		--suppress=missingIncludeSystem --library=tests/cppcheck.cfg -Iinclude -Isrc src
}

# From warnings on: what is below one is mostly that a ( ) keeps to itself what is set in it, which
# is why it stands there.
scripts() {
	git grep -n '^#!/bin/sh$' | sed -n 's/:1:.*//p' | xargs shellcheck --severity=warning
}

openapi() (
	cd tests || exit
	[ -d node_modules ] || npm ci --no-audit --no-fund --silent || exit
	npx --no-install redocly lint --config redocly.yaml ../openapi.yaml
)

step format make --no-print-directory format-check
step layers tests/layers.sh
step vocabulary tests/vocabulary/count.sh
step clang-tidy tidy
step cppcheck check
step shellcheck scripts
step contract src/games/contract.sh --check
step openapi openapi
[ $bad = 0 ] && echo 'lint: nothing found'
exit $bad
