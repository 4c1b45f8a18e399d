// A daemon without a connection to PostgreSQL while hundreds of versions are made at another: its subscribers by
// websocket, SSE or NDJSON receive each of them once and in order afterwards, and a long poll the last at once.
// MISSED sets how many.

import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { Api } from '../service/api.mjs';
import { startDaemon } from '../service/daemon.mjs';
import { FORMS } from '../service/listeners.mjs';
import { Cutter } from './cutter.mjs';
import { Endurance } from './endurance.mjs';
import { startPostgres } from './postgres.mjs';

const MISSED = Number(process.env.MISSED ?? 80);
const postgres = startPostgres(after, 'fsync=off');

/** Two daemons, the second with a wire to PostgreSQL that can be held; and a table. */
async function pair(t, name) {
	const end = t.after.bind(t);
	const store = postgres.database(name);
	const wire = await new Cutter(postgres).listen();
	t.after(() => wire.close());
	const near = new Api(await startDaemon(end, { store }));
	const far = new Api(await startDaemon(end, { store: wire.url(name) }));
	const game = new Endurance(near, 1);
	await game.start();
	return { wire, near, far, game };
}

const versions = ({ all }) => all.filter(({ event }) => event === 'session').map(({ session }) => session.version);
const upTo = (first, last) => Array.from({ length: last - first + 1 }, (_, i) => first + i);

for (const [how, undone] of [['played', 0], ['played, and every third taken back', 3]]) {
	test(`${MISSED} versions that were ${how}`, async (t) => {
		const { wire, far, game } = await pair(t, `missed${undone}`);
		const subscribers = await Promise.all(Object.values(FORMS).map((listen) => listen(far, game.id)));
		await Promise.all(subscribers.map((subscriber) => subscriber.next()));
		const tables = new Map();
		wire.hold();
		for (let made = 1; made <= MISSED; made++) {
			const { version, table } = await (undone && made % undone === 0 ? game.undo() : game.go());
			tables.set(version, table);
		}
		wire.release();
		const last = 1 + MISSED;
		for (const subscriber of subscribers) {
			await subscriber.until(() => versions(subscriber).at(-1) === last, `version ${last}`);
			assert.deepEqual(versions(subscriber), upTo(1, last));
			subscriber.all.filter(({ event }) => event === 'session').slice(1)
				.forEach(({ session }) => assert.deepEqual(session.table, tables.get(session.version)));
			subscriber.close();
		}
	});
}

test('reads, long polls and writes during the gap have the current state afterwards', async (t) => {
	const { wire, far, game } = await pair(t, 'meanwhile');
	await far.session(game.id);
	wire.hold();
	for (let made = 0; made < 20; made++) {
		await game.go();
	}
	const asked = [far.session(game.id), far.session(game.id, '?after=20&wait_s=60'), far.undo(game.id, { steps: 1 })];
	wire.release();
	const [read, polled, undone] = await Promise.all(asked);
	assert.ok(read.body.version === 21 || read.body.version === 22);
	assert.ok(polled.body.version === 21 || polled.body.version === 22);
	assert.equal(undone.body.version, 22);
});
