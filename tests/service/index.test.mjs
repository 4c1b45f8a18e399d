// Stored states, which only speed up loading, may be missing or damaged: they are computed
// again from the events, and no table is silently wrong.

import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { after, test } from 'node:test';
import { Api } from './api.mjs';
import { pathOf, startDaemon, temporaryStore } from './daemon.mjs';
import { until } from './runs.mjs';

const STEPS = 150;

const take = (api, id) => api.move(id, { kind: 'take', group: 0, count: 1 }, { query: '?budget_ms=0' });

/** A game of take-away with so many moves, an undo, a redo and a name in it. */
async function play(api) {
	const { id } = await api.create({ game: 'take-away', strategy: undefined, rules: { groups: [1000], limits: [2] } });
	await api.line(id, '1000', { query: '?budget_ms=0' });
	for (let i = 0; i < STEPS; i++) {
		await take(api, id);
		if (i === 40) {
			await api.undo(id, { steps: 3 });
			await api.undo(id, { steps: -1 });
			await api.patch(id, { name: 'kitchen' });
		}
	}
	return id;
}

/** A session and the results of undo, redo and history. */
async function look(api, id) {
	const answers = [];
	for (const ask of [
		() => api.session(id), () => api.history(id, '?limit=500'), () => api.history(id, '?after=70&limit=3'),
		() => api.undo(id, { steps: 80 }), () => api.undo(id, { steps: -10 }), () => api.session(id),
	]) {
		let answer;
		await until(async () => (answer = await ask()).status !== 503, 'the events to be indexed');
		answers.push([answer.status, answer.body.table ?? answer.body.events.map(({ version, kind, moves }) => [version, kind, moves])]);
	}
	return answers;
}

const DAMAGES = {
	'no damage': 'SELECT 1',
	'no states': 'UPDATE event SET state = NULL',
	'no index at all': 'UPDATE event SET state = NULL, top = 0',
	'a state in the middle': "UPDATE event SET state = '00' WHERE version = 64",
	'every state': "UPDATE event SET state = replace(state, 'a', 'b')",
	'states of other versions': 'UPDATE event SET state = (SELECT state FROM event AS other WHERE other.version = 43 AND other.session = event.session) WHERE state IS NOT NULL',
	'a top in the middle': 'UPDATE event SET top = 99999 WHERE version = 50',
	'a negative top': 'UPDATE event SET top = -1 WHERE version = 120',
	'the last top': 'UPDATE event SET top = 99999 WHERE version = (SELECT max(version) FROM event)',
	'the last top, an earlier one': 'UPDATE event SET top = 1 WHERE version = (SELECT max(version) FROM event)',
	'no top at the end': 'UPDATE event SET top = 0 WHERE version = (SELECT max(version) FROM event)',
};

let sound;
for (const [name, sql] of Object.entries(DAMAGES)) {
	test(`${name}: sessions and lists are unchanged`, async () => {
		const store = temporaryStore(after);
		const daemon = await startDaemon(after, { store });
		const api = new Api(daemon);
		const id = await play(api);
		await daemon.stop();
		execFileSync('sqlite3', [pathOf(store), sql]);
		await daemon.restart();
		const found = await look(api, id);
		sound ??= found;
		assert.deepEqual(found, sound);
	});
}

test('the finding of a snapshot without changes is kept over a restart, also if a state was stored after it', async () => {
	const daemon = await startDaemon(after, { store: temporaryStore(after) });
	const api = new Api(daemon);
	const { id } = await api.create({ game: 'take-away', strategy: undefined, rules: { groups: [1000], limits: [2] } });
	await api.line(id, '1000', { query: '?budget_ms=0' });
	await api.line(id, '999', { query: '?budget_ms=0' });
	const { body: again } = await api.line(id, '999', { query: '?budget_ms=0' });
	assert.equal(again.observed.explanation, 'unchanged');
	for (let version = again.version; version < 70; version++) {
		const { body } = await api.patch(id, { name: `name ${version}` });
		assert.equal(body.observed.explanation, 'unchanged');
	}
	await daemon.stop();
	await daemon.restart();
	assert.deepEqual((await api.session(id)).body.observed, again.observed);
});
