// A request for a table whose members contradict each other: each pair of members, of every game, at tables of the player and of the
// program. Both are used, or the request is rejected with the place, or the contract says which of the two is used.

import assert from 'node:assert/strict';
import { after, describe, test } from 'node:test';
import { Api, assertProblem } from './api.mjs';
import { startDaemon } from './daemon.mjs';
import { DECK } from './klondike.mjs';

const api = new Api(await startDaemon(after));
const post = (body) => api.post('/v1/sessions', body);
const reversed = [...DECK].reverse();
const NINES = DECK.filter((card) => 'A0KQJ9'.includes(card[0])).flatMap((card) => [card, card]);
const dealt = async (game, seed) => (await api.create({ game, strategy: undefined, cards: 'program', seed })).table;

/** A table as a player would enter it. */
const ENTERED = {
	klondike: ({ columns, foundations, draw_pile: { cards } }) => ({ columns, foundations, draw_pile: { cards } }),
	'ten-twenty-thirty': ({ columns }) => ({ columns }),
	freecell: (table) => table,
	'take-away': ({ groups }) => ({ groups }),
	doppelkopf: ({ hand }) => ({ hand }),
};
const entered = async (game, seed) => ENTERED[game](await dealt(game, seed));

/** Of each game: two other presets, a rule that the presets leave alone, the option that says how the game begins, a deck, strategies. */
const GAMES = {
	klondike: { presets: ['klondike-1', 'klondike-3'], rules: { max_column_to_column: [3, 4] }, decks: [DECK, reversed], strategies: ['heuristic', 'search'] },
	'ten-twenty-thirty': {
		presets: ['patience', 'forced'], rules: { stuck: ['drawn', 'lost'] }, start: { deck: [DECK, reversed] }, decks: [DECK.toSpliced(0, 2, DECK[1], DECK[0]), reversed.toSpliced(0, 2, reversed[1], reversed[0])],
	},
	freecell: { presets: ['freecell', 'bakers-game'], rules: { cells: [3, 2] }, start: { deal: [617, 618] }, decks: [DECK, reversed] },
	'take-away': { presets: ['open', 'homework'], rules: { last_card: ['loses', 'wins'] }, start: { groups: [[3, 4], [2, 6]] }, opponents: ['theory', 'minimax'] },
	doppelkopf: { presets: ['ddv', 'freedoko'], rules: { games: [20, 28] }, decks: [NINES, [...NINES].reverse()], opponents: ['random', 'tree'] },
};
const echo = (name) => (body) => body[name];
const table = (body) => body.table;
const option = (values, seen) => {
	const [[name, pair]] = Object.entries(values);
	return { values: pair.map((value) => ({ rules: { [name]: value } })), seen: seen ?? (({ rules }) => rules[name]) };
};
const member = (name, values, seen = echo(name)) => ({ values: values.map((value) => ({ [name]: value })), seen });

/** {name: {values: [one, other], seen}}: the part of a session that shows that the member is used. */
async function membersOf(game, { strategies }) {
	const { presets, rules, start, decks, opponents } = GAMES[game];
	return {
		preset: member('preset', presets),
		rules: option(rules),
		start: option(start ?? { no_such_option: [1, 2] }, table),
		language: member('language', ['da', 'el']),
		strategy: member('strategy', strategies),
		seed: member('seed', [7, 8], table),
		deck: member('deck', decks ?? [DECK, reversed], table),
		opponents: member('opponents', opponents ?? strategies),
		table: member('table', [await entered(game, 1), await entered(game, 2)], table),
		name: member('name', ['kitchen', 'garden']),
	};
}

// ---- Refusals, and which of two counts ----------------------------------------------------------

const FOR_PROGRAM = { seed: [400, 'invalid_value', '/seed'], deck: [400, 'invalid_value', '/deck'], opponents: [400, 'invalid_value', '/opponents'] };

/** Refused at such a table whatever stands beside it: {member: [status, code, pointer]}. */
function refusedAlone(game, deals) {
	const { start, decks, opponents } = GAMES[game];
	return {
		...(start ? {} : { start: [422, 'unknown_option', '/rules/no_such_option'] }),
		...(deals ? { table: [422, 'program_deals', '/table'] } : FOR_PROGRAM),
		...(deals && !decks ? { deck: [422, 'deck_not_supported', '/deck'] } : {}),
		...(deals && !opponents ? { opponents: [400, 'invalid_value', '/opponents'] } : {}),
	};
}

/** Two that contradict each other. */
const REFUSED = { 'start deck': [422, 'two_deals', '/deck'] };

/** Two of which one counts, and the words of the contract on it. */
const COUNTS = {
	'start seed': ['start', 'Options that say how a game begins'],
	'seed deck': ['deck', 'a given `deck` count more'],
	'start table': ['table', 'A table may differ from the deal that an option fixes'],
};
/** In these games both members are valid: the seat that leads; the limits of the groups. */
const BOTH = ['doppelkopf seed deck', 'take-away start table'];

// ---- Pairs --------------------------------------------------------------------------------------

const merged = (base, ...parts) => parts.reduce((body, part) => ({
	...body, ...part, ...(body.rules && part.rules ? { rules: { ...body.rules, ...part.rules } } : {}),
}), base);

const pairsOf = (members) => Object.keys(members).flatMap((one, at, names) => names.slice(at + 1).map((other) => [one, other]));

function assertRefused(answer, rows) {
	const { pointer } = answer.body.errors?.[0] ?? {};
	const row = rows.find(([, code, place]) => code === answer.body.code && place === pointer);
	assert.ok(row, `not refused as expected: ${answer.text}`);
	assertProblem(answer, row[0], row[1]);
}

/** Whether `seen` differs where one of two members has another value. */
async function counts(base, changed, fixed) {
	const bodies = await Promise.all(changed.values.map(async (value) => {
		const { status, body, text } = await post(merged(base, value, fixed.values[0]));
		assert.equal(status, 201, text);
		return body;
	}));
	const [one, other] = bodies.map((body) => JSON.stringify(changed.seen(body)));
	return one !== other;
}

describe('each pair of members counts, or is refused with its place, or is documented', async () => {
	const contract = (await api.get('/openapi.yaml')).text.replaceAll(/\s+/g, ' ');
	const { body: { games } } = await api.get('/v1/games');

	for (const { name: game, strategies } of games) {
		const members = await membersOf(game, { strategies: strategies.slice(0, 2).map(({ name }) => name) });
		for (const deals of [false, true]) {
			const base = { game, ...(deals ? { cards: 'program' } : {}) };
			const alone = refusedAlone(game, deals);
			test(`${game}, dealt by the ${deals ? 'program' : 'player'}`, async () => {
				for (const [one, other] of pairsOf(members)) {
					const refusals = [alone[one], alone[other]].filter(Boolean);
					const rows = refusals.length > 0 ? refusals : [REFUSED[`${one} ${other}`]].filter(Boolean);
					const [winner, words] = BOTH.includes(`${game} ${one} ${other}`) ? [] : COUNTS[`${one} ${other}`] ?? [];
					if (rows.length > 0) {
						assertRefused(await post(merged(base, members[one].values[0], members[other].values[0])), rows);
						continue;
					}
					if (winner) {
						assert.ok(contract.includes(words), `the contract does not say: ${words}`);
					}
					const [first, second] = [await counts(base, members[one], members[other]), await counts(base, members[other], members[one])];
					assert.deepEqual([first, second], [!winner || winner === one, !winner || winner === other], `${game}: ${one} and ${other}`);
				}
			});
		}
	}
});

// ---- Values that exclude each other -------------------------------------------------------------

async function threeInCells() {
	const { columns, ...others } = await dealt('freecell', 1);
	return { ...others, columns: columns.map((column, at) => column.slice(0, at < 3 ? -1 : undefined)), cells: [...columns.slice(0, 3).map((column) => column.at(-1)), 'XX'] };
}

const VALUES = [
	['ten-twenty-thirty', { preset: 'forced', rules: { late_removal: true } }, 'excluded', '/rules/late_removal'],
	['doppelkopf', { preset: 'nonines', rules: { throw_nines: 5 } }, 'rules_exclude', '/rules/throw_nines'],
	['doppelkopf', { rules: { mandatory_soli: 3, games: 4 } }, 'rules_exclude', '/rules/mandatory_soli'],
	['doppelkopf', { cards: 'program', preset: 'nonines', deck: NINES }, 'card_not_in_deck', '/deck/2'],
	['doppelkopf', { preset: 'nonines', table: { hand: NINES.slice(0, 12) } }, 'no_such_card', '/table/hand'],
	['take-away', { rules: { groups: [3, 4], total: 8 } }, 'other_total', '/rules/groups'],
	['take-away', { preset: 'homework', rules: { groups: [9, 9] } }, 'too_many_cards', '/rules/groups'],
	['take-away', { cards: 'program', preset: 'homework', rules: { total: 20 } }, 'too_many_cards', '/rules/total'],
	['take-away', { cards: 'program', rules: { groups: [3], opponent: 'person' } }, 'invalid_value', '/rules/opponent'],
	['take-away', { cards: 'program', opponents: 'theory', rules: { groups: [3], opponent: 'person' } }, 'invalid_value', '/rules/opponent'],
	['freecell', { rules: { cells: 2 }, table: await threeInCells() }, 'too_many_cells', '/table/cells'],
];

for (const [game, fields, code, pointer] of VALUES) {
	test(`${game}: ${JSON.stringify(fields).slice(0, 80)} is refused at ${pointer}`, async () => {
		assertRefused(await post({ game, ...fields }), [[422, code, pointer]]);
	});
}
