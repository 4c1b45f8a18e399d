// Sessions of EVENTS (10,000) events of each kind: how long each route takes there, and how /livez is answered
// meanwhile.
//
// node tests/bench/long.mjs; exit status 1 where a request takes more than REQUEST_MS (250), a busy stretch of the
// event loop more than STRETCH_MS (20) or the 99th percentile of /livez more than LIVEZ_MS (5); 0: only printed.
// Needs a quiet machine. KIND names one kind of session.

import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { performance } from 'node:perf_hooks';
import { setTimeout as sleep } from 'node:timers/promises';
import { isMainThread, parentPort, Worker, workerData } from 'node:worker_threads';
import { Api } from '../service/api.mjs';
import { Daemon } from '../service/daemon.mjs';
import { build, KINDS, longestBusy, longTurns, routes } from '../service/long.mjs';

const EVENTS = Number(process.env.EVENTS ?? 10_000);
const ROUNDS = Number(process.env.ROUNDS ?? 20);
const LIMITS = {
	'longest request': Number(process.env.REQUEST_MS ?? 250),
	'longest busy stretch': Number(process.env.STRETCH_MS ?? 20),
	'p99 of /livez': Number(process.env.LIVEZ_MS ?? 5),
};
const PROBE_MS = 2;
const WARM_UP = 200; // so that the client's own code is compiled

const percentile = (times, share) => times.sort((a, b) => a - b)[Math.ceil(times.length * share) - 1];

async function timed(ask) {
	const begin = performance.now();
	await ask();
	return performance.now() - begin;
}

/** Asks /livez every PROBE_MS until stopped, in a thread of its own: the driver's own work does not count. */
async function probe({ url }) {
	const api = new Api({ url });
	for (let i = 0; i < WARM_UP; i++) {
		await api.get('/livez');
	}
	const times = [];
	let running = true;
	parentPort.once('message', () => { running = false; });
	parentPort.postMessage('ready');
	while (running) {
		times.push(await timed(() => api.get('/livez')));
		await sleep(PROBE_MS);
	}
	parentPort.postMessage(times);
	parentPort.close();
}

/** Returns a function that stops the probe and returns its times. */
async function startProbe(url) {
	const worker = new Worker(new URL(import.meta.url), { workerData: { url } });
	await once(worker, 'message');
	return async () => {
		worker.postMessage('stop');
		return (await once(worker, 'message'))[0];
	};
}

let exceeded = false;

function print(kind, what, ms, detail) {
	const limit = LIMITS[what];
	const beyond = limit > 0 && ms > limit;
	exceeded ||= beyond;
	console.log(`${kind.padEnd(44)} ${what.padEnd(21)} ${ms.toFixed(2).padStart(8)} ms${beyond ? ` > ${limit}` : ''}   ${detail}`);
}

async function main() {
	for (const kind of Object.keys(KINDS).filter((name) => !process.env.KIND || name === process.env.KIND)) {
		const folder = mkdtempSync(join(tmpdir(), 'makker-long-'));
		const daemon = await new Daemon({ store: `sqlite:${join(folder, 'makker.db')}`, args: ['--session-cache-size', '0', '--log-level', 'warn'] }).start();
		const api = new Api(daemon);
		const session = await build(api, kind, EVENTS - 6 * ROUNDS);
		const stop = await startProbe(daemon.url);
		let slowest = { ms: 0 };
		for (let round = 0; round < ROUNDS; round++) {
			for (const [name, ask] of Object.entries(routes(session))) {
				const ms = await timed(() => ask(api));
				if (ms > slowest.ms) {
					slowest = { ms, name };
				}
			}
		}
		const times = await stop();
		print(kind, 'longest request', slowest.ms, slowest.name);
		print(kind, 'longest busy stretch', await longestBusy(api), `${await longTurns(api)} longer than 20 ms`);
		print(kind, 'p99 of /livez', percentile(times, 0.99), `${times.length} requests, median ${percentile(times, 0.5).toFixed(2)} ms`);
		await daemon.stop();
		rmSync(folder, { recursive: true });
	}
	process.exit(exceeded ? 1 : 0);
}

await (isMainThread ? main() : probe(workerData));
