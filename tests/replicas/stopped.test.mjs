// A game that is given up at one daemon, while another one has the table in memory.

import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { Api, assertProblem } from '../service/api.mjs';
import { until } from '../service/runs.mjs';
import { startCluster } from './cluster.mjs';
import { startPostgres } from './postgres.mjs';

const store = startPostgres(after, 'fsync=off').database('stopped');
const cluster = await startCluster(after, { store, size: 2 });
const [here, there] = cluster.daemons.map((daemon) => new Api(daemon));
const statusAt = async (api, id) => (await api.session(id)).body.status;

test('a game is stopped and resumed at both daemons', async () => {
	const { id, table } = await here.begun();
	assert.equal(await statusAt(there, id), 'playing');
	const end = (await here.patch(id, { status: 'stopped' })).body;
	assertProblem(await there.move(id, { kind: 'draw' }), 409, 'game_over');
	await until(async () => await statusAt(there, id) === 'stopped', 'the end at the other daemon');
	const { body } = await there.session(id);
	assert.deepEqual([body.version, body.suggestion, body.moves, body.message], [end.version, null, [], end.message]);
	assert.deepEqual((await there.get('/v1/statistics')).body, (await here.get('/v1/statistics')).body);
	await there.patch(id, { status: 'playing' });
	await until(async () => await statusAt(here, id) === 'playing', 'the first daemon resumes');
	const again = (await here.session(id)).body;
	assert.deepEqual(again.table, table);
	assert.notEqual(again.suggestion, null);
});

test('the opponent makes no further move at either daemon', async () => {
	const { id } = await here.create({ game: 'doppelkopf', cards: 'program', strategy: undefined, seed: 4 });
	await there.session(id);
	await here.patch(id, { status: 'stopped' });
	await until(async () => await statusAt(there, id) === 'stopped', 'the end at the other daemon');
	const { version } = (await there.session(id)).body;
	await new Promise((resolve) => { setTimeout(resolve, 1000); });
	assert.deepEqual([(await here.session(id)).body.version, (await there.session(id)).body.version], [version, version]);
});
