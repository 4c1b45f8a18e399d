// makker-lab bound-tens: what any player without sight of the deck can win at most of 10-20-30.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { LAB, lab } from '../cli/makker.mjs';

const SHARE = LAB.includes('/release/') ? 1 : 10;

async function bound(...args) {
	const { code, stdout, stderr } = await lab(['bound-tens', '--json', ...args]);

	assert.equal(code, 0, stderr);
	return JSON.parse(stdout);
}

test('a fair player stays below the bound, and the bound below the seer', async () => {
	const { deals, tables, policy, player, bound: most, seer } =
		await bound('-n', String(300 / SHARE), '--worlds', '50', '--base', String(2000 / SHARE));

	assert.equal(deals, 300 / SHARE);
	assert.ok(tables > 0.3 && tables < 3, `${tables}`);
	assert.ok(player.value <= most.value, `${player.value} and ${most.value}`);
	assert.ok(policy.value < seer.value);
	if (SHARE === 1) {
		assert.ok(most.value < seer.value, `${most.value} and ${seer.value}`);
		assert.ok(most.value > policy.value);
	}
});

test('what the gains say is what the player wins more than the policy', async () => {
	/* Paired deals: the difference of the wins is rarely more than a few of them. */
	const { player_gain: gain, player_won: won, policy_won: policy } =
		await bound('-n', String(600 / SHARE), '--worlds', '20', '--base', '1');
	const difference = won.value - policy.value;

	assert.ok(Math.abs(difference - gain.value) < 0.025 * Math.sqrt(SHARE), `${difference} and ${gain.value}`);
});

test('one world is noise and makes the bound higher; the same options give the same figures', async () => {
	const options = ['-n', String(100 / SHARE), '--base', '1'];
	const [one, many, again] = [await bound(...options, '--worlds', '1'), await bound(...options, '--worlds', '50'),
		await bound(...options, '--worlds', '50')];

	if (SHARE === 1) {
		assert.ok(one.bound_gain.value > many.bound_gain.value);
	}
	assert.deepEqual(many, again);
});

test('numbers out of range are refused', async () => {
	for (const args of [['--worlds', '0'], ['--games', '0'], ['--first', '-1'], ['--base', 'many']]) {
		assert.equal((await lab(['bound-tens', ...args])).code, 2, args.join(' '));
	}
});
