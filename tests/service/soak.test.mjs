// After a mix of all client operations the daemon holds no resources of them. `tests/bench/run soak` is the same
// for longer, and measures growth meanwhile.

import assert from 'node:assert/strict';
import { readdirSync, readlinkSync } from 'node:fs';
import { after, test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { Api } from './api.mjs';
import { open, request } from './client.mjs';
import { startDaemon, temporaryStore } from './daemon.mjs';
import { readMetrics } from './metrics.mjs';
import { Traffic } from './traffic.mjs';

const TRAFFIC_MS = 3000;
const PATIENCE_MS = 60_000;
const LISTENERS = 20;
const LEFT = ['makker_http_connections', 'makker_websockets', 'makker_subscribers', 'makker_sessions_cached'];

const filesOf = ({ child: { pid } }) => readdirSync(`/proc/${pid}/fd`).length;

/** The target of each open descriptor of the daemon; one that is closed meanwhile is omitted. */
function namesOf({ child: { pid } }) {
	return readdirSync(`/proc/${pid}/fd`).map((fd) => {
		try {
			return `${fd} ${readlinkSync(`/proc/${pid}/fd/${fd}`)}`;
		} catch {
			return '';
		}
	}).filter(Boolean).join(', ');
}

/** Resources held for clients; one connection is used for the measurement. */
async function held(daemon) {
	const figures = readMetrics((await request(`${daemon.url}/metrics`)).text);
	const counts = LEFT.map((name) => figures.get(name).samples.get(name));
	return [filesOf(daemon), ...counts];
}

/** Waits until no more is held than before. */
async function assertLeft(daemon, before) {
	let now;
	for (const end = Date.now() + PATIENCE_MS; Date.now() < end; await sleep(50)) {
		now = await held(daemon);
		if (now.every((count, place) => count <= before[place])) {
			return;
		}
	}
	assert.deepEqual(now, before, `open: ${namesOf(daemon)}`);
}

for (const accept of ['text/event-stream', 'application/x-ndjson']) {
	test(`disconnected subscribers of ${accept} leave no descriptors open`, async () => {
		const daemon = await startDaemon(after);
		const { id } = await new Api(daemon).begun();
		const before = await held(daemon);
		const url = `${daemon.url}/v1/sessions/${id}/events`;
		const streams = await Promise.all(Array.from({ length: LISTENERS }, () => open(url, { headers: { accept } })));
		streams.forEach((stream) => stream.destroy());
		await assertLeft(daemon, before);
	});
}

test('mixed traffic leaves no descriptors open', async (t) => {
	const daemon = await startDaemon(after, { store: temporaryStore(after) });
	await new Api(daemon).begun(); // the store opens some of its files at the first use
	const before = await held(daemon);
	const traffic = new Traffic(daemon);
	await sleep(TRAFFIC_MS);
	await traffic.end();
	t.diagnostic(`${traffic.requests} requests, ${traffic.received} messages to subscribers`);
	await assertLeft(daemon, before);
	assert.doesNotMatch(daemon.output, /level=error/);
});
