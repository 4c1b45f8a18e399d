// makker rules: a game explained in the terminal, or as Markdown.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { makker } from './makker.mjs';

const GAMES = ['klondike', 'doppelkopf', 'take-away', 'ten-twenty-thirty', 'freecell'];

/** True if the next line continues this one: a paragraph, or an item of a list. */
const goesOn = (line, next) => /^ {2}/.test(line) && /^ {2}/.test(next ?? '') && !/^ {2}- /.test(next);

for (const game of GAMES) {
	for (const language of ['en', 'da', 'de', 'el']) {
		test(`${game}, ${language}: no line is wider than 80 characters, and none is wrapped early`, async () => {
			const { code, stdout, stderr } = await makker(['rules', game, '--language', language]);
			const lines = stdout.split('\n');

			assert.deepEqual([code, stderr], [0, '']);
			assert.ok(lines.length > 30);
			for (const [number, line] of lines.entries()) {
				assert.ok([...line].length <= 80, line);
				assert.ok(!/\s$/.test(line), `"${line}"`);
				if (goesOn(line, lines[number + 1])) {
					const [word] = lines[number + 1].trim().split(' ');
					assert.ok([...`${line} ${word}`].length > 80, `${line} | ${word}`);
				}
			}
		});
	}
}

test('the first preset is the default, and another has other rules', async () => {
	const first = (await makker(['rules'])).stdout;

	assert.equal((await makker(['rules', 'klondike', '--preset=syvkabale'])).stdout, first);
	assert.match(first, /^This variant: syvkabale$/m);
	assert.match((await makker(['rules', 'klondike', '-p', 'klondike-3'])).stdout, /turn over three cards/);
	assert.match((await makker(['rules', 'freecell', '-p', 'bakers-game'])).stdout, /Baker's game is older/);
});

test('--markdown writes headings, and paragraphs unwrapped', async () => {
	const { code, stdout } = await makker(['rules', 'ten-twenty-thirty', '--markdown', '-l', 'da']);

	assert.equal(code, 0);
	assert.match(stdout, /^# 10-20-30\n\n## Målet\n\nFå alle kort/);
	assert.match(stdout, /^Nestor Louizidis .*blog/m);
});

test('an unknown game, preset or language is rejected with the known ones', async () => {
	for (const [args, expected] of [
		[['whist'], /unknown value 'whist', expected one of .*klondike/],
		[['klondike', '--preset', 'ddv'], /--preset: unknown value 'ddv', expected one of syvkabale/],
		[['--language', 'tlh'], /--language: unknown value 'tlh'/],
		[['klondike', 'freecell'], /one game at a time/],
	]) {
		const { code, stdout, stderr } = await makker(['rules', ...args]);
		assert.deepEqual([code, stdout], [2, '']);
		assert.match(stderr, expected);
	}
});

test('custom rules select the paragraphs and omit the sentence about the preset', async () => {
	const usual = (await makker(['rules', 'klondike', '--language=en'])).stdout.replace(/\s+/g, ' ');
	const own = (await makker(['rules', 'klondike', '--language=en', '--rules=draw=3'])).stdout.replace(/\s+/g, ' ');
	assert.match(own, /turn over three cards of the stock together/);
	assert.doesNotMatch(usual, /turn over three cards/);
	assert.match(usual, /Danish rules: one card at a time/);
	assert.doesNotMatch(own, /one card at a time/);
	assert.equal((await makker(['rules', 'klondike', '--rules=draw=9'])).code, 2);
});
