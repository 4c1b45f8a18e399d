// makker-lab camera-test: a simulated player and camera at a real daemon.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { session, startFake } from '../cli/fake.mjs';
import { LAB, lab, Program } from '../cli/makker.mjs';

const run = async (...options) => {
	const { code, stdout, stderr } = await lab(['camera-test', '--json', ...options]);
	assert.equal(code, 0, stderr);
	return JSON.parse(stdout);
};

test('with a perfect camera every game is intact, and hardly anything is asked', async () => {
	const counts = await run('--games', '40', '--deviation', '0.1');
	assert.equal(counts.intact, 40);
	assert.equal(counts.always_true, 40);
	assert.ok(counts.questions_per_100_moves <= 0.8, 'the same card after a shuffle');
	assert.ok(counts.snapshots_per_move < 6, 'a card that came up is confirmed by some more');
	assert.equal(counts.silent_errors, 0);
});

test('a camera that misreads is seen through, and hardly anything is asked', async () => {
	const counts = await run('--games', '40', '--misread', '0.018', '--unreadable', '0.034');
	assert.ok(counts.intact >= 38);
	assert.ok(counts.questions_per_100_moves <= 1);
});

test('misreadings that repeat take more pictures', async () => {
	const once = await run('--games', '20', '--misread', '0.018');
	const again = await run('--games', '20', '--misread', '0.018', '--repeat', '0.5');
	assert.ok(again.snapshots_per_move > once.snapshots_per_move);
	assert.ok(again.intact >= 15, `${again.intact}`); // 95 of 100 in 300 games: docs/tracking.md
	assert.ok(again.questions_per_100_moves <= 3);
});

test('missing pictures and hands over the table are no disaster', async () => {
	const missed = await run('--games', '30', '--missed', '0.2');
	const hands = await run('--games', '30', '--occlusion', '0.3');
	assert.ok(missed.intact >= 28);
	assert.equal(hands.intact, 30);
});

test('a tracker that trusts everything loses track', async () => {
	const counts = await run('--games', '20', '--deviation', '0.1', '--tracker', 'trusting');
	assert.ok(counts.intact_if_trusting <= 3);
	assert.equal(counts.intact, 20);
});

test('the same seed is the same summary', async () => {
	const options = ['--games', '5', '--seed', '7', '--misread', '0.02'];
	assert.deepEqual(await run(...options), await run(...options));
});

test('a player who answers no question plays on, and no wrong card is shown as certain', async () => {
	const noise = ['--games', '10', '--misread', '0.018', '--unreadable', '0.034', '--fronts', '--ask-after', '2'];
	const counts = await run(...noise, '--unanswered');
	assert.equal(counts.questions, 0);
	assert.equal(counts.corrections, 0);
	assert.ok(counts.unanswered > 10, `${counts.unanswered}`);
	assert.ok(counts.moves > 500, `${counts.moves}: the games are played to their ends`);
	assert.ok(counts.snapshots_per_move <= 2.5);
	assert.equal((await run(...noise)).unanswered, undefined);
});

test('fractions are from 0 to 1', async () => {
	const { code, stderr } = await lab(['camera-test', '--misread', '2']);
	assert.equal(code, 2);
	assert.match(stderr, /must be a number from 0 to 1/);
});

test('a game that was not intact is named by its seed, and how it was fixed', async () => {
	const noise = ['--fronts', '--misread', '0.2', '--unreadable', '0.05', '--repeat', '0.95', '--missed', '0.5'];
	const { code, stdout, stderr } = await lab(['camera-test', '--json', '--verbose', '--games', '6', ...noise]);
	const counts = JSON.parse(stdout);
	const named = stderr.match(/the game of seed \d+ was not intact: fixed by (one correction|entering the table|nothing)/g) ?? [];
	assert.equal(code, 0, stderr);
	assert.ok(counts.intact < 6);
	assert.equal(named.length, 6 - counts.intact);
});

test('Ctrl-C ends it early with what was played so far, which is not all', async () => {
	const program = new Program(['camera-test', '--json', '--verbose', '--misread', '1', '--games', '1000000'], { program: LAB });

	await program.until('a game that is not intact', () => program.stderr.includes('was not intact'));
	program.child.kill('SIGINT');
	assert.equal(await program.ended(), 1);
	const { games } = JSON.parse(program.stdout);
	assert.ok(games > 0 && games < 1000000);
	assert.match(program.stderr, new RegExp(`^makker-lab camera-test: interrupted after ${games} of 1000000 games$`, 'm'));
});

test('--fronts is the original program\'s line: the draw pile\'s front and the columns, neither foundations nor stock', async (t) => {
	const fake = await startFake(t, () => ({ json: session() }));

	await lab(['camera-test', '--url', fake.url, '--games', '1', '--fronts', '--ask-after', '1']);
	const [{ foundations, ...first }] = fake.snapshots.map((text) => JSON.parse(text));
	assert.deepEqual(Object.keys(first).sort(), ['camera', 'columns', 'draw_pile', 'frame']);
	assert.ok(foundations === undefined || foundations.every((slot) => slot === 'UU'));
	assert.ok(first.columns.every((column) => typeof column === 'string'));
});

test('misreadings are confusions: mostly the other suit of the colour, some of a similar rank', async (t) => {
	const fake = await startFake(t, () => ({ json: session({ sync: 'looking', observed: {} }) }));
	const PICTURES = 300;
	const read = async (...options) => {
		fake.requests.length = 0;
		await lab(['camera-test', '--url', fake.url, '--games', '1', '--fronts', '--ask-after', String(PICTURES), ...options]);
		// A card that another slot shows, too, is reported as a candidate.
		return fake.snapshots.slice(0, PICTURES).flatMap((text) => JSON.parse(text).columns).map((slot) => slot[0].card ?? slot);
	};
	const [real, wrong] = [await read(), await read('--misread', '1')];
	const pairs = real.map((card, i) => [card, wrong[i]]).filter(([card]) => /^.[CDHS]$/.test(card));
	const share = (holds) => pairs.filter(holds).length / pairs.length;

	assert.ok(pairs.length > 1500);
	assert.equal(share(([card, other]) => card === other), 0);
	const sameRank = share(([card, other]) => card[0] === other[0]);
	assert.ok(sameRank > 0.88 && sameRank < 0.96, `${sameRank}`);
	const sameColour = share(([card, other]) => card[0] === other[0] && 'CS'.includes(card[1]) === 'CS'.includes(other[1]));
	assert.ok(sameColour > 0.65 && sameColour < 0.82, `${sameColour}`);
	assert.equal(share(([card, other]) => card[0] !== other[0] && card[1] !== other[1]), 0);
});

test('what a daemon shows as certain and is not so is counted', async (t) => {
	let first;
	const table = {
		columns: Array.from({ length: 7 }, (_, unseen) => ({ unseen, cards: [] })),
		foundations: { C: 'XC', D: 'XD', H: 'XH', S: 'XS' },
		draw_pile: { cards: [], left: 24, removed: 0, shuffles: 3, known_order: [] },
	};
	const fake = await startFake(t, ({ url, body }) => {
		if (url.includes('/snapshots')) {
			first ??= JSON.parse(body);
			table.columns.forEach((column, i) => { column.cards = [first.columns[i]]; });
			table.draw_pile = { ...table.draw_pile, cards: [first.draw_pile], left: 23 };
		}
		return { json: session({ table, observed: {}, suggestion: null, version: 1 }) };
	});
	const { stdout } = await lab(['camera-test', '--url', fake.url, '--games', '1', '--json', '--deviation', '1', '--ask-after', '2']);
	const counts = JSON.parse(stdout);

	assert.equal(counts.silent_games, 1);
	assert.ok(counts.silent_errors >= 1);
});

for (const [mishap, least] of Object.entries({
	'--bursts 0.005': 5, '--twice 0.3': 8, '--late 0.3': 8, '--unchanged 0.3': 8, '--middle 0.1': 3, '--takeback 0.03': 3, '--swap 0.03': 5, '--forget 0.03': 5,
})) {
	test(`${mishap}: the games are played to their ends, and most are known then`, async () => {
		const plain = await run('--games', '8');
		const counts = await run('--games', '8', ...mishap.split(' '));
		assert.equal(counts.games, 8);
		assert.ok(counts.intact >= least, `${counts.intact}`);
		assert.ok(counts.snapshots_per_move > plain.snapshots_per_move);
	});
}
