// A game in progress: the table is told when the session is created.

import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { Api, assertProblem, gameOf } from './api.mjs';
import { startDaemon } from './daemon.mjs';

const api = new Api(await startDaemon(after));
const column = (unseen, ...cards) => ({ unseen, cards });
// Ten moves were made by somebody else's advice.
const TABLE = {
	columns: [column(0, '5S'), column(1, '5H', '4S'), column(2, 'QC'), column(3, '7H'), column(3, 'JD'), column(5, '9D'),
		column(6, '9C', '8D')],
	foundations: { C: 'XC', D: 'XD', H: 'XH', S: 'XS' },
	draw_pile: { cards: ['2C', '3D', 'KS'], shuffles: 2 },
};
const adopt = (table, more = {}) => api.post('/v1/sessions', { game: 'klondike', table, ...more });

test('a session starts from any table, and is advised at once', async () => {
	const { status, body } = await adopt(TABLE);
	assert.equal(status, 201);
	assert.equal(body.version, 1);
	assert.equal(body.status, 'playing');
	assert.deepEqual(body.table.columns.map(({ unseen }) => unseen), [0, 1, 2, 3, 3, 5, 6]);
	assert.deepEqual(body.table.draw_pile.cards, ['2C', '3D', 'KS']);
	assert.equal(body.table.draw_pile.shuffles, 2);
	assert.ok(body.suggestion);
});

test('the camera goes on from there', async () => {
	const { body: { id } } = await adopt(TABLE);
	const { body } = await api.line(id, '2D,XC,XD,XH,XS,5S,4S,QC,7H,JD,9D,8D');
	assert.equal(body.version, 2);
	assert.deepEqual(body.observed.revealed, [{ position: 11, card: '2D' }]);
});

test('what a session says of its table can be taken over by another', async () => {
	const first = (await adopt(TABLE)).body;
	const second = (await adopt(first.table)).body;
	assert.deepEqual(gameOf(second), gameOf(first));
});

test('a card of the table is corrected, and the taking over is undone', async () => {
	const { body: { id } } = await adopt(TABLE);
	await api.line(id, '2D,XC,XD,XH,XS,5S,4S,QC,7H,JD,9D,8D');
	const corrected = (await api.correct(id, { position: 2, card: 'QS' })).body;
	assert.deepEqual(corrected.table.columns[2].cards, ['QS']);
	assert.deepEqual((await api.history(id)).body.events.map(({ kind }) => kind), ['table', 'snapshot', 'correction']);
	assert.equal((await api.undo(id, { steps: 3 })).body.status, 'waiting');
});

test('a table that cannot be is refused with the place, and no session is made', async () => {
	const twice = structuredClone(TABLE);
	twice.columns[0].cards = ['QC'];
	const short = { ...TABLE, columns: TABLE.columns.slice(1) };
	assertProblem(await adopt('table'), 400, 'bad_type', '/table');
	assert.equal((await adopt(twice)).status, 422);
	assert.match((await adopt(short)).body.errors[0].pointer, /^\/table\/columns/);
	assertProblem(await adopt({ ...TABLE, columns: TABLE.columns.with(0, column(0, '1X')) }), 400, 'bad_card',
		'/table/columns/0/cards/0');
});
