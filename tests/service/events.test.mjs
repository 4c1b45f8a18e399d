// The events of a session: the same messages over websocket, SSE and NDJSON.

import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { after, describe, test } from 'node:test';
import { Api, assertProblem, LOSING, SEED_LINE } from './api.mjs';
import { startDaemon } from './daemon.mjs';
import { DECK } from './klondike.mjs';
import { FORMS, refusedWebsocket } from './listeners.mjs';

const api = new Api(await startDaemon(after));
const drawn = (card) => SEED_LINE.replace('KS', card);
const OTHERS = DECK.filter((card) => !SEED_LINE.includes(card));

for (const [form, listen] of Object.entries(FORMS)) {
	describe(form, () => {
		test('a new subscriber first receives the present session', async () => {
			const session = await api.begun();
			const messages = await listen(api, session.id);
			assert.deepEqual(await messages.next(), { event: 'session', id: 1, session });
			messages.close();
		});

		test('each change is received once and in order, equal to the response to its request', async () => {
			const { id } = await api.begun();
			const messages = await listen(api, id);
			const posted = [];
			for (const card of OTHERS.slice(0, 20)) {
				posted.push((await api.line(id, drawn(card))).body);
			}
			await messages.next();
			for (const session of posted) {
				assert.deepEqual(await messages.next(), { event: 'session', id: session.version, session });
			}
			messages.close();
		});

		test('a subscriber that connects during changes receives each exactly once', async () => {
			const { id } = await api.begun();
			const posting = (async () => {
				for (let count = 0; count < 40; count++) {
					await api.patch(id, { name: `name ${count}` });
				}
			})();
			const joined = [];
			for (let count = 0; count < 5; count++) {
				joined.push(await listen(api, id));
			}
			await posting;
			for (const messages of joined) {
				let { id: version } = await messages.next();
				while (version < 41) {
					const next = await messages.next();
					assert.equal(next.id, version + 1);
					version = next.id;
				}
				messages.close();
			}
		});

		test('a rejected snapshot is notified', async () => {
			const { id } = await api.begun();
			const messages = await listen(api, id);
			await messages.next();
			const { body } = await api.line(id, SEED_LINE.replace('8D', '8H'));
			const { event, id: version, observed, message } = await messages.next();
			assert.deepEqual([event, version], ['conflict', 1]);
			assert.deepEqual(observed.conflicts, body.conflicts);
			assert.equal(message, (await api.session(id)).body.message);
			messages.close();
		});

		test('an unclear snapshot is notified, and the clear one after it', async () => {
			const { id } = await api.begun();
			const messages = await listen(api, id);
			await messages.next();
			const { body } = await api.line(id, SEED_LINE.replace('8D', 'UU').replace('9C', '8D'));
			const { event, sync, observed } = await messages.next();
			assert.deepEqual([event, sync], ['conflict', 'looking']);
			assert.deepEqual(observed, body.observed);
			await api.line(id, SEED_LINE);
			const { event: again, id: version, session } = await messages.next();
			assert.deepEqual([again, version, session.sync], ['session', 1, 'in_sync']);
			messages.close();
		});

		test('each subscriber receives its own language', async () => {
			const { id } = await api.begun({ language: 'en' });
			const all = await Promise.all(['', '?language=el', '?language=da', '?language=el'].map(
				(query) => listen(api, id, {}, query)));
			for (const messages of all) {
				await messages.next();
			}
			for (const card of OTHERS.slice(0, 3)) {
				await api.line(id, drawn(card));
				const said = [];
				for (const messages of all) {
					const { id: version, session } = await messages.next();
					assert.ok(session.table.draw_pile.cards.includes(card), `${card} at ${version}`);
					said.push(session.message);
				}
				assert.equal(said[0], (await api.session(id)).body.message);
				assert.equal(said[1], (await api.session(id, '?language=el')).body.message);
				assert.equal(said[2], (await api.session(id, '?language=da')).body.message);
				assert.equal(said[3], said[1]);
			}
			all.forEach((messages) => messages.close());
		});

		test('the end of the game is notified after the change that caused it', async () => {
			const { id } = await api.create({ rules: { shuffles: 0 } });
			const messages = await listen(api, id);
			for (const line of LOSING) {
				await api.line(id, line);
			}
			const all = [];
			for (let last = await messages.next(); last.event !== 'ended'; last = await messages.next()) {
				all.push(last);
			}
			const { session } = all.at(-1);
			const ended = messages.all.at(-1);
			assert.equal(session.status, 'lost');
			assert.deepEqual(ended, {
				event: 'ended', id: session.version, status: 'lost', message: session.message,
			});
			messages.close();
		});

		test('the deletion is the last message', async () => {
			const { id } = await api.begun();
			const messages = await listen(api, id);
			await messages.next();
			await api.remove(id);
			assert.deepEqual(await messages.rest(), [{ event: 'deleted' }]);
		});

		test('with the present version as Last-Event-ID a subscription starts with the next change', async () => {
			const { id } = await api.begun();
			const messages = await listen(api, id, { 'last-event-id': '1' });
			const { body: session } = await api.line(id, drawn('2C'));
			assert.deepEqual(await messages.next(), { event: 'session', id: 2, session });
			messages.close();
		});

		test('with an older version as Last-Event-ID a subscription starts with the present session', async () => {
			const { id } = await api.begun();
			const { body: session } = await api.line(id, drawn('2C'));
			for (const old of ['1', '0', '99', 'x']) {
				const messages = await listen(api, id, { 'last-event-id': old });
				assert.deepEqual(await messages.next(), { event: 'session', id: 2, session });
				messages.close();
			}
		});

		test('a hundred subscribers receive the same messages', async () => {
			const { id } = await api.begun();
			const joined = await Promise.all(Array.from({ length: 100 }, () => listen(api, id)));
			const { body: session } = await api.line(id, drawn('2C'));
			for (const messages of joined) {
				await messages.next();
				assert.deepEqual(await messages.next(), { event: 'session', id: 2, session });
				messages.close();
			}
		});

		test('a subscriber that does not read is disconnected, and no other one', async () => {
			const session = await api.begun();
			const slow = await listen(api, session.id);
			const brisk = await listen(api, session.id);
			await slow.next();
			slow.pause();
			const versions = await flood(session);
			slow.resume();
			await slow.until(() => slow.over, 'the end of the slow listener');
			if (form === 'websocket') {
				// A subscriber that does not read within two seconds of a notification is disconnected.
				assert.ok([1013, 1006].includes(slow.ending), `ended with ${slow.ending}`);
			}
			assert.ok(slow.all.length < versions, 'the slow listener was given everything');
			slow.all.forEach((message, place) => assert.equal(message.id, place + 1));
			await brisk.until(() => brisk.all.length === versions, 'all messages of the brisk listener');
			brisk.close();
		});
	});
}

describe('a websocket is refused', () => {
	const events = (id) => `/v1/sessions/${id}/events`;

	test('for an unknown session', async () => {
		assertProblem(await refusedWebsocket(api, events('0'.repeat(32))), 404, 'unknown_session');
	});

	test('for a page of another origin', async () => {
		const { id } = await api.begun();
		const answer = await refusedWebsocket(api, events(id), { origin: 'https://evil.example' });
		assertProblem(answer, 403, 'origin_not_allowed');
	});

	const upgrade = async (headers) => {
		const { id } = await api.begun();
		const wanted = { connection: 'Upgrade', upgrade: 'websocket', ...headers };
		return api.get(events(id), { headers: wanted, agent: false });
	};

	test('in another version of the protocol', async () => {
		const key = 'dGhlIHNhbXBsZSBub25jZQ==';
		const answer = await upgrade({ 'sec-websocket-version': '8', 'sec-websocket-key': key });
		assertProblem(answer, 426, 'upgrade_required');
		assert.equal(answer.headers['sec-websocket-version'], '13');
	});

	test('without a key', async () => {
		assertProblem(await upgrade({ 'sec-websocket-version': '13' }), 400, 'invalid_websocket');
	});
});

test('a websocket can be opened by a page of the same origin', async () => {
	const { id } = await api.begun();
	const messages = await FORMS.websocket(api, id, { origin: api.daemon.url });
	await messages.next();
	messages.close();
});

test('messages from a subscriber on its websocket are ignored', async () => {
	const { id } = await api.begun();
	const messages = await FORMS.websocket(api, id);
	messages.socket.send('hello');
	messages.socket.send('{"event":"deleted"}');
	await messages.next();
	const { body: session } = await api.line(id, drawn('2C'));
	assert.deepEqual((await messages.next()).session, session);
	messages.close();
});

/** The maximum that the kernel buffers for a connection whose other end does not read. */
function kernelRoom() {
	try {
		return Number(readFileSync('/proc/sys/net/ipv4/tcp_wmem', 'utf8').trim().split(/\s+/)[2]);
	} catch {
		return 4 << 20;
	}
}

/** Makes more messages than a connection can buffer; returns the resulting version. */
async function flood(session) {
	const size = JSON.stringify(session).length;
	let { version } = session;
	while (version * size < 1.3 * kernelRoom() + (1 << 20)) {
		const answers = await Promise.all(Array.from({ length: 50 }, (_, place) =>
			api.patch(session.id, { name: `${version} ${place}` }, { query: '?fields=version' })));
		version = Math.max(...answers.map(({ body }) => body.version));
	}
	return version;
}
