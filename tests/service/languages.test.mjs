// Error messages for players are in the player's language for every error: each member of what a client sends
// about a game is replaced by values of every type, and no answer is left in English.

import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { Api, SEED_JSON } from './api.mjs';
import { startDaemon } from './daemon.mjs';

const api = new Api(await startDaemon(after));
const GREEK = /[\u0370-\u03ff\u1f00-\u1fff]/;
const DANISH = { headers: { 'accept-language': 'da' } };
/** Misspelt members, for the programmer of a client. */
const FOR_PROGRAMMERS = ['unknown_member', 'unknown_option'];
const MISSING = Symbol('missing');
const VALUES = [MISSING, null, true, -1, 99, 4000000000, 1.5, '', 'zz', 'QS', '2H', 'BACK', [], [null], ['QS', 'QS', 'QS'], [1, 2, 3], {}];

const HAND = ['0H', 'QC', 'QS', 'JD', 'AD', 'KD', 'AC', '0C', '9S', 'KS', 'AH', '9H'];
const DEALT = { hand: HAND, dealer: 0 };
const NONE = [1, 2, 3, 0].map((seat) => ({ seat, reservation: 'none' }));
const POVERTY = [DEALT, NONE[0], NONE[1], { seat: 3, reservation: 'poverty', cards: 3 }, NONE[3]];

/** A game, its events, then rejected snapshots, moves and corrections. */
const GAMES = [
	{
		game: 'klondike', events: [SEED_JSON],
		snapshots: [{ ...SEED_JSON, stock: 'BACK', camera: 'a', frame: 1, taken_at: '2026-11-21T04:42:00Z' }],
		moves: [{ type: 3, kind: 'column_to_column', from: 4, to: 5, cut: 1, card: '7H', revealed: '2C' }, { kind: 'draw', revealed: '2C' }],
		corrections: [{ position: 4, card: '2C' }, { position: 11, unseen: 3 }, { event: 1, position: 4, card: '2C' }],
	},
	{
		game: 'doppelkopf', events: [DEALT, { seat: 1, card: 'AS' }],
		snapshots: [DEALT, { seat: 2, card: '0S' }, { seat: 1, announce: 'no_90', team: 're' }, { seat: 1, reservation: 'marriage' }],
		moves: [{ seat: 2, card: '0S' }],
		corrections: [{ event: 2, position: 1, card: '2C' }],
	},
	{
		game: 'doppelkopf', preset: 'freedoko', events: POVERTY,
		snapshots: [{ seat: 3, shift: 3 }, { seat: 0, take: true, cards: ['9D', '9D', 'JH'] }, { seat: 0, return: ['9S', '9H', 'QC'], trumps: 1 }],
		moves: [],
	},
	{
		game: 'ten-twenty-thirty', events: [{ dealt: '7H' }, { dealt: 'KD' }],
		snapshots: [{ dealt: '3C' }, { dealt: '3C', columns: [['7H'], ['KD'], [], [], [], [], []] },
			{ columns: [['7H'], ['KD'], ['3C'], [], [], [], []] }],
		moves: [{ kind: 'deal', column: 2, revealed: '3C' }, { kind: 'remove', column: 0, combo: 'B3' }],
		corrections: [{ position: 0, card: 'KD' }],
	},
	{
		game: 'take-away', events: [{ groups: [3, 4, 5] }],
		snapshots: [{ groups: [3, 4, 5] }], moves: [{ kind: 'take', group: 0, count: 1 }],
	},
	{
		game: 'freecell', rules: { deal: 1 }, events: [],
		snapshots: [{ cells: ['JD', 'XX', 'XX', 'XX'], columns: [['JD'], ['2D'], ['9H'], ['JC'], ['5D'], ['7H'], ['7C'], ['5H']] }], moves: [],
	},
];

/** `document` once for each place and value. */
function* spoilt(document, path = []) {
	const at = path.reduce((value, key) => value[key], document);

	for (const value of path.length > 0 ? VALUES : []) {
		const copy = structuredClone(document);
		const last = path.at(-1);
		const above = path.slice(0, -1).reduce((container, key) => container[key], copy);
		if (value !== MISSING) {
			above[last] = value;
		} else if (Array.isArray(above)) {
			above.splice(last, 1);
		} else {
			delete above[last];
		}
		yield copy;
	}
	for (const key of at !== null && typeof at === 'object' ? Object.keys(at) : []) {
		yield* spoilt(document, [...path, Array.isArray(at) ? Number(key) : key]);
	}
}

/** How many are refused, all in Greek. */
async function refusals(documents, send) {
	let count = 0;

	for (const document of documents) {
		const { status, body } = await send(document);
		if (status >= 400 && !FOR_PROGRAMMERS.includes(body.code)) {
			for (const { detail } of [body, ...body.errors ?? []]) {
				assert.match(detail, GREEK, `${JSON.stringify(document)}: ${body.code}`);
			}
			count++;
		}
	}
	return count;
}

async function begun({ game, preset, rules, events }) {
	const session = await api.create({ game, preset, rules, strategy: undefined, language: 'el' });

	for (const event of events) {
		assert.equal((await api.snapshot(session.id, event)).status, 200, JSON.stringify(event));
	}
	return (await api.session(session.id)).body;
}

/** Of a long list (a deck) its first three entries: it is too long to be spoilt at every place. */
function shortened(document) {
	return Object.fromEntries(Object.entries(document).map(([name, value]) => [name,
		Array.isArray(value) && value.length > 13 ? value.slice(0, 3) : value]));
}

for (const entry of GAMES) {
	const { game } = entry;

	test(`${game}: snapshots, moves and corrections are refused in Greek at every place (after ${entry.events.length})`, async (t) => {
		const { id, moves } = await begun(entry);
		const kinds = {
			snapshots: entry.snapshots,
			moves: [...entry.moves, ...moves.slice(0, 2).map(({ seat, kind, group, count, card, column, combo, from, to, type, cut, revealed }) =>
				({ seat, kind, group, count, card, column, combo, from, to, type, cut, revealed }))],
			corrections: entry.corrections ?? [],
		};
		for (const [kind, documents] of Object.entries(kinds)) {
			let count = 0;
			for (const document of documents) {
				count += await refusals(spoilt(JSON.parse(JSON.stringify(document))),
					(json) => api.post(`/v1/sessions/${id}/${kind}`, json, DANISH));
			}
			t.diagnostic(`${kind}: ${count} refused`);
			assert.ok(count >= documents.length * 5, `${kind}: ${count}`);
		}
	});

	test(`${game}: tables and rules are refused in Greek at every place (after ${entry.events.length})`, async (t) => {
		const { table, rules, preset } = await begun(entry);
		const begin = (more) => api.post('/v1/sessions', { game, preset, language: 'el', ...more }, DANISH);
		const tables = await refusals(spoilt(table), (json) => begin({ table: json, rules: entry.rules }));
		const options = entry.preset ? 0 : await refusals(spoilt(shortened(rules)), (json) => begin({ rules: json }));

		t.diagnostic(`${tables} tables and ${options} rules refused`);
		assert.ok(tables > 100 && (entry.preset || options > 30), `${tables}, ${options}`);
	});
}

test('invalid names of sessions are rejected in Greek', async () => {
	const names = ['n'.repeat(97), 'a\u0007b', 'a\ue000', ' ', '\u0301a', 'a\u200bb', 7, true, []];
	const { id } = await api.create({ language: 'el' });

	assert.equal(await refusals(names, (name) => api.patch(id, { name })), names.length);
});

test('unknown names are rejected in the language of the client', async () => {
	const headers = { 'accept-language': 'el' };
	const bodies = [{}, { game: 'whist' }, { game: 7 }, { game: 'klondike', preset: 'x' }, { game: 'klondike', strategy: 'luck' },
		{ game: 'klondike', rules: 7 }, { game: 'klondike', table: 7 }, { game: 'klondike', language: 'tlh' }];
	const runs = [{ game: 'klondike' }, { game: 'klondike', games: 'x' }, { game: 'klondike', games: -1 }, { game: 'klondike', games: 1, budget: 7 },
		{ game: 'klondike', games: 1, budget: { ms: 'x' } }, { game: 'whist', games: 1 }];

	assert.equal(await refusals(bodies, (fields) => api.post('/v1/sessions', fields, { headers })), bodies.length);
	assert.equal(await refusals(runs, (fields) => api.post('/v1/simulations', fields, { headers })), runs.length);
});
