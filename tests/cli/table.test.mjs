// makker table: a simulated player and camera at a real daemon.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { makker, Program } from './makker.mjs';

const rehearse = async (...options) => {
	const { code, stdout, stderr } = await makker(['table', '--json', ...options]);
	assert.equal(code, 0, stderr);
	return JSON.parse(stdout);
};

test('with a perfect camera every game is intact, and nothing is asked', async () => {
	const counts = await rehearse('--games', '40', '--deviation', '0.1');
	assert.equal(counts.intact, 40);
	assert.equal(counts.always_true, 40);
	assert.equal(counts.questions, 0);
	assert.ok(counts.snapshots_per_move < 1.1);
});

test('a camera that misreads is seen through, and hardly anything is asked', async () => {
	const counts = await rehearse('--games', '40', '--misread', '0.018', '--unreadable', '0.034');
	assert.equal(counts.intact, 40);
	assert.ok(counts.questions_per_100_moves <= 1);
});

test('misreadings that repeat take more pictures', async () => {
	const once = await rehearse('--games', '20', '--misread', '0.018');
	const again = await rehearse('--games', '20', '--misread', '0.018', '--repeat', '0.5');
	assert.ok(again.snapshots_per_move > once.snapshots_per_move);
	assert.ok(again.intact >= 18);
	assert.ok(again.questions_per_100_moves <= 3);
});

test('missing pictures and hands over the table are no disaster', async () => {
	const missed = await rehearse('--games', '30', '--missed', '0.2');
	const hands = await rehearse('--games', '30', '--hand', '0.3');
	assert.ok(missed.intact >= 28);
	assert.equal(hands.intact, 30);
});

test('a tracker that trusts everything loses track', async () => {
	const counts = await rehearse('--games', '20', '--deviation', '0.1', '--tracker', 'trusting');
	assert.ok(counts.intact_if_trusting <= 3);
	assert.equal(counts.intact, 20);
});

test('the same seed is the same summary', async () => {
	const options = ['--games', '5', '--seed', '7', '--misread', '0.02'];
	assert.deepEqual(await rehearse(...options), await rehearse(...options));
});

test('shares are from 0 to 1', async () => {
	const { code, stderr } = await makker(['table', '--misread', '2']);
	assert.equal(code, 2);
	assert.match(stderr, /no share from 0 to 1/);
});

test('a game that was not intact is named by its seed, and how it was mended', async () => {
	const noise = ['--misread', '0.1', '--unreadable', '0.05', '--repeat', '0.9', '--missed', '0.3'];
	const { code, stdout, stderr } = await makker(['table', '--json', '--verbose', '--games', '6', ...noise]);
	const counts = JSON.parse(stdout);
	const named = stderr.match(/the game of seed \d+ was not intact: mended by (one place|telling the table|nothing)/g) ?? [];
	assert.equal(code, 0, stderr);
	assert.ok(counts.intact < 6);
	assert.equal(named.length, 6 - counts.intact);
});

test('Ctrl-C ends it early with what was played so far, which is not all', async () => {
	const program = new Program(['table', '--json', '--verbose', '--misread', '1', '--games', '1000000']);

	await program.until('a game that is not intact', () => program.stderr.includes('was not intact'));
	program.child.kill('SIGINT');
	assert.equal(await program.ended(), 1);
	const { games } = JSON.parse(program.stdout);
	assert.ok(games > 0 && games < 1000000);
	assert.match(program.stderr, new RegExp(`^makker table: interrupted after ${games} of 1000000 games$`, 'm'));
});
