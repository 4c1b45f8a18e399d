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
	const { code, stdout, stderr } = await makker(['solve', '--line', fileOf(`${rows.join('\n')}\n`)]);
	const [first, second] = stdout.trim().split('\n').map((line) => line.split('\t'));

	assert.equal(code, 0, stderr);
	assert.ok(['winnable', 'unwinnable'].includes(first[1]));
	assert.equal(first[1] === 'winnable', first.length > 4);
	assert.ok(['winnable', 'unwinnable'].includes(second[1]));
	assert.ok(Number(first[2]) >= 1);
});

test('a verdict that differs fails', async () => {
	const { stdout } = await makker(['solve', fileOf(`${DEAL}\t1\tunlimited\n`)]);
	const wrong = stdout.split('\t')[1] === 'winnable' ? 'unwinnable' : 'winnable';
	const { code, stdout: said } = await makker(['solve', fileOf(`${DEAL}\t1\tunlimited\t${wrong}\tnobody(worryback,full)\n`)]);

	assert.equal(code, 1);
	assert.match(said, /differs/);
});

test('what is no deal is named by its line and card', async () => {
	for (const [text, place] of [
		['AC', /line 1: .*104/], [DEAL.replace('KC', 'XX'), /\/1.*card 2/], [DEAL.replace('KC', 'AC'), /\/1/],
		[`${DEAL}\t2\tunlimited`, /draw/],
	]) {
		const { code, stderr } = await makker(['solve', fileOf(`${text}\n`)]);

		assert.notEqual(code, 0);
		assert.match(stderr, place);
	}
});

// Verdicts of other solvers, where they lie beside the project.
const VERDICTS = process.env.MAKKER_DATA
	? join(process.env.MAKKER_DATA, 'klondike/verdicts_some.tsv')
	: fileURLToPath(new URL('../../../shared/data/klondike/verdicts_some.tsv', import.meta.url));

test('no verdict differs from those of other solvers', {
	skip: existsSync(VERDICTS) ? false : 'their file is not here',
}, async (t) => {
	const { code, stderr } = await makker(['solve', '--nodes', '200000', VERDICTS]);

	t.diagnostic(`solve: ${stderr.trim()}`);
	assert.equal(code, 0, stderr);
	assert.match(stderr, / 0 differ/);
	assert.ok(Number(/(\d+) agree/.exec(stderr)[1]) > 1000);
});
