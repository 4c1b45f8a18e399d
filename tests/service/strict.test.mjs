// Meaningless input is rejected with its place: members of bodies, at any depth, headers that violate
// their RFC, names without visible characters or too long. Query parameters and roles: routes.test.mjs.

import assert from 'node:assert/strict';
import { after, describe, test } from 'node:test';
import { Api, assertProblem, SEED_JSON, SEED_LINE } from './api.mjs';
import { startDaemon } from './daemon.mjs';

const api = new Api(await startDaemon(after));

const GAMES = ['klondike', 'ten-twenty-thirty', 'take-away', 'doppelkopf'];
const HAND = ['AC', 'KC', 'AS', '0S', 'KS', '9S', 'AH', 'QH', 'JH', 'KD'];

async function created(game) {
	const rules = { 'take-away': { groups: [3, 4, 5] } }[game];
	return (await api.post('/v1/sessions', { game, rules, preset: undefined })).body.id;
}

// ---- Members: [name, path below the session, body, pointer, suggestion] ---------------------

const TABLE = {
	columns: ['QC', '2C', 'KH', '4C', '6C', '8H', '0C'].map((card, unseen) => ({ unseen, cards: [card] })),
	foundations: { C: 'XC', D: 'XD', H: 'XH', S: 'XS' },
	draw_pile: { cards: ['5S'] },
};
const first = (change) => ({ ...TABLE, columns: TABLE.columns.map((column, at) => (at ? column : { ...column, ...change })) });

const MEMBERS = {
	klondike: [
		['/snapshots', { ...SEED_JSON, stok: 'BACK' }, '/stok', 'stock'],
		['/snapshots', { ...SEED_JSON, draw_pil: 'KS' }, '/draw_pil', 'draw_pile'],
		['/snapshots', { ...SEED_JSON, draw_pile: [{ card: 'KS', p: 1, q: 0 }] }, '/draw_pile/0/q'],
		['/snapshots', { ...SEED_JSON, columns: SEED_JSON.columns.with(2, [{ crad: 'QC', card: 'QC', p: 1 }]) }, '/columns/2/0/crad', 'card'],
		['/snapshots', { ...SEED_JSON, foundations: [[{ card: 'AC', p: 1, x: 1 }], 'UU', 'UU', 'UU'] }, '/foundations/0/0/x'],
		['/snapshots', { ...SEED_JSON, taken_a: '2026-11-21T10:00:00Z' }, '/taken_a', 'taken_at'],
		['/moves', { type: 5, reveald: '2C' }, '/reveald', 'revealed'],
		['/moves', { kind: 'draw', dealer: 2 }, '/dealer'],
		['/corrections', { position: 4, crad: '9D' }, '/crad', 'card'],
		['/corrections', { position: 4, unsen: 2 }, '/unsen', 'unseen'],
		['/corrections', { positon: 4, card: '9D' }, '/positon', 'position'],
		['/corrections', { table: TABLE, position: 4 }, '/position'],
		['/corrections', { table: { ...TABLE, anti_lop: {} } }, '/table/anti_lop', 'anti_loop'],
		['/corrections', { table: first({ unsen: 0 }) }, '/table/columns/0/unsen', 'unseen'],
		['/corrections', { table: { ...TABLE, draw_pile: { cards: ['5S'], known_oder: [] } } }, '/table/draw_pile/known_oder', 'known_order'],
		['/corrections', { table: { ...TABLE, foundations: { ...TABLE.foundations, c: 'XC' } } }, '/table/foundations/c'],
		['/undo', { step: 1 }, '/step', 'steps'],
	],
	'ten-twenty-thirty': [
		['/snapshots', { delt: '7H' }, '/delt', 'dealt'],
		['/snapshots', { columns: [[], [], [], [], [], [], []], deck_lef: 52 }, '/deck_lef', 'deck_left'],
		['/moves', { kind: 'deal', colum: 1 }, '/colum', 'column'],
		['/corrections', { position: 1, unseen: 1 }, '/unseen'],
		['/corrections', { table: { columns: [['7H'], [], [], [], [], [], []], know_deck: [] } }, '/table/know_deck', 'known_deck'],
	],
	'take-away': [
		['/snapshots', { groups: [3, 4, 5], group: 1 }, '/group', 'groups'],
		['/moves', { group: 1, coutn: 2 }, '/coutn', 'count'],
		['/corrections', { table: { groups: [3, 4, 5], trun: 'user' } }, '/table/trun', 'turn'],
	],
	doppelkopf: [
		['/snapshots', { hand: HAND, daeler: 2 }, '/daeler', 'dealer'],
		['/moves', { seat: 1, anounce: 're' }, '/anounce', 'announce'],
		['/corrections', { table: { hand: HAND, poverty: { card: 3 } } }, '/table/poverty/card', 'cards'],
		['/corrections', { table: { hand: HAND, tricks: [{ leder: 1, cards: [] }] } }, '/table/tricks/0/leder', 'leader'],
		['/corrections', { table: { hand: HAND, score_table: { rows: [{ game: 'normal', pionts: [] }] } } }, '/table/score_table/rows/0/pionts', 'points'],
	],
};

describe('unknown members of bodies', () => {
	for (const [game, rows] of Object.entries(MEMBERS)) {
		for (const [path, body, pointer, meant] of rows) {
			test(`${game}${path} ${pointer}`, async () => {
				const id = await created(game);
				const refused = await api.post(`/v1/sessions/${id}${path}`, body);
				assertProblem(refused, 400, 'unknown_member', pointer);
				assert.match(refused.body.detail, meant ? new RegExp(`did you mean "${meant}"\\?$`) : /^unknown member "/);
				assert.equal((await api.session(id)).body.version, 0);
			});
		}
	}
	for (const game of GAMES) {
		test(`creation of ${game}`, async () => {
			assertProblem(await api.post('/v1/sessions', { game, ruels: {} }), 400, 'unknown_member', '/ruels');
			assertProblem(await api.post('/v1/sessions', { game, rules: { jokers: 2 } }), 422, 'unknown_option', '/rules/jokers');
			assertProblem(await api.post('/v1/sessions', { game, table: { stok: 1 } }), 400, 'unknown_member', '/table/stok');
		});
	}
	test('PATCH, simulations', async () => {
		const id = await created('klondike');
		assertProblem(await api.patch(id, { rules: {} }), 400, 'unknown_member', '/rules');
		assertProblem(await api.patch(id, { nmae: 'a' }), 400, 'unknown_member', '/nmae');
		const run = { game: 'take-away', games: 1 };
		assertProblem(await api.post('/v1/simulations', { ...run, sede: 1 }), 400, 'unknown_member', '/sede');
		assertProblem(await api.post('/v1/simulations', { ...run, language: 'da' }), 400, 'unknown_member', '/language');
		assertProblem(await api.post('/v1/simulations', { ...run, budget: { world: 1 } }), 400, 'unknown_member', '/budget/world');
	});
});

describe('members that exclude each other', () => {
	for (const [game, path, body, pointer] of [
		['klondike', '/corrections', { position: 4, card: '9D', unseen: 3 }, '/unseen'],
		['klondike', '/corrections', { position: 11, left: 3, shuffles: 1 }],
		['ten-twenty-thirty', '/snapshots', { dealt: '7H', columns: [[], [], [], [], [], [], []] }, '/columns'],
		['doppelkopf', '/snapshots', { seat: 1, card: '0H', announce: 're' }, '/announce'],
		['doppelkopf', '/snapshots', { seat: 1, card: '0H', team: 're' }, '/team'],
		['doppelkopf', '/snapshots', { hand: HAND, trumps: 1 }, '/trumps'],
	]) {
		test(`${game}${path} ${Object.keys(body)}`, async () => {
			assertProblem(await api.post(`/v1/sessions/${await created(game)}${path}`, body), 400, 'invalid_value', pointer);
		});
	}
});

// ---- Parts of responses can be sent back ----------------------------------------------------------

test('a ranked move of a response can be sent back', async () => {
	const { id, moves } = await api.begun();
	const draw = moves.find(({ kind }) => kind === 'draw');
	assert.ok(draw);
	assert.equal((await api.move(id, { ...draw, revealed: '2C' })).status, 200);
	const away = await created('take-away');
	const { suggestion } = (await api.line(away, '3,4,5')).body;
	assert.equal((await api.move(away, suggestion)).status, 200);
});

test('the table of a response can be sent back', async () => {
	const { id, table } = await api.begun();
	const answer = await api.correct(id, { table });
	assert.equal(answer.status, 200, answer.text);
	const again = await api.post('/v1/sessions', { game: 'klondike', table });
	assert.equal(again.status, 201, again.text);
});

// ---- A name of a member that is hostile itself --------------------------------------------------

test('an unknown name is quoted safely and truncated', async () => {
	const hostile = '\u001b[31m\u202e\u009b';
	for (const accept of ['application/json', 'text/plain']) {
		const { status, text } = await api.post('/v1/sessions', { game: 'klondike', [hostile]: 1 }, { headers: { accept } });
		assert.equal(status, 400);
		const said = accept === 'text/plain' ? text : JSON.parse(text).detail;
		assert.ok(said.includes('\\u{1b}[31m\\u{202e}\\u{9b}'), said);
	}
	const long = await api.post('/v1/sessions', { game: 'klondike', ['x'.repeat(5000)]: 1 });
	assertProblem(long, 400, 'unknown_member');
	assert.match(long.body.detail, /^unknown member "x{40,}\.\.\."/);
	const word = await api.get(`/v1/sessions/${await created('klondike')}?strategy=${encodeURIComponent(hostile)}`,
		{ headers: { accept: 'text/plain' } });
	assert.equal(word.status, 422);
	assert.equal(word.text, "Unknown here: '?[31m?????'.\n");
});

// ---- Headers ------------------------------------------------------------------------------------

describe('If-Match', () => {
	for (const list of ['"99" *', '"0" *', '*, "0"', '"0", *', '* *', '"0" "1"', '"0', '0', '', ',', 'W/', 'w/"0"', '"0 "', '"0";q=1']) {
		test(`malformed: ${list}`, async () => {
			const id = await created('klondike');
			const headers = { 'if-match': list };
			assertProblem(await api.patch(id, { name: 'a' }, { headers }), 400, 'invalid_if_match');
			assertProblem(await api.remove(id, { headers }), 400, 'invalid_if_match');
			assert.equal((await api.session(id)).body.name, null);
		});
	}
	for (const [list, status] of [['W/"0"', 412], ['"1"', 412], ['"00"', 412], ['"0"', 200], ['*', 200], ['"7",, "0" ,', 200], ['W/"1", "0"', 200]]) {
		test(`${list} is ${status}`, async () => {
			assert.equal((await api.patch(await created('klondike'), { name: 'a' }, { headers: { 'if-match': list } })).status, status);
		});
	}
});

test('a malformed If-None-Match is ignored, a valid one is used', async () => {
	const id = await created('klondike');
	for (const [list, status] of [['"0" *', 200], ['"0" "1"', 200], ['0', 200], ['"0', 200], ['', 200], ['"0"', 304], ['W/"0"', 304], ['*', 304]]) {
		assert.equal((await api.get(`/v1/sessions/${id}`, { headers: { 'if-none-match': list } })).status, status, list);
	}
});

test('Range, Prefer and an empty Content-Encoding are ignored', async () => {
	const id = await created('klondike');
	const headers = { range: 'bytes=0-3', prefer: 'return=minimal', 'content-encoding': 'gzip' };
	const { status, body } = await api.get(`/v1/sessions/${id}`, { headers });
	assert.equal(status, 200);
	assert.equal(body.id, id);
});

// ---- Names --------------------------------------------------------------------------------------

const BAD_NAMES = {
	'a control': 'a\u0007', 'a C1 control': 'a\u009b', DEL: 'a\u007f', 'two lines': 'a\u2028b', 'a paragraph': 'a\u2029',
	'an override': '\u202elive', 'an isolate': '\u2066a', 'a mark': 'a\u200f', 'an Arabic mark': '\u061ca', 'a noncharacter': 'a\uffff',
	'nothing': '', blanks: ' \u00a0\u2003', 'zero width': '\u200b\u200d\ufeff', 'Hangul fillers': '\u3164\u115f', 'blank braille': '\u2800',
};

describe('invalid names', () => {
	for (const [what, name] of Object.entries(BAD_NAMES)) {
		test(what, async () => {
			assertProblem(await api.post('/v1/sessions', { game: 'klondike', name }), 400, 'invalid_name', '/name');
			const id = await created('klondike');
			assertProblem(await api.patch(id, { name }), 400, 'invalid_name', '/name');
			assertProblem(await api.snapshot(id, { ...SEED_JSON, camera: name, frame: 1 }), 400, 'invalid_name', '/camera');
		});
	}
});

test('spaces around a name are removed, those within are kept', async () => {
	const { body } = await api.post('/v1/sessions', { game: 'klondike', name: '\u3000 the  kitchen \u200b' });
	assert.equal(body.name, 'the  kitchen');
	assert.equal((await api.patch(body.id, { name: ' ❤️ 👨‍🍳 ' })).body.name, '❤️ 👨‍🍳');
	const frame = (camera, line) => api.snapshot(body.id, { ...SEED_JSON, camera, frame: line });
	assert.equal((await frame(' ceiling', 5)).status, 200);
	assert.equal((await frame('ceiling ', 5)).body.observed.explanation, 'first', 'the same camera: a repeated frame');
	assert.equal((await api.line(body.id, SEED_LINE)).status, 200);
});
