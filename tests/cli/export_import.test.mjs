// makker export and makker import: the sessions of a store as lines, and back, byte for byte.

import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, describe, test } from 'node:test';
import { Api, loseOne, SEED_LINE } from '../service/api.mjs';
import { Daemon } from '../service/daemon.mjs';
import { DECK } from '../service/klondike.mjs';
import { makker, PROGRAM } from './makker.mjs';

const folder = mkdtempSync(join(tmpdir(), 'makker-transfer-'));
after(() => rmSync(folder, { recursive: true, force: true }));

let stores = 0;
const newStore = () => `sqlite:${folder}/${stores++}.db`;

const take = async (store, ...ids) => makker(['export', '--store', store, ...ids]);
const put = async (store, input) => makker(['import', '--store', store], { input });

async function exported(store, ...ids) {
	const { code, stdout, stderr } = await take(store, ...ids);
	assert.equal(code, 0, stderr);
	return stdout;
}

/** A daemon on the store, for as long as `use` takes. */
async function serving(store, use, args = []) {
	const daemon = await new Daemon({ store, args }).start();
	try {
		return await use(new Api(daemon));
	} finally {
		await daemon.stop();
	}
}

/** Tables of several games, won, lost, corrected, undone, with names of all kinds, with and without tokens. */
async function fill(store) {
	const ids = await serving(store, async (api) => {
		const begun = await api.begun({ name: 'køkken "øl" \\ 🂡', language: 'da' });
		await api.line(begun.id, SEED_LINE.replace('8D', '0D'));
		await api.correct(begun.id, { position: 11, card: '2C' });
		await api.undo(begun.id, { steps: 1 });
		const lost = await loseOne(api);
		const cards = await api.create({ game: 'doppelkopf', preset: 'ddv', strategy: undefined });
		const taken = await api.create({ game: 'take-away', strategy: undefined, language: 'el' });
		return [begun.id, lost.id, cards.id, taken.id];
	});
	const token = 'administrator-of-the-test';
	const headers = { authorization: `Bearer ${token}` };
	const guarded = await serving(store, async (api) =>
		(await api.post('/v1/sessions', { game: 'klondike' }, { headers })).body,
	['--auth', 'token', '--admin-token', token]);
	return { ids: [...ids, guarded.id], guarded, token };
}

const store = newStore();
const { ids, guarded, token } = await fill(store);
const lines = await exported(store);

describe('an export', () => {
	test('has a line for each session, the newest first, with all stored data', () => {
		const sessions = lines.trimEnd().split('\n').map((line) => JSON.parse(line));
		assert.deepEqual(sessions.map(({ id }) => id), ids.toReversed());
		for (const { makker_session: form, version, events } of sessions) {
			assert.equal(form, 1);
			assert.deepEqual(events.map((event) => event.version), Array.from({ length: version }, (_, i) => i + 1));
		}
		const begun = sessions.at(-1);
		assert.equal(begun.name, 'køkken "øl" \\ 🂡');
		assert.equal(typeof begun.events[0].body, 'object');
		assert.match(sessions[0].locks, /^[0-9a-f]{192}$/);
		assert.ok(!lines.includes(guarded.tokens.owner), 'the export has a token');
	});

	test('is exported byte for byte the same from another store', async () => {
		const other = newStore();
		const { code, stderr } = await put(other, lines);
		assert.equal(code, 0, stderr);
		assert.match(stderr, /5 added, 0 rejected/);
		assert.equal(await exported(other), lines);
	});

	test('is served by a daemon as before, and can be continued', async () => {
		const other = newStore();
		await put(other, lines);
		const seen = (where) => serving(where, (api) => Promise.all(ids.slice(0, 4).map(async (id) => {
			const { body: { advice, ...session } } = await api.session(id);
			return { ...session, history: (await api.history(id)).body };
		})));
		assert.deepEqual(await seen(other), await seen(store));
		await serving(other, async (api) => {
			assert.equal((await api.undo(ids[0], { steps: -1 })).status, 200);
		});
		await serving(other, async (api) => {
			const headers = { authorization: `Bearer ${guarded.tokens.owner}` };
			assert.equal((await api.session(guarded.id, '')).status, 401);
			assert.equal((await api.get(`/v1/sessions/${guarded.id}`, { headers })).status, 200);
		}, ['--auth', 'token', '--admin-token', token]);
	});

	test('can be limited to given sessions', async () => {
		const some = await exported(store, ids[3], ids[0]);
		assert.deepEqual(some.trimEnd().split('\n').map((line) => JSON.parse(line).id), [ids[3], ids[0]]);
		assert.ok(lines.includes(some.split('\n')[0]));
		const { code, stdout, stderr } = await take(store, '0'.repeat(32), ids[0]);
		assert.equal(code, 1);
		assert.match(stderr, /0{32}: session not found/);
		assert.equal(stdout, some.split('\n')[1] + '\n');
	});
});

describe('importing', () => {
	test('existing sessions are reported and not changed', async () => {
		const [newest, ...others] = lines.trimEnd().split('\n');
		const other = newStore();
		await put(other, `${newest}\n`);
		const changed = JSON.stringify({ ...JSON.parse(newest), name: 'another' });
		const { code, stderr } = await put(other, [changed, ...others, ''].join('\n'));
		assert.equal(code, 1);
		assert.match(stderr, new RegExp(`^makker import: standard input:1: session ${guarded.id} already exists$`, 'm'));
		assert.match(stderr, /4 added, 1 rejected/);
		assert.equal(await exported(other), lines);
	});

	test('a session that a killed import has left incomplete is completed', async () => {
		const other = newStore();
		const sessions = lines.trimEnd().split('\n').map((line) => JSON.parse(line));
		const whole = sessions.find(({ version }) => version > 2);
		const part = (version) => JSON.stringify({ ...whole, version, events: whole.events.slice(0, version) });
		const write = async (line, word) => assert.match((await put(other, `${line}\n`)).stderr, word);
		await write(part(0), /1 added, 0 rejected/);
		await write(part(2), /1 added, 0 rejected/);
		await write(JSON.stringify({ ...whole, events: whole.events.with(1, { ...whole.events[1], at_ms: whole.events[1].at_ms + 1 }) }), /already exists/);
		await write(JSON.stringify(whole), /1 added, 0 rejected/);
		await write(part(1), /already exists/);
		assert.equal(await exported(other), lines.split('\n').find((line) => line.includes(whole.id)) + '\n');
	});

	describe('a session that is in several lines', () => {
		const whole = lines.trimEnd().split('\n').find((line) => JSON.parse(line).version > 2);
		const { id, events, ...rest } = JSON.parse(whole);
		const part = (version) => JSON.stringify({ ...rest, id, version, events: events.slice(0, version) });
		for (const [name, given, added, kept] of [
			['is added once', [whole, whole, whole], 1, whole],
			['is the newest of them, if older ones come first', [part(1), part(2), whole], 3, whole],
			['is the newest of them, if older ones follow', [whole, part(2), part(0)], 1, whole],
			['is the first of them, where later ones have different events', [part(2), whole.replaceAll('"at_ms":1', '"at_ms":2')], 1, part(2)],
		]) {
			test(name, async () => {
				const other = newStore();
				const { code, stderr } = await put(other, `${given.join('\n')}\n`);
				assert.equal(code, added === given.length ? 0 : 1);
				assert.match(stderr, new RegExp(`^${added} added, ${given.length - added} rejected$`, 'm'));
				assert.equal(stderr.match(/ already exists$/gm)?.length ?? 0, given.length - added, stderr);
				assert.deepEqual((await exported(other)).trimEnd().split('\n').map((line) => JSON.parse(line).events),
					[JSON.parse(kept).events]);
			});
		}
	});

	test('blank lines, Windows line ends and a missing last line end are accepted', async () => {
		const other = newStore();
		const { code, stderr } = await put(other, `\n  \n${lines.replaceAll('\n', '\r\n\r\n').trimEnd()}`);
		assert.equal(code, 0, stderr);
		assert.equal(await exported(other), lines);
	});

	test('a file is read as well as standard input', async () => {
		const other = newStore();
		const file = join(folder, 'lines');
		writeFileSync(file, lines);
		assert.equal((await makker(['import', '--store', other, file])).code, 0);
		assert.equal(await exported(other), lines);
		const missing = await makker(['import', '--store', other, join(folder, 'nothing')]);
		assert.equal(missing.code, 1);
		assert.match(missing.stderr, /No such file/);
	});

	test('a thousand sessions keep their order', async () => {
		const one = JSON.parse(lines.trimEnd().split('\n').at(-1));
		const many = Array.from({ length: 1000 }, (_, i) => JSON.stringify({
			...one, id: (1000 - i).toString(16).padStart(32, '0'), created_ms: one.created_ms + 1000 - i,
		})).join('\n') + '\n';
		const other = newStore();
		assert.equal((await put(other, many)).code, 0);
		assert.equal(await exported(other), many);
	});
});

test('on a full disk a session is stored completely, or reported and not stored', async () => {
	const one = JSON.parse(lines.split('\n')[3]);
	assert.ok(one.version > 10);
	const many = Array.from({ length: 600 }, (_, i) => JSON.stringify({ ...one, id: i.toString(16).padStart(32, '0') }));
	const other = newStore();
	const limited = `trap '' XFSZ; ulimit -f 6000; exec "$0" "$@"`;
	const { code, stderr } = await makker(['-c', limited, PROGRAM, 'import', '--store', other], {
		program: 'sh', input: many.join('\n'),
	});
	assert.equal(code, 1, stderr);
	const [, added, refused] = /^(\d+) added, (\d+) rejected$/m.exec(stderr).map(Number);
	assert.equal(added + refused, many.length);
	assert.ok(added > 0 && refused > 0, stderr.slice(-200));
	assert.equal(stderr.match(/cannot store session/g).length, refused);
	const there = (await exported(other)).trimEnd().split('\n');
	const whole = there.filter((line) => many.includes(line));
	assert.equal(whole.length, added);
	// Sessions that could be neither stored nor removed are named.
	for (const line of there.filter((line) => !many.includes(line))) {
		assert.match(stderr, new RegExp(`cannot store session ${JSON.parse(line).id}; a part of it remains`));
	}
});

test('on a full disk an incomplete session keeps its events', async () => {
	const one = JSON.parse(lines.split('\n')[3]);
	const named = (session) => Array.from({ length: 600 }, (_, i) => JSON.stringify({ ...session, id: i.toString(16).padStart(32, '0') }));
	const begun = named({ ...one, version: 5, events: one.events.slice(0, 5) });
	const whole = named(one);
	const other = newStore();
	assert.equal((await put(other, begun.join('\n'))).code, 0);
	const limited = `trap '' XFSZ; ulimit -f 6000; exec "$0" "$@"`;
	const { code, stderr } = await makker(['-c', limited, PROGRAM, 'import', '--store', other], {
		program: 'sh', input: whole.join('\n'),
	});
	assert.equal(code, 1, stderr);
	const there = (await exported(other)).trimEnd().split('\n').map((line) => JSON.parse(line));
	assert.equal(there.length, 600, stderr.slice(-200));
	for (const { version, events } of there) {
		assert.ok(version >= 5 && events.length === version);
		assert.deepEqual(events, one.events.slice(0, version));
	}
	assert.doesNotMatch(stderr, /delete it/);
	const incomplete = there.filter(({ version }) => version < one.version).length;
	assert.ok(incomplete > 0);
	assert.ok(stderr.match(/cannot store session \w+; its first events are in the store: import it again$/gm).length >= incomplete);
	await put(other, whole.join('\n'));
	assert.deepEqual((await exported(other)).trimEnd().split('\n').map((line) => JSON.parse(line).version),
		Array(600).fill(one.version));
});

/** Characters that a terminal interprets: C0 except line ends, DEL, C1, bidirectional controls, other line ends. */
// eslint-disable-next-line no-control-regex -- the expression searches for them
const CONTROLS = /[\u0000-\u0009\u000b-\u001f\u007f-\u009f\u200e\u200f\u061c\u2028-\u202e\u2066-\u2069]/;

test('foreign names in a store are shown and exported without control characters, and can be imported', async () => {
	const own = newStore();
	const ids = await serving(own, async (api) => {
		const made = [];
		for (const name of ['one', 'two', 'three', 'four']) {
			made.push((await api.create({ name })).id);
		}
		return made;
	});
	const NAMES = ['a\u009b2J', '\u202elive', ' \u2800 ', '  spaces  '];
	const rows = ids.map((id, at) => `UPDATE session SET name='${NAMES[at]}' WHERE id='${id}';`).join('\n');
	const { status, stderr } = spawnSync('sqlite3', [own.replace('sqlite:', '')], { input: rows, encoding: 'utf8' });
	assert.equal(status, 0, stderr);
	const wanted = ['a\ufffd2J', '\ufffdlive', null, 'spaces'];
	await serving(own, async (api) => {
		const shown = await Promise.all(ids.map(async (id) => (await api.session(id)).body.name));
		assert.deepEqual(shown, wanted);
		const { sessions } = (await api.get('/v1/sessions')).body;
		assert.deepEqual(ids.map((id) => sessions.find((one) => one.id === id).name), wanted);
	});
	const written = await exported(own, ...ids);
	assert.deepEqual(written.trimEnd().split('\n').map((line) => JSON.parse(line).name).sort(), [...wanted].sort());
	const { code, stderr: messages } = await put(newStore(), written);
	assert.equal(code, 0, messages);
});

// ---- Hostile lines ------------------------------------------------------------------------------

const good = JSON.parse(lines.trimEnd().split('\n').at(-1));
const without = (name) => { const { [name]: gone, ...rest } = good; return rest; };
const firstEvent = (change) => ({ ...good, events: [{ ...good.events[0], ...change }, ...good.events.slice(1)] });
const HOSTILE = {
	'no JSON': ['hello', ''],
	'a member that does not exist': [JSON.stringify({ ...good, locked: true }), '/locked'],
	'a member of an event that does not exist': [JSON.stringify(firstEvent({ at: 1 })), '/events/0/at'],
	'half a line': [JSON.stringify(good).slice(0, 200), ''],
	'two in one': [JSON.stringify(good) + JSON.stringify(good), ''],
	'a list': [[good], ''],
	'a name twice': [JSON.stringify(good).replace('{', '{"id":"0",'), ''],
	'a NUL': [`${JSON.stringify(good)}\0`, 'NUL'],
	'a NUL in a string': [{ ...good, name: 'a\0b' }, ''],
	'UTF-8 that is none': [Buffer.from(JSON.stringify({ ...good, name: 'XX' }).replace('"XX"', '"\xff\xfe"'), 'latin1'), ''],
	'100,000 levels': ['['.repeat(100_000), 'nested'],
	'no format version': [without('makker_session'), '/makker_session'],
	'a future format version': [{ ...good, makker_session: 2 }, '/makker_session'],
	'no id': [without('id'), '/id'],
	'an id that is a path': [{ ...good, id: '../../../../../../../etc/passwd' }, '/id'],
	'an id that is too long': [{ ...good, id: 'f'.repeat(33) }, '/id'],
	'an id in capitals': [{ ...good, id: 'F'.repeat(32) }, '/id'],
	'an id that is SQL': [{ ...good, id: "'; DROP TABLE session; --" }, '/id'],
	'an unknown game': [{ ...good, game: 'whist' }, '/game'],
	'a game of 10,000 letters': [{ ...good, game: 'a'.repeat(10_000) }, '/game'],
	'a preset of another game': [{ ...good, preset: 'ddv' }, '/preset'],
	'an unknown strategy': [{ ...good, strategy: 'luck' }, '/strategy'],
	'an unsupported language': [{ ...good, language: 'tlh' }, '/language'],
	'an invalid status': [{ ...good, status: 'asleep' }, '/status'],
	'a name of 97 bytes': [{ ...good, name: 'n'.repeat(97) }, '/name'],
	'a name with control letters': [{ ...good, name: 'a\u0007b' }, '/name'],
	'a name with C1 controls': [{ ...good, name: 'a\u009b2J' }, '/name'],
	'a name that is written from right to left': [{ ...good, name: '\u202elive' }, '/name'],
	'a name of two lines': [{ ...good, name: 'a\u2028b' }, '/name'],
	'a name without visible characters': [{ ...good, name: ' \u2800\u3164 ' }, '/name'],
	'a language with an escape sequence': [{ ...good, rules: { '\u001b[31mred': 1 } }, '/rules/'],
	'an escape sequence that is no JSON': ['\u001b]0;title\u0007\u009b2J\u202e', ''],
	'a version that is negative': [{ ...good, version: -1 }, '/version'],
	'a version that is a fraction': [{ ...good, version: 1.5 }, '/version'],
	'a version beyond 64 bits': [JSON.stringify(good).replace(/"version":\d+/, '"version":99999999999999999999'), ''],
	'a version without its events': [{ ...good, version: good.version + 1 }, '/events'],
	'more events than the version': [{ ...good, version: good.version - 1 }, '/events'],
	'a billion events': [{ ...good, version: 1_000_000_000 }, '/events'],
	'a time that is negative': [{ ...good, created_ms: -1 }, '/created_ms'],
	'a time beyond all years': [{ ...good, updated_ms: Number.MAX_SAFE_INTEGER }, '/updated_ms'],
	'more followed than advised': [{ ...good, advised: 1, followed: 2 }, '/followed'],
	'locks that are short': [{ ...good, locks: 'abc' }, '/locks'],
	'locks that are no hex': [{ ...good, locks: 'z'.repeat(192) }, '/locks'],
	'rules that are text': [{ ...good, rules: '{}' }, '/rules'],
	'rules that the game does not have': [{ ...good, rules: { jokers: 2 } }, '/rules/jokers'],
	'no events': [without('events'), '/events'],
	'events that are an object': [{ ...good, events: {} }, '/events'],
	'an event that is null': [{ ...good, events: [null, ...good.events.slice(1)] }, '/events/0'],
	'an event without its body': [firstEvent({ body: undefined }), '/events/0/body'],
	'an event whose body is text': [firstEvent({ body: '{}' }), '/events/0/body'],
	'an event of another version': [firstEvent({ version: 2 }), '/events/0/version'],
	'an event of no kind': [firstEvent({ kind: '' }), '/events/0/kind'],
	'an event of a kind of 1000 letters': [firstEvent({ kind: 'k'.repeat(1000) }), '/events/0/kind'],
	'an event whose flag is text': [firstEvent({ body: { ...good.events[0].body, typed: 'yes' } }), 'must be true or false'],
	'an event that shows a number of cards': [firstEvent({ body: { ...good.events[0].body, shown: 1 } }), 'must be true or false'],
	'an event with an empty body': [firstEvent({ body: {} }), 'event 1 '],
	'65 MiB': [{ ...good, name: 'x'.repeat(65 * 1024 * 1024) }, 'longer than'],
};

describe('a hostile line is reported with its number and its place, and changes nothing', () => {
	const [kept] = lines.split('\n');
	const other = newStore();
	for (const [name, [line, place]] of Object.entries(HOSTILE)) {
		test(name, async () => {
			const bytes = Buffer.isBuffer(line) || typeof line === 'string' ? line : JSON.stringify(line);
			const { code, stderr } = await put(other, Buffer.concat([Buffer.from('\n'), Buffer.from(bytes)]));
			assert.equal(code, 1);
			const [message] = stderr.split('\n');
			assert.match(message, /^makker import: standard input:2: \S/);
			assert.ok(message.includes(place), `${place}: ${message}`);
			assert.match(stderr, /0 added, 1 rejected/);
			assert.doesNotMatch(stderr, CONTROLS);
		});
	}
	test('a valid line after all of them is added', async () => {
		const hostile = Object.values(HOSTILE).map(([line]) => line)
			.filter((line) => !Buffer.isBuffer(line)).map((line) => (typeof line === 'string' ? line : JSON.stringify(line)));
		const { stderr } = await put(other, `${hostile.join('\n')}\n${kept}\n`);
		assert.match(stderr, new RegExp(`1 added, ${hostile.length} rejected`));
		assert.equal(await exported(other), `${kept}\n`);
	});
});

// ---- Practice tables ----------------------------------------------------------------------------

/** A store with one practice table, which has been played on; its line. */
async function practised() {
	const own = newStore();
	const id = await serving(own, async (api) => {
		const { id: made } = await api.create({ cards: 'program', seed: 7 });
		await api.move(made, { kind: 'draw' });
		await api.move(made, { kind: 'draw' });
		await api.undo(made, {});
		return made;
	});
	return { own, id, line: JSON.parse(await exported(own)) };
}

test('a practice table continues with the same cards in another store', async () => {
	const { own, id, line } = await practised();
	const other = newStore();
	const drawn = (where) => serving(where, async (api) => {
		const { body } = await api.move(id, { kind: 'draw' });
		return [body.table, body.assisted, body.version];
	});

	assert.deepEqual(line.deal, { seed: 7 });
	assert.equal((await put(other, `${JSON.stringify(line)}\n`)).code, 0);
	assert.deepEqual(await drawn(other), await drawn(own));
});

test('revealed cards count as seen, whatever an import claims', async () => {
	const { id, line } = await practised();
	assert.ok(line.events.some(({ body }) => body.shown), 'a card came up');
	line.events.forEach(({ body }) => { delete body.shown; });
	const other = newStore();
	assert.equal((await put(other, `${JSON.stringify(line)}\n`)).code, 0);
	const { assisted } = await serving(other, async (api) => (await api.session(id)).body);
	assert.equal(assisted, true);
});

test('a practice table with a given deck continues with it in another store', async () => {
	const own = newStore();
	const deck = [...DECK].reverse();
	const id = await serving(own, async (api) => (await api.create({ cards: 'program', deck, seed: 7 })).id);
	const other = newStore();
	const line = await exported(own);
	assert.deepEqual(JSON.parse(line).deal, { seed: 7, deck: deck.join('') });
	assert.equal((await put(other, line)).code, 0);
	const { body } = await serving(other, (api) => api.move(id, { kind: 'draw' }));
	assert.deepEqual(body.table.draw_pile.cards.at(-1), deck[29]);
});

test('a practice table whose cards do not match its deal is rejected', async () => {
	const { line } = await practised();
	const [first, ...others] = line.events;
	const otherCard = structuredClone(first);
	otherCard.body.finding.moves[0].revealed = otherCard.body.finding.revealed[0].card = '9S';
	const table = { ...first, kind: 'table', body: { table: {} } };

	for (const [spoilt, place] of [
		[{ ...line, events: [otherCard, ...others] }, 'event 1'],
		[{ ...line, deal: { seed: 8 } }, 'event 1'],
		[{ ...line, deal: undefined }, undefined],
		[{ ...line, version: 1, events: [table] }, 'whose cards the program deals'],
		[{ ...line, deal: { seed: -1 } }, '/deal'],
		[{ ...line, deal: 7 }, '/deal'],
		[{ ...line, game: 'doppelkopf', preset: 'ddv', strategy: 'search', rules: {} }, '/deal'],
	]) {
		const { stderr } = await put(newStore(), `${JSON.stringify(spoilt)}\n`);
		assert.match(stderr, /0 added, 1 rejected/);
		assert.ok(!place || stderr.includes(place), `${place}: ${stderr}`);
	}
});

// ---- The store ----------------------------------------------------------------------------------

test('an export does not create a missing store', async () => {
	const { code, stderr } = await take(`sqlite:${folder}/nothing.db`);
	assert.equal(code, 1);
	assert.match(stderr, /nothing\.db.*No such file/);
	assert.ok(!existsSync(`${folder}/nothing.db`));
	assert.match((await take('mysql:x')).stderr, /is not a store URL/);
});

test('a store in use by a daemon is rejected', async () => {
	await serving(store, async () => {
		for (const answer of [await take(store), await put(store, lines)]) {
			assert.equal(answer.code, 1);
			assert.match(answer.stderr, /is used by another makkerd/);
		}
	});
	assert.equal(await exported(store), lines);
});

test('the store option is required', async () => {
	assert.equal((await makker(['export'])).code, 2);
	assert.equal((await makker(['import'])).code, 2);
});
