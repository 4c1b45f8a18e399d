// makker-lab benchmark: deals, games and verdicts as docs/benchmark.md describes them.

import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { test } from 'node:test';
import { LAB, lab } from '../cli/makker.mjs';

const RULE_SETS = ['syvkabale', 'syvkabale+kept', 'klondike-1', 'klondike-3', 'klondike-1+known', 'klondike-3+known'];
const SEED = 20261122n;
const GAMES = LAB.includes('/release/') ? 100 : 20;

async function benchmark(args, input = '') {
	return lab(['benchmark', ...args], { input });
}

async function lines(...args) {
	const { code, stdout, stderr } = await benchmark(args);

	assert.equal(code, 0, stderr);
	return stdout.trimEnd().split('\n').map((line) => line.split('\t'));
}

// ---- The generator of docs/benchmark.md, written anew -------------------------------------------

const low = (number) => BigInt.asUintN(64, number);
const rotate = (number, by) => low(number << by) | (number >> (64n - by));

function spreading(start) {
	let at = start;

	return () => {
		at = low(at + 0x9e3779b97f4a7c15n);
		let z = low((at ^ (at >> 30n)) * 0xbf58476d1ce4e5b9n);
		z = low((z ^ (z >> 27n)) * 0x94d049bb133111ebn);
		return z ^ (z >> 31n);
	};
}

class Generator {
	constructor(seed, stream) {
		const next = spreading(seed ^ spreading(stream)());

		this.s = [next(), next(), next(), next()];
	}

	next() {
		const { s } = this;
		const result = low(rotate(low(s[1] * 5n), 7n) * 9n);
		const t = low(s[1] << 17n);

		s[2] ^= s[0];
		s[3] ^= s[1];
		s[1] ^= s[2];
		s[0] ^= s[3];
		s[2] ^= t;
		s[3] = rotate(s[3], 45n);
		return result;
	}

	below(n) {
		for (;;) {
			const product = (this.next() >> 32n) * BigInt(n);

			if ((product & 0xffffffffn) >= (1n << 32n) % BigInt(n)) {
				return Number(product >> 32n);
			}
		}
	}

	mix(list) {
		for (let i = list.length - 1; i > 0; i--) {
			const other = this.below(i + 1);

			[list[i], list[other]] = [list[other], list[i]];
		}
	}
}

function deal(number, seed = SEED) {
	const generator = new Generator(seed, BigInt(number));
	const cards = [...'A234567890JQK'].flatMap((rank) => [...'CDHS'].map((suit) => rank + suit));

	generator.mix(cards);
	return { cards, mixing: new Generator(generator.next(), 0n) };
}

test('deals by number are those of the generator, written anew', async () => {
	const first = await lines('deals', 'klondike-3', '--games', '50');
	const far = await lines('deals', 'syvkabale', '--seed', '9007199254740993', '--first', '123456789012', '-n', '2');

	assert.deepEqual(first, first.map((_, i) => [String(i), deal(i).cards.join('')]));
	assert.deepEqual(far, [0, 1].map((i) => [String(123456789012 + i),
		deal(123456789012 + i, 9007199254740993n).cards.join('')]));
});

test('the check values of docs/benchmark.md are the deals', async () => {
	const text = await readFile('docs/benchmark.md', 'utf8');
	const values = [...text.matchAll(/^(\d+)\t([0-9A-Z]{104})$/gm)].map(([, number, cards]) => [number, cards]);

	assert.equal(values.length, 3);
	for (const [number, cards] of values) {
		assert.deepEqual(await lines('deals', 'klondike-1', '--first', number, '-n', '1'), [[number, cards]]);
	}
});

/** The stock of a deal as the document describes it; takes a move and says which card was in front. */
function stockOf(rules, number) {
	const { cards, mixing } = deal(number);
	const stock = cards.slice(28);
	const draw = rules.startsWith('klondike-3') ? 3 : 1;
	let turned = rules.startsWith('syvkabale') ? 1 : 0;

	return (move) => {
		if (move === 'draw') {
			turned = Math.min(turned + draw, stock.length);
			return undefined;
		}
		if (move === 'shuffle') {
			if (rules === 'syvkabale') {
				mixing.mix(stock);
			}
			turned = Math.min(draw, stock.length);
			return undefined;
		}
		if (move.slice(3, 4) !== 'P') {
			return undefined;
		}
		turned -= 1;
		const [card] = stock.splice(turned, 1);
		turned = turned === 0 ? Math.min(draw, stock.length) : turned;
		return card;
	};
}

for (const rules of RULE_SETS) {
	test(`${rules}: the stock turns, and is mixed, as the document says`, async () => {
		let played = 0;
		let shuffled = 0;

		for (const [number, moves] of await lines('play', rules, '-s', 'heuristic', '-n', String(GAMES))) {
			const turn = stockOf(rules, Number(number));

			for (const move of moves.split(', ')) {
				const card = turn(move);
				if (card) {
					assert.equal(move.slice(0, 2), card, `deal ${number}`);
					played += 1;
				}
				shuffled += move === 'shuffle';
			}
		}
		assert.ok(played > GAMES && shuffled > 0);
	});

	test(`${rules}: games that are judged are won as often as they were played`, async () => {
		const [preset, ...options] = rules.split('+');
		const changes = options.map((option) => ({ kept: 'shuffle_order=kept', known: 'stock_known=true' })[option]);
		const play = await benchmark(['play', rules, '-s', 'heuristic', '-n', String(GAMES)]);
		const { code, stdout, stderr } = await benchmark(['judge', rules, '-n', String(GAMES)], play.stdout);
		const { stdout: result } = await lab(['tournament', '--json', '-p', preset, '-s', 'heuristic', '-S', String(SEED),
			'-n', String(GAMES), ...changes.flatMap((change) => ['-r', change])]);
		const { won, lost } = JSON.parse(result);

		assert.equal(code, 0, stderr);
		assert.match(stdout, new RegExp(`: won ${won.games} of ${GAMES}, [^;]*; lost ${lost.games}, unfinished 0, illegal 0, missing 0\n$`));
		assert.ok(won.games > 0 && lost.games > 0);
		assert.equal(stdout.match(/^\d+\twon\t/gm).length, won.games);
	});
}

test('a strategy with search plays within its budget, the same every time', async () => {
	const play = () => benchmark(['play', 'klondike-1', '-s', 'search', '--nodes', '40', '--first', '7', '-n', '2']);
	const { code, stdout } = await play();
	const judged = await benchmark(['judge', 'klondike-1', '--first', '7', '-n', '2', '-'], stdout);

	assert.equal(code, 0);
	assert.equal(judged.code, 0, judged.stdout);
	assert.equal((await play()).stdout, stdout);
});

// ---- The judge ----------------------------------------------------------------------------------

const judge = (input, ...args) => benchmark(['judge', 'klondike-1', '-n', '2', ...args], input);

test('a game that stops is unfinished, a deal without a game is missing, and both are not won', async () => {
	const { code, stdout } = await judge('# by a program\n\n0\t4H 5>3, 3S 5>4\n');

	assert.equal(code, 1);
	assert.match(stdout, /^0\tunfinished\t2 moves\n/);
	assert.match(stdout, /won 0 of 2, .*; lost 0, unfinished 1, illegal 0, missing 1\n$/);
});

test('a game without a move is unfinished', async () => {
	const { code, stdout } = await judge('0\t\n1\t\n');

	assert.equal(code, 0);
	assert.match(stdout, /unfinished 2, illegal 0, missing 0\n$/);
});

for (const [what, moves, place] of [
	['a move that the table does not allow', '4H 5>3, 4H 5>3', 'move 2: 4H 5>3'],
	['a card that lies elsewhere', 'AS 3>F', 'move 1: AS 3>F'],
	['a redeal before the stock is turned', 'draw, shuffle', 'move 2: shuffle'],
	['the beginning of a move', '4H 5', 'move 1: 4H 5'],
	['more than a move', '4H 5>33', 'move 1: 4H 5>33'],
	['an escape sequence', '\u001b[2J', 'move 1: \\u{1b}[2J'],
]) {
	test(`${what} is illegal, and named`, async () => {
		const { code, stdout } = await judge(`1\t\n0\t${moves}\n`);

		assert.equal(code, 1);
		assert.ok(stdout.includes(`0\tillegal\t${place}\n`), stdout);
		assert.match(stdout, /illegal 1, missing 0\n$/);
	});
}

test('a ten can be written with a T, and blanks are ignored', async () => {
	const games = await lines('play', 'klondike-1', '-s', 'heuristic', '-n', '10');
	const input = games.map(([number, moves]) => `${number}\t${moves.replace(/(^| )0/g, '$1T').replaceAll(', ', ' ,  ')}\r\n`).join('');
	const { code, stdout } = await benchmark(['judge', 'klondike-1', '-n', '10'], input);

	assert.ok(input.includes('T'));
	assert.equal(code, 0, stdout);
});

test('moves after a win are ignored', async () => {
	const games = await lines('play', 'syvkabale', '-s', 'heuristic', '-n', '10');
	const input = games.map(([number, moves]) => `${number}\t${moves}, KS 7>F\n`).join('');
	const { code, stdout } = await benchmark(['judge', 'syvkabale', '-n', '10'], input);

	assert.equal(code, 1);
	assert.match(stdout, /\twon\t/);
	assert.match(stdout, /\tillegal\t/);
	assert.doesNotMatch(stdout, /\tlost\t/);
});

for (const [what, input, words] of [
	['a second game of a deal', '0\t\n0\t\n', /-:2: a second game of the same deal/],
	['a deal out of the range', '2\t\n', /-:1: not one of the deals/],
	['a line without a tab', '0 draw\n', /-:1: not the number of a deal, a tab, and moves/],
	['a third field', '0\tdraw\t1\n', /-:1: not the number/],
	['a number that is none', '-1\tdraw\n', /-:1: not the number/],
	['a number beyond all numbers', '99999999999999999999\tdraw\n', /-:1: not the number/],
]) {
	test(`${what} is refused`, async () => {
		const { code, stderr } = await judge(input);

		assert.equal(code, 1);
		assert.match(stderr, words);
	});
}

for (const [args, words, status] of [
	[['deals', 'klondike-2'], /'klondike-2' is none of the six rule sets/, 2],
	[['shuffle', 'klondike-1'], /'shuffle' is not deals, play or judge/, 2],
	[['deals', 'klondike-1', 'file'], /./, 2],
	[['deals'], /Usage/, 2],
	[['play', 'klondike-1', '-s', 'unknown'], /--strategy/, 2],
	[['deals', 'klondike-1', '-n', '0'], /invalid value '0'/, 2],
	[['judge', 'klondike-1', '/nonexistent'], /\/nonexistent: No such file/, 1],
]) {
	test(`benchmark ${args.join(' ')} fails, and says why`, async () => {
		const { code, stderr } = await benchmark(args);

		assert.equal(code, status);
		assert.match(stderr, words);
	});
}
