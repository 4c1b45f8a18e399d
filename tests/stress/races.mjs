// Everything at once on a daemon that ThreadSanitizer watches: `make races`. Clients play and are advised, listen in
// all three forms, correct, undo, repeat themselves and delete; more ask for advice than there is time for; the
// disk is full now and then; simulations run, are watched and cancelled; the configuration is read again; and at
// the end the daemon is stopped in the middle of it. It fails where two threads were at the same place, where
// the daemon ends otherwise than requested, where any response is 500, and where overload and full disk, for
// which it is here, never came up.
//
// SECONDS=15 says for how long. With another daemon (MAKKERD=...) it is a stress test without the watching.

import assert from 'node:assert/strict';
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { WebSocket } from 'ws';

const folder = mkdtempSync(join(tmpdir(), 'makker-races-'));
process.on('exit', () => rmSync(folder, { recursive: true, force: true }));
process.env.TSAN_OPTIONS = `log_path=${folder}/race halt_on_error=0 exitcode=66 ${process.env.TSAN_OPTIONS ?? ''}`;
process.env.MAKKERD ??= new URL('../../build/tsan/makkerd', import.meta.url).pathname;
const { Daemon } = await import('../service/daemon.mjs');
const { fillDisk } = await import('../service/disks.mjs');

const end = Date.now() + Number(process.env.SECONDS ?? 15) * 1000;
const goesOn = () => Date.now() < end;
const answers = new Map();
const problems = new Map();
const count = (map, key) => map.set(key, (map.get(key) ?? 0) + 1);

const daemon = await new Daemon({
	store: `sqlite:${folder}/makker.db`,
	args: ['--search-threads', '3', '--simulation-threads', '2', '--max-queued-searches', '6', '--session-cache-size', '4', '--auto-repair'],
}).start();

/** One request; what it was answered with is counted, and of problems what they were. */
async function ask(method, path, body, headers = {}) {
	const type = typeof body === 'string' ? 'text/plain' : 'application/json';
	const answer = await fetch(daemon.url + path, {
		method, headers: body === undefined ? headers : { 'content-type': type, ...headers },
		body: body === undefined || typeof body === 'string' ? body : JSON.stringify(body),
	});
	const text = await answer.text();
	const read = answer.headers.get('content-type')?.includes('json') ? JSON.parse(text) : text;
	assert.notEqual(answer.status, 500, `${method} ${path}: ${text}`);
	count(answers, answer.status);
	if (answer.status >= 400) {
		count(problems, read.code);
	}
	if (answer.status === 503) {
		assert.ok(Number(answer.headers.get('retry-after')) > 0, `${method} ${path}: no Retry-After`);
	}
	return { status: answer.status, body: read };
}

/** The same until the disk takes it. */
async function insist(method, path, body) {
	let answer = await ask(method, path, body);
	while (answer.status === 503 && goesOn()) {
		await sleep(20);
		answer = await ask(method, path, body);
	}
	return answer;
}

const GAMES = [
	['klondike', (turn) => `${['KS', '2C', '7H', '9C'][turn % 4]},UU,UU,UU,UU,5S,5H,QC,7H,8D,9D,9C`],
	['klondike', (turn) => `KS,UU,UU,UU,UU,5S,5H,QC,7H,${turn % 2 ? '4C,9D,8D' : '8D,9D,9C'}`],
	['take-away', () => '3,4,5'],
	['ten-twenty-thirty', (turn) => ['7H', 'KD', '3C', '2S', '5D', '6H', '8C', '3H', '9C'][turn % 9]],
];

/** Plays a table from its beginning to its removal, again and again. */
async function play(number) {
	const [game, picture] = GAMES[number % GAMES.length];
	while (goesOn()) {
		const { status, body: { id } } = await insist('POST', '/v1/sessions', { game });
		if (status !== 201) {
			return;
		}
		const listeners = listen(id);
		for (let turn = 0; turn < 12 && goesOn(); turn++) {
			await takeTurn(`/v1/sessions/${id}`, game, picture(turn), turn);
		}
		listeners.forEach((close) => close());
		await insist('DELETE', `/v1/sessions/${id}`);
	}
}

async function takeTurn(path, game, picture, turn) {
	const long = ask('GET', `${path}?wait_s=1`);
	await Promise.all([
		ask('POST', `${path}/snapshots?budget_ms=${(turn % 3) * 15}&wait=${turn % 2 === 0}`, picture),
		ask('GET', `${path}/advice?budget_ms=20${game === 'klondike' ? '&strategy=search' : ''}`),
		ask('GET', path),
		postTwice(`${path}/snapshots`, picture),
	]);
	await ask('POST', `${path}/corrections`, { position: 0, card: turn % 2 ? '6S' : '5S' });
	await ask('POST', `${path}/undo`, { steps: turn % 2 ? 1 : -1 });
	await ask('GET', `${path}/history`);
	await long;
}

/** The same post twice at once: carried out once, so that both are answered alike where both are. */
async function postTwice(path, body) {
	const headers = { 'idempotency-key': `${path}${Math.random()}` };
	const [one, other] = await Promise.all([ask('POST', path, body, headers), ask('POST', path, body, headers)]);
	if (one.status < 300 && other.status < 300) {
		assert.deepEqual(one.body, other.body);
	}
}

/** More requests for advice at once than may wait: some get Retry-After. */
async function overload() {
	const { body: { id } } = await insist('POST', '/v1/sessions', { game: 'klondike' });
	const tables = await Promise.all(Array.from({ length: 16 }, () => insist('POST', '/v1/sessions', { game: 'klondike' })));
	await insist('POST', `/v1/sessions/${id}/snapshots`, GAMES[0][1](0));
	while (goesOn()) {
		await Promise.all(tables.map(async ({ body }, place) => {
			await ask('POST', `/v1/sessions/${body.id}/snapshots?wait=false`, GAMES[0][1](0));
			await ask('GET', `/v1/sessions/${body.id}/advice?strategy=search&budget_ms=${200 + place}`);
		}));
		await Promise.all(tables.map(({ body }) => insist('POST', `/v1/sessions/${body.id}/undo`, { steps: 1 })));
	}
}

/** The disk is full for a moment, again and again. */
async function fill() {
	while (goesOn()) {
		await sleep(1500);
		await fillDisk(daemon, 150);
	}
}

/** Two listeners of a session; gives what ends them. */
function listen(id) {
	const socket = new WebSocket(`${daemon.url.replace('http', 'ws')}/v1/sessions/${id}/events`);
	const stream = new AbortController();
	socket.on('error', () => {});
	fetch(`${daemon.url}/v1/sessions/${id}/events`, { headers: { accept: 'text/event-stream' }, signal: stream.signal })
		.then((answer) => answer.text()).catch(() => {});
	return [() => socket.terminate(), () => stream.abort()];
}

/** Simulations that are watched and cancelled, or come to their end. */
async function simulate(number) {
	while (goesOn()) {
		const { status, body: { id } } = await ask('POST', '/v1/simulations',
			{ game: number ? 'take-away' : 'klondike', strategy: number ? 'theory' : 'heuristic', games: 2000, seed: number });
		await sleep(200);
		if (status !== 202) {
			continue;
		}
		await ask('GET', `/v1/simulations/${id}/games/1`);
		await ask('GET', `/v1/simulations/${id}`);
		await ask('DELETE', `/v1/simulations/${id}`);
	}
}

async function look() {
	while (goesOn()) {
		await ask('GET', '/metrics');
		await ask('GET', '/v1/sessions');
		await ask('GET', '/v1/statistics');
		daemon.child.kill('SIGHUP');
		await sleep(100);
	}
}

const work = [...Array.from({ length: 8 }, (_, number) => play(number)),
	simulate(0), simulate(1), overload(), fill(), look()];
await Promise.all(work);

// The stop, while thoughts and games are under way.
const { body: { id } } = await insist('POST', '/v1/sessions', { game: 'klondike' });
const last = ask('POST', `/v1/sessions/${id}/snapshots?budget_ms=5000`, GAMES[0][1](0)).catch(() => {});
await ask('POST', '/v1/simulations', { game: 'klondike', strategy: 'search', games: 100, seed: 1 });
await sleep(100);
await daemon.stop().catch((error) => { process.exitCode = 1; console.log(error.message.slice(0, 2000)); });
await last;

for (const name of readdirSync(folder).filter((file) => file.startsWith('race'))) {
	process.exitCode = 1;
	console.log(readFileSync(join(folder, name), 'utf8').slice(0, 20_000));
}
for (const wanted of ['busy', 'store_unavailable']) {
	if (!problems.has(wanted)) {
		process.exitCode = 1;
		console.log(`nothing was ever refused as ${wanted}`);
	}
}
const listed = (map) => [...map].sort().map(([what, each]) => `${each} x ${what}`).join(', ');
const sum = [...answers.values()].reduce((total, each) => total + each, 0);
console.log(`${sum} answers (${listed(answers)}), refused: ${listed(problems)}; ${process.exitCode ? 'and a fault' : 'no race'}`);
process.exit();
