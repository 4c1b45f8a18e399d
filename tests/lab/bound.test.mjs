// makker-lab bound: what any player without sight can win at most. Its two checks are run in small
// (docs/klondike-search.md has them in large), and what must hold for every budget.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { LAB, lab } from '../cli/makker.mjs';

const SHARE = LAB.includes('/release/') ? 1 : 10;

async function bound(...args) {
	const { code, stdout, stderr } = await lab(['bound', ...args]);

	assert.equal(code, 0, stderr);
	return stdout;
}

const figures = async (...args) => JSON.parse(await bound(...args, '--json'));

/** The loss of each deal. */
async function losses(...args) {
	const text = await bound(...args, '--seer', '1', '--verbose');

	return text.split('\n').filter((line) => line.includes('\t')).map((line) => Number(line.split('\t')[2]));
}

for (const [rules, games] of [['klondike-1', 400], ['klondike-3', 100], ['syvkabale', 300]]) {
	test(`${rules}: a player without the hidden cards pays nothing in the mean`, async () => {
		const { paid } = await figures(rules, '--fair', '--worlds', '1', '-n', String(games / SHARE), '--limit', '20000');

		/* Three standard errors; 1.96 are the margin. */
		assert.ok(Math.abs(paid.value) < paid.margin * 3 / 1.96, `${paid.value} +- ${paid.margin}`);
		assert.ok(paid.margin > 0);
	});
}

test('a player that sees the hidden cards and wins every winnable game pays for it', async () => {
	const { paid, won } = await figures('klondike-1', '--seeing', '--worlds', '2', '-n', '60', '--limit', '20000');

	assert.ok(won.value > 0.85);
	assert.ok(paid.value > paid.margin * 3 / 1.96, `${paid.value} +- ${paid.margin}`);
});

for (const rules of ['klondike-3', 'klondike-3+known', 'syvkabale+kept']) {
	test(`${rules}: endgames are not won more often than the bound says, and nearly as often`, async () => {
		const { deals, best, bound: most, seer } = await figures(rules, '--endgames', '3', '--worlds', '60', '-n', String(50000 / SHARE));

		assert.ok(deals > 200 / SHARE);
		assert.ok(best.value <= most.value + 0.001, `${best.value} and ${most.value}`);
		assert.ok(most.value <= seer.value);
		assert.ok(most.value - best.value < 0.01);
	});
}

test('best play of endgames is worse than play by sight, and the bound shows it', async () => {
	const { best, bound: most, seer } = await figures('syvkabale+kept', '--endgames', '3', '--worlds', '60', '-n', '50000');

	assert.ok(best.value < seer.value);
	assert.ok(most.value < seer.value);
});

test('with more verdicts no deal costs less', async () => {
	const few = await losses('klondike-1', '-n', '6', '--worlds', '40', '--nodes', '300', '--limit', '2000');
	const more = await losses('klondike-1', '-n', '6', '--worlds', '40', '--nodes', '3000', '--limit', '2000');

	assert.equal(few.length, 6);
	few.forEach((loss, i) => assert.ok(loss <= more[i], `deal ${i}`));
	assert.ok(more.some((loss, i) => loss > few[i]));
});

test('the bound is the share by sight less the losses, the same each time', async () => {
	const args = ['syvkabale+kept', '-n', '3', '--worlds', '20', '--nodes', '300', '--limit', '2000', '--seer', '50', '--seer-limit', '100000', '--json'];
	const text = await bound(...args);
	const { deals, seer, loss, bound: most } = JSON.parse(text);

	assert.equal(deals, 3);
	assert.ok(Math.abs(seer.value - loss.value - most.value) < 1e-5);
	assert.ok(seer.value > 0.5 && seer.value <= 1 && loss.value >= 0);
	assert.equal(await bound(...args), text);
});

test('where the stock can be turned without end it makes no difference that it is known', async () => {
	const args = ['-n', '4', '--worlds', '20', '--nodes', '500', '--limit', '2000', '--seer', '50', '--verbose'];

	assert.equal(await bound('klondike-1', ...args), await bound('klondike-1+known', ...args));
});

for (const [what, args, words] of [
	['unknown rules', ['klondike-2'], /'klondike-2' is none of the six rule sets/],
	['too many worlds', ['klondike-1', '--worlds', '5000'], /--worlds: at most 2048/],
	['endgames with too many hidden cards', ['klondike-1', '--endgames', '4'], /--endgames|4/],
	['no rules', [], /Usage: makker-lab bound/],
]) {
	test(`${what} are an error`, async () => {
		const { code, stdout, stderr } = await lab(['bound', ...args]);

		assert.equal(code, 2);
		assert.equal(stdout, '');
		assert.match(stderr, words);
	});
}
