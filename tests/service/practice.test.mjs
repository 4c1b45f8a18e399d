// Practice tables: the program deals and keeps the hidden cards. A random player with its own implementation of the rules plays many
// games, also through kill -9; no response names a card that was not seen.
// MAKKER_PRACTICE sets how many games.

import assert from 'node:assert/strict';
import { after, describe, test } from 'node:test';
import { Api, assertProblem, SEED_LINE } from './api.mjs';
import { startDaemon, temporaryStore } from './daemon.mjs';
import { DECK, PRESETS } from './klondike.mjs';
import { FORMS } from './listeners.mjs';
import { assertNamesOnly, chooseMove, Player, asRequest } from './practice.mjs';
import { pick, randomFrom } from './random.mjs';
import { assertTable } from './truth.mjs';

const GAMES = Number(process.env.MAKKER_PRACTICE ?? 24);
const MAX_MOVES = 250;
const LARGE_SEED = 8_100_200_300_400_500;
const daemon = await startDaemon(after, { store: temporaryStore(after) });
const api = new Api(daemon);
const INSTANT = { query: '?budget_ms=0' };
const practice = (fields) => api.create({ cards: 'program', language: 'en', ...fields });
const draw = (id, options = INSTANT) => api.move(id, { kind: 'draw' }, options);

// ---- Whole games --------------------------------------------------------------------------------

/** The card that the last move turned up. */
const cameUp = ({ observed: { moves } }) => moves[0].revealed ?? undefined;

/** Seeds are large here: no other number of a response looks like one. */
const assertKeepsSeed = (text, seed) => {
	assert.ok(!text.includes(String(seed)), 'the seed is there');
	assert.ok(!text.includes(BigInt(seed).toString(16)), 'the seed is there in hex');
};

async function checkAnswer({ status, body, text, headers }, player, seed) {
	assert.equal(status < 300, true, text);
	if (body.status === 'playing') {
		assertNamesOnly(text + JSON.stringify(headers), player.mayBeNamed, 'a response');
		assertKeepsSeed(text, seed);
		assert.equal(body.seed, null);
	}
	assertTable(body.table, player.table);
	assert.equal(body.status === 'won', player.isWon);
}

/** Refused: an illegal move, another version, a picture. Nothing that is hidden is in the words. */
async function checkRefusals(id, player, seed) {
	const answers = [
		await api.move(id, { type: 1, from: 0, to: 7, cut: 9 }),
		await api.move(id, { kind: 'draw', revealed: '5C' }),
		await api.move(id, { kind: 'draw' }, { headers: { 'if-match': '"99999"' } }),
		await api.line(id, SEED_LINE),
		await api.correct(id, { position: 4, card: '9D' }),
	];

	for (const { status, text } of answers) {
		assert.ok(status >= 400 && status < 500, text);
		assertKeepsSeed(text, seed);
	}
	// The last two quote the request.
	answers.slice(0, 3).forEach(({ text }) => assertNamesOnly(text, player.mayBeNamed, 'a refusal'));
}

async function checkReads(id, player, everKnown, seed) {
	const texts = await Promise.all(['', '/advice?budget_ms=0'].map(async (path) =>
		(await api.get(`/v1/sessions/${id}${path}`)).text));
	const history = await api.history(id);

	assert.equal(history.status, 200, history.text);
	texts.forEach((text) => assertNamesOnly(text, player.mayBeNamed, 'a reading'));
	assertNamesOnly(history.text, everKnown, 'the history');
	assertKeepsSeed(texts.join() + history.text, seed);
}

/** Messages about a version may name only what was known at that version. */
function checkHeard(listeners, knownAt) {
	for (const { all } of listeners) {
		for (const message of all) {
			const known = knownAt.get(message.id ?? message.session?.version);
			if (known && message.session?.status !== 'won' && message.session?.status !== 'lost') {
				assertNamesOnly(JSON.stringify(message), known, 'an event');
			}
		}
	}
}

async function playGame(number, random) {
	const [preset, rules] = Object.entries(PRESETS)[number % 3];
	const seed = LARGE_SEED + number;
	const first = await practice({ preset, seed });
	const { id } = first;
	const player = new Player(rules, first.table);
	const knownAt = new Map([[0, new Set(player.mayBeNamed)]]);
	const everKnown = new Set(player.known);
	const listeners = number % 8 === 0
		? await Promise.all(Object.values(FORMS).map((listen) => listen(api, id))) : [];
	const killAt = number % 6 === 1 ? 5 + Math.floor(20 * random()) : -1;
	let body = first;

	for (let moves = 0; body.status === 'playing' && moves < MAX_MOVES && player.moves.length > 0; moves++) {
		if (moves === killAt) {
			await daemon.kill();
			await daemon.restart();
		}
		const move = chooseMove(player, random);
		const answer = await api.move(id, asRequest(move), INSTANT);

		({ body } = answer);
		assert.equal(answer.status, 200, answer.text);
		player.play(move, cameUp(body));
		await checkAnswer(answer, player, seed);
		if (random() < 0.04) {
			const steps = 1 + Math.floor(random() * Math.min(3, player.past.length));
			player.known.forEach((card) => everKnown.add(card));
			const undone = await api.undo(id, { steps });
			({ body } = undone);
			player.undo(steps);
			await checkAnswer(undone, player, seed);
		}
		player.mayBeNamed.forEach((card) => everKnown.add(card));
		knownAt.set(body.version, new Set(everKnown));
		if (moves % 25 === 7 && body.status === 'playing') {
			await checkRefusals(id, player, seed);
			await checkReads(id, player, everKnown, seed);
		}
	}
	checkHeard(listeners, knownAt);
	listeners.forEach((listener) => listener.close());
	if (body.status !== 'playing') {
		assert.equal(body.seed, seed, 'the seed is shown at the end');
	}
	return body;
}

test(`${GAMES} random games follow the rules, and no response names a hidden card`, { timeout: 3_600_000 }, async (t) => {
	const random = randomFrom(2023);
	const ends = {};

	for (let number = 0; number < GAMES; number++) {
		const { status, version } = await playGame(number, random);
		ends[status] = (ends[status] ?? 0) + 1;
		assert.ok(version > 3);
	}
	const metrics = (await api.get('/metrics')).text;
	const list = (await api.get('/v1/sessions?limit=100')).text;
	assertNamesOnly(metrics + list + daemon.log, new Set(), 'metrics, list or log');
	assert.ok(!(metrics + list + daemon.log).includes(String(LARGE_SEED).slice(0, -2)), 'a seed is there');
	t.diagnostic(JSON.stringify(ends));
});

// ---- Other games --------------------------------------------------------------------------------

const valueOf = (card) => Math.min('A234567890'.indexOf(card[0]) + 1 || 10, 10);
const ENDS = { B3: [0, 3], T1B2: [1, 2], T2B1: [2, 1] };

/** The cards that a removal takes of a column: so many from its back and its front. */
function takeFrom(column, combo) {
	const [back, front] = ENDS[combo];
	return [...column.splice(0, back), ...column.splice(column.length - front)];
}

/** One game of 10-20-30, of which the player knows where the dealt cards lie, and which come again. */
async function playTens(seed, random, killAt) {
	let session = await practice({ game: 'ten-twenty-thirty', strategy: 'search', seed });
	const { id } = session;
	const columns = structuredClone(session.table.columns);
	const deck = Array(DECK.length - 7).fill(null);
	const seen = new Set(columns.flat());

	assert.deepEqual(columns.map(({ length }) => length), Array(7).fill(1));
	for (let moves = 0; session.status === 'playing' && moves < 120; moves++) {
		if (moves === killAt) {
			await daemon.kill();
			await daemon.restart();
		}
		const { kind, column, combo } = pick(session.moves, random);
		const answer = await api.move(id, { kind, column, combo }, INSTANT);
		assert.equal(answer.status, 200, answer.text);
		session = answer.body;
		if (kind === 'deal') {
			const card = deck.shift() ?? cameUp(session);
			assert.ok(card, answer.text);
			columns[column].push(card);
			seen.add(card);
		} else {
			const cards = takeFrom(columns[column], combo);
			assert.ok([10, 20, 30].includes(cards.reduce((sum, card) => sum + valueOf(card), 0)), cards.join());
			deck.push(...cards);
		}
		assert.deepEqual(session.table.columns, columns);
		if (seen.size < DECK.length - 1) {
			assert.deepEqual(session.table.known_deck, deck);
			const history = await api.history(id);
			assert.equal(history.status, 200, history.text);
			assertNamesOnly(answer.text + history.text, seen, 'a response');
			assertKeepsSeed(answer.text, seed);
		}
	}
	return session.version;
}

test('10-20-30: cards are shown only when they are dealt, also after kill -9', { timeout: 600_000 }, async () => {
	const random = randomFrom(10);

	for (let game = 0; game < 4; game++) {
		assert.ok((await playTens(LARGE_SEED + game, random, game === 1 ? 20 : -1)) > 30);
	}
});

test('FreeCell is dealt by its seed or its number; nothing is hidden, so undo is no help', async () => {
	const dealt = (fields) => practice({ game: 'freecell', strategy: 'search', ...fields });
	const { id, table } = await dealt({ seed: 7 });
	const { body: moved, status, text } = await api.move(id, asRequest((await api.session(id)).body.moves[0]), INSTANT);

	assert.equal(status, 200, text);
	assert.notDeepEqual(moved.table, table);
	const { body: undone } = await api.undo(id, {});
	assert.deepEqual(undone.table, table);
	assert.equal(undone.assisted, false);
	assert.deepEqual((await dealt({ seed: 7 })).table, table);
	assert.notDeepEqual((await dealt({ seed: 8 })).table, table);
	const numbered = { rules: { deal: 617 } };
	assert.deepEqual((await dealt({ ...numbered, seed: 1 })).table, (await dealt(numbered)).table);
	assertProblem(await api.snapshot(id, table), 422, 'program_deals');
});

// ---- The deal -----------------------------------------------------------------------------------

test('equal seeds deal equal cards, and equal moves reveal equal cards', async () => {
	const [one, other] = [await practice({ seed: 7 }), await practice({ seed: 7 })];
	assert.deepEqual(one.table, other.table);
	assert.equal(one.version, 0);
	assert.equal(one.status, 'playing');
	for (let i = 0; i < 5; i++) {
		assert.deepEqual((await draw(one.id)).body.table, (await draw(other.id)).body.table);
	}
	assert.notDeepEqual((await practice({ seed: 8 })).table, one.table);
});

test('without a seed a random one is used, and shown at the end', async () => {
	const rules = { shuffles: 0, max_column_to_column: 0 };
	let session = await practice({ rules });
	const { id, table } = session;
	const texts = [];

	for (let moves = 0; session.status === 'playing'; moves++) {
		assert.ok(moves < MAX_MOVES);
		const { body, text } = await api.move(id, asRequest(session.suggestion ?? session.moves[0]), INSTANT);
		session = body;
		texts.push(text);
	}
	const last = texts.pop();
	assert.match(session.seed, /^[0-9a-f]{32}$/);
	assert.ok(last.includes(session.seed));
	assert.ok(!texts.join().includes(session.seed.slice(0, 16)));
	assert.ok(!daemon.log.includes(session.seed.slice(0, 16)));
	const again = await practice({ rules, seed: session.seed });
	assert.deepEqual(again.table, table);
	assert.equal((await api.undo(id, {})).body.assisted, true);
	assert.equal((await api.session(id)).body.seed, null);
});

test('undo turns the card face down again, and the session reports that it was seen', async () => {
	const first = await practice({ seed: 7 });
	const { body: drawn } = await draw(first.id);
	const card = cameUp(drawn);
	assert.equal(drawn.assisted, false);
	const { body: undone, text } = await api.undo(first.id, {});
	assert.deepEqual(undone.table, first.table);
	assert.equal(undone.assisted, true);
	assertNamesOnly(text, new Set([...new Player(PRESETS.syvkabale, first.table).known]), 'an undo');
	await daemon.kill();
	await daemon.restart();
	const { body: found } = await api.session(first.id);
	assert.equal(found.assisted, true);
	assert.deepEqual(found.table, first.table);
	assert.equal(cameUp((await draw(first.id)).body), card);
});

// ---- Refusals -----------------------------------------------------------------------------------

describe('refused', () => {
	const create = (fields) => api.post('/v1/sessions', { game: 'klondike', ...fields });

	test('operations that only real tables have', async () => {
		const { id } = await practice({ seed: 7 });
		assertProblem(await api.line(id, SEED_LINE), 422, 'program_deals');
		assertProblem(await api.correct(id, { position: 4, card: '9D' }), 422, 'program_deals', '/card');
		assertProblem(await api.correct(id, { table: { columns: [] } }), 422, 'program_deals', '/table');
		assertProblem(await api.move(id, { kind: 'draw', revealed: '5C' }), 422, 'program_deals', '/revealed');
		assert.equal((await api.session(id)).body.version, 0);
	});

	test('an invalid deal', async () => {
		assertProblem(await create({ cards: 'dealer' }), 400, 'invalid_value', '/cards');
		assertProblem(await create({ cards: 7 }), 400, 'invalid_type', '/cards');
		assertProblem(await create({ seed: 7 }), 400, 'invalid_value', '/seed');
		assertProblem(await create({ cards: 'player', seed: 7 }), 400, 'invalid_value', '/seed');
		for (const seed of [-1, 1.5, 9_007_199_254_740_992, '7', 'f'.repeat(31), `${'f'.repeat(16)}${'0'.repeat(16)}`, null, [], {}]) {
			assertProblem(await create({ cards: 'program', seed }), 400, 'invalid_value', '/seed');
		}
		assertProblem(await create({ cards: 'program', table: { columns: [] } }), 422, 'program_deals', '/table');
	});

	for (const [language, says] of [['en', /deal/], ['da', /giver/], ['de', /gebe/], ['el', /μοιράζω/]]) {
		test(`in ${language}`, async () => {
			const { id } = await practice({ language });
			assert.match((await api.line(id, SEED_LINE)).body.detail, says);
		});
	}
});

// ---- Given decks --------------------------------------------------------------------------------

/** The deck in an order of its own. */
function shuffled(seed, deck = DECK) {
	const random = randomFrom(seed);
	const left = [...deck];
	return deck.map(() => left.splice(Math.floor(random() * left.length), 1)[0]);
}

test('a given deck is dealt, also after kill -9, and shown only at the end', async () => {
	const deck = shuffled(1);
	const rules = { shuffles: 0 };
	let session = await practice({ deck, rules });
	const { id } = session;
	const fronts = [0, 2, 5, 9, 14, 20, 27].map((place) => deck[place]);
	const known = new Set([...fronts, deck[28]]);

	assert.deepEqual(session.table.columns.map(({ cards }) => cards), fronts.map((card) => [card]));
	assert.deepEqual(session.table.draw_pile.cards, [deck[28]]);
	assert.equal(session.deck, null);
	assertNamesOnly(JSON.stringify(session), known, 'the new table');
	await daemon.kill();
	await daemon.restart();
	for (let drawn = 1; drawn < 24; drawn++) {
		const { status, body, text } = await draw(id);
		assert.equal(status, 200, text);
		assert.equal(cameUp(body), deck[28 + drawn]);
		known.add(deck[28 + drawn]);
		if (body.status === 'playing') {
			assertNamesOnly(text, known, 'a response');
			assert.equal(body.deck, null);
		}
		session = body;
	}
	for (let moves = 0; session.status === 'playing'; moves++) {
		assert.ok(moves < MAX_MOVES);
		({ body: session } = await api.move(id, asRequest(session.suggestion ?? session.moves[0]), INSTANT));
	}
	assert.deepEqual(session.deck, deck);
	const again = await practice({ deck: session.deck, seed: session.seed, rules });
	assert.deepEqual(again.table.columns.map(({ cards }) => cards), fronts.map((card) => [card]));
});

test('every card game accepts a deck in its own order', async () => {
	const deck = shuffled(2);
	const freecell = await practice({ game: 'freecell', strategy: 'search', deck });
	assert.deepEqual(freecell.table.columns, [0, 1, 2, 3, 4, 5, 6, 7].map((column) => deck.filter((_, place) => place % 8 === column)));
	const tens = await practice({ game: 'ten-twenty-thirty', strategy: 'search', deck });
	assert.deepEqual(tens.table.columns, deck.slice(0, 7).map((card) => [card]));
	const next = await api.move(tens.id, { kind: 'deal' }, INSTANT);
	assert.equal(cameUp(next.body), deck[7], next.text);
	const hands = shuffled(3, DECK.filter((card) => 'A0KQJ9'.includes(card[0])).flatMap((card) => [card, card]));
	const doppelkopf = await practice({ game: 'doppelkopf', strategy: undefined, deck: hands });
	assert.deepEqual([...doppelkopf.table.hand].sort(), hands.slice(0, 12).sort());
	const short = shuffled(4, hands.filter((card) => card[0] !== '9'));
	const nonines = await practice({ game: 'doppelkopf', preset: 'nonines', strategy: undefined, deck: short });
	assert.deepEqual([...nonines.table.hand].sort(), short.slice(0, 10).sort());
});

describe('an invalid deck is rejected at its place', () => {
	const deck = shuffled(5);
	const at = (place, card) => deck.map((one, index) => (index === place ? card : one));
	const refused = async (fields, status, code, pointer) => {
		const answer = await api.post('/v1/sessions', { game: 'klondike', cards: 'program', language: 'en', ...fields });
		assertProblem(answer, status, code);
		assert.equal(answer.body.errors[0].pointer, pointer, answer.text);
		return answer.body;
	};
	test('an invalid card, or no string', async () => {
		await refused({ deck: at(17, '1X') }, 400, 'invalid_card', '/deck/17');
		await refused({ deck: at(3, 5) }, 400, 'invalid_type', '/deck/3');
		await refused({ deck: 'AS' }, 400, 'invalid_type', '/deck');
	});
	test('a duplicate card, at its second place', async () => {
		await refused({ deck: at(40, deck[12]) }, 422, 'duplicate_card', '/deck/40');
		const { detail } = await refused({ deck: [...deck, 'AS'], language: 'da' }, 422, 'duplicate_card', '/deck/52');
		assert.match(detail, /spar es/);
	});
	test('too few cards: one of the missing ones is named', async () => {
		const { detail } = await refused({ deck: deck.filter((card) => card !== '7D') }, 422, 'cards_missing', '/deck');
		assert.match(detail, /52 cards\. Missing here, for instance: seven of diamonds\./);
		await refused({ deck: [] }, 422, 'cards_missing', '/deck');
	});
	test('a card of another deck', async () => {
		await refused({ game: 'doppelkopf', deck }, 422, 'card_not_in_deck', `/deck/${deck.findIndex((card) => !'A0KQJ9'.includes(card[0]))}`);
	});
	test('a game without cards, and a table whose cards a player deals', async () => {
		await refused({ game: 'take-away', deck }, 422, 'deck_not_supported', '/deck');
		await refused({ cards: 'player', deck }, 400, 'invalid_value', '/deck');
	});
});
