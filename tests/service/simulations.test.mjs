// Simulations: the same results with any number of threads, interruptions and daemons.

import assert from 'node:assert/strict';
import { after, suite, test } from 'node:test';
import { Api, assertProblem, SEED_LINE } from './api.mjs';
import { Daemon, startDaemon, temporaryStore } from './daemon.mjs';
import { SIMULATION_FORMS } from './listeners.mjs';
import { begun, cancelled, numbersOf, PATH, played, seen, until } from './runs.mjs';

// With their share of the processor, so that a busy machine delays no test for ever.
const ARGS = ['--simulation-priority', 'normal'];
const ENDLESS = { game: 'klondike', strategy: 'classic', games: 1_000_000_000, seed: 1 };
const SEARCH = { game: 'klondike', strategy: 'search', games: 3, seed: 5, budget: { worlds: 4 } };

/** Games of a few microseconds, and as many that take ten times as long; fewer under sanitizers. */
const [SOME, MANY] = process.env.MAKKER_GAMES ? [600, 5_000] : [6_000, 100_000];

const daemonWith = (...args) => startDaemon(after, { args: [...ARGS, ...args] });

test('the results do not depend on the number of threads', async () => {
	const bodies = [{ ...ENDLESS, games: SOME / 4 }, SEARCH, { game: 'take-away', games: 300, seed: 2 }];
	const results = [];
	for (const threads of [1, 3]) {
		const api = new Api(await daemonWith('--simulation-threads', String(threads)));
		const simulations = await Promise.all(bodies.map((fields) => begun(api, fields)));
		results.push(await Promise.all(simulations.map(async (one) => numbersOf(await played(api, one)))));
	}
	assert.deepEqual(results[0], results[1]);
	assert.deepEqual(results[0].map((numbers) => numbers.played), [SOME / 4, 3, 300]);
});

suite('one daemon', async () => {
	const api = new Api(await daemonWith('--max-running-simulations', '2'));

	test('a cancelled simulation keeps the games played', async () => {
		const simulation = await begun(api, ENDLESS);
		await until(async () => (await seen(api, simulation)).played > 0, 'the first game');
		const { status, played: games } = await cancelled(api, simulation);
		assert.equal(status, 'cancelled');
		assert.ok(games > 0 && games < ENDLESS.games);
		const later = await seen(api, simulation);
		assert.equal(later.played, games);
		assert.equal((await cancelled(api, simulation)).played, games, 'a second time nothing happens');
		const again = await played(api, await begun(api, { ...ENDLESS, games }));
		assert.deepEqual(numbersOf(again), numbersOf(later));
	});

	for (const [form, listen] of Object.entries(SIMULATION_FORMS)) {
		test(`${form}: the present state first, the final one last`, async () => {
			const simulation = await begun(api, ENDLESS);
			const messages = await listen(api, simulation.id);
			const first = await messages.next();
			assert.equal(first.simulation.status, 'running');
			const second = await messages.next();
			assert.ok(second.id > first.id);
			const end = await cancelled(api, simulation);
			const last = (await messages.rest()).at(-1);
			assert.deepEqual(last.simulation, end);
		});

		test(`${form}: only the final state of a finished simulation`, async () => {
			const simulation = await begun(api, { ...ENDLESS, games: 1 });
			const end = await played(api, simulation);
			const messages = await listen(api, simulation.id);
			assert.deepEqual((await messages.rest()).map((message) => message.simulation), [end]);
		});
	}

	test('simulations beyond the limit get 503 until one ends', async () => {
		const two = [await begun(api, ENDLESS), await begun(api, ENDLESS)];
		const answer = await api.post(PATH, ENDLESS);
		assertProblem(answer, 429, 'too_many_simulations');
		assert.ok(Number(answer.headers['retry-after']) >= 1);
		await Promise.all(two.map((one) => cancelled(api, one)));
		await cancelled(api, await begun(api, ENDLESS));
	});

	test('sessions are served while simulations run', async () => {
		const simulation = await begun(api, ENDLESS);
		const { id } = await api.create();
		assert.equal((await api.line(id, SEED_LINE, { query: '?budget_ms=0' })).status, 200);
		assert.equal((await cancelled(api, simulation)).status, 'cancelled');
	});

	test('the list is paged, newest first', async () => {
		const one = await played(api, await begun(api, { ...ENDLESS, games: 1 }));
		const other = await played(api, await begun(api, { game: 'take-away', games: 1 }));
		const first = (await api.get(`${PATH}?limit=1`)).body;
		assert.equal(first.simulations[0].id, other.id);
		const second = (await api.get(`${PATH}?limit=1&after=${first.next}`)).body;
		assert.equal(second.simulations[0].id, one.id);
		const of = (await api.get(`${PATH}?game=take-away&status=finished`)).body.simulations;
		assert.ok(of.length > 0 && of.every(({ game, status }) => game === 'take-away' && status === 'finished'));
		assertProblem(await api.get(`${PATH}?limit=0`), 400, 'invalid_query', '?limit');
		assertProblem(await api.get(`${PATH}?after=nothing`), 400, 'invalid_query', '?after');
		assertProblem(await api.get(`${PATH}?status=lost`), 400, 'invalid_query', '?status');
		assertProblem(await api.get(`${PATH}?game=chess`), 422, 'unknown_game', '?game');
	});

	for (const [what, fields, status, code, pointer] of [
		['no game', { game: undefined }, 400, 'missing_field', '/game'],
		['an unknown game', { game: 'chess' }, 422, 'unknown_game', '/game'],
		['an unknown preset', { preset: 'none' }, 422, 'unknown_preset', '/preset'],
		['an unknown rule', { rules: { none: 1 } }, 422, 'unknown_option', '/rules/none'],
		['an unknown strategy', { strategy: 'luck' }, 422, 'unknown_strategy', '/strategy'],
		['no number of games', { games: undefined }, 400, 'missing_field', '/games'],
		['no games', { games: 0 }, 400, 'invalid_value', '/games'],
		['too many games', { games: 1_000_000_001 }, 400, 'invalid_value', '/games'],
		['half a game', { games: 0.5 }, 400, 'invalid_type', '/games'],
		['a negative first game', { first: -1 }, 400, 'invalid_value', '/first'],
		['a first game whose last has no exact number', { first: 2 ** 53 - 1_000_000_000 }, 400, 'invalid_value', '/first'],
		['a negative seed', { seed: -1 }, 400, 'invalid_value', '/seed'],
		['a budget that is none', { budget: 5 }, 400, 'invalid_type', '/budget'],
		['a budget of too long', { budget: { ms: 60_001 } }, 400, 'invalid_value', '/budget/ms'],
		['worlds in words', { budget: { worlds: 'many' } }, 400, 'invalid_type', '/budget/worlds'],
		['negative nodes', { budget: { nodes: -1 } }, 400, 'invalid_value', '/budget/nodes'],
	]) {
		test(`${what} is refused with its place`, async () => {
			assertProblem(await api.post(PATH, { ...ENDLESS, ...fields }), status, code, pointer);
		});
	}

	for (const fields of [
		{ game: 'klondike', strategy: 'heuristic', games: 5, seed: 3 },
		{ game: 'ten-twenty-thirty', preset: 'forced', games: 5, seed: 3 },
		{ game: 'take-away', games: 5, seed: 3 },
		{ game: 'doppelkopf', games: 5, seed: 3 },
	]) {
		test(`a game of ${fields.game} is replayed move by move`, async () => {
			const run = await played(api, await begun(api, fields));
			const games = [];
			await until(async () => {
				const { status, body } = await api.get(`${PATH}/${run.id}/games/${games.length}?language=da`);
				// A busy machine may take longer than the 20 seconds: the next time it has less to do.
				return status === 200 && games.push(body) === 5;
			}, 'playing them again');
			const sum = (of) => games.reduce((total, game) => total + of(game), 0);
			assert.equal(sum(({ moves }) => moves), run.statistics.decisions);
			assert.equal(sum(({ status }) => (status === 'won' ? 1 : 0)), run.statistics.won.games);
			for (const { moves, steps } of games) {
				assert.equal(steps.length, moves + 1);
				assert.equal(steps.findIndex(({ move }) => move === null), moves);
				assert.ok(steps.slice(0, -1).every(({ move }) => move.instruction.endsWith('.')));
			}
			assertProblem(await api.get(`${PATH}/${run.id}/games/5`), 422, 'unknown_game_number', '');
			assertProblem(await api.get(`${PATH}/${run.id}/games/-1`), 404, 'not_found');
		});
	}

	test('a replay of too many moves is rejected permanently', async () => {
		const run = await played(api, await begun(api, { game: 'take-away', rules: { groups: [9000], limits: [2] }, games: 1 }));
		const answer = await api.get(`${PATH}/${run.id}/games/0`);
		assertProblem(answer, 422, 'game_too_long', '');
		assert.match(answer.body.detail, /more than 4000 moves/);
		assert.equal(answer.headers['retry-after'], undefined);
	});

	test('an unknown simulation gets 404', async () => {
		const path = `${PATH}/${'0'.repeat(32)}`;
		assertProblem(await api.get(path), 404, 'unknown_simulation');
		assertProblem(await api.send('DELETE', path), 404, 'unknown_simulation');
		assertProblem(await api.get(`${path}/events`), 404, 'unknown_simulation');
		assertProblem(await api.get(`${path}/games/0`), 404, 'unknown_simulation');
	});
});

test('only an administrator can cancel a simulation, and each subscriber receives the final results', async () => {
	const ADMIN = 'administrator-of-the-simulations';
	const bearer = (token) => ({ headers: { authorization: `Bearer ${token}` } });
	const api = new Api(await daemonWith('--auth', 'token', '--admin-token', ADMIN, '--max-running-simulations', '1'));
	const { tokens } = (await api.post('/v1/sessions', { game: 'klondike' }, bearer(ADMIN))).body;
	const simulation = (await api.post(PATH, { ...SEARCH, games: 1, budget: { nodes: 1_000_000_000 } }, bearer(ADMIN))).body;
	const path = `${PATH}/${simulation.id}`;
	const waiting = Object.values(SIMULATION_FORMS).map(async (listen) => {
		const messages = await listen(api, simulation.id, bearer(ADMIN).headers);
		assert.equal((await messages.next()).simulation.status, 'running');
		return messages;
	});
	const followers = await Promise.all(waiting);
	const replay = api.get(`${path}/games/0`, bearer(ADMIN)); // its first decision takes hours

	assertProblem(await api.send('DELETE', path), 401, 'token_required');
	assertProblem(await api.send('DELETE', path, bearer('another-token')), 401, 'invalid_token');
	for (const token of Object.values(tokens)) {
		assertProblem(await api.send('DELETE', path, bearer(token)), 403, 'insufficient_scope');
	}
	assertProblem(await api.post(PATH, ENDLESS, bearer(ADMIN)), 429, 'too_many_simulations');
	assert.equal((await api.get(path, bearer(ADMIN))).body.status, 'running');

	const answer = await api.send('DELETE', path, bearer(ADMIN)); // on a connection of its own
	assert.deepEqual([answer.status, answer.body.status], [200, 'cancelled']);
	for (const messages of followers) {
		assert.deepEqual((await messages.rest()).at(-1).simulation, answer.body);
	}
	assert.deepEqual([...new Set(followers.map(({ ending }) => ending))].sort(), [1000, 'end of stream']);
	assertProblem(await replay, 503, 'busy');
	assert.deepEqual((await api.get(path, bearer(ADMIN))).body, answer.body);
	const late = await api.send('DELETE', path, bearer(ADMIN));
	assert.deepEqual([late.status, late.body], [200, answer.body], 'a second time nothing happens');
	assert.equal((await api.post(PATH, { ...ENDLESS, games: 1 }, bearer(ADMIN))).status, 202, 'its place is free');
});

test('after kill -9 a simulation has the same results, and a cancelled one stays cancelled', async () => {
	const store = temporaryStore(after);
	const daemon = await new Daemon({ store, args: ARGS }).start();
	after(() => daemon.finish());
	const api = new Api(daemon);
	const whole = await played(api, await begun(api, { ...ENDLESS, games: SOME }));
	const gone = await begun(api, ENDLESS);
	const kept = await cancelled(api, gone);
	const simulation = await begun(api, { ...ENDLESS, games: SOME });
	await until(async () => (await seen(api, simulation)).played > SOME / 6, 'the first games');
	await daemon.kill();
	await daemon.restart();
	assert.deepEqual(numbersOf(await played(api, simulation)), numbersOf(whole));
	assert.deepEqual(await seen(api, gone), kept);
	await daemon.stop();
	await daemon.restart();
	assert.deepEqual(await seen(api, whole), whole);
});


for (const fields of [
	{ game: 'ten-twenty-thirty', preset: 'forced', games: MANY, seed: 4 },
	{ game: 'klondike', strategy: 'classic', games: MANY, seed: 4 },
]) {
	test(`${MANY} games of ${fields.game}: no game is lost when one daemon cancels and another is killed`, async () => {
		const store = temporaryStore(after);
		const daemon = await new Daemon({ store, args: [...ARGS, '--simulation-threads', '1'] }).start();
		after(() => daemon.finish());
		const api = new Api(daemon);
		const under = await begun(api, fields);
		await until(async () => (await seen(api, under)).played > MANY / 5, 'the first games');
		await daemon.kill();
		daemon.args = [...ARGS, '--simulation-threads', '3'];
		await daemon.restart();
		const killed = await played(api, under);
		const whole = await played(api, await begun(api, fields));
		assert.equal(whole.played, MANY);
		assert.deepEqual(numbersOf(killed), numbersOf(whole));

		const other = await begun(api, fields);
		await until(async () => (await seen(api, other)).played > 0, 'the first game');
		const { played: games } = await cancelled(api, other);
		const half = await played(api, await begun(api, { ...fields, games }));
		assert.deepEqual(numbersOf(await seen(api, other)), numbersOf(half));
	});
}

test('a part with first_game plays the same games as the whole, also after a kill', async () => {
	const store = temporaryStore(after);
	const daemon = await new Daemon({ store, args: ARGS }).start();
	after(() => daemon.finish());
	const api = new Api(daemon);
	const whole = await played(api, await begun(api, { ...ENDLESS, games: SOME }));
	assert.equal(whole.first, 0);
	const cut = Math.floor(SOME / 3);
	const one = await played(api, await begun(api, { ...ENDLESS, games: cut }));
	const rest = await begun(api, { ...ENDLESS, first: cut, games: SOME - cut });
	await until(async () => (await seen(api, rest)).played > SOME / 6, 'the first games');
	await daemon.kill();
	await daemon.restart();
	const other = await played(api, rest);
	assert.deepEqual([other.first, other.games, other.played], [cut, SOME - cut, SOME - cut]);
	for (const sum of [({ played: games }) => games, ({ won }) => won.games, ({ lost }) => lost.games, ({ decisions }) => decisions]) {
		assert.equal(sum(one.statistics) + sum(other.statistics), sum(whole.statistics), String(sum));
	}
	const game = async ({ id }, number) => (await api.get(`${PATH}/${id}/games/${number}`)).body;
	for (const number of [cut, SOME - 1]) {
		const { simulation: id, ...its } = await game(other, number);
		const { simulation: as, ...same } = await game(whole, number);
		assert.equal(its.number, number);
		assert.deepEqual(its, same);
	}
	for (const number of [0, cut - 1, SOME]) {
		const answer = await api.get(`${PATH}/${other.id}/games/${number}`);
		assertProblem(answer, 422, 'unknown_game_number', '');
		assert.match(answer.body.detail, new RegExp(`from ${cut} to ${SOME - 1}`));
	}
});

test('the oldest finished simulations are removed', async () => {
	const api = new Api(await daemonWith('--max-finished-simulations', '1'));
	const first = await played(api, await begun(api, { ...ENDLESS, games: 1 }));
	const second = await played(api, await begun(api, { ...ENDLESS, games: 1 }));
	await until(async () => (await api.get(`${PATH}/${first.id}`)).status === 404, 'forgetting');
	assert.equal((await seen(api, second)).status, 'finished');
});

test('a replay with a huge budget delays no search, and ends with its simulation', async () => {
	const api = new Api(await daemonWith('--search-threads', '1', '--simulation-threads', '1'));
	const simulation = await begun(api, { ...SEARCH, games: 1, budget: { nodes: 1_000_000_000 } });
	const replay = api.get(`${PATH}/${simulation.id}/games/0`);
	const { id } = await api.create({ strategy: 'search' });
	const { body } = await api.line(id, SEED_LINE, '?budget_ms=100');
	assert.ok(body.advice.worlds > 0, 'the search had a thread');
	await cancelled(api, simulation);
	assertProblem(await replay, 503, 'busy');
});

test('each operation returns 406 for an unsupported Accept', async () => {
	const api = new Api(await daemonWith());
	const { id } = await begun(api, { game: 'take-away', games: 1 });
	await until(async () => (await seen(api, { id })).status === 'finished', 'its end');
	for (const [method, path, json] of [['GET', ''], ['POST', '', { game: 'take-away', games: 1 }], ['GET', `/${id}`], ['GET', `/${id}/games/0`],
		['GET', `/${id}/events`], ['DELETE', `/${id}`]]) {
		assertProblem(await api.send(method, `${PATH}${path}`, { json, headers: { accept: 'image/png' } }), 406, 'not_acceptable');
	}
	assert.equal((await api.get(PATH)).body.simulations.length, 1);
});
