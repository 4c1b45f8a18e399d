#!/bin/sh
# The runner of the C tests notices each way in which a test can fail, and counts them all.
set -u
export LC_ALL=C
cd "$(dirname "$0")/../.." || exit
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
${CC:-cc} -std=c17 -D_GNU_SOURCE -o "$folder/verdicts" tests/runner/verdicts.c tests/runner/runner.c || exit

"$folder/verdicts" >"$folder/out" 2>&1
[ $? = 1 ] || echo "it ends with 0 although tests failed" >>"$folder/out"
sed -n 's/^\[\([A-Z]*\)\] verdict\/\([a-z_]*\):.*/\1 \2/p; /Synthesis/p; /although/p' "$folder/out" | sort >"$folder/verdicts.txt"
diff - "$folder/verdicts.txt" <<'END'
CRASH crashes
CRASH crashes_by_an_early_exit
CRASH crashes_by_its_exit_code
FAIL fails_an_assertion
FAIL fails_an_expectation
FAIL fails_before
FAIL fails_behind
FAIL fails_if_even
FAIL fails_in_a_child
FAIL fails_without_its_signal
SKIP is_skipped
TIMEOUT hangs
[====] Synthesis: Tested: 15 | Passing: 4 | Failing: 8 | Crashing: 3
END
