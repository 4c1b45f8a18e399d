// makker show: the list of tables, and one of them.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { ID, problem, session, startFake } from './fake.mjs';
import { makker, PROGRAM } from './makker.mjs';

test('show lists all tables, page by page', async (t) => {
	const pages = {
		'/v1/sessions?limit=100': { sessions: [session({ name: 'kitchen' })], next: 'f'.repeat(32) },
		[`/v1/sessions?limit=100&after=${'f'.repeat(32)}`]:
			{ sessions: [session({ id: 'e'.repeat(32), status: 'won', version: 81 })], next: null },
	};
	const fake = await startFake(t, ({ url }) => ({ json: pages[url] }));
	const { code, stdout } = await makker(['show', '--url', fake.url]);

	assert.equal(code, 0);
	const [header, first, second] = stdout.split('\n');
	assert.match(header, /^session .* version /);
	assert.match(first, new RegExp(`^${ID} +klondike +syvkabale +playing +1 .* kitchen$`));
	assert.match(second, /^e{32} .* won +81 /);
});

test('the columns of the list are aligned for any name of a game', async (t) => {
	const rows = [['klondike', 'syvkabale', 'won'], ['ten-twenty-thirty', 'patience', 'playing'], ['take-away', 'homework', 'lost']];
	const fake = await startFake(t, () => ({ json: { sessions: rows.map(([game, preset, status]) => session({ game, preset, status, name: 'kitchen' })), next: null } }));
	const { stdout } = await makker(['show', '--url', fake.url]);
	const lines = stdout.trimEnd().split('\n');

	for (const [at, name] of [[1, 'preset'], [2, 'status']]) {
		const column = lines[0].indexOf(name);

		assert.deepEqual(lines.slice(1).map((line, row) => line.indexOf(rows[row][at], column)), rows.map(() => column));
	}
	assert.equal(new Set(lines.map((line) => line.search(/kitchen|name$/))).size, 1, stdout);
});

test('show of a waiting table prints its message', async (t) => {
	const fake = await startFake(t, () => ({ json: session({ status: 'waiting', message: 'Show me the table.' }) }));
	const { code, stdout } = await makker(['show', ID, '--url', fake.url]);

	assert.equal(code, 0);
	assert.match(stdout, /klondike syvkabale, waiting, version 1\n\nShow me the table\.\n$/);
});

/* The first table of the manual that the project comes from. */
const TABLE = {
	columns: ['5S', '5H', 'QC', '7H', '8D', '9D', '9C'].map((card, unseen) => ({ unseen, cards: [card] })),
	foundations: { C: 'XC', D: 'XD', H: 'XH', S: 'XS' },
	draw_pile: { cards: ['KS'], left: 23, removed: 0, shuffles: 3, known_order: [] },
	anti_loop: { just_moved: 'XX', column_to_column: 0, max_column_to_column: 2 },
};

test('show draws the table with its counters and the suggestion', async (t) => {
	const fake = await startFake(t, () => ({
		json: session({ name: 'kitchen', table: TABLE, message: 'Flyt ruder otte.' }),
	}));
	const { code, stdout, stderr } = await makker(['show', ID, '--url', fake.url]);

	assert.equal(code, 0, stderr);
	assert.match(stdout, /^kitchen: klondike syvkabale, playing, version 1\n/);
	for (const card of ['KS', '5S', '5H', 'QC', '7H', '8D', '9D', '9C']) {
		assert.ok(stdout.includes(card), card);
	}
	assert.match(stdout, /23/, 'how many cards are left');
	assert.match(stdout, /\n {3}shuffles left: 3\n/);
	assert.doesNotMatch(stdout, /[♣♦♥♠]/u, 'nor signs of suits');
	assert.match(stdout, /\n\nFlyt ruder otte\.\n$/);
	assert.doesNotMatch(stdout, /\x1b/, 'no colours into a pipe');
});

test('a terminal gets colours, unless NO_COLOR is set', async (t) => {
	const fake = await startFake(t, () => ({ json: session({ table: TABLE }) }));
	const show = (env) => makker(['-qec', `"$MAKKER_PROGRAM" show ${ID}`, '/dev/null'],
		{ program: 'script', env: { MAKKER_PROGRAM: PROGRAM, MAKKER_URL: fake.url, ...env } });

	assert.match((await show({})).stdout, /\x1b\[31m/);
	assert.match((await show({ LC_ALL: 'C.UTF-8', NO_COLOR: '1' })).stdout, / K♠ +- /u);
	assert.doesNotMatch((await show({ NO_COLOR: '1' })).stdout, /\x1b/);
	assert.doesNotMatch((await show({ TERM: 'dumb' })).stdout, /\x1b/);
});

test('show --follow draws again at each change and ends with the game', async (t) => {
	const sessions = [
		session({ table: TABLE, message: 'first' }), session({ table: TABLE, message: 'still first' }),
		session({ table: TABLE, version: 2, message: 'second' }),
		session({ table: TABLE, version: 3, status: 'won', message: 'Won!' }),
	];
	const fake = await startFake(t, () => ({ json: sessions.shift() }));
	const { code, stdout } = await makker(['show', '--follow', ID, '--url', fake.url]);

	assert.equal(code, 0);
	assert.deepEqual(fake.requests.map(({ url }) => url.replace(`/v1/sessions/${ID}`, '')),
		['', '?after=1&wait_s=30', '?after=1&wait_s=30', '?after=2&wait_s=30']);
	assert.deepEqual(stdout.match(/^(first|still first|second|Won!)$/gm), ['first', 'second', 'Won!']);
});

test('show --follow waits for an unreachable daemon', async (t) => {
	let away = true;
	const fake = await startFake(t, ({ url }) => {
		if (!url.includes('after')) {
			return { json: session({ table: TABLE }) };
		}
		away = !away;
		return away ? { json: session({ table: TABLE, version: 2, status: 'lost', message: 'Lost.' }) }
			: problem(503, 'the daemon stops');
	});
	const { code, stdout } = await makker(['show', '-f', ID, '-u', fake.url]);

	assert.equal(code, 0);
	assert.match(stdout, /\nLost\.\n$/);
});

test('an impossible table is rejected with its place', async (t) => {
	const table = structuredClone(TABLE);

	table.columns[3].cards = ['9X'];
	const fake = await startFake(t, () => ({ json: session({ table }) }));
	const { code, stderr } = await makker(['show', ID, '--url', fake.url]);

	assert.equal(code, 1);
	assert.match(stderr, /\/columns\/3\/cards\/0: ./);
});

test('a refused connection is reported', async () => {
	const { code, stdout, stderr } = await makker(['show', '--url', 'http://127.0.0.1:9']);

	assert.equal(code, 1);
	assert.equal(stderr, 'makker show: connection refused; is makkerd running at http://127.0.0.1:9?\n');
	assert.equal(stdout, '');
});

const REFUSED = [
	[['show', ID, ID], 2, /one session at a time/],
	[['show', '--follow'], 2, /missing ID/],
	[['show', 'a/b'], 2, /invalid session id/],
];

for (const [args, expected, words] of REFUSED) {
	test(`${args.join(' ').slice(0, 60)}: rejected with a message`, async () => {
		/* Port 9 (discard): a command that connects fails with another error. */
		const { code, stderr } = await makker(args, { env: { MAKKER_URL: 'http://127.0.0.1:9' } });

		assert.equal(code, expected, stderr);
		assert.match(stderr, words);
	});
}
