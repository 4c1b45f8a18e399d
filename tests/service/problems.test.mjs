// Invalid input, a row each: the documented problem, the place of the error, and nothing changed.

import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { after, describe, test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { Api, assertProblem, LINE_TYPE, loseOne, SEED_JSON, SEED_LINE } from './api.mjs';
import { startDaemon } from './daemon.mjs';

const api = new Api(await startDaemon(after));

// ---- Rows: name, request, status, code, pointer --------------------------------------------

const columns = (...cards) => ({ json: { draw_pile: 'KS', columns: cards } });
const SEVEN = SEED_JSON.columns;
const slot = (place, value) =>
	columns(...SEVEN.map((card, column) => (column === place ? value : card)));
const json = (body) => ({ body, headers: { 'content-type': 'application/json' } });
const line = (text) => ({ text });
const deep = (levels) => `${'{"columns":['.repeat(levels)}${']}'.repeat(levels)}`;

const SNAPSHOTS = [
	['a card that is none', slot(3, '9X'), 400, 'invalid_card', '/columns/3'],
	['a card that is none in the draw pile', { json: { ...SEED_JSON, draw_pile: '1D' } }, 400, 'invalid_card', '/draw_pile'],
	['a card that is none in a foundation', { json: { ...SEED_JSON, foundations: ['UU', 'ZZ', 'UU', 'UU'] } }, 400, 'invalid_card', '/foundations/1'],
	['an empty card', slot(0, ''), 400, 'invalid_card', '/columns/0'],
	['a card of three signs', slot(6, '8DD'), 400, 'invalid_card', '/columns/6'],
	['a card that is none in a run', slot(6, ['9C', '8X']), 400, 'invalid_card'],
	['six columns', columns(...SEVEN.slice(1)), 400, 'invalid_slot_count', '/columns'],
	['eight columns', columns(...SEVEN, '2C'), 400, 'invalid_slot_count', '/columns'],
	['three foundations', { json: { ...SEED_JSON, foundations: ['UU', 'UU', 'UU'] } }, 400, 'invalid_slot_count', '/foundations'],
	['a stock that is neither there nor not', { json: { ...SEED_JSON, stock: 'MANY' } }, 400, 'invalid_value', '/stock'],
	['a stock of too few cards', { json: { ...SEED_JSON, stock: ['2C', '3C'] } }, 400, 'invalid_slot_count', '/stock'],
	['nothing of a snapshot', { json: {} }, 400, 'missing_field', '/columns'],
	['columns that are no list', { json: { columns: 'KS' } }, 400, 'invalid_type', '/columns'],
	['a column that is a number', slot(2, 8), 400, 'invalid_type', '/columns/2'],
	['a column that is an object', slot(2, { card: '8D' }), 400, 'invalid_type', '/columns/2'],
	['a column that is null', slot(2, null), 400, 'invalid_type', '/columns/2'],
	['a draw pile that is a number', { json: { ...SEED_JSON, draw_pile: 7 } }, 400, 'invalid_type', '/draw_pile'],
	['a frame that is a word', { json: { ...SEED_JSON, frame: 'seven' } }, 400, 'invalid_type', '/frame'],
	['a camera that is a number', { json: { ...SEED_JSON, camera: 7 } }, 400, 'invalid_type', '/camera'],
	['a time that is a number', { json: { ...SEED_JSON, taken_at: 1795234920 } }, 400, 'invalid_type', '/taken_at'],
	['a time without its offset', { json: { ...SEED_JSON, taken_at: '2026-11-21T04:42:00' } }, 400, 'invalid_value', '/taken_at'],
	['a day that is none', { json: { ...SEED_JSON, taken_at: '2026-02-29T04:42:00Z' } }, 400, 'invalid_value', '/taken_at'],
	['a probability above one', slot(4, [{ card: '8D', p: 1.5 }]), 400, 'invalid_probability', '/columns/4/0/p'],
	['probabilities of more than one together', slot(4, [{ card: '8D', p: 0.8 }, { card: '8H', p: 0.8 }]), 400, 'invalid_probability', '/columns/4'],
	['a candidate without a card', slot(4, [{ p: 0.8 }]), 400, 'invalid_type', '/columns/4/0/card'],
	['a card twice', { json: { ...slot(3, '5S').json, typed: true } }, 422, 'duplicate_card', '/columns/3'],
	['eleven slots', line(SEED_LINE.slice(3)), 400, 'invalid_slot_count', ''],
	['fourteen slots', line(`${SEED_LINE},BACK,XX`), 400, 'invalid_slot_count', ''],
	['a thirteenth slot that is a card', line(`${SEED_LINE},2C`), 400, 'invalid_value', '/stock'],
	['a thirteenth slot with nothing in it', line(`${SEED_LINE},`), 400, 'invalid_value', '/stock'],
	['a card in a line that is none', line(SEED_LINE.replace('7H', '7Y')), 400, 'invalid_card', '/columns/3'],
	['a line without a card between commas', line(SEED_LINE.replace('7H', '')), 400, 'invalid_card', '/columns/3'],
	['two lines', line(`${SEED_LINE}\n${SEED_LINE}`), 400, 'invalid_slot_count', ''],
	['a line with a NUL', line(`${SEED_LINE}\0`), 400, 'invalid_card', '/columns/6'],
	['a line that is not UTF-8', { body: Buffer.from(SEED_LINE.replace('7H', '\xff'), 'latin1'), headers: LINE_TYPE }, 400, 'invalid_card', '/columns/3'],
	['a line of noise', line('hello'), 400, 'invalid_slot_count', ''],
	['an empty line', line(''), 400, 'empty_body'],
	['empty JSON', json(''), 400, 'empty_body'],
	['white space as JSON', json('  '), 400, 'invalid_json'],
	['half of the JSON', json('{"columns":['), 400, 'invalid_json'],
	['JSON with something behind it', json(`${JSON.stringify(SEED_JSON)} x`), 400, 'invalid_json'],
	['JSON that is a list', json('[]'), 400, 'invalid_type'],
	['JSON that is a number', json('7'), 400, 'invalid_json'],
	['a name twice in an object', json('{"columns":[],"columns":[]}'), 400, 'invalid_json'],
	['JSON that is not UTF-8', json(Buffer.from('7b22636f6c756d6e73223a5b22ff225d7d', 'hex')), 400, 'invalid_json'],
	['a NUL in a JSON string', json('{"columns":["5S\\u0000"],"draw_pile":"KS"}'), 400, 'invalid_json'],
	['deep JSON', json(deep(17)), 400, 'invalid_json'],
	['very deep JSON', json('['.repeat(30000)), 400, 'invalid_json'],
	['a lonely surrogate', json('{"columns":["\\ud800"]}'), 400, 'invalid_json'],
	['not a number', json('{"frame":NaN}'), 400, 'invalid_json'],
	['a number beyond all bounds', json('{"frame":1e999}'), 400, 'invalid_json'],
	['an integer beyond all bounds', json('{"frame":99999999999999999999}'), 400, 'invalid_json'],
	['XML', { body: '<a/>', headers: { 'content-type': 'application/xml' } }, 415, 'unsupported_media_type', 'Content-Type'],
	['a picture', { body: 'GIF', headers: { 'content-type': 'image/gif' } }, 415, 'unsupported_media_type', 'Content-Type'],
	['a content type that is none', { body: '{}', headers: { 'content-type': 'json' } }, 415, 'unsupported_media_type', 'Content-Type'],
	['a body over 64 KiB', json(`{"x":"${'a'.repeat(65536)}"}`), 413, 'too_large'],
	['a line over 64 KiB', line('KS,'.repeat(40000)), 413, 'too_large'],
	['a budget that is a word', { ...line(SEED_LINE), query: '?budget_ms=long' }, 400, 'invalid_query', '?budget_ms'],
	['a negative budget', { ...line(SEED_LINE), query: '?budget_ms=-1' }, 400, 'invalid_query', '?budget_ms'],
	['a budget beyond all bounds', { ...line(SEED_LINE), query: '?budget_ms=99999999999999999999' }, 400, 'invalid_query', '?budget_ms'],
	['a field that is none', { ...line(SEED_LINE), query: '?fields=version,suits' }, 400, 'invalid_query', '?fields'],
	['`wait` that is neither', { ...line(SEED_LINE), query: '?wait=maybe' }, 400, 'invalid_query', '?wait'],
	['too many moves wanted', { ...line(SEED_LINE), query: '?max_moves=129' }, 400, 'invalid_query', '?max_moves'],
	['an unknown strategy', { ...line(SEED_LINE), query: '?strategy=luck' }, 422, 'unknown_strategy', '?strategy'],
	['If-Match without quotes', { ...line(SEED_LINE), headers: { 'if-match': '1' } }, 400, 'invalid_if_match', 'If-Match'],
	['If-Match that is no version', { ...line(SEED_LINE), headers: { 'if-match': '"one"' } }, 412, 'version_mismatch'],
];

const move = (body) => ({ json: body });
const MOVES = [
	['an illegal move', move({ type: 1, from: 0, to: 10, cut: 1 }), 422, 'illegal_move', '/type'],
	['a move to where it does not fit', move({ type: 3, from: 4, to: 5, cut: 1 }), 422, 'illegal_move', '/to'],
	['a shuffle although cards are left', move({ kind: 'shuffle' }), 422, 'illegal_move', '/kind'],
	['a king although no column is empty', move({ type: 2, from: 11, to: 0 }), 422, 'illegal_move', '/type'],
	['a move type that is none', move({ type: 8 }), 400, 'invalid_value', '/type'],
	['a move type that is a word', move({ type: 'draw' }), 400, 'invalid_type', '/type'],
	['a kind that is none', move({ kind: 'jump' }), 400, 'invalid_value', '/kind'],
	['a position that is none', move({ type: 3, from: 12, to: 6 }), 400, 'invalid_value', '/from'],
	['a negative position', move({ type: 3, from: 4, to: -1 }), 400, 'invalid_value', '/to'],
	['a cut that is a fraction', move({ type: 3, from: 4, to: 6, cut: 1.5 }), 400, 'invalid_type', '/cut'],
	['a revealed card that is none', move({ kind: 'draw', revealed: 'XY' }), 400, 'invalid_card', '/revealed'],
	['a revealed card that lies elsewhere', move({ kind: 'draw', revealed: '5S' }), 422, undefined, '/revealed'],
	['a draw without its card', move({ kind: 'draw' }), 422, undefined, '/revealed'],
	['a move that is not named', move({}), 400, 'missing_field', '/kind'],
	['a move that several are like', move({ from: 11 }), 422, undefined],
	['a move that is a list', move([]), 400, 'invalid_type'],
	['a move as a line', line('draw'), 415, 'unsupported_media_type', 'Content-Type'],
];

const UNDO = [
	['no steps', move({ steps: 0 }), 400, 'invalid_value', '/steps'],
	['steps that are a word', move({ steps: 'all' }), 400, 'invalid_type', '/steps'],
	['steps beyond all bounds', move({ steps: 1001 }), 400, 'invalid_value', '/steps'],
	['an answer in an unknown language', { ...move({ steps: 1 }), query: '?language=tlh' }, 422, 'unknown_language', '?language'],
	['more steps than were made', move({ steps: 9 }), 409, 'nothing_to_undo'],
	['nothing to do again', move({ steps: -1 }), 409, 'nothing_to_undo'],
];

const CORRECTIONS = [
	['a correction without a place', move({ card: '2C' }), 400, 'missing_field', '/position'],
	['a correction of nothing', move({ position: 4 }), 400, 'missing_field', '/card'],
	['a correction to an invalid card', move({ position: 4, card: '1X' }), 400, 'invalid_card', '/card'],
	['a correction at a place that is none', move({ position: -1, card: '2C' }), 400, 'invalid_value', '/position'],
	['a correction of no card on a pile that the table does not have', move({ position: 12, card: 'XX' }), 422, 'no_card_known', '/position'],
	['a correction of no card at a place beyond a pile', move({ position: 4, index: 13, card: 'XX' }), 422, 'no_card_known', '/index'],
	['a correction where no card is known', move({ position: 7, card: 'AC' }), 422, 'no_card_known', '/position'],
	['a correction of an event without a card there', move({ event: 9, position: 4, card: '2C' }), 422, 'no_card_known', '/event'],
	['a correction to a card that lies elsewhere', move({ position: 11, card: '5S' }), 409, 'correction_contradicts', '/events/1'],
	['a count that there is not', move({ position: 11, unseen: 3 }), 422, 'invalid_correction', '/unseen'],
	['an impossible count', move({ position: 4, unseen: 5 }), 422, 'invalid_correction', '/unseen'],
];

const CHANGES = [
	['an unknown strategy', move({ strategy: 'luck' }), 422, 'unknown_strategy', '/strategy'],
	['an unknown language', move({ language: 'tlh' }), 422, 'unknown_language', '/language'],
	['a language that is a number', move({ language: 7 }), 400, 'invalid_type', '/language'],
	['a name of 97 bytes', move({ name: 'n'.repeat(97) }), 400, 'invalid_name', '/name'],
	['a name with a control character', move({ name: 'a\u0007b' }), 400, 'invalid_name', '/name'],
	['a name that is a number', move({ name: 7 }), 400, 'invalid_type', '/name'],
	['a list', move([]), 400, 'invalid_type'],
	['plain text', line('da'), 415, 'unsupported_media_type', 'Content-Type'],
];

const WISHES = [
	['an unknown game', move({ game: 'whist' }), 422, 'unknown_game', '/game'],
	['no game', move({}), 400, 'missing_field', '/game'],
	['a game that is a number', move({ game: 7 }), 400, 'invalid_type', '/game'],
	['an unknown preset', move({ game: 'klondike', preset: 'x' }), 422, 'unknown_preset', '/preset'],
	['an unknown option', move({ game: 'klondike', rules: { jokers: 2 } }), 422, 'unknown_option', '/rules/jokers'],
	['a value that an option has not', move({ game: 'klondike', rules: { draw: 2 } }), 422, 'invalid_value', '/rules/draw'],
	['a choice that an option has not', move({ game: 'klondike', rules: { goal: 'fun' } }), 422, 'invalid_value', '/rules/goal'],
	['an option of the wrong type', move({ game: 'klondike', rules: { draw: true } }), 400, 'invalid_type', '/rules/draw'],
	['fewer shuffles than none', move({ game: 'klondike', rules: { shuffles: -1 } }), 422, 'invalid_value', '/rules/shuffles'],
	['rules that are a list', move({ game: 'klondike', rules: [] }), 400, 'invalid_type', '/rules'],
	['an unknown strategy', move({ game: 'klondike', strategy: 'luck' }), 422, 'unknown_strategy', '/strategy'],
	['an unknown language', move({ game: 'klondike', language: 'tlh' }), 422, 'unknown_language', '/language'],
	['a name that is too long', move({ game: 'klondike', name: 'ø'.repeat(49) }), 400, 'invalid_name', '/name'],
	['no body', {}, 400, 'empty_body'],
	['a list', move([{ game: 'klondike' }]), 400, 'invalid_type'],
	['too much', json(`{"game":"${'a'.repeat(65536)}"}`), 413, 'too_large'],
	['another content type', { body: 'game=klondike', headers: { 'content-type': 'text/html' } }, 415, 'unsupported_media_type', 'Content-Type'],
];

const READS = [
	['a version that is a word', '?after=one&wait_s=1', 400, 'invalid_query', '?after'],
	['a version beyond 63 bits', '?after=9223372036854775808', 400, 'invalid_query', '?after'],
	['a wait that is too long', '?wait_s=61', 400, 'invalid_query', '?wait_s'],
	['a negative wait', '?wait_s=-1', 400, 'invalid_query', '?wait_s'],
	['an unknown field', '?fields=colour', 400, 'invalid_query', '?fields'],
	['a session in an unknown language', '?language=tlh', 422, 'unknown_language', '?language'],
	['advice of an unknown strategy', '/advice?strategy=luck', 422, 'unknown_strategy', '?strategy'],
	['advice in an unknown language', '/advice?language=tlh', 422, 'unknown_language', '?language'],
	['a review in an unknown language', '/review?language=tlh', 422, 'unknown_language', '?language'],
	['the history in an unknown language', '/history?language=tlh', 422, 'unknown_language', '?language'],
	['events in an unknown language', '/events?language=tlh', 422, 'unknown_language', '?language'],
	['advice with a budget that is a word', '/advice?budget_ms=x', 400, 'invalid_query', '?budget_ms'],
	['advice with too many moves', '/advice?max_moves=-1', 400, 'invalid_query', '?max_moves'],
	['history after a word', '/history?after=x', 400, 'invalid_query', '?after'],
	['history of no events', '/history?limit=0', 400, 'invalid_query', '?limit'],
	['history of too many events', '/history?limit=501', 400, 'invalid_query', '?limit'],
];

const LISTS = [
	['a page of nothing', '/v1/sessions?limit=0', 400, 'invalid_query', '?limit'],
	['a page that is too long', '/v1/sessions?limit=101', 400, 'invalid_query', '?limit'],
	['a page of a word', '/v1/sessions?limit=many', 400, 'invalid_query', '?limit'],
	['a page after something that is no id', '/v1/sessions?after=../x', 400, 'invalid_query', '?after'],
	['sessions in a status that is none', '/v1/sessions?status=asleep', 400, 'invalid_query', '?status'],
	['sessions of an unknown game', '/v1/sessions?game=whist', 422, 'unknown_game', '?game'],
	['games in an unknown language', '/v1/games?language=tlh', 422, 'unknown_language', '?language'],
];

test('the greatest version that the error message names is accepted', async () => {
	const { id } = await api.begun();
	for (const path of ['', '/history']) {
		assert.equal((await api.session(id, `${path}?after=9223372036854775807`)).status, 200, path);
	}
});

// ---- The rows are carried out -------------------------------------------------------------------

/** Sends a row and asserts that the session is as it was, byte for byte. */
async function refuse(id, send, status, code, pointer) {
	const before = await api.session(id);
	const answer = await send();
	assertProblem(answer, status, code ?? answer.body?.code, pointer);
	const { headers, body } = await api.session(id);
	if (code === 'snapshot_contradiction') {
		assert.match(headers.etag, new RegExp(`^"${body.version}[.][0-9]+"$`));
		// The last snapshot is reported; the game is unchanged.
		const same = { sync: 0, observed: 0, message: 0 };
		assert.deepEqual({ ...body, ...same }, { ...before.body, ...same });
	} else {
		assert.equal(headers.etag, before.headers.etag);
		assert.deepEqual(body, before.body);
	}
}

function refusals(about, path, rows, method = 'POST') {
	describe(`refused ${about}`, () => {
		for (const [name, { query = '', ...sent }, ...expected] of rows) {
			test(name, async () => {
				const { id } = await api.begun();
				const address = `/v1/sessions/${id}${path}${query}`;
				await refuse(id, () => api.send(method, address, sent), ...expected);
			});
		}
	});
}

refusals('snapshots', '/snapshots', SNAPSHOTS);
refusals('moves', '/moves', MOVES);
refusals('undoing', '/undo', UNDO);
refusals('corrections', '/corrections', CORRECTIONS);
refusals('changes', '', CHANGES, 'PATCH');

describe('refused reading', () => {
	for (const [name, query, ...expected] of READS) {
		test(name, async () => {
			const { id } = await api.begun();
			await refuse(id, () => api.session(id, query), ...expected);
		});
	}
	for (const [name, path, ...expected] of LISTS) {
		test(name, async () => assertProblem(await api.get(path), ...expected));
	}
});

describe('refused sessions', () => {
	for (const [name, sent, ...expected] of WISHES) {
		test(name, async () => {
			const newest = async () => (await api.get('/v1/sessions?limit=1')).body;
			const before = await newest();
			assertProblem(await api.send('POST', '/v1/sessions', sent), ...expected);
			assert.deepEqual(await newest(), before);
		});
	}
});

// ---- A game that is over ------------------------------------------------------------------------

test('a finished game accepts no snapshot and no move, except the same snapshot', async () => {
	const over = await loseOne(api);
	assert.equal(over.status, 'lost');
	assert.equal(over.suggestion, null);
	const again = pictureOf(over);
	const same = await api.snapshot(over.id, again);
	assert.equal(same.status, 200);
	assert.equal(same.body.observed.explanation, 'unchanged');
	const other = { json: { ...again, draw_pile: 'KD' } };
	await refuse(over.id, () => api.send('POST', `/v1/sessions/${over.id}/snapshots?typed=true`, other), 409, 'game_over');
	await refuse(over.id, () => api.move(over.id, { kind: 'draw', revealed: 'KD' }), 409, 'game_over');
	assert.equal((await api.undo(over.id, { steps: 1 })).body.status, 'playing');
});

const pictureOf = ({ table }) => ({
	draw_pile: table.draw_pile.cards.at(-1), columns: table.columns.map(({ cards }) => cards.at(-1)),
});

// ---- The table of codes -------------------------------------------------------------------------

test('every error code of sessions and the API is in the table of the contract', () => {
	/* Never returned to a client: causes of session_corrupt, of invalid_token, in the log, at the start. */
	const INTERNAL = ['invalid_event', 'invalid_finding', 'not_permitted', 'no_memory', 'http_failed'];
	const sources = execFileSync('grep', ['-rhoE', '(MK_[A-Z]+, |[45][0-9]{2}, |code = )"[a-z]+(_[a-z]+)+"', 'src/session', 'src/api', 'src/simulation', 'src/http'],
		{ cwd: fileURLToPath(new URL('../..', import.meta.url)), encoding: 'utf8' });
	const codes = new Set([...sources.matchAll(/"([a-z_]+)"/g)].map(([, code]) => code));
	const contract = readFileSync(new URL('../../openapi.yaml', import.meta.url), 'utf8');
	const table = contract.slice(contract.indexOf('| status | codes |'), contract.indexOf('What cannot be read as HTTP'));
	assert.ok(codes.size > 40 && table.length > 1000);
	assert.deepEqual([...codes].filter((code) => !INTERNAL.includes(code) && !table.includes(`\`${code}\``)), []);
});
