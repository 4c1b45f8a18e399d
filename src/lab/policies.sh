#!/bin/sh
# make policies: makes src/games/klondike/search/policy.weights anew, by the arguments by which it was made.
#
# Each stage trains the network of one rule set further; that of the last stage is packed. A stage that is done is not
# done again while its program, its input and its arguments are the same. The log has the commit, the arguments and the
# SHA-256 of each input and output; outputs are compared with those recorded in policies.sha256.
#
# THREADS=N (1): up to 4; the bytes do not depend on it. SHARE=N (1): only so small a part of the games, as a trial;
# then nothing is compared, and the packed file stays in the folder. POLICIES=DIRECTORY (build/policies): the folder.
set -eu
cd "$(dirname "$0")/../.."
lab=${MAKKER_LAB:-build/makker-lab}
share=${SHARE:-1}
folder=${POLICIES:-build/policies}
begin=src/lab/policies-0.1.weights
recorded=src/lab/policies.sha256
log=$folder/log

# Stage, its rule set, where it begins (0.1: the network of 0.1, which has no critic; else an earlier stage), games of
# a new critic alone, games, rate in millionths, seed.
stages='syvkabale syvkabale 0.1 204800 1536000 300 25
syvkabale+kept syvkabale+kept 0.1 204800 1536000 300 25
klondike-1 klondike-1 0.1 102400 768000 300 25
klondike-3 klondike-3 0.1 204800 1536000 300 25
klondike-1+known klondike-1+known 0.1 102400 768000 300 25
klondike-3+known klondike-3+known 0.1 204800 1536000 300 25'
# The order of enum policy_rules.
order='syvkabale syvkabale+kept klondike-1 klondike-3 klondike-1+known klondike-3+known'

hash_of() {
	sha256sum "$1" | cut -d ' ' -f 1
}

# Compares an output with the recorded one: NAME FILE
check_output() {
	[ "$share" = 1 ] || return 0
	expected=$(awk -v name="$1" '$2 == name { print $1 }' "$recorded")
	[ "$(hash_of "$2")" = "$expected" ] || {
		echo "$1: $2 is not as recorded in $recorded" >&2
		exit 1
	}
}

# STAGE RULES FROM CRITIC_GAMES GAMES RATE SEED
train_stage() {
	input=$folder/$3.net
	output=$folder/$1.net
	arguments="$2 --critic-games $(($4 / share)) --games $(($5 / share)) --rate $6 --seed $7"
	if [ "$3" = 0.1 ]; then
		input=$folder/$1.begin
		"$lab" unpack-policy "$begin" "$2" "$input"
	fi
	made="$arguments from $(hash_of "$input") by $(hash_of "$lab")"
	if [ -f "$output" ] && [ "$(cat "$output.made" 2>/dev/null)" = "$made gives $(hash_of "$output")" ]; then
		echo "$1: done already"
	else
		# shellcheck disable=SC2086 # arguments are words
		"$lab" train "$output.part" $arguments --from "$input" --threads "${THREADS:-1}" | tee "$output.log"
		mv "$output.part" "$output"
		made="$made gives $(hash_of "$output")"
		echo "$made" >"$output.made"
		echo "$(git rev-parse HEAD 2>/dev/null || echo 'no commit') $1: $made" >>"$log"
	fi
	check_output "$1.net" "$output"
}

mkdir -p "$folder"
echo "$stages" | while read -r stage rules from critic_games games rate seed; do
	train_stage "$stage" "$rules" "$from" "$critic_games" "$games" "$rate" "$seed"
done

networks=
for rules in $order; do
	last=$(echo "$stages" | awk -v rules="$rules" '$2 == rules { last = $1 } END { print last }')
	networks="$networks $folder/$last.net"
done
# shellcheck disable=SC2086 # paths without blanks
"$lab" pack-policy "$folder/policy.weights" $networks
echo "packed$networks gives $(hash_of "$folder/policy.weights")" >>"$log"
check_output policy.weights "$folder/policy.weights"
if [ "$share" = 1 ]; then
	cmp -s "$folder/policy.weights" src/games/klondike/search/policy.weights ||
		cp "$folder/policy.weights" src/games/klondike/search/policy.weights
fi
tail -n 1 "$log"
