// A game that the player gives up: PATCH {"status": "stopped"}.

import assert from 'node:assert/strict';
import { setTimeout as sleep } from 'node:timers/promises';
import { after, describe, test } from 'node:test';
import { Api, asking, assertProblem, SEED_LINE } from './api.mjs';
import { startDaemon, temporaryStore } from './daemon.mjs';
import { FORMS } from './listeners.mjs';

const daemon = await startDaemon(after, { store: temporaryStore(after) });
const api = new Api(daemon);
const INSTANT = { query: '?budget_ms=0' };
const practice = (fields) => api.create({ cards: 'program', language: 'en', ...fields });
const stop = (id, options) => api.patch(id, { status: 'stopped' }, options);
const goOn = (id) => api.patch(id, { status: 'playing' });

async function stopped(id) {
	const answer = await stop(id);
	assert.equal(answer.status, 200, answer.text);
	assert.equal(answer.body.status, 'stopped');
	return answer.body;
}

async function restarted() {
	await daemon.kill();
	await daemon.restart();
}

/** Whatever changes the table is refused, and changes nothing. */
async function takesNothing(id) {
	const before = (await api.session(id)).body;
	for (const answer of [
		await api.move(id, { kind: 'draw' }, INSTANT),
		await api.line(id, SEED_LINE),
		await api.undo(id, {}),
		await api.correct(id, { position: 4, card: '9D' }),
		await api.correct(id, { question: before.version, answer: 1 }),
	]) {
		assertProblem(answer, 409, 'game_over');
	}
	assert.deepEqual((await api.session(id)).body, before);
}

describe('a practice table', () => {
	test('shows its seed and no move, takes none, and stays so after kill -9', async () => {
		const { id, seed } = await practice({ seed: 11 });
		assert.equal(seed, null);
		const { body: { version } } = await api.move(id, { kind: 'draw' }, INSTANT);
		const end = await stopped(id);
		assert.equal(end.version, version + 1);
		assert.deepEqual([end.seed, end.suggestion, end.moves, end.asks, end.message], [11, null, [], null, 'The game was given up.']);
		await takesNothing(id);
		assertProblem(await goOn(id), 409, 'game_over', '/status');
		await restarted();
		assert.deepEqual((await api.session(id)).body, end);
		await takesNothing(id);
		for (const [language, message] of [['da', 'Spillet blev opgivet.'], ['de', 'Das Spiel wurde aufgegeben.'], ['el', 'Το παιχνίδι εγκαταλείφθηκε.']]) {
			const { body } = await api.patch(id, { language });
			assert.deepEqual([body.message, body.status], [message, 'stopped']);
		}
		const { body: { events } } = await api.history(id);
		assert.ok(events.every(({ version: at }) => at >= 1));
		assert.deepEqual(events.map(({ kind, status }) => [kind, status]), [['move', undefined], ['change', 'stopped'], ['change', undefined], ['change', undefined], ['change', undefined]], 'which change gave it up');
		assert.equal((await api.remove(id)).status, 204);
	});

	test('stays unchanged when it is stopped again', async () => {
		const { id } = await practice();
		const { version } = await stopped(id);
		assert.equal((await stopped(id)).version, version);
		assert.equal((await stop(id, { headers: { 'if-match': `"${version - 1}"` } })).status, 412);
	});

	test('its review says whether the cards could have been won', async () => {
		const { id } = await practice({ game: 'freecell', strategy: undefined, rules: { deal: 164 } });
		const first = (await api.session(id)).body;
		await api.move(id, { type: first.moves[0].type, from: first.moves[0].from, to: first.moves[0].to, cut: first.moves[0].cut }, INSTANT);
		await stopped(id);
		let review;
		do {
			await sleep(100);
			review = await api.get(`/v1/sessions/${id}/review?nodes=50`);
		} while (review.status === 202);
		assert.equal(review.status, 200, review.text);
		assert.deepEqual([review.body.verdict, review.body.count, review.body.valued], ['winnable', 1, 1]);
	});

	test('gets no moves of the opponents any more', async () => {
		const { id } = await practice({ game: 'doppelkopf', strategy: undefined, seed: 4 });
		const { body: { reservation } = {} } = await api.post(`/v1/sessions/${id}/moves?budget_ms=0`, { seat: 0, reservation: 'none' });
		assert.equal(reservation, undefined);
		const { version } = await stopped(id);
		await sleep(1000);
		assert.equal((await api.session(id)).body.version, version);
		await restarted();
		assert.equal((await api.session(id)).body.version, version);
		await sleep(500);
		assert.equal((await api.session(id)).body.version, version);
	});

	test('notifies its subscribers in every form', async () => {
		const { id } = await practice();
		const listening = await Promise.all(Object.values(FORMS).map((listen) => listen(api, id)));
		await stopped(id);
		for (const messages of listening) {
			await messages.until(() => messages.all.some(({ session }) => session?.status === 'stopped'), 'the end');
		}
		listening.forEach((messages) => messages.close());
	});
});

describe('a table with cards', () => {
	test('accepts no snapshot until its game is resumed, and is then unchanged', async () => {
		const { id, version, table, status } = await api.begun();
		assert.equal(status, 'playing');
		const end = await stopped(id);
		assert.deepEqual([end.table, end.version], [table, version + 1]);
		await takesNothing(id);
		await restarted();
		const { body } = await goOn(id);
		assert.deepEqual([body.status, body.version, body.table], ['playing', version + 2, table]);
		assert.notEqual(body.suggestion, null);
		assert.equal((await goOn(id)).body.version, version + 2, 'stays unchanged when it is stopped again');
		await restarted();
		assert.equal((await api.session(id)).body.status, 'playing');
		assert.equal((await api.move(id, { kind: 'draw', revealed: '2C' }, INSTANT)).status, 200);
		assert.equal((await api.undo(id, {})).body.status, 'playing');
		const { body: { events } } = await api.history(id);
		assert.deepEqual(events.filter(({ kind }) => kind === 'change').map(({ status }) => status), ['stopped', 'playing'], 'which change gave it up, and which took that back');
		for (const [language, sentences] of Object.entries({ en: ['The game was given up.', 'The game goes on.'], da: ['Spillet blev opgivet.', 'Spillet går videre.'], de: ['Das Spiel wurde aufgegeben.', 'Das Spiel geht weiter.'], el: ['Το παιχνίδι εγκαταλείφθηκε.', 'Το παιχνίδι συνεχίζεται.'] })) {
			const { body: { events: explained } } = await api.history(id, `?explain=true&language=${language}&after=${events[0].version}`);
			assert.deepEqual(explained.filter(({ kind }) => kind === 'change').map(({ why }) => why), sentences.map((one) => [one]));
		}
	});

	test('answers an old frame with the present state, as any table', async () => {
		const { id } = await api.create({ game: 'take-away', strategy: undefined, rules: { groups: [3] } });
		const frame = (number, groups = [2]) => api.snapshot(id, { groups, camera: 'c', frame: number });
		assert.equal((await frame(1)).status, 200);
		const { version } = await stopped(id);
		for (const number of [1, 0]) {
			const { status, body } = await frame(number);
			assert.deepEqual([status, body.version, body.status], [200, version, 'stopped']);
		}
		assertProblem(await frame(2), 409, 'game_over');
		assertProblem(await frame(2, [1]), 409, 'game_over');
	});

	test('has no questions any more', async () => {
		const { id, asks } = await asking(api);
		assert.equal(asks.answers.length, 2);
		assert.equal((await stopped(id)).asks, null);
		await takesNothing(id);
		assert.deepEqual((await goOn(id)).body.asks.answers.length, asks.answers.length);
	});

	test('cannot be stopped before its first snapshot', async () => {
		const { id } = await api.create();
		assertProblem(await stop(id), 409, 'not_begun', '/status');
		assertProblem(await goOn(id), 409, 'not_begun', '/status');
		assert.equal((await api.session(id)).body.status, 'waiting');
	});
});

test('a finished game cannot be given up', async () => {
	let session = await practice({ game: 'take-away', strategy: undefined, opponents: 'theory', rules: { groups: [1] } });
	while (session.status === 'playing') {
		const [{ group, count }] = session.moves;
		({ body: session } = await api.move(session.id, { kind: 'take', group, count }));
	}
	assertProblem(await stop(session.id), 409, 'game_over', '/status');
	assert.equal((await api.session(session.id)).body.status, session.status);
});

test('another status, or one that is no string, is rejected with its place', async () => {
	const { id } = await practice();
	for (const [status, code] of [['won', 'invalid_value'], ['', 'invalid_value'], [null, 'invalid_type'], [1, 'invalid_type']]) {
		assertProblem(await api.patch(id, { status }), 400, code, '/status');
	}
	assert.equal((await api.session(id)).body.version, 0);
});

test('a stopped session is listed as such, and counts as lost and not as advised', async () => {
	const of = async () => (await api.get('/v1/statistics')).body.games.find(({ game }) => game === 'klondike');
	const before = await of();
	let session = await practice({ strategy: 'heuristic' });
	for (let moves = 0; moves < 6; moves++) {
		const { type, from, to, cut } = session.suggestion;
		({ body: session } = await api.move(session.id, { type, from, to, cut }, INSTANT));
	}
	await stopped(session.id);
	const now = await of();
	assert.equal(now.unadvised.lost.games, before.unadvised.lost.games + 1);
	assert.deepEqual(now.advised, before.advised);
	assert.ok((await api.get('/v1/sessions?status=stopped&game=klondike')).body.sessions.some(({ id, status }) => id === session.id && status === 'stopped'));
	await restarted();
	assert.deepEqual((await of()).unadvised, now.unadvised);
});
