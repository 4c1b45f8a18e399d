// Reviews of tables that did not end where they began, or not at all: exported and imported elsewhere, left in the middle, with corrections,
// with an entered table, after undo.

import assert from 'node:assert/strict';
import { after, describe, test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { makker } from '../cli/makker.mjs';
import { Api, SEED_LINE } from './api.mjs';
import { Daemon, temporaryStore } from './daemon.mjs';

const NODES = '?nodes=60&limit=500&tables=true&language=en';
const MILLION = 1_000_000;
const millionths = (value) => Math.round(value * MILLION);
const sum = (values) => values.reduce((total, value) => total + value, 0);
const NAMES = ['kind', 'from', 'to', 'card', 'cut', 'count', 'group', 'column', 'cards', 'combo', 'seat', 'reservation', 'announce', 'team', 'take', 'trumps', 'shift', 'return'];
const wished = (move) => Object.fromEntries(Object.entries(move).filter(([name]) => NAMES.includes(name)));

/** A daemon on the store, for as long as `use` takes. */
async function serving(store, use) {
	const daemon = await new Daemon({ store }).start();
	try {
		return await use(new Api(daemon));
	} finally {
		await daemon.stop();
	}
}

async function finished(api, id) {
	for (;;) {
		const answer = await api.get(`/v1/sessions/${id}/review${NODES}`);
		if (answer.status !== 202) {
			assert.equal(answer.status, 200, answer.text);
			return answer.body;
		}
		await sleep(20);
	}
}

/** So many own moves, as suggested but for every third one. */
async function playOn(api, id, most) {
	let { body: session } = await api.session(id, '?max_moves=128');
	for (let made = 0; made < most && session.status === 'playing';) {
		if (session.moves.length === 0) {
			({ body: session } = await api.session(id, `?max_moves=128&after=${session.version}&wait_s=5`));
			continue;
		}
		const move = made % 3 === 2 ? session.moves.at(-1) : (session.suggestion ?? session.moves[0]);
		const { status, body, text } = await api.post(`/v1/sessions/${id}/moves?budget_ms=0&max_moves=128`, wished(move));
		assert.equal(status, 200, text);
		session = body;
		made++;
	}
	return session;
}

/** Luck and choice of each valued decision are the change of its value; of all of them, that of the game. */
function assertAccount({ decisions, sums, count, valued }) {
	const known = decisions.filter(({ before }) => before !== null);
	assert.deepEqual([count, valued], [decisions.length, decisions.length]);
	assert.equal(sums.decisions, known.length);
	known.forEach(({ before, after: end, luck, choice, number }) => assert.equal(millionths(luck) + millionths(choice), millionths(end) - millionths(before), `decision ${number}`));
	for (const part of known.length > 0 ? ['luck', 'choice'] : []) {
		assert.equal(millionths(sums[part]), sum(known.map((decision) => millionths(decision[part]))), part);
	}
}

const MOVES = { 'ten-twenty-thirty': 45, 'take-away': 6 };
const GAMES = {
	klondike: { strategy: 'heuristic' }, freecell: { strategy: 'heuristic' }, 'ten-twenty-thirty': { strategy: 'search' },
	'take-away': { strategy: undefined, rules: { groups: [19, 18, 17, 9, 8, 7] } }, doppelkopf: { strategy: 'tricks', opponents: 'tricks' },
};

describe('a practice table has the same review where it was exported from and where it was imported', async () => {
	for (const [game, fields] of Object.entries(GAMES)) {
		test(game, async (t) => {
			const [from, to] = [temporaryStore(t.after.bind(t)), temporaryStore(t.after.bind(t))];
			const { ids, reviews } = await serving(from, async (api) => {
				const left = await api.create({ game, cards: 'program', seed: 4, ...fields });
				await playOn(api, left.id, MOVES[game] ?? 9);
				const undone = await api.create({ game, cards: 'program', seed: 5, ...fields });
				await playOn(api, undone.id, 4);
				await api.undo(undone.id, { steps: 2 });
				await playOn(api, undone.id, 2);
				const untouched = await api.create({ game, cards: 'program', seed: 6, ...fields });
				const all = [left.id, undone.id, untouched.id];
				return { ids: all, reviews: await Promise.all(all.map((id) => finished(api, id))) };
			});
			const { stdout: lines, code, stderr } = await makker(['export', '--store', from]);
			assert.equal(code, 0, stderr);
			assert.equal((await makker(['import', '--store', to], { input: lines })).code, 0);
			await serving(to, async (api) => {
				for (const [place, id] of ids.entries()) {
					const review = await finished(api, id);
					assertAccount(review);
					assert.deepEqual(review, reviews[place], `${game}, table ${place}`);
					assert.equal((await api.session(id)).body.status, 'playing');
				}
			});
			assert.ok(reviews[0].count >= 3, `${game}: ${reviews[0].count} decisions`);
			assert.deepEqual([reviews[2].count, reviews[2].dearest, reviews[2].verdict], [0, [], null], 'a table that was never touched');
		});
	}
});

test('tables with corrections and entered tables have the same review before and after an import', async (t) => {
	const [from, to] = [temporaryStore(t.after.bind(t)), temporaryStore(t.after.bind(t))];
	const { ids, reviews } = await serving(from, async (api) => {
		const { id } = await api.begun({ strategy: 'heuristic' });
		assert.equal((await api.line(id, SEED_LINE.replace('KS', '3C'))).status, 200);
		assert.equal((await api.correct(id, { position: 11, card: '2C' })).status, 200);
		await api.line(id, SEED_LINE.replace('KS', '4C'));
		const { body: { table } } = await api.session(id);
		const entered = await api.create({ strategy: 'heuristic', table });
		assert.equal((await api.line(entered.id, SEED_LINE.replace('KS', '5C'))).status, 200);
		const all = [id, entered.id];
		const found = await Promise.all(all.map((one) => finished(api, one)));
		assert.equal((await api.correct(id, { table })).status, 200);
		return { ids: all, reviews: [await finished(api, id), found[1]], before: found[0] };
	});
	const { stdout: lines } = await makker(['export', '--store', from]);
	assert.equal((await makker(['import', '--store', to], { input: lines })).code, 0);
	await serving(to, async (api) => {
		for (const [place, id] of ids.entries()) {
			const review = await finished(api, id);
			assertAccount(review);
			assert.deepEqual(review, reviews[place]);
			assert.ok(review.count > 0, JSON.stringify(review));
		}
	});
});
