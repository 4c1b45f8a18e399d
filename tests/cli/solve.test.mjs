// makker solve: verdicts on whole deals.

import assert from 'node:assert/strict';
import { existsSync, mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { makker } from './makker.mjs';

// Suits one after another, king to ace: every ace lies at the end of the pile or free in a column.
const DEAL = 'ACKCQCJCTC9C8C7C6C5C4C3C2CADKDQDJDTD9D8D7D6D5D4D3D2DAHKHQHJHTH9H8H7H6H5H4H3H2HASKSQSJSTS9S8S7S6S5S4S3S2S';

function fileOf(text) {
	const path = join(mkdtempSync(join(tmpdir(), 'makker-')), 'deals.tsv');

	writeFileSync(path, text);
	return path;
}

test('a deal is solved under the rules of its row, and a win has its line', async () => {
	const rows = [`${DEAL}\t1\tunlimited`, `${DEAL}\t3\t0\t?\tnobody(noworryback,full)`];
	const { code, stdout, stderr } = await makker(['solve', fileOf(`${rows.join('\n')}\n`)]);
	const [first, second] = stdout.trim().split('\n').map((line) => line.split('\t'));

	assert.equal(code, 0, stderr);
	assert.ok(['winnable', 'unwinnable'].includes(first[1]));
	assert.equal(first[1] === 'winnable', first.length > 4);
	assert.ok(['winnable', 'unwinnable'].includes(second[1]));
	assert.ok(Number(first[2]) >= 1);
});

test('the output ends with the medians for each set of rules', async () => {
	const rows = [`${DEAL}\t1\tunlimited`, `${DEAL}\t3\t0`, `${DEAL}\t1\tunlimited`, DEAL];
	const { stdout, stderr } = await makker(['solve', '--brief', fileOf(`${rows.join('\n')}\n`)]);

	assert.match(stderr, /^draw 1, redeals unlimited: the median deal took [\d.]+ us, the median positions are \d+$/m);
	assert.match(stderr, /^draw 3, redeals 0: the median/m);
	assert.match(stderr, /^syvkabale: the median/m);
	assert.ok(stdout.trim().split('\n').every((line) => line.split('\t').length === 4));
});

test('a different verdict is a failure', async () => {
	const { stdout } = await makker(['solve', fileOf(`${DEAL}\t1\tunlimited\n`)]);
	const wrong = stdout.split('\t')[1] === 'winnable' ? 'unwinnable' : 'winnable';
	const { code, stdout: output } = await makker(['solve', fileOf(`${DEAL}\t1\tunlimited\t${wrong}\tnobody(worryback,full)\n`)]);

	assert.equal(code, 1);
	assert.match(output, /differs/);
});

test('a folder is rejected as a file of deals, and an unknown game is reported before the table is read', async () => {
	for (const [args, expected, words] of [
		[['/'], 1, /^makker solve: \/: Is a directory\n$/],
		[['--game', 'nix', '--table=nowhere'], 2, /^makker solve: --game: unknown value 'nix', expected one of/],
	]) {
		const { code, stdout, stderr } = await makker(['solve', ...args]);

		assert.equal(code, expected, stderr);
		assert.match(stderr, words);
		assert.equal(stdout, '');
	}
});

test('an invalid deal is reported with its line and card', async () => {
	for (const [text, place] of [
		['AC', /line 1: .*104/], [DEAL.replace('KC', 'XX'), /\/1.*card 2/], [DEAL.replace('KC', 'AC'), /\/1/],
		[`${DEAL}\t2\tunlimited`, /draw/],
	]) {
		const { code, stderr } = await makker(['solve', fileOf(`${text}\n`)]);

		assert.notEqual(code, 0);
		assert.match(stderr, place);
	}
});

// ---- Tables ---------------------------------------------------------------------------------

const CARDS = DEAL.replaceAll('T', '0').match(/../g);

// The deal as a table before the first draw, its face-down cards named.
function tableOf(cards) {
	const columns = [];
	let at = 0;

	for (let unseen = 0; unseen < 7; unseen++) {
		columns.push({ unseen, under: cards.slice(at, at + unseen), cards: [cards[at + unseen]] });
		at += unseen + 1;
	}
	return { columns, draw_pile: { cards: [], left: 24, known_order: cards.slice(at) } };
}

const TABLE = tableOf(CARDS);
const ENDLESS = ['--preset', 'klondike-1'];

const solved = (stdout) => stdout.trim().split('\t').filter((_, i) => i !== 3);

test('a table with every card named is solved as its deal is', async () => {
	const deal = await makker(['solve', ...ENDLESS, fileOf(`${DEAL}\t1\tunlimited\n`)]);
	const table = await makker(['solve', ...ENDLESS, '--table', JSON.stringify(TABLE)]);

	assert.equal(table.code, 0, table.stderr);
	assert.deepEqual(solved(table.stdout), solved(deal.stdout));
});

test('a table comes from the command line, a file, standard input, or with its session', async () => {
	const text = JSON.stringify(TABLE);
	const session = JSON.stringify({ game: 'klondike', preset: 'klondike-1', status: 'playing', table: TABLE });
	const { stdout } = await makker(['solve', ...ENDLESS, '--table', text]);

	assert.match(stdout, /^1\t(winnable|unwinnable)\t\d+\t/);
	for (const [args, input] of [
		[[...ENDLESS, '--table', fileOf(text)]], [[...ENDLESS, `--table=${text}`]],
		[[...ENDLESS, '--table', '-'], text], [[...ENDLESS, '--table'], text], [['--table', session]],
	]) {
		const again = await makker(['solve', ...args], { input });

		assert.deepEqual(solved(again.stdout), solved(stdout), again.stderr);
	}
});

test('a table near its end is solved by its moves', async () => {
	const columns = [['KS', 'QH'], ['KH', 'QS'], ['KC'], ['QD'], [], [], []]
		.map((cards) => ({ unseen: 0, cards }));
	const table = {
		columns, foundations: { C: 'QC', D: 'JD', H: 'JH', S: 'JS' }, draw_pile: { cards: ['KD'], known_order: [] },
	};
	const { code, stdout, stderr } = await makker(['solve', ...ENDLESS, '--table', JSON.stringify(table)]);

	assert.equal(code, 0, stderr);
	assert.match(stdout, /^1\twinnable\t1\t[\d.]+\t/);
	assert.equal(stdout.split(', ').length, 7);
});

test('a single unnamed card is deduced', async () => {
	const table = structuredClone(TABLE);

	table.columns[6].under[3] = null;
	assert.deepEqual(solved((await makker(['solve', ...ENDLESS, '--table', JSON.stringify(table)])).stdout),
		solved((await makker(['solve', ...ENDLESS, '--table', JSON.stringify(TABLE)])).stdout));
});

test('a table with an unknown card is rejected with its place', async () => {
	for (const [spoil, place] of [
		[(table) => { delete table.columns[3].under; }, /\/columns\/3\/under\/0: .*not known/],
		[(table) => { table.columns[3].under[2] = table.columns[4].under[1] = null; }, /\/columns\/3\/under\/2: .*not known/],
		[(table) => { table.draw_pile.known_order[5] = table.draw_pile.known_order[7] = null; }, /\/draw_pile\/known_order\/5: .*not known/],
		[(table) => { table.draw_pile.known_order = []; }, /\/draw_pile\/known_order\/0: .*not known/],
		[(table) => { table.columns[3].under.pop(); }, /\/columns\/3\/under: .*3 face-down/],
		[(table) => { table.columns[3].under[1] = 'ZZ'; }, /\/columns\/3\/under\/1: .*no card/],
		[(table) => { table.columns[3].under[1] = table.columns[0].cards[0]; }, /\/columns\/3\/under\/1: .*elsewhere/],
		[(table) => { table.columns[3].under = 'KS'; }, /\/columns\/3\/under: .*list/],
	]) {
		const table = structuredClone(TABLE);

		spoil(table);
		const { code, stderr } = await makker(['solve', ...ENDLESS, '--table', JSON.stringify(table)]);

		assert.equal(code, 1, stderr);
		assert.match(stderr, place);
	}
});

test('a snapshot of front cards cannot be solved', async () => {
	const { code, stderr } = await makker(['solve', '--table', 'KS,UU,UU,UU,UU,5S,5H,QC,7H,8D,9D,9C']);

	assert.equal(code, 1);
	assert.match(stderr, /\/columns\/\d\/under\/0: /);
});

// Verdicts of other solvers, where they lie beside the project.
const VERDICTS = process.env.MAKKER_DATA
	? join(process.env.MAKKER_DATA, 'klondike/verdicts_some.tsv')
	: fileURLToPath(new URL('../../../shared/data/klondike/verdicts_some.tsv', import.meta.url));

test('no verdict differs from those of other solvers', {
	skip: existsSync(VERDICTS) ? false : 'their file is not here',
}, async (t) => {
	const { code, stderr } = await makker(['solve', '--brief', '--nodes', '200000', VERDICTS]);

	t.diagnostic(`solve: ${stderr.trim()}`);
	assert.equal(code, 0, stderr);
	assert.match(stderr, / 0 differ/);
	assert.ok(Number(/(\d+) agree/.exec(stderr)[1]) > 1000);
});

test('a deal with a card twice names both places and the card that is missing', async () => {
	const ranks = [...'A234567890JQK'], suits = [...'CDHS'];
	const deck = suits.flatMap((suit) => ranks.map((rank) => rank + suit));
	const twice = deck.with(5, 'AC').join('');
	const none = deck.with(9, 'XC').join('');

	assert.match((await makker(['solve', '-'], { input: `${twice}\n` })).stderr,
		/^makker solve: line 1: \/5: card 6, 'AC', is also card 1; missing: 6C$/m);
	assert.match((await makker(['solve', '-'], { input: `${none}\n` })).stderr, /card 10, 'XC', is not a card/);
	assert.match((await makker(['simulate', '--game', 'ten-twenty-thirty', '--rules', `deck=[${deck.with(5, 'AC')}]`])).stderr,
		/--rules\/deck\/5: 'AC' is listed twice, first as entry 1/);
});
