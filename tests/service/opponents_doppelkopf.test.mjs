// Practice tables of Doppelkopf: a random player; the program plays all other seats of a match of several deals. Every response of
// the daemon is checked: no text names a card that is not in the player's hand and was not played; also through kill -9.
// MAKKER_MATCHES sets how many.

import assert from 'node:assert/strict';
import { after, describe, test } from 'node:test';
import { Api, assertProblem } from './api.mjs';
import { startDaemon, temporaryStore } from './daemon.mjs';
import { FORMS } from './listeners.mjs';
import { cardsIn } from './practice.mjs';
import { pick, randomFrom } from './random.mjs';

const MATCHES = Number(process.env.MAKKER_MATCHES ?? 6);
const LARGE_SEED = 8_100_200_300_400_500;
const OPPONENTS = ['tree', 'tricks', 'random'];
const PRESETS = ['ddv', 'freedoko', 'nonines'];
const PARTS = ['seat', 'card', 'announce', 'team', 'reservation', 'cards', 'shift', 'return', 'take'];
const daemon = await startDaemon(after, { store: temporaryStore(after), args: ['--session-cache-size=1'] });
const api = new Api(daemon);
const INSTANT = { query: '?budget_ms=0' };
const practice = (fields, rules) => api.create({
	game: 'doppelkopf', cards: 'program', language: 'en', strategy: 'tree', rules: { games: 2, mandatory_soli: 0, ...rules }, ...fields,
});

async function past(id, version) {
	const { body, status, text, headers } = await api.get(`/v1/sessions/${id}?after=${version}&wait_s=30`);
	assert.equal(status, 200, text);
	assert.ok(body.version > version, text);
	return { body, text, headers };
}

/** The cards of this deal that the player has seen: the own ones, and those on the table. */
const seenOf = ({ hand, trick, tricks, poverty }) => new Set([
	...hand, ...trick.cards, ...tricks.flatMap(({ cards }) => cards), ...(poverty ? [...poverty.given, ...poverty.taken] : []),
]);

function assertNamesSeen(text, seen, seed, what) {
	const hidden = [...cardsIn(text)].filter((card) => !seen.has(card));

	assert.deepEqual(hidden, [], `${what} names hidden cards:\n${text.slice(0, 4000)}`);
	assert.ok(!text.includes(String(seed)) && !text.includes(BigInt(seed).toString(16)), `${what} has the seed`);
}

const asRequest = (move) => Object.fromEntries(PARTS.filter((part) => move[part] !== undefined && move[part] !== null).map((part) => [part, move[part]]));

/** Refused, whatever is hidden: moves of other seats, a card that the player has not, another deal, a picture. */
async function checkRefusals(id, { table, version }, seed) {
	const foreign = ['9H', 'AD', 'KC', '0S'].find((card) => !table.hand.includes(card));
	const answers = [
		await api.move(id, { seat: 2, announce: 're' }),
		await api.move(id, { seat: 1, reservation: 'none' }),
		await api.move(id, { seat: 0, card: foreign }),
		await api.move(id, { hand: table.hand }),
		await api.move(id, { seat: 0, card: table.hand[0] }, { headers: { 'if-match': '"99999"' } }),
	];

	for (const { status, text } of answers) {
		assert.ok(status >= 400 && status < 500, text);
		// They may name what was sent.
		assertNamesSeen(text, new Set([...seenOf(table), foreign]), seed, 'a refusal');
	}
	assertProblem(await api.snapshot(id, { seat: 1, card: 'AS' }), 422, 'program_deals');
	assert.equal((await api.session(id)).body.version, version);
}

/** One card each in turn, each trick led by the winner of the one before; replies come from other seats alone. */
function checkReply(before, { table, observed }) {
	assert.equal(observed.moves.length, 1);
	const [move] = observed.moves;
	if (move.kind === 'deal') {
		assert.equal(before.phase, 'over');
		assert.equal(table.event, 1);
		return;
	}
	assert.equal(move.seat, before.seat_to_play);
	assert.notEqual(move.seat, 0);
	assert.equal(table.event, before.event + 1);
}

async function playMatch(number, random) {
	const seed = LARGE_SEED + number;
	const opponents = OPPONENTS[number % 3];
	const first = await practice({ preset: PRESETS[number % 3], opponents, seed });
	const { id } = first;
	const listeners = number % 2 === 0 ? await Promise.all(Object.values(FORMS).map((listen) => listen(api, id))) : [];
	const killAt = number % 2 === 1 ? 20 + Math.floor(30 * random()) : -1;
	let session = first;
	let text = JSON.stringify(first);

	assert.equal(session.opponents, opponents);
	for (let steps = 0; session.status === 'playing'; steps++) {
		const { table, version } = session;
		assertNamesSeen(text, seenOf(table), seed, `version ${version}`);
		if (steps === killAt) {
			await daemon.kill();
			await daemon.restart();
		}
		if (session.moves.length > 0) {
			assert.equal(table.seat_to_play, 0);
			if (steps % 20 === 7) {
				await checkRefusals(id, session, seed);
			}
			const move = pick(session.moves, random);
			const answer = await api.move(id, asRequest(move), INSTANT);
			assert.equal(answer.status, 200, answer.text);
			({ body: session, text } = { body: answer.body, text: answer.text + JSON.stringify(answer.headers) });
		} else {
			const answer = await past(id, version);
			({ body: session, text } = { body: answer.body, text: answer.text + JSON.stringify(answer.headers) });
			// The long poll may skip a version that came at once after another.
			if (session.version === version + 1) {
				checkReply(table, session);
			}
		}
	}
	assert.equal(session.seed, seed, 'the seed is shown at the end');
	assert.equal(session.table.score_table.rows.length, 2);
	for (const { points } of session.table.score_table.rows) {
		assert.equal(points.reduce((a, b) => a + b, 0), 0);
	}
	for (const listener of listeners) {
		await listener.until(() => listener.all.some(({ session: received }) => received?.version === session.version), 'the end');
		const versions = [...new Set(listener.all.filter(({ session: received }) => received).map(({ session: received }) => received.version))];
		const [joined] = versions;
		assert.ok(joined < 9, 'opponents have reserved meanwhile, at most');
		assert.deepEqual(versions, versions.map((_, at) => joined + at), 'each version is notified');
		for (const message of listener.all) {
			if (message.session && message.session.status === 'playing') {
				assertNamesSeen(JSON.stringify(message), seenOf(message.session.table), seed, 'an event');
			}
		}
		listener.close();
	}
	return checkHistory(id, session, seed);
}

/** How many replies of each kind there were. The whole history names the cards of both deals; each card of an opponent stands in the event that played it. */
async function checkHistory(id, { version }, seed) {
	const events = [];
	const kinds = {};
	for (let next = 0; next !== null;) {
		const { body, status, text } = await api.history(id, `?after=${next}`);
		assert.equal(status, 200, text);
		assert.ok(!text.includes('covered'));
		assert.ok(!text.includes(String(seed)));
		events.push(...body.events);
		({ next } = body);
	}
	assert.equal(events.length, version);
	for (const { kind, moves } of events) {
		const [{ seat, kind: what }] = moves;
		assert.equal(kind, seat === 0 && what !== 'deal' ? 'move' : 'reply');
		if (kind === 'reply') {
			kinds[what] = (kinds[what] ?? 0) + 1;
		}
	}
	return kinds;
}

test(`${MATCHES} random matches of two deals: no response names a hidden card`, { timeout: 1_200_000 }, async (t) => {
	const random = randomFrom(2026);
	const all = {};

	for (let number = 0; number < MATCHES; number++) {
		for (const [kind, count] of Object.entries(await playMatch(number, random))) {
			all[kind] = (all[kind] ?? 0) + count;
		}
	}
	const rest = (await api.get('/metrics')).text + (await api.get('/v1/sessions?limit=100')).text + daemon.log;
	assertNamesSeen(rest, new Set(), String(LARGE_SEED).slice(0, -2), 'metrics, list or log');
	t.diagnostic(JSON.stringify(all));
	assert.ok(all.play > 100 && all.reserve > 5 && all.deal >= 1, JSON.stringify(all));
});

test('the default opponent is the strongest one without search; equal seeds deal equal cards', async () => {
	const [one, other] = [await practice({ seed: 5 }), await practice({ seed: 5 })];
	assert.equal(one.opponents, 'tree');
	assert.deepEqual(one.table, other.table);
	assert.equal(one.table.hand.length, 12);
});

test('opponents that search', async () => {
	let { id, ...session } = await practice({ seed: 5, opponents: 'search' });
	for (let own = 0; own < 3;) {
		if (session.moves.length > 0) {
			({ body: session } = await api.move(id, asRequest(session.moves[0]), INSTANT));
			own++;
		} else {
			({ body: session } = await past(id, session.version));
		}
	}
	assert.match((await api.get('/metrics')).text, /makker_search/);
});

test('undo goes back to the last decision of the player, face down', async () => {
	let session = await practice({ seed: 12 });
	const { id } = session;
	const decisions = [];

	while (decisions.length < 4) {
		if (session.moves.length > 0) {
			decisions.push(session.table);
			({ body: session } = await api.move(id, asRequest(session.moves[0]), INSTANT));
		} else {
			({ body: session } = await past(id, session.version));
		}
	}
	assert.equal(session.assisted, false);
	const undone = (await api.undo(id, { steps: 2 })).body;
	assert.deepEqual(undone.table, decisions[2]);
	assert.equal(undone.assisted, true);
	assert.deepEqual((await api.undo(id, {})).body.table, decisions[1]);
});

describe('refused', () => {
	const create = (fields) => api.post('/v1/sessions', { game: 'doppelkopf', ...fields });

	test('invalid opponents', async () => {
		const { body } = await create({ cards: 'program', opponents: 'theory' });
		assert.equal(body.code, 'unknown_strategy');
		assert.match(body.detail, /search, uniform, tree, tricks, random/);
		assertProblem(await create({ opponents: 'tree' }), 400, 'invalid_value', '/opponents');
		assertProblem(await create({ cards: 'program', table: { hand: [] } }), 422, 'program_deals', '/table');
	});
});
