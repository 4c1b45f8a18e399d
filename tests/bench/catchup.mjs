// Cost of catch-up: the connection between one daemon and PostgreSQL is blocked while MISSED versions of a table are made at
// another; a subscriber at the first must receive each of them once and in order afterwards. Prints how long that takes, and
// how long its loop was busy at a stretch. One of UNDONE versions takes the one before back (0: none).

import assert from 'node:assert/strict';
import { setTimeout as sleep } from 'node:timers/promises';
import { WebSocket } from 'ws';
import { Cutter } from '../replicas/cutter.mjs';
import { Endurance } from '../replicas/endurance.mjs';
import { Postgres } from '../replicas/postgres.mjs';
import { Api } from '../service/api.mjs';
import { Daemon } from '../service/daemon.mjs';

const MISSED = Number(process.env.MISSED ?? 500);
const UNDONE = Number(process.env.UNDONE ?? 0);
const PATIENCE_MS = 120_000;
const postgres = new Postgres().start('fsync=off');

async function figure(daemon, name) {
	const { text } = await new Api(daemon).get('/metrics');
	return Number(new RegExp(`^${name} (.*)$`, 'm').exec(text)?.[1]);
}

/** Subscribes to the versions of a table; `until(version)` waits for it. */
async function subscriber(daemon, id) {
	const socket = new WebSocket(`${daemon.url.replace('http:', 'ws:')}/v1/sessions/${id}/events`);
	const received = [];
	socket.on('message', (bytes) => {
		const { event, session } = JSON.parse(bytes);
		if (event === 'session') {
			received.push(session.version);
		}
	});
	await new Promise((resolve, reject) => { socket.once('open', resolve).once('error', reject); });
	const until = async (version) => {
		for (const end = Date.now() + PATIENCE_MS; received.at(-1) !== version; await sleep(1)) {
			assert.ok(Date.now() < end && socket.readyState === WebSocket.OPEN,
				`at ${received.at(-1)} of ${version}, socket ${socket.readyState}`);
		}
	};
	return { received, until, socket };
}

try {
	const store = postgres.database('catching');
	const wire = await new Cutter(postgres).listen();
	const daemons = await Promise.all([store, wire.url('catching')]
		.map((url) => new Daemon({ store: url, args: ['--log-level', 'error'] }).start()));
	const [writer, reader] = daemons;
	const game = new Endurance(new Api(writer), 1);
	const { id, version } = await game.start();
	const { received, until, socket } = await subscriber(reader, id);
	await until(version);
	const before = await figure(reader, 'makker_event_loop_max_busy_seconds');
	wire.hold();
	let last = version;
	for (let made = 1; made <= MISSED; made++) {
		last = (await (UNDONE && made % UNDONE === 0 ? game.undo() : game.go())).version;
	}
	const begun = performance.now();
	wire.release();
	await until(last).catch((error) => console.log(`not received: ${error.message}`));
	const took = performance.now() - begun;
	const longest = await figure(reader, 'makker_event_loop_max_busy_seconds');
	const inOrder = received.every((each, place) => each === version + place);
	console.log(`${MISSED} versions missed: received ${received.length - 1}, ${inOrder ? 'each once and in order' : 'NOT IN ORDER'},`
		+ ` after ${took.toFixed(0)} ms; loop busy at most ${(longest * 1000).toFixed(1)} ms (before: ${(before * 1000).toFixed(1)} ms)`);
	socket.terminate();
	await Promise.all(daemons.map((daemon) => daemon.stop()));
	wire.close();
} finally {
	postgres.remove();
}
