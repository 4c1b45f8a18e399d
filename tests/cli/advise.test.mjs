// makker advise: a table in any of its forms, offline.

import assert from 'node:assert/strict';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { makker } from './makker.mjs';

/* The first table of the manual that the project comes from. */
const LINE = 'KS,UU,UU,UU,UU,5S,5H,QC,7H,8D,9D,9C';
const SNAPSHOT = {
	draw_pile: 'KS', foundations: ['UU', 'UU', 'UU', 'UU'],
	columns: ['5S', '5H', 'QC', '7H', '8D', '9D', '9C'],
};

/* Options independent of the machine: a number of playouts instead of a time. */
async function advise(table, ...args) {
	const { code, stdout, stderr } = await makker(['advise', '--json', '--nodes', '500', ...args], { input: table });

	assert.equal(code, 0, stderr);
	const { advice: { elapsed_ms: elapsed, ...advice }, ...answer } = JSON.parse(stdout);
	assert.ok(elapsed >= 0);
	return { ...answer, advice };
}

const SENTENCES = {
	en: /eight of diamonds/, da: /^Flyt ruder otte fra kolonne 5 til kolonne 7\.$/, de: /Karo-Acht/,
	el: /οκτώ καρό/,
};

for (const [language, sentence] of Object.entries(SENTENCES)) {
	test(`the first table is advised in ${language}`, async () => {
		const { code, stdout } = await makker(['advise', '--strategy', 'heuristic', '--language', language, LINE]);
		const lines = stdout.trimEnd().split('\n');

		assert.equal(code, 0);
		assert.match(lines.at(-1), sentence);
		assert.match(stdout, /^\* {2}1\. \S.*\n {6}\S.*$/m, 'the best move with its reasons');
		assert.match(stdout, /^ {3}2\. \S/m, 'the other legal move');
	});
}

test('Doppelkopf: an announcement does not change how often the others stay below 90', async () => {
	const { stdout } = await makker(['advise', '--json', '--worlds', '200', '--budget-ms', '0', '--game', 'doppelkopf', 'examples/doppelkopf.json']);
	const announced = JSON.parse(stdout).moves.filter(({ announce }) => announce);
	assert.equal(announced.length, 5);
	for (const { announce, odds } of announced) {
		assert.equal(odds.below_90, announced[0].odds.below_90, announce);
		assert.ok(odds.below_60 <= odds.below_90 && odds.below_30 <= odds.below_60, announce);
	}
	assert.ok(announced.every(({ announce, odds }) => announce !== 'black' || odds.win < odds.below_90));
});

test('the JSON has every legal move with the fields of the API', async () => {
	const answer = await advise(LINE, '--language', 'da', '--strategy', 'heuristic');

	assert.equal(answer.status, 'playing');
	assert.equal(answer.message, 'Flyt ruder otte fra kolonne 5 til kolonne 7.');
	assert.deepEqual(answer.moves.map((move) => move.kind), ['column_to_column', 'draw']);
	const { type, kind, from, to, cut, card, cards, plain_text: words, held_back: held } = answer.suggestion;
	assert.deepEqual({ type, kind, from, to, cut, card, cards, words, held }, {
		type: 3, kind: 'column_to_column', from: 4, to: 6, cut: 1, card: '8D', cards: ['8D'],
		words: 'ruder otte', held: null,
	});
	assert.deepEqual(answer.moves[0], answer.suggestion);
	assert.equal(answer.suggestion.value, null);
	assert.ok(answer.suggestion.reasons.includes('turns_up_card'));
	assert.equal(answer.table.draw_pile.left, 23);
});

test('a snapshot as JSON, the table, and a whole session give the same advice', async () => {
	const first = await advise(LINE);

	assert.deepEqual(await advise(JSON.stringify(SNAPSHOT)), first);
	assert.deepEqual(await advise(JSON.stringify(first.table)), first);
	assert.deepEqual(await advise(JSON.stringify(first)), first);
});

test('a session has its own rules, strategy and language; options take precedence', async () => {
	const first = await advise(LINE, '--language', 'de', '--strategy', 'classic', '--rules', 'shuffles=1');
	const session = JSON.stringify(first);

	assert.deepEqual(await advise(session), first);
	assert.equal((await advise(session, '--language', 'da')).language, 'da');
	assert.equal((await advise(session, '--strategy', 'heuristic')).strategy, 'heuristic');
});

test('repeated --rules options are merged, and the last value of a rule is used', async () => {
	const rules = async (...words) => (await advise(LINE, ...words.flatMap((word) => ['--rules', word]))).rules;
	const together = await rules('draw=3,shuffles=1');

	assert.deepEqual([together.draw, together.shuffles], [3, 1]);
	assert.deepEqual(await rules('draw=3', 'shuffles=1'), together);
	assert.deepEqual(await rules('draw=1,shuffles=1', 'draw=3'), together);
	const session = JSON.stringify(await advise(LINE, '--rules', 'draw=3'));

	assert.deepEqual((await advise(session, '--rules', 'max_column_to_column=3', '--rules', 'foundation_return=no')).rules,
		{ ...JSON.parse(session).rules, max_column_to_column: 3, foundation_return: false });
});

test('invalid rules are reported from any --rules option, and too many --rules options are rejected', async () => {
	for (const words of [['draw', 'shuffles=1'], ['shuffles=1', 'draw'], ['draw=3', 'shuffles=1,shuffles=2'], Array(33).fill('draw=3')]) {
		const { code, stderr } = await makker(['advise', ...words.flatMap((word) => ['--rules', word]), LINE]);

		assert.equal(code, 2);
		assert.match(stderr, /^makker advise: --rules/);
	}
});

test('the table comes from a file, from standard input or from the command line', async (t) => {
	const folder = mkdtempSync(join(tmpdir(), 'makker-cli-'));
	const file = join(folder, 'table');
	const nodes = ['--nodes', '300'];
	const expected = (await makker(['advise', ...nodes, LINE])).stdout;

	t.after(() => rmSync(folder, { recursive: true }));
	writeFileSync(file, `${LINE}\n`);
	assert.equal((await makker(['advise', ...nodes, file])).stdout, expected);
	assert.equal((await makker(['advise', ...nodes], { input: `${LINE}\r\n` })).stdout, expected);
	assert.equal((await makker(['advise', ...nodes, '-'], { input: LINE })).stdout, expected);
});

test('a search reports its forecast, independent of the number of threads', async () => {
	const one = await advise(LINE);

	assert.equal(one.strategy, 'search');
	assert.ok(0 < one.advice.low && one.advice.low < one.advice.value && one.advice.value < one.advice.high);
	assert.ok(one.advice.nodes <= 500 && one.advice.nodes > 400);
	assert.equal(one.suggestion.value, one.advice.value);
	assert.deepEqual(await advise(LINE, '--threads', '2'), one);
	assert.deepEqual(await advise(LINE, '--threads', '3'), one);
	assert.notDeepEqual((await advise(LINE, '--nodes', '600')).advice, one.advice);
	assert.match((await makker(['advise', '--worlds', '50', LINE])).stdout, /^The chance of winning is about \d+%\.$/m);
});

test('the list has the same percentages as the sentence below it', async () => {
	const { stdout } = await makker(['advise', '--worlds', '50', LINE]);
	const [, first] = stdout.match(/^\*  1\. +(\d+)%  /m);

	assert.match(stdout, new RegExp(`^The chance of winning is about ${first}%\\.$`, 'm'));
	assert.doesNotMatch(stdout, /\d\.\d/);
	assert.match((await makker(['advise', '--game', 'take-away', '3,4,5'])).stdout, /^\*  1\. +100%  Take 2 cards/m);
});

test('points are no percentages', async () => {
	const table = { hand: ['0H', 'QC', 'QS', 'JD', 'AD', 'KD', 'AC', '0C', 'KS', 'AH', '9H'], dealer: 3,
		tricks: [{ leader: 0, cards: ['9S', 'AS', '0S', 'KS'] }], trick: { leader: 1, cards: ['9C', 'KC', '9C'] } };
	const { stdout } = await makker(['advise', '--game', 'doppelkopf', '--worlds', '20', JSON.stringify(table)]);

	assert.match(stdout, /^\*  1\. +[+−]\d+\.\d  /m);
	assert.doesNotMatch(stdout, / %  /);
});

test('three cards that form a whole column of 10-20-30 are listed once', async () => {
	const columns = [['7H', '3H', 'KC'], ['KD', '9C'], ['3C', '2D'], ['2S', '4S'], ['5D', '6S'], ['6H', '9H'], ['8C', '9D']];
	const { moves } = await advise(JSON.stringify({ columns }), '--game', 'ten-twenty-thirty', '--worlds', '8');

	assert.deepEqual(moves.map(({ kind }) => kind), ['remove', 'deal']);
});

test('a pipe gets no colours', async () => {
	assert.doesNotMatch((await makker(['advise', LINE])).stdout, /\x1b/);
});

const REFUSED = [
	['no file', ['advise', 'nowhere.txt'], '', 1, /nowhere\.txt: No such file/],
	['neither a file nor a table', ['advise', 'kings'], '', 1, /^makker advise: 'kings' is neither a file nor a table such as KS,UU,/],
	['a folder', ['advise', '/'], '', 1, /Is a directory/],
	['nothing', ['advise'], '', 1, /./],
	['an empty word', ['advise', ''], '', 1, /'': empty file name/],
	['no such game, whatever the table', ['advise', '--game', 'nix', '7H'], '', 2, /--game: unknown value 'nix', expected one of klondike/],
	['11 slots', ['advise', 'KS,UU,UU,UU,UU,5S,5H,QC,7H,8D,9D'], '', 1, /./],
	['14 slots', ['advise', `${LINE},BACK,XX`], '', 1, /./],
	['a card in the thirteenth slot', ['advise', `${LINE},2C`], '', 1, /thirteenth slot/],
	['a bad card', ['advise', LINE.replace('8D', '9X')], '', 1, /9X/],
	['a card twice', ['advise', LINE.replace('8D', '9D')], '', 1, /./],
	['an unreadable front card', ['advise', LINE.replace('8D', 'UU')], '', 1, /./],
	['broken JSON', ['advise', '{"columns":['], '', 1, /line 1, column \d+: /],
	['input that is neither a valid snapshot nor a valid table', ['advise', '--game', 'doppelkopf', '{"hand":["AC"]}'], '', 1, /^makker advise: \/hand: A hand has 12 cards, not 1\.$/m],
	['JSON of something else', ['advise', '{"cats":2}'], '', 1, /as a snapshot: .*as a table: /],
	['a list', ['advise', '[1,2]'], '', 1, /./],
	['a session before its first snapshot', ['advise', '{"game":"klondike","status":"waiting","table":{"columns":[]}}'], '', 1, /no snapshot yet/],
	['a session of another game', ['advise', '{"game":"bridge","table":{"a":1}}'], '', 2, /unknown value 'bridge', expected one of/],
	['too much', ['advise'], 'K'.repeat(70000), 1, /longer than 65536 bytes/],
	['two tables', ['advise', LINE, LINE], '', 2, /one table at a time/],
	['no such strategy', ['advise', '-s', 'luck', LINE], '', 2, /--strategy: unknown value 'luck'/],
	['no such language', ['advise', '-l', 'xx', LINE], '', 2, /--language: unknown value 'xx'/],
	['bytes that are not UTF-8', ['advise'], Buffer.from([0xff, 0xfe, 0x2c, 0x80]), 1, /./],
];

for (const [name, args, input, expected, words] of REFUSED) {
	test(`${name}: rejected with a message`, async () => {
		const { code, stdout, stderr } = await makker(args, { input });

		assert.equal(code, expected, stderr);
		assert.match(stderr, /^makker advise: ./);
		assert.match(stderr, words);
		assert.equal(stdout, '');
	});
}

test('a hand of Doppelkopf, a table of it and its session are advised alike', async () => {
	const hand = ['0H', 'QC', 'QS', 'JD', 'AD', 'KD', 'AC', '0C', 'KS', 'AH', '9H'];
	const table = { hand, dealer: 3, tricks: [{ leader: 0, cards: ['9S', 'AS', '0S', 'KS'] }], trick: { leader: 1, cards: ['9C', 'KC', '9C'] } };
	const rest = ['--game', 'doppelkopf', '--worlds', '20'];
	const first = await advise(JSON.stringify(table), ...rest);

	assert.deepEqual(first.moves.filter(({ kind }) => kind === 'play').map(({ card }) => card).sort(), ['0C', 'AC']);
	assert.equal(first.suggestion.card, first.moves[0].card);
	assert.deepEqual(await advise(JSON.stringify(first.table), ...rest), first);
	assert.deepEqual(await advise(JSON.stringify(first), '--worlds', '20'), first);
	const dealt = await advise(JSON.stringify({ hand: [...hand, '9S'], dealer: 3 }), ...rest);

	assert.ok(dealt.moves.some(({ reservation }) => reservation === 'solo_queens'));
});

test('an impossible table of Doppelkopf is reported with its place', async () => {
	const table = JSON.stringify({ table: { hand: ['0H'], dealer: 3 }, game: 'doppelkopf' });
	const { code, stderr } = await makker(['advise'], { input: table });

	assert.notEqual(code, 0);
	assert.match(stderr, /\/hand: A hand has 12 cards, not 1\./);
});

test('a table of 10-20-30 is advised, and so is the table of the response', async () => {
	const columns = [['7H', '3H', 'KC'], ['KD', '9C'], ['3C', '2D'], ['2S', '4S'], ['5D', '6S'], ['6H', '9H'], ['8C', '9D']];
	const rest = ['--game', 'ten-twenty-thirty', '--worlds', '8'];
	const first = await advise(JSON.stringify({ columns }), ...rest);

	assert.equal(first.suggestion.kind, 'remove');
	assert.deepEqual(first.suggestion.cards, columns[0]);
	assert.equal(first.table.next_column, 1);
	assert.deepEqual(await advise(JSON.stringify(first.table), ...rest), first);
	const { code, stderr } = await makker(['advise'], { input: JSON.stringify({ game: 'ten-twenty-thirty', table: { columns, dealt: 3 } }) });

	assert.notEqual(code, 0);
	assert.match(stderr, /\/dealt: With these columns another number of cards was dealt/);
});

test('advise takes a line without a comma', async () => {
	const take = await makker(['advise', '--game', 'take-away', '5']);
	const tens = await makker(['advise', '--game', 'ten-twenty-thirty', '7H']);

	assert.equal(take.code, 0, take.stderr);
	assert.doesNotMatch(tens.stderr, /No such file/);
});
