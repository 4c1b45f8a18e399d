// Text of a hostile server on the terminal: printed, never obeyed.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { ID, problem, session, startFake } from './fake.mjs';
import { makker } from './makker.mjs';

const EVIL = '\u001b]0;title\u0007\u001b[31m\u009b2J\u202e\u2028\u007f';
const ESCAPED = '\\u{1b}]0;title\\u{7}\\u{1b}[31m\\u{9b}2J\\u{202e}\\u{2028}\\u{7f}';
// eslint-disable-next-line no-control-regex -- the expression searches for them
const CONTROLS = /[\u0000-\u0009\u000b-\u001f\u007f-\u009f\u200e\u200f\u061c\u2028-\u202e\u2066-\u2069]/;

function assertHarmless({ stdout, stderr }) {
	assert.doesNotMatch(stdout, CONTROLS);
	assert.doesNotMatch(stderr, CONTROLS);
	assert.ok((stdout + stderr).includes(ESCAPED), stdout + stderr);
}

test('names, ids and all other strings of a list', async (t) => {
	const evil = session({ id: EVIL, name: EVIL, game: EVIL, preset: EVIL, status: EVIL, updated_at: EVIL });
	const fake = await startFake(t, () => ({ json: { sessions: [evil], next: null } }));
	assertHarmless(await makker(['show', '--url', fake.url]));
});

test('name and message of a table', async (t) => {
	const fake = await startFake(t, () => ({ json: session({ status: 'waiting', name: EVIL, message: EVIL }) }));
	assertHarmless(await makker(['show', ID, '--url', fake.url]));
});

test('the message in the response to a snapshot', async (t) => {
	const fake = await startFake(t, () => ({ json: session({ message: EVIL }) }));
	assertHarmless(await makker(['post', '3,4,5', '--session', ID, '--url', fake.url]));
});

test('an error message and its place', async (t) => {
	const fake = await startFake(t, () => problem(400, EVIL, { errors: [{ pointer: EVIL, code: 'invalid_card', detail: EVIL }] }));
	assertHarmless(await makker(['post', '3,4,5', '--session', ID, '--url', fake.url]));
});

test('tokens of a new table, and their roles', async (t) => {
	const fake = await startFake(t, () => ({ status: 201, json: session({ tokens: { [EVIL]: EVIL } }) }));
	assertHarmless(await makker(['post', '3,4,5', '--new', '--game', 'take-away', '--url', fake.url]));
});

test('a file name', async () => {
	assertHarmless(await makker(['import', '--store', 'sqlite:/tmp/none', `/none/${EVIL}`]));
});

test('the output to other programs has the bytes of the response', async (t) => {
	const fake = await startFake(t, () => ({ json: session({ message: EVIL }) }));
	const { stdout } = await makker(['post', '3,4,5', '--json', '--session', ID, '--url', fake.url]);
	assert.equal(JSON.parse(stdout).message, EVIL);
});

test('a snapshot with an unknown member is rejected without a daemon, too', async () => {
	const { code, stderr } = await makker(['advise', '--game', 'take-away', '{"groups":[3,4,5],"stok":1}']);
	assert.notEqual(code, 0);
	assert.match(stderr, /unknown member "stok"/);
});
