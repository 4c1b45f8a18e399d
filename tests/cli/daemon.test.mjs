// The commands beside a real daemon, as on an evening at the table.

import assert from 'node:assert/strict';
import { mkdtempSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { request } from '../service/client.mjs';
import { startDaemon, temporaryStore } from '../service/daemon.mjs';
import { freePort } from '../service/free_port.mjs';
import { Player } from '../service/player.mjs';
import { makker, Program } from './makker.mjs';

const LINE = 'KS,UU,UU,UU,UU,5S,5H,QC,7H,8D,9D,9C';
const AFTER_THE_MOVE = 'KS,UU,UU,UU,UU,5S,5H,QC,7H,2C,9D,8D';
const SENTENCE = 'Flyt ruder otte fra kolonne 5 til kolonne 7.';

// Without a search, whose result depends on the load of the machine.
const daemon = await startDaemon(after, { store: temporaryStore(after), args: ['--default-strategy', 'heuristic'] });

const run = (args, options) => makker(args, { ...options, env: { MAKKER_URL: daemon.url } });

async function send(method, path, body) {
	const answer = await request(`${daemon.url}${path}`, {
		method, headers: { 'content-type': 'application/json' }, body: body && JSON.stringify(body),
	});

	assert.ok(answer.status < 300, answer.text);
	return answer.text && JSON.parse(answer.text);
}

/** A table as the camera finds it before the first snapshot. */
async function newTable(fields = {}) {
	return (await send('POST', '/v1/sessions', { game: 'klondike', language: 'da', ...fields })).id;
}

function scene(t) {
	const folder = mkdtempSync(join(tmpdir(), 'makker-daemon-'));
	const file = join(folder, 'table.txt');

	t.after(() => rmSync(folder, { recursive: true, force: true }));
	return {
		file,
		write(text) {
			writeFileSync(`${file}.new`, text);
			renameSync(`${file}.new`, file);
		},
	};
}

test('post creates a table, and the next post continues it', async () => {
	const first = await run(['post', '--new', '--language', 'da', LINE]);
	const [, id] = /^makker post: new session (\w+)\n$/.exec(first.stderr);
	const second = await run(['post', '--session', id, '--json', '--typed', '-'], { input: AFTER_THE_MOVE });
	const { version, observed } = JSON.parse(second.stdout);

	assert.equal(first.code, 0);
	assert.equal(first.stdout, `${SENTENCE}\n`);
	assert.equal(second.code, 0);
	assert.equal(version, 2);
	assert.equal(observed.explanation, 'suggested_move');
});

test('a new table gets the rules and the strategy of the command line', async () => {
	const { stdout } = await run(['post', '--json', '--new', '--preset', 'klondike-3', '--rules',
		'shuffles=7,goal=turned_up,first_card_up=yes', '--strategy', 'classic', LINE]);
	const { preset, rules, strategy } = JSON.parse(stdout);

	assert.deepEqual([preset, rules.draw, rules.shuffles, rules.goal, strategy],
		['klondike-3', 3, 7, 'turned_up', 'classic']);
});

const REFUSED = [
	['a bad card', LINE.replace('8D', '9X'), /9X/],
	['a line with 11 slots', LINE.slice(0, -3), /12/],
	['a card twice', LINE.replace('8D', '9D'), /./],
	['broken JSON', '{"columns":', /./],
];

for (const [name, snapshot, words] of REFUSED) {
	test(`${name} is rejected with the message of the daemon, and the table is unchanged`, async () => {
		const id = await newTable();
		const { code, stdout, stderr } = await run(['post', '--session', id, snapshot]);

		assert.equal(code, 1);
		assert.equal(stdout, '');
		assert.match(stderr, /^makker post: ./);
		assert.match(stderr, words);
		assert.equal((await send('GET', `/v1/sessions/${id}`)).version, 0);
	});
}

test('a contradiction and an unknown table fail with a message', async () => {
	const id = await newTable();

	await run(['post', '--session', id, LINE]);
	const clash = await run(['post', '--session', id, LINE.replace('5S', '2H')]);
	const unknown = await run(['post', '--session', 'f'.repeat(32), LINE]);

	assert.equal(clash.code, 1);
	assert.match(clash.stderr, /^makker post: ./);
	assert.equal(unknown.code, 1);
	assert.match(unknown.stderr, /^makker post: ./);
});

test('show draws the table of the daemon', async () => {
	const id = await newTable({ name: 'kitchen' });
	const waiting = await run(['show', id]);

	await run(['post', '--session', id, LINE]);
	const playing = await run(['show', id]);
	const list = await run(['show']);

	assert.match(waiting.stdout, /^kitchen: klondike syvkabale, waiting, version 0\n\n\S/);
	assert.match(playing.stdout, /^kitchen: klondike syvkabale, playing, version 1\n/);
	assert.match(playing.stdout, /x23 +KS/);
	assert.ok(playing.stdout.endsWith(`\n\n${SENTENCE}\n`));
	assert.match(list.stdout, new RegExp(`^${id} +klondike +syvkabale +playing +1 .* kitchen$`, 'm'));
});

test('show --follow shows the changes of other clients', async (t) => {
	const id = await newTable();
	const follower = new Program(['show', '--follow', id, '--url', daemon.url]);

	t.after(() => follower.child.kill());
	await follower.until('the waiting table', () => follower.stdout.includes('version 0'));
	await run(['post', '--session', id, LINE]);
	await follower.until('the change', () => follower.stdout.includes(SENTENCE));
	await send('DELETE', `/v1/sessions/${id}`);
	assert.equal(await follower.ended(), 1);
});

test('advice offline is the advice of the daemon', async () => {
	const id = await newTable({ strategy: 'heuristic' });

	await run(['post', '--session', id, LINE]);
	await run(['post', '--session', id, AFTER_THE_MOVE]);
	const session = await send('GET', `/v1/sessions/${id}`);
	const offline = JSON.parse((await run(['advise', '--json'], { input: JSON.stringify(session) })).stdout);

	for (const field of ['game', 'preset', 'rules', 'language', 'strategy', 'status', 'table', 'moves',
		'suggestion', 'message']) {
		assert.deepEqual(offline[field], session[field], field);
	}
});

test('health reports /readyz', async () => {
	assert.deepEqual(await run(['health']), { code: 0, stdout: 'ready\n', stderr: '' });
});

test('watch posts a whole game from the file of a camera to its end', async (t) => {
	const { file, write } = scene(t);
	let watcher;
	let messages = 0;
	const link = {
		create: (fields) => send('POST', '/v1/sessions', fields),
		async post(id, kind, body) {
			if (kind !== 'snapshots') {
				return send('POST', `/v1/sessions/${id}/${kind}`, body);
			}
			write(`${body}\n`);
			watcher ??= new Program(['watch', file, '--session', id, '--url', daemon.url, '--typed']);
			messages += 1;
			await watcher.until(`message ${messages}`, () => watcher.lines().length === messages);
			return send('GET', `/v1/sessions/${id}`);
		},
	};

	t.after(() => watcher?.child.kill());
	const player = new Player(link, 20, { form: 'line' });
	const session = await player.play();

	assert.equal(watcher.lines().at(-1), session.message);
	assert.equal(session.status, 'won');
	assert.equal(await watcher.ended(), 0);
	assert.equal(watcher.stderr, '');
});

test('watch outlives a restart of the daemon', async (t) => {
	const { file, write } = scene(t);
	const store = temporaryStore((end) => t.after(end));
	const other = await startDaemon((stop) => t.after(stop), { store, args: ['--listen', `127.0.0.1:${await freePort()}`] });
	const answer = await request(`${other.url}/v1/sessions`, { method: 'POST', body: '{"game":"klondike"}' });
	const { id } = JSON.parse(answer.text);

	write(LINE);
	const watcher = new Program(['watch', file, '--session', id, '--url', other.url, '--typed']);
	t.after(() => watcher.child.kill());
	await watcher.until('the first message', () => watcher.lines().length === 1);
	await other.kill();
	write(AFTER_THE_MOVE);
	await watcher.until('the complaint', () => watcher.stderr.includes('waiting for the daemon'));
	await other.restart();
	await watcher.until('the second message', () => watcher.lines().length === 2);
	assert.equal(JSON.parse((await request(`${other.url}/v1/sessions/${id}`)).text).version, 2);
});
