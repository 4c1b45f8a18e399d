// makker simulate: all figures about many games, and verdicts about decks of files.

import assert from 'node:assert/strict';
import { existsSync, readFileSync } from 'node:fs';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { makker } from './makker.mjs';

const SHARED = fileURLToPath(new URL('../../../shared/data/uva246_some.tsv', import.meta.url));
const GOLDEN = fileURLToPath(new URL('../golden/forced.tsv', import.meta.url));
const FORCED = ['--game', 'ten-twenty-thirty', '--preset', 'forced'];

async function simulate(...args) {
	const { code, stdout, stderr } = await makker(['simulate', ...args]);

	assert.equal(code, 0, stderr);
	return stdout;
}

const figures = async (...args) => JSON.parse(await simulate('--json', ...args));

/** What does not depend on the machine. */
function timeless({ speed, versus, ...rest }) {
	return { ...rest, versus: versus && timeless(versus) };
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

test('the number of threads changes nothing', async () => {
	const [one, two] = await Promise.all(['1', '2'].map((jobs) =>
		figures('--strategy', 'classic', '--games', '500', '--seed', '3', '--jobs', jobs)));

	assert.deepEqual(timeless(one), timeless(two));
});

test('nor does it change what a strategy that searches thinks of its chances', async () => {
	const [one, two] = await Promise.all(['1', '2'].map((jobs) => figures('--game', 'ten-twenty-thirty',
		'--games', '4', '--nodes', '100', '--jobs', jobs)));

	assert.ok(one.calibration.predictions > 0);
	assertAddsUp(one);
	assert.deepEqual(timeless(one), timeless(two));
});

test('two strategies play the same deals, and their difference is paired', async () => {
	const result = await figures('--games', '400', '--compare', 'classic,heuristic');
	const alone = await figures('--games', '400', '--strategy', 'heuristic');
	const { difference, versus } = result;

	assert.equal(result.strategy, 'classic');
	assert.equal(versus.strategy, 'heuristic');
	assertAddsUp(versus);
	assert.equal(versus.won.games, alone.won.games);
	assert.equal(difference.only_first - difference.only_second, result.won.games - versus.won.games);
	assert.ok(Math.abs(difference.value - (result.won.games - versus.won.games) / 400) < 1e-6);
	assert.ok(difference.low <= difference.value && difference.value <= difference.high);
});

test('one seat plays against three of another strategy, and two strategies are compared at it', async () => {
	const result = await figures('--game', 'doppelkopf', '--games', '200', '--compare', 'tricks,random',
		'--against', 'random');
	const self = await figures('--game', 'doppelkopf', '--games', '200', '--strategy', 'random',
		'--against', 'random');

	assert.equal(result.against, 'random');
	assert.ok(result.payoff.mean > result.versus.payoff.mean, 'whoever looks at tricks gets more');
	assert.ok(Math.abs(result.payoff_difference.value
		- (result.payoff.mean - result.versus.payoff.mean)) < 1e-5);
	assert.equal(result.versus.payoff.mean, self.payoff.mean);
	assertAddsUp(result);
});

test('a game with one seat has nobody to play against', async () => {
	const { code, stderr } = await makker(['simulate', '--against', 'classic', '--games', '1']);

	assert.notEqual(code, 0);
	assert.match(stderr, /--against: the game has one seat only/);
});

test('for people there is a line for each figure', async () => {
	const text = await simulate(...FORCED, '--games', '200');

	assert.match(text, /^ten-twenty-thirty forced, seed 1\nsearch: 200 games\n/);
	assert.match(text, /\nwon +\d+ +\d+\.\d\d % \(95 %: \d+\.\d\d to \d+\.\d\d\)\n/);
	assert.match(text, /\nlength +min \d+, median \d+, p95 \d+, max \d+\n/);
	assert.match(text, /\n +\d+-\d+ +\d+ #+\n/);
});

test('100,000 forced games are a matter of seconds, and end as the problem is known to end', async () => {
	const { won, drawn, played } = await figures(...FORCED, '--games', '100000');

	assert.equal(played, 100000);
	assert.ok(Math.abs(won.share - 0.0228) < 0.001, `won ${won.share}`);
	assert.ok(Math.abs(drawn.share - 0.0063) < 0.001, `drawn ${drawn.share}`);
});

test('who sees all cards wins nearly always where removal is optional', async () => {
	const { open, won, speed } = await figures('--game', 'ten-twenty-thirty', '--rules', 'late_removal=false',
		'--open', '--games', '40');

	assert.equal(open, true);
	assert.ok(won.games >= 38, `${won.games} of 40`);
	assert.ok(speed.median_game_ms > 0 && speed.median_game_ms <= speed.p95_game_ms);
});

for (const [what, args, said] of [
	['a game of which nobody can know all is not played open', ['--open'], /--open: in klondike/],
	['one strategy is not compared', ['--compare', 'classic'], /--compare: two strategies are wanted/],
	['an unknown strategy is not compared', ['--compare', 'classic,other'], /'other' is none of/],
	['no games are not played', ['--games', '0'], /--games|'0'|1 to/],
	['a game with choices has no verdicts', ['--decks', GOLDEN], /--decks: klondike has choices/],
	['a folder is no file of decks', ['--game', 'ten-twenty-thirty', '--preset', 'forced', '--decks', '/tmp'], /directory/],
]) {
	test(what, async () => {
		const { code, stdout, stderr } = await makker(['simulate', ...args]);

		assert.notEqual(code, 0);
		assert.equal(stdout, '');
		assert.match(stderr, said);
	});
}

// ---- Decks of files -----------------------------------------------------------------------------

const verdicts = (file) => readFileSync(file, 'utf8').split('\n')
	.filter((line) => line !== '' && !line.startsWith('#'))
	.map((line) => line.split('\t').slice(1).join('\t'));

test('each deck of a file gets its verdict and its count', async () => {
	assert.deepEqual((await simulate(...FORCED, '--decks', GOLDEN)).split('\n').slice(0, -1), verdicts(GOLDEN));
});

test('so do the decks that four other programs agree about', {
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

test('another program, written from the rules, judges 500 decks alike', async () => {
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
for (const [what, line] of [
	['51 values', DECK.replace(/ \d+$/, '')],
	['53 values', `${DECK} 10`],
	['an eleven', DECK.replace('10', '11')],
	['a nought', DECK.replace(/^\d+/, '0')],
	['five twos', DECK.replace(/\b1\b/, '2')],
	['words', 'seven of hearts'],
]) {
	test(`${what} are no deck: the line is named`, async () => {
		const { code, stdout, stderr } = await makker(['simulate', ...FORCED, '--decks', '-'],
			{ input: `# decks\n${DECK}\n${line}\n` });

		assert.notEqual(code, 0);
		assert.equal(stdout.split('\n').length, 2, stdout);
		assert.match(stderr, /line 3: 52 values from 1 to 10 are wanted/);
	});
}

test('decks of a game with choices are refused, and so is a file that is not there', async () => {
	const free = await makker(['simulate', '--game', 'ten-twenty-thirty', '--decks', GOLDEN]);
	const absent = await makker(['simulate', ...FORCED, '--decks', '/nowhere/decks.txt']);

	assert.notEqual(free.code, 0);
	assert.match(free.stderr, /only forced games have one verdict/);
	assert.notEqual(absent.code, 0);
	assert.match(absent.stderr, /\/nowhere\/decks\.txt: No such file/);
});
