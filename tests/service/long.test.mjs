// Sessions with thousands of events of each kind, and games before a camera that misses pictures: no route keeps the
// loop busy for more than 20 ms of processor time, and each is answered from the journal alone (no session stays in memory).

import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { Api, assertProblem } from './api.mjs';
import { BUILD, startDaemon } from './daemon.mjs';
import { build, exchanged, KINDS, longTurns, playWithGaps, routes } from './long.mjs';

const EVENTS = Number(process.env.MAKKER_EVENTS ?? 10_000);
const MEASURES = !/asan|tsan/.test(BUILD); /* there all takes about three times as long: only the responses count */
// Klondike before a camera that misses pictures: its session is of the usual length.
const GAMES = MEASURES ? 4 : 1;
const PICTURES = 200;
const TRIES = 4; /* a busy machine now and then adds to a thread's processor time */

const daemon = await startDaemon(after, { args: ['--session-cache-size', '0', '--log-level', 'warn'] });
const api = new Api(daemon);

/** Whether asking took a turn of the loop too long, each time that it was tried. */
async function isSlow(ask) {
	if (!MEASURES) {
		await ask(api);
		return false;
	}
	for (let tries = 0; tries < TRIES; tries++) {
		const before = await longTurns(api);
		await ask(api);
		if (await longTurns(api) === before) {
			return false;
		}
	}
	return true;
}

for (const kind of Object.keys(KINDS)) {
	test(`${EVENTS} events, ${kind}: no route blocks the loop for more than 20 ms`, async () => {
		const session = await build(api, kind, EVENTS - 20);
		const slow = [];
		for (const [name, ask] of Object.entries(routes(session))) {
			if (await isSlow(ask)) {
				slow.push(name);
			}
		}
		assert.deepEqual(slow, []);
	});
}

for (const [what, foundations] of [['that shows the foundations', true], ['that does not show the foundations', false]]) {
	test(`every fifth snapshot of a camera ${what} is missing: neither snapshots nor routes block the loop for more than 20 ms`, async () => {
		const slow = [];
		for (let seed = 1; seed <= GAMES; seed++) {
			let played;
			const drive = async () => { played = await playWithGaps(api, seed, { pictures: PICTURES, gap: 5, foundations }); };
			if (await isSlow(drive)) {
				slow.push(`game ${seed}`);
			}
			assert.ok(played.missing > PICTURES / 5 - 2 && played.contradicted < played.pictures, JSON.stringify(played));
			const { body } = await api.session(played.id);
			for (const [name, ask] of Object.entries(routes(body))) {
				if (await isSlow(ask)) {
					slow.push(`game ${seed}: ${name}`);
				}
			}
		}
		assert.deepEqual(MEASURES ? slow : [], []);
	});
}

/** All events of a session, page by page. */
async function allPages(id, limit) {
	const events = [];
	for (let after = 0; after !== null;) {
		const { body } = await api.history(id, `?after=${after}&limit=${limit}`);
		events.push(...body.events);
		after = body.next;
	}
	return events;
}

test('pages of every size have the same events, each exactly once and in order', async () => {
	const { id, version } = await build(api, 'moves, undo, redo and names', 400);
	const whole = await allPages(id, 500);
	assert.deepEqual(whole.map((event) => event.version), Array.from({ length: version }, (_, i) => i + 1));
	for (const limit of [1, 7, 63, 64, 65]) {
		assert.deepEqual(await allPages(id, limit), whole);
	}
});

test('a session accepts max_session_events events, and can still be read and deleted', async () => {
	const limited = new Api(await startDaemon(after, { args: ['--max-session-events', '50'] }));
	const { id } = await build(limited, 'moves', 50);
	const refused = await limited.move(id, { kind: 'take', group: 0, count: 1 });
	assertProblem(refused, 409, 'too_many_events');
	assertProblem(await limited.undo(id, { steps: 1 }), 409, 'too_many_events');
	assertProblem(await limited.patch(id, { name: 'one more' }), 409, 'too_many_events');
	assert.equal((await limited.session(id)).body.version, 50);
	assert.equal((await limited.history(id)).body.events.length, 50);
	assert.equal((await limited.remove(id)).status, 204);
});

test('a session accepts max_session_bytes bytes', async () => {
	const limited = new Api(await startDaemon(after, { args: ['--max-session-bytes', '100000'] }));
	const { id, table } = await build(limited, 'entered tables', 10);
	let answer;
	for (let i = 0; i < 400 && answer?.status !== 409; i++) {
		answer = await limited.correct(id, { table: i % 2 ? table : exchanged(table) });
	}
	assertProblem(answer, 409, 'session_too_large');
});

test('a game accepts max_corrections corrections; an entered table resets the count', async () => {
	const limited = new Api(await startDaemon(after, { args: ['--max-corrections', '3'] }));
	const { id, table } = await build(limited, 'entered tables', 4);
	for (const card of ['2C', '3C', '4C']) {
		assert.equal((await limited.correct(id, { position: 0, index: 1, card })).status, 200);
	}
	assertProblem(await limited.correct(id, { position: 0, index: 1, card: '6C' }), 409, 'too_many_corrections');
	assert.equal((await limited.correct(id, { table })).status, 200);
	assert.equal((await limited.correct(id, { position: 0, index: 1, card: '6C' })).status, 200);
});
