// makker play: a game in the terminal, by what a person types.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { makker, Program } from './makker.mjs';

const NIM = ['play', 'take-away', '--rules', 'groups=[3,4,5]'];

/** Plays on as suggested until the program ends; returns all that it printed. */
async function playAsSuggested(args) {
	const program = new Program(args);
	const prompts = () => program.stdout.split('Your move').length - 1;
	let over = false;

	program.ended().then(() => { over = true; });
	for (let asked = 1; ; asked += 2) {
		await program.until('a turn or the end', () => over || prompts() >= asked);
		if (over) {
			return program;
		}
		program.child.stdin.write('?\n');
		await program.until('the suggestion', () => over || prompts() >= asked + 1);
		const [, number] = /\* *(\d+)\. [^]*?$/.exec(program.stdout.slice(program.stdout.lastIndexOf('*')));
		program.child.stdin.write(`${number}\n`);
	}
}

test('the player against the program: by its suggestions a won game of take-away is won', async () => {
	const program = await playAsSuggested(NIM);

	assert.equal(await program.ended(), 0, program.stderr);
	assert.match(program.stdout, /\n {2}2\. Take 2 cards from group 1\.\n/);
	assert.match(program.stdout, /\* 2\. 100 % {2}Take 2 cards from group 1\.\n +Whatever the other side does, you can answer\.\n/);
	assert.match(program.stdout, /I take \d cards? from group \d\.\n/);
	assert.match(program.stdout, /You have won!\n$/);
});

test('a whole game of Klondike is played to its end', async () => {
	const program = await playAsSuggested(['play', 'klondike', '--strategy', 'heuristic', '--seed', '5']);

	assert.equal(await program.ended(), 0, program.stderr);
	assert.match(program.stdout, /(You have won!.*|the game is lost\. .*)\n$/);
});

test('u takes the last move and the answer to it back', async () => {
	const { code, stdout } = await makker(NIM, { input: 'u\n2\nu\nq\n' });
	const first = stdout.match(/^ {3}1 +\d.*$/gm); /* the first group of each table */

	assert.equal(code, 0);
	assert.match(stdout, /There is nothing to undo\./);
	assert.equal(first.length, 3, stdout);
	assert.equal(first[2], first[0]);
	assert.notEqual(first[1], first[0]);
});

test('other answers are refused, and nothing is played', async () => {
	for (const answer of ['0', '13', '-1', '1x', '', ' 1', 'ja', '99999999999999999999', 'x'.repeat(1000)]) {
		const { code, stdout } = await makker(NIM, { input: `${answer}\nq\n` });

		assert.equal(code, 0);
		assert.match(stdout, /Type a number from 1 to 12, or \?, u or q\./, answer);
		assert.equal(stdout.split('Your move').length, 3, answer);
		assert.doesNotMatch(stdout, /I take/);
	}
});

test('the end of the input ends the game', async () => {
	assert.equal((await makker(NIM, { input: '' })).code, 0);
	assert.equal((await makker(NIM, { input: '1' })).code, 0);
});

test('equal seeds deal equal cards, which stay hidden; the first line names the seed', async () => {
	const play = (...args) => makker(['play', ...args], { input: 'q\n' }).then(({ stdout }) => stdout);
	const first = await play('--seed', '7');
	const [, seed] = /^klondike syvkabale, --seed (\d+)\n/.exec(await play());

	assert.equal(await play('-S', '7', '-g', 'klondike'), first);
	assert.notEqual(await play('--seed', '8'), first);
	assert.ok(Number(seed) >= 0);
	assert.equal(first.split('##').length - 1, 1 + 21, 'the stock and the cards below the front cards');
});

for (const game of ['klondike', 'take-away', 'doppelkopf', 'ten-twenty-thirty', 'freecell']) {
	test(`${game} can be played, in the player's language`, async () => {
		const { code, stdout, stderr } = await makker(['play', game, '--language', 'de', '--worlds', '5'], { input: '?\n1\n1\nq\n' });

		assert.equal(code, 0, stderr);
		assert.match(stdout, /\n {2}1\. [A-ZÄÖÜ]/);
		assert.match(stdout, /Dein Zug \(1-\d+; \? schlägt einen vor/);
		assert.match(stdout, /\* ?\d+\. /);
	});
}

test('an unknown game is refused with the known ones', async () => {
	const { code, stdout, stderr } = await makker(['play', 'bridge']);

	assert.deepEqual([code, stdout], [2, '']);
	assert.match(stderr, /--game: unknown value 'bridge', expected one of klondike/);
});
