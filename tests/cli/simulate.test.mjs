// makker simulate: self-play statistics, and verdicts about decks of files.

import assert from 'node:assert/strict';
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { makker, Program, PROGRAM } from './makker.mjs';

const SHARED = fileURLToPath(new URL('../../../shared/data/uva246_some.tsv', import.meta.url));
const GOLDEN = fileURLToPath(new URL('../golden/forced.tsv', import.meta.url));
const FORCED = ['--game', 'ten-twenty-thirty', '--preset', 'forced'];

async function simulate(...args) {
	const { code, stdout, stderr } = await makker(['simulate', ...args]);

	assert.equal(code, 0, stderr);
	return stdout;
}

const figures = async (...args) => JSON.parse(await simulate('--json', ...args));

/** By the heuristic, where no other strategy is named. */
const fast = (...args) => figures('--strategy', 'heuristic', ...args);

/** The results that do not depend on the machine. */
function timeless({ speed, ...rest }) {
	return rest;
}

function assertAddsUp({ played, won, lost, drawn, length, calibration }) {
	const sum = (list, name) => list.reduce((total, one) => total + one[name], 0);

	assert.equal(won.games + lost.games + drawn.games, played);
	for (const { games, share, low, high } of [won, lost, drawn]) {
		assert.ok(Math.abs(share - games / played) < 1e-6);
		assert.ok(low <= share && share <= high);
	}
	assert.equal(sum(length.histogram, 'games'), played);
	assert.equal(length.histogram[0].from, length.min);
	assert.ok(length.histogram.at(-1).from <= length.max && length.max <= length.histogram.at(-1).to);
	assert.ok(length.min <= length.median && length.median <= length.p95 && length.p95 <= length.max);
	if (calibration !== undefined) {
		assert.equal(sum(calibration.deciles, 'predictions'), calibration.predictions);
	}
}

// ---- Parts of a seed -----------------------------------------------------------------------------

test('--first starts with a later game of the seed: parts add up to the whole with any number of threads', async () => {
	const whole = await fast('--games', '40', '--seed', '9');
	const parts = [await fast('--games', '15', '--seed', '9'), await fast('--games', '25', '--seed', '9', '--first', '15', '--threads', '2')];
	const sum = (of) => of(parts[0]) + of(parts[1]);

	assert.deepEqual(parts.map(({ first, played }) => [first, played]), [[0, 15], [15, 25]]);
	assert.equal(whole.won.games, sum(({ won }) => won.games));
	assert.equal(whole.lost.games, sum(({ lost }) => lost.games));
	assert.deepEqual([whole.length.min, whole.length.max], [Math.min(...parts.map(({ length }) => length.min)), Math.max(...parts.map(({ length }) => length.max))]);
	assert.notDeepEqual(timeless(await fast('--games', '15', '--seed', '9', '--first', '15')).length, timeless(parts[0]).length);
	assert.match(await simulate('--strategy', 'heuristic', '--games', '2', '--first', '15'), /, seed 1, from game 15\n/);
	assert.equal((await makker(['simulate', '--first', '-1'])).code, 2);
});

// ---- Many games ---------------------------------------------------------------------------------

for (const game of ['klondike', 'ten-twenty-thirty', 'take-away']) {
	test(`${game}: outcomes and histogram add up to the games that were played`, async () => {
		const strategy = { klondike: 'classic', 'ten-twenty-thirty': 'ordered', 'take-away': 'theory' };
		const result = await figures('--game', game, '--strategy', strategy[game], '--games', '300');

		assert.equal(result.game, game);
		assert.equal(result.strategy, strategy[game]);
		assert.equal(result.played, 300);
		assertAddsUp(result);
	});
}

test('the number of threads does not change the results', async () => {
	const [one, two] = await Promise.all(['1', '2'].map((threads) =>
		figures('--strategy', 'classic', '--games', '500', '--seed', '3', '--threads', threads)));

	assert.deepEqual(timeless(one), timeless(two));
});

test('the number of threads does not change the forecasts of a search', async () => {
	const [one, two] = await Promise.all(['1', '2'].map((threads) => figures('--game', 'ten-twenty-thirty',
		'--games', '4', '--nodes', '100', '--threads', threads)));

	assert.ok(one.calibration.predictions > 0);
	assertAddsUp(one);
	assert.deepEqual(timeless(one), timeless(two));
});

test('without a budget a strategy uses the static evaluation', async () => {
	const { won: { games: won }, budget } = await figures('--games', '300', '--seed', '5', '--budget-ms', '0');
	const { won: { games: heuristic } } = await figures('--games', '300', '--seed', '5', '--strategy', 'heuristic');

	assert.deepEqual(budget, { ms: 0, worlds: 0, nodes: 0 });
	assert.ok(won > heuristic, `${won} of 300 games won, ${heuristic} by the heuristic`);
});

test('a game with one seat has no opponent', async () => {
	const { code, stderr } = await makker(['simulate', '--opponent', 'classic', '--games', '1']);

	assert.notEqual(code, 0);
	assert.match(stderr, /--opponent: klondike has only one seat/);
});

test('the text output has a line for each figure', async () => {
	const text = await simulate(...FORCED, '--games', '200');

	assert.match(text, /^ten-twenty-thirty forced, seed 1\nsearch: 200 games\n/);
	assert.match(text, /\nwon +\d+ +\d+\.\d\d % \(95 %: \d+\.\d\d to \d+\.\d\d\)\n/);
	assert.match(text, /\nlength +min \d+, median \d+, p95 \d+, max \d+\n/);
	assert.match(text, /\n +\d+-\d+ +\d+ #+\n/);
});

test('100,000 forced games take seconds and have the known results', async () => {
	const { won, drawn, played } = await figures(...FORCED, '--games', '100000');

	assert.equal(played, 100000);
	assert.ok(Math.abs(won.share - 0.0228) < 0.001, `won ${won.share}`);
	assert.ok(Math.abs(drawn.share - 0.0063) < 0.001, `drawn ${drawn.share}`);
});

test('with perfect information and optional removal nearly every game is won', async () => {
	const { perfect_information: perfect, won, speed } = await figures('--game', 'ten-twenty-thirty', '--rules', 'late_removal=false',
		'--perfect-information', '--games', '40');

	assert.equal(perfect, true);
	assert.ok(won.games >= 38, `${won.games} of 40`);
	assert.ok(speed.median_game_ms > 0 && speed.median_game_ms <= speed.p95_game_ms);
});

for (const [what, args, said] of [
	['a game that cannot reveal all cards is refused', ['--perfect-information'], /--perfect-information: not supported by klondike/],
	['no games are not played', ['--games', '0'], /--games|'0'|1 to/],
	['a game with choices has no verdicts', ['--decks', GOLDEN], /--decks: only for a game without choices, not for klondike/],
	['a folder is no file of decks', ['--game', 'ten-twenty-thirty', '--preset', 'forced', '--decks', '/tmp'], /directory/],
]) {
	test(what, async () => {
		const { code, stdout, stderr } = await makker(['simulate', ...args]);

		assert.notEqual(code, 0);
		assert.equal(stdout, '');
		assert.match(stderr, said);
	});
}

// ---- Seeds, deals, interruption ------------------------------------------------------------------

test('equal seeds give equal games', async () => {
	const [one, two, other] = await Promise.all(
		['5', '5', '6'].map((seed) => fast('--games', '400', '--seed', seed)));

	assert.deepEqual(timeless(one), timeless(two));
	assert.notDeepEqual(timeless(one).length, timeless(other).length);
});

test('the first games of a longer run are those of a shorter one', async () => {
	const short = await fast('--games', '1', '--seed', '11');
	const long = await fast('--games', '2', '--seed', '11');

	assert.ok([long.length.min, long.length.max].includes(short.length.max));
});

test('rules of the command line override the preset', async () => {
	const strict = await fast('--games', '200', '--seed', '1', '--rules', 'shuffles=0');
	const usual = await fast('--games', '200', '--seed', '1');

	assert.equal(strict.rules.shuffles, 0);
	assert.ok(strict.won.games < usual.won.games);
});

const DEAL = 'JSTCQHTD3CKH7DQCTH6C4HKS5S3DJD8S9S9D2SASKCQS7H8DKDAH9HJC8H4C6D2D5D6SAC2H4S2C7S7CADQD3S5H3H6H8C4D5CTSJH9C';

test('deals can come from a file', async (t) => {
	const folder = mkdtempSync(join(tmpdir(), 'makker-cli-'));
	const file = join(folder, 'deals');

	t.after(() => rmSync(folder, { recursive: true }));
	writeFileSync(file, `# two deals\n${DEAL}\t1\t0\twinnable\tsomebody\n\n${DEAL}\n`);
	const result = await fast('--deals', file);
	assert.equal(result.played, 2);
	assert.ok(result.won.games === 0 || result.won.games === 2, 'they are the same');
	assert.equal((await fast('--deals', file, '--games', '1')).played, 1);
	const later = await fast('--deals', file, '--first', '1');
	assert.deepEqual([later.first, later.played], [1, 1]);
	const none = await makker(['simulate', '--deals', file, '--first', '2']);
	assert.equal(none.code, 2);
	assert.match(none.stderr, /--first: the file has 2 deals, numbered from 0/);
	writeFileSync(file, `${DEAL}\n${DEAL.slice(2)}\n`);
	const { code, stderr } = await makker(['simulate', '--deals', file]);
	assert.equal(code, 2);
	assert.match(stderr, /--deals: line 2: a deal has 104 letters/);
});

test('a terminal gets a progress bar with the remaining time', async (t) => {
	const program = new Program(['-qec', '"$MAKKER_PROGRAM" simulate --strategy heuristic --games 1000000000', '/dev/null'],
		{ program: 'script', env: { MAKKER_PROGRAM: PROGRAM } });

	t.after(() => program.child.kill());
	await program.until('the time', () => program.stdout.includes(' left'));
	assert.match(program.stdout, /\r\[#*\.+\] +0 % +\d+ of 1000000000 +won \d+\.\d % .*\/s +[\d:]+ left/);
});

/* A run without an end, interrupted after that time. */
async function interrupted(ms) {
	const program = new Program(['simulate', '--json', '--strategy', 'heuristic', '--games', '1000000000', '--threads', '2']);
	const threads = () => readdirSync(`/proc/${program.child.pid}/task`).length;

	await program.until('the threads', () => threads() === 3);
	await sleep(ms);
	program.child.kill('SIGINT');
	assert.equal(await program.ended(), 1);
	return { result: JSON.parse(program.stdout), stderr: program.stderr };
}

test('Ctrl-C ends it early with what was played so far', async () => {
	let ms = 200;
	let ended = await interrupted(ms);

	while (ended.result.played === 0 && ms < 60_000) { /* a busy machine has not come so far */
		ended = await interrupted(ms *= 2);
	}
	const { result, stderr } = ended;
	assert.ok(result.played > 0 && result.played < 1000000000);
	assert.match(stderr, new RegExp(`interrupted after ${result.played} of 1000000000 games`));
	assert.deepEqual(timeless(result),
		timeless(await fast('--games', String(result.played))), 'the first games were played, all of them');
});

test('--games=-1 plays until Ctrl-C and exits with 0', async () => {
	const program = new Program(['simulate', '--json', '--strategy', 'heuristic', '--games', '-1']);

	await sleep(300);
	program.child.kill('SIGINT');
	assert.equal(await program.ended(), 0, program.stderr);
	assert.equal(program.stderr, '');
	const result = JSON.parse(program.stdout);
	assert.deepEqual(timeless(result), timeless(await fast('--games', String(Math.max(result.played, 1)))));
});

const REFUSED = [
	[['--games', '0'], /^makker simulate: --games: invalid value '0': must be a whole number from 1/],
	[['--games', '-2'], /invalid value '-2': must be a whole number/],
	[['--games', '1e3'], /invalid value '1e3': must be a whole number/],
	[['--games', '99999999999999999999999'], /must be a whole number/],
	[['--seed=x'], /^makker simulate: --seed: invalid value 'x': must be a whole number/],
	[['--threads', '0'], /invalid value '0': must be a whole number/],
	[['--threads', '1000'], /invalid value '1000': must be a whole number from 1 to 256/],
	[['--game', 'bridge'], /--game: unknown value 'bridge', expected one of klondike/],
	[['--preset', 'vegas'], /--preset: unknown value 'vegas', expected one of syvkabale, /],
	[['--strategy', 'luck'], /--strategy: unknown value 'luck', expected one of .*heuristic/],
	[['--game', 'doppelkopf', '--opponent', 'luck'], /--opponent: unknown value 'luck', expected one of /],
	[['--deals', '.'], /--deals: \.: Is a directory/],
	[['--deals', 'nowhere'], /--deals: nowhere: No such file/],
	[['--nodes', '-1'], /invalid value '-1': must be a whole number/],
	[['--budget-ms', '1.5'], /invalid value '1\.5': must be a whole number/],
	[['--rules', 'draw'], /--rules: 'draw' is not KEY=VALUE/],
	[['--rules', 'draw='], /--rules: 'draw=' is not KEY=VALUE/],
	[['--rules', ''], /--rules: '' is not KEY=VALUE/],
	[['--rules', 'draw=1,draw=3'], /--rules: duplicate rule 'draw'/],
	[['--rules', 'draw=2'], /--rules\/draw: /],
	[['--rules', 'draw=yes'], /--rules\/draw: /],
	[['--rules', 'jokers=1'], /--rules\/jokers: /],
	[['--rules', `draw=${'1'.repeat(100)}`], /--rules\/draw: 1 or 3 is expected here\./],
	[['KS'], /Too many arguments/],
];

for (const [args, words] of REFUSED) {
	test(`simulate ${args.join(' ').slice(0, 40)} is rejected with a message`, async () => {
		const { code, stdout, stderr } = await makker(['simulate', ...args]);

		assert.equal(code, 2);
		assert.match(stderr, words);
		assert.equal(stdout, '');
	});
}

// ---- Decks of files -----------------------------------------------------------------------------

const verdicts = (file) => readFileSync(file, 'utf8').split('\n')
	.filter((line) => line !== '' && !line.startsWith('#'))
	.map((line) => line.split('\t').slice(1).join('\t'));

test('each deck of a file gets its verdict and its count', async () => {
	assert.deepEqual((await simulate(...FORCED, '--decks', GOLDEN)).split('\n').slice(0, -1), verdicts(GOLDEN));
});

test('decks that four other programs agree on get the same verdict', {
	skip: !existsSync(SHARED) && 'there is no ../shared/data',
}, async () => {
	assert.deepEqual((await simulate(...FORCED, '--decks', SHARED)).split('\n').slice(0, -1), verdicts(SHARED));
});

/** The contest's game once more, from its rules only: "Win\t471". Every state is remembered. */
function judged(values) {
	const deck = [...values], columns = Array.from({ length: 7 }, () => []), seen = new Set();
	const gone = () => columns.filter((column) => column === null).length;
	let dealt = 0;

	for (let at = 0; ; at = (at + 1) % 7) {
		const column = columns[at];
		if (column === null) {
			continue;
		}
		if (deck.length === 0) {
			return `Loss\t${dealt}`;
		}
		column.push(deck.shift());
		dealt++;
		for (let went = true; went && column.length >= 3;) {
			const end = column.length;
			const places = [[0, 1, end - 1], [0, end - 2, end - 1], [end - 3, end - 2, end - 1]]
				.find((three) => three.reduce((sum, place) => sum + column[place], 0) % 10 === 0);
			went = places !== undefined;
			if (went) {
				deck.push(...places.map((place) => column[place]));
				places.reverse().forEach((place) => column.splice(place, 1));
			}
		}
		if (column.length === 0) {
			columns[at] = null;
		}
		if (gone() === 7) {
			return `Win\t${dealt}`;
		}
		const state = JSON.stringify([columns, deck]);
		if (seen.has(state)) {
			return `Draw\t${dealt}`;
		}
		seen.add(state);
	}
}

test('an independent implementation of the rules agrees on 500 decks', async () => {
	let state = 20261122;
	const random = () => { // Numerical Recipes' linear congruence: any deck will do
		state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
		return state / 2 ** 32;
	};
	const decks = Array.from({ length: 500 }, () => {
		const cards = Array.from({ length: 52 }, (_, card) => Math.min(card % 13 + 1, 10));
		for (let i = 51; i > 0; i--) {
			const at = Math.floor(random() * (i + 1));
			[cards[i], cards[at]] = [cards[at], cards[i]];
		}
		return cards;
	});
	const { stdout } = await makker(['simulate', ...FORCED, '--decks', '-'],
		{ input: decks.map((deck) => `${deck.join(' ')}\n`).join('') });

	assert.deepEqual(stdout.split('\n').slice(0, -1), decks.map(judged));
});

const DECK = readFileSync(GOLDEN, 'utf8').split('\n').find((line) => /^\d/.test(line)).split('\t')[0];
const place = (value) => DECK.split(' ').indexOf(value) + 1;
const fifth = (line, value) => line.split(' ').map((one, at) => (one === value ? at + 1 : 0)).filter(Boolean)[4];
const TWOS = DECK.replace(/\b1\b/, '2');
for (const [what, line, words] of [
	['51 values', DECK.replace(/ \d+$/, ''), 'too few values, expected 52 from 1 to 10'],
	['53 values', `${DECK} 10`, 'too many values, expected 52 from 1 to 10'],
	['an eleven', DECK.replace('10', '11'), `value ${place('10')}, '11', is not from 1 to 10`],
	['a nought', DECK.replace(/^\d+/, '0'), "value 1, '0', is not from 1 to 10"],
	['five twos', TWOS, `value ${fifth(TWOS, '2')}, '2', is there 5 times; a deck has 4 of it`],
	['words', 'seven of hearts', "value 1, 'seven', is not from 1 to 10"],
]) {
	test(`${what}: rejected as a deck with its line`, async () => {
		const { code, stdout, stderr } = await makker(['simulate', ...FORCED, '--decks', '-'],
			{ input: `# decks\n${DECK}\n${line}\n` });

		assert.notEqual(code, 0);
		assert.equal(stdout.split('\n').length, 2, stdout);
		assert.equal(stderr, `makker simulate: -: line 3: ${words}\n`);
	});
}

test('decks of a game with choices and a missing file are rejected', async () => {
	const free = await makker(['simulate', '--game', 'ten-twenty-thirty', '--decks', GOLDEN]);
	const absent = await makker(['simulate', ...FORCED, '--decks', '/nowhere/decks.txt']);

	assert.notEqual(free.code, 0);
	assert.match(free.stderr, /only forced games have one verdict/);
	assert.notEqual(absent.code, 0);
	assert.match(absent.stderr, /\/nowhere\/decks\.txt: No such file/);
});
