// makker post: one snapshot there, one sentence back.

import assert from 'node:assert/strict';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { ID, problem, session, startFake } from './fake.mjs';
import { makker } from './makker.mjs';

const LINE = 'KS,UU,UU,UU,UU,5S,5H,QC,7H,8D,9D,9C';

test('post sends a line as text and prints the message', async (t) => {
	const fake = await startFake(t, () => ({ json: session({ message: 'Vend et kort.' }) }));
	const { code, stdout } = await makker(['post', '--url', fake.url, '--session', ID, LINE]);

	assert.equal(code, 0);
	assert.equal(stdout, 'Vend et kort.\n');
	assert.deepEqual(fake.requests, [{
		method: 'POST', url: `/v1/sessions/${ID}/snapshots?typed=true`, type: 'text/plain', body: LINE,
	}]);
});

test('post accepts a line without a comma: a card, several cards, a number', async (t) => {
	const fake = await startFake(t, () => ({ json: session() }));

	for (const line of ['7H', '0h', '7H kd UU', '5', 'uu']) {
		const { code, stderr } = await makker(['post', '--url', fake.url, '--session', ID, line]);

		assert.equal(code, 0, `${line}: ${stderr}`);
		assert.equal(fake.requests.at(-1).body, line);
		assert.equal(fake.requests.at(-1).type, 'text/plain');
	}
});

test('a file is read even if its name could be a line, and a missing file name is not sent as a line', async (t) => {
	const fake = await startFake(t, () => ({ json: session() }));
	const folder = mkdtempSync(join(tmpdir(), 'makker-cli-'));

	t.after(() => rmSync(folder, { recursive: true }));
	writeFileSync(join(folder, '7H'), LINE);
	assert.equal((await makker(['post', '--url', fake.url, '--session', ID, '7H'], { cwd: folder })).code, 0);
	assert.equal(fake.requests.at(-1).body, LINE);
	for (const name of ['7Z', 'table', '7H.txt', '5x']) {
		const { code, stderr } = await makker(['post', '--url', fake.url, '--session', ID, name], { cwd: folder });

		assert.equal(code, 1);
		assert.match(stderr, /No such file|neither a file nor a table/);
	}
});

test('post sends JSON as JSON, from a file, an argument or standard input', async (t) => {
	const fake = await startFake(t, () => ({ json: session() }));
	const folder = mkdtempSync(join(tmpdir(), 'makker-cli-'));
	const file = join(folder, 'snapshot.json');
	const snapshot = '{"draw_pile":"KS","columns":["5S","5H","QC","7H","8D","9D","9C"]}';
	const args = ['post', '--url', fake.url, '--session', ID];

	t.after(() => rmSync(folder, { recursive: true }));
	writeFileSync(file, snapshot);
	await makker([...args, file]);
	await makker([...args, snapshot]);
	await makker([...args, '-'], { input: snapshot });
	await makker(args, { input: snapshot });
	assert.deepEqual(fake.snapshots, Array(4).fill(snapshot));
	assert.ok(fake.requests.every((request) => request.type === 'application/json'));
});

test('post --json prints the whole response', async (t) => {
	const fake = await startFake(t, () => ({ json: session({ version: 9 }) }));
	const { stdout } = await makker(['post', '--json', '-u', fake.url, '--session', ID, LINE]);

	assert.deepEqual(JSON.parse(stdout), session({ version: 9 }));
});

test('post --new creates the described table, and prints its id on stderr', async (t) => {
	const fake = await startFake(t, ({ url }) => (url === '/v1/sessions'
		? { status: 201, json: session() } : { json: session() }));
	const { code, stdout, stderr } = await makker(['post', '-u', fake.url, '--new', '-p', 'klondike-3', '-s',
		'classic', '-r', 'shuffles=unlimited,foundation_return=no,max_column_to_column=3', '-l', 'de', LINE]);

	assert.equal(code, 0);
	assert.equal(stdout, 'Draw.\n');
	assert.equal(stderr, `makker post: new session ${ID}\n`);
	assert.deepEqual(JSON.parse(fake.requests[0].body), {
		game: 'klondike', preset: 'klondike-3', strategy: 'classic', language: 'de',
		rules: { shuffles: 'unlimited', foundation_return: false, max_column_to_column: 3 },
	});
});

test('defaults are left to the daemon, except the language of the player', async (t) => {
	const fake = await startFake(t, () => ({ json: session() }));

	await makker(['post', '-u', fake.url, '--new', LINE], { env: { LANG: 'el_GR.UTF-8' } });
	assert.deepEqual(JSON.parse(fake.requests[0].body), { game: 'klondike', language: 'el' });
});

test('a problem is printed with its detail and its place', async (t) => {
	const fake = await startFake(t, () => problem(400, "'9X' is no card", {
		errors: [{ pointer: '/columns/3', code: 'invalid_card', detail: "'9X' is no card" }],
	}));
	const { code, stdout, stderr } = await makker(['post', '-u', fake.url, '--session', ID, LINE]);

	assert.equal(code, 1);
	assert.equal(stdout, '');
	assert.equal(stderr, "makker post: /columns/3: '9X' is no card\n");
});

const STRANGE = [
	['an error page', { status: 500, text: '<h1>Oops</h1>' }, 1, /HTTP status 500/],
	['a redirection', { status: 302, text: '', headers: { location: '/elsewhere' } }, 1, /HTTP status 302/],
	['a problem without words', { status: 404, json: {} }, 1, /HTTP status 404/],
	['a problem of wrong types', { status: 422, json: { detail: 7, errors: 'x' } }, 1, /HTTP status 422/],
	['a huge answer', { text: `"${'x'.repeat(5000000)}"` }, 1, /./],
];

for (const [name, answer, expected, words] of STRANGE) {
	test(`${name} is a failure with a message`, async (t) => {
		const fake = await startFake(t, () => answer);
		const { code, stderr } = await makker(['post', '-u', fake.url, '--session', ID, LINE]);

		assert.equal(code, expected);
		assert.match(stderr, words);
	});
}

test('a successful response that is not JSON prints an empty message', async (t) => {
	const fake = await startFake(t, () => ({ text: 'hello' }));
	const { code, stderr } = await makker(['post', '-u', fake.url, '--session', ID, LINE]);

	assert.equal(code, 1);
	assert.match(stderr, /not a response of a daemon/);
});

test('a refused connection is reported', async () => {
	const { code, stdout, stderr } = await makker(['post', '--new', '--url', 'http://127.0.0.1:9', LINE]);

	assert.equal(code, 1);
	assert.equal(stderr, 'makker post: connection refused; is makkerd running at http://127.0.0.1:9?\n');
	assert.equal(stdout, '');
});

const REFUSED = [
	[['post', LINE], 2, /either --session ID or --new is required/],
	[['post', '--new', '--session', ID, LINE], 2, /either --session ID or --new is required/],
	[['post', '--session', ID, '--preset', 'syvkabale', LINE], 2, /require --new/],
	[['post', '--session', '../games', LINE], 2, /--session: invalid session id '\.\.\/games'/],
	[['post', '--session', '', LINE], 2, /invalid session id/],
	[['post', '--session', 'a'.repeat(65), LINE], 2, /invalid session id/],
	[['post', '--session', ID, LINE, LINE], 2, /one snapshot at a time/],
	[['post', '--session', ID, 'nowhere.txt'], 1, /nowhere\.txt: No such file/],
	[['post', '--session', ID, '-'], 1, /the snapshot is empty/],
	[['post', '--new', '--rules', 'draw', LINE], 2, /--rules: 'draw' is not KEY=VALUE/],
	[['post', '--new', '--language', 'xx', LINE], 2, /--language: unknown value 'xx'/],
	[['post', '--session', ID, '--url', 'ftp://x', LINE], 2, /--url: invalid URL 'ftp:\/\/x': must begin with/],
	[['post', '--session', ID, '--url', `http://${'x'.repeat(600)}`, LINE], 2, /--url: too long/],
];

for (const [args, expected, words] of REFUSED) {
	test(`${args.join(' ').slice(0, 60)}: rejected with a message`, async () => {
		/* Port 9 (discard): a command that connects fails with another error. */
		const { code, stderr } = await makker(args, { env: { MAKKER_URL: 'http://127.0.0.1:9' } });

		assert.equal(code, expected, stderr);
		assert.match(stderr, words);
	});
}

test('an argument is sent as typed, a file as a camera\'s unless --typed is given; --done sets `done`', async (t) => {
	const fake = await startFake(t, () => ({ json: session() }));
	const folder = mkdtempSync(join(tmpdir(), 'makker-cli-'));
	const file = join(folder, 'snapshot.txt');
	const args = ['post', '--url', fake.url, '--session', ID];

	t.after(() => rmSync(folder, { recursive: true }));
	writeFileSync(file, LINE);
	await makker([...args, LINE]);
	await makker([...args, '--done', LINE]);
	await makker([...args, file]);
	await makker([...args, '--done', file]);
	await makker([...args, '--typed', file]);
	await makker([...args, '-'], { input: LINE });
	assert.deepEqual(fake.requests.map(({ url }) => url.split('/snapshots')[1]), [
		'?typed=true', '?done=true&typed=true', '', '?done=true', '?typed=true', '',
	]);
});

test('--verbose requests the reasons and prints them on stderr, also for an error', async (t) => {
	const why = ['slots: KS', 'explanation, odds 1, chosen: draw\u001b[2J'];
	const fake = await startFake(t, () => ({ json: session({ why }) }));
	const args = ['post', '--verbose', '-u', fake.url, '--session', ID, LINE];
	const { stdout, stderr } = await makker(args);

	assert.equal(fake.requests[0].url.split('/snapshots')[1], '?typed=true&explain=true');
	assert.equal(stdout, 'Draw.\n');
	assert.equal(stderr, 'slots: KS\nexplanation, odds 1, chosen: draw\\u{1b}[2J\n');
	fake.answer = () => problem(409, 'I see another card.', { why });
	const refused = await makker(args);
	assert.equal(refused.code, 1);
	assert.equal(refused.stderr, 'slots: KS\nexplanation, odds 1, chosen: draw\\u{1b}[2J\nmakker post: I see another card.\n');
});
