// Two daemons on a PostgreSQL: each move of a player at a practice table is replied to once, whichever daemon receives it first, also
// where listeners at both have both choose; and by the other daemon where the first one was killed.

import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { Api } from '../service/api.mjs';
import { FORMS } from '../service/listeners.mjs';
import { startCluster } from './cluster.mjs';
import { startPostgres } from './postgres.mjs';

const postgres = startPostgres(after, 'fsync=off');
const INSTANT = { query: '?budget_ms=0' };
const nim = (rules) => ({ game: 'take-away', cards: 'program', strategy: 'theory', rules });

async function past(api, id, version) {
	const { body, status, text } = await api.get(`/v1/sessions/${id}?after=${version}&wait_s=20`);
	assert.equal(status, 200, text);
	assert.ok(body.version > version, text);
	return body;
}

test('one reply for each move, with subscribers at both daemons', { timeout: 120_000 }, async (t) => {
	const cluster = await startCluster(t.after.bind(t), { store: postgres.database('replies'), size: 2 });
	const apis = cluster.daemons.map((daemon) => new Api(daemon));

	for (let game = 0; game < 6; game++) {
		let session = await apis[0].create(nim({ groups: [9, 8, 7, 6], limits: [2, 2, 2, 2] }));
		const { id } = session;
		const listeners = await Promise.all(apis.map((api) => FORMS.websocket(api, id)));

		for (let moves = 0; session.status === 'playing'; moves++) {
			const api = apis[moves % 2];
			if (session.table.turn === 'user') {
				const { group, count } = session.moves.at(-1);
				const answer = await api.move(id, { kind: 'take', group, count }, INSTANT);
				assert.equal(answer.status, 200, answer.text);
				session = answer.body;
			} else {
				session = await past(api, id, session.version);
			}
		}
		const { events } = (await apis[1].history(id)).body;
		assert.deepEqual(events.map(({ kind }) => kind), events.map((_, at) => (at % 2 === 0 ? 'move' : 'reply')));
		for (const listener of listeners) {
			await listener.until(() => listener.all.some((message) => message.session?.version === events.length), 'the end');
			listener.close();
		}
	}
});

test('after a daemon was killed another one makes the replies that it has not stored', { timeout: 120_000 }, async (t) => {
	const cluster = await startCluster(t.after.bind(t), { store: postgres.database('killed'), size: 2 });
	const [first, other] = cluster.daemons;
	const ids = [];

	for (let table = 0; table < 20; table++) {
		const { id } = await new Api(first).create(nim({ groups: [3, 4, 5], first: 'advisor' }));
		ids.push(id);
	}
	await first.kill();
	for (const id of ids) {
		assert.equal((await past(new Api(other), id, 0)).version, 1);
	}
});
