// COUNT (1,000,000) posts with an Idempotency-Key each, all by one token, while another token plays: the store
// stays within its limits, and the other token is served as it is beside as many posts without a key.
//
// COUNT=... ARGS='--token-keys 500' node tests/bench/keys.mjs; exit status 1 where the store has grown beyond
// what its limits allow, or RATIO (1.5; 0: only printed) is exceeded.

import http from 'node:http';
import { mkdtempSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { Api, SEED_LINE } from '../service/api.mjs';
import { Daemon } from '../service/daemon.mjs';
import { readMetrics } from '../service/metrics.mjs';

const COUNT = Number(process.env.COUNT ?? 1_000_000);
const RATIO = Number(process.env.RATIO ?? 1.5);
const CONNECTIONS = Number(process.env.CONNECTIONS ?? 4);
const TOKEN = 'the-administrator-of-the-bench';
// Changes are events, which have a limit of their own: most posts change nothing.
const CHANGES = Math.min(9000, COUNT / 4);
// A row of a key with its four indexes occupies at most so much besides its answer; pages are partly filled.
const ROW_BYTES = 1024;
const SLACK = 1.5;
const EVENT_BYTES = 1024;
const EMPTY_BYTES = 256 * 1024;
// The log is put in its place again and again, but beside readers it can be some times as long.
const LOG_BYTES = 48 * 1024 * 1024;

const WRITTEN_MS = 20_000;

const folder = mkdtempSync(join(tmpdir(), 'makker-keys-'));
process.on('exit', () => rmSync(folder, { recursive: true, force: true }));
const path = join(folder, 'makker.db');
const args = ['--auth', 'token', '--admin-token', TOKEN, '--log-level', 'warn', ...(process.env.ARGS ?? '').split(' ').filter(Boolean)];
const daemon = await new Daemon({ store: `sqlite:${path}`, args }).start();
const api = new Api(daemon);
const admin = { authorization: `Bearer ${TOKEN}` };

const sizeOf = (file) => statSync(file, { throwIfNoEntry: false })?.size ?? 0;
const size = () => sizeOf(path) + sizeOf(`${path}-wal`);

async function table() {
	const { body } = await api.post('/v1/sessions', { game: 'klondike', strategy: 'heuristic' }, { headers: admin });
	const one = { id: body.id, headers: { authorization: `Bearer ${body.tokens.owner}` }, agent: new http.Agent({ keepAlive: true, maxSockets: CONNECTIONS }) };
	await post(one, {});
	return one;
}

/** A snapshot of the table as it is known: nothing changes. */
const post = ({ id, headers, agent }, more) => api.send('POST', `/v1/sessions/${id}/snapshots?wait=false&fields=version`, {
	text: SEED_LINE, headers: { ...headers, ...more }, agent,
});

let posted = 0;
const undo = (one, count) => api.send('POST', `/v1/sessions/${one.id}/undo?fields=version`, {
	json: { steps: count % 2 ? -1 : 1 }, headers: { ...one.headers, 'idempotency-key': `undo-${count}` }, agent: one.agent,
});

/** Several connections post until `until` says so, with a key each or without. */
async function flood(one, keyed, until) {
	const worker = async () => {
		while (!until()) {
			const { status } = await post(one, keyed ? { 'idempotency-key': `key-${posted++}` } : {});
			if (status !== 200) {
				throw new Error(`a post was answered ${status}`);
			}
		}
	};
	await Promise.all(Array.from({ length: CONNECTIONS }, worker));
}

/** How long the posts of another token take meanwhile, in microseconds, sorted. */
async function probe(one, until) {
	const times = [];
	while (!until()) {
		const start = process.hrtime.bigint();
		await post(one, {});
		times.push(Number(process.hrtime.bigint() - start) / 1000);
	}
	return times.sort((a, b) => a - b);
}

const p99 = (times) => times[Math.floor(times.length * 0.99)] ?? 0;

/** The other token's 99th percentile beside a flood that lasts `posts` posts. */
async function beside(keyed, posts, flooder, other) {
	const end = { left: posts };
	let over = false;
	const flooded = flood(flooder, keyed, () => end.left-- <= 0).finally(() => { over = true; });
	const times = await probe(other, () => over);
	await flooded;
	return p99(times);
}

const limit = async (name, family = 'makker_limit') =>
	readMetrics((await api.get('/metrics')).text).get(family).samples.get(`${family}{limit="${name}"}`);

const flooder = await table();
const other = await table();
await api.send('POST', `/v1/sessions/${flooder.id}/moves`, { json: { kind: 'draw', revealed: '2C' }, headers: flooder.headers });
for (let count = 0; count < CHANGES; count++) {
	const { status, text } = await undo(flooder, count);
	if (status !== 200) {
		throw new Error(text);
	}
	posted++;
}
// The snapshot is that of the table before the draw.
if (CHANGES % 2 === 0) {
	await undo(flooder, CHANGES);
}
const events = CHANGES * EVENT_BYTES + EMPTY_BYTES;
const share = Math.max(100, Math.min(20_000, Math.floor(COUNT / 10)));
const without = [], within = [];
let highest = 0;
while (posted < COUNT) {
	without.push(await beside(false, share, flooder, other));
	within.push(await beside(true, Math.min(share, COUNT - posted), flooder, other));
	for (let more = 0; more < 4 && posted < COUNT; more++) {
		within.push(await beside(true, Math.min(share, COUNT - posted), flooder, other));
	}
	highest = Math.max(highest, size());
}
const median = (all) => [...all].sort((a, b) => a - b)[Math.floor(all.length / 2)];
const DROPPING = ['token_keys', 'token_key_bytes', 'session_keys', 'session_key_bytes'];

async function readKeys() {
	const dropped = await Promise.all(DROPPING.map((name) => limit(name, 'makker_limit_refusals_total')));
	return { rows: await limit('keys', 'makker_limit_used'), dropped: dropped.reduce((sum, more) => sum + more) };
}

/** Keys of posts that changed nothing are written behind their answers: the last ones may still be under way. */
async function writtenKeys() {
	const end = Date.now() + WRITTEN_MS;
	let keys = await readKeys();
	while (keys.rows + keys.dropped < posted && Date.now() < end) {
		await sleep(20);
		keys = await readKeys();
	}
	return keys;
}

const { rows, dropped } = await writtenKeys();
const bytes = await limit('key_bytes', 'makker_limit_used');
const most = Math.min(await limit('token_keys'), await limit('session_keys'));
const allowed = events + SLACK * (Math.min(await limit('token_key_bytes'), await limit('session_key_bytes')) + 3 * ROW_BYTES * most);
flooder.agent.destroy();
other.agent.destroy();
await daemon.stop();
const final = size();
const ratio = median(within) / median(without);
console.log(JSON.stringify({
	posts: posted, kept_rows: rows, kept_bytes: bytes, dropped, file_bytes: final, highest_file_bytes: highest,
	allowed_bytes: Math.round(allowed), other_p99_us: Math.round(median(within)), other_p99_without_keys_us: Math.round(median(without)),
	ratio: Number(ratio.toFixed(2)),
}));
if (highest > allowed + LOG_BYTES || final > allowed || rows > most + 1 || (RATIO > 0 && ratio > RATIO)) {
	console.error('beyond what is allowed');
	process.exitCode = 1;
}
