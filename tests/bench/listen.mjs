// Websockets: the cost of an idle one, and how soon many receive a change.
// `node tests/bench/listen.mjs [idle ones] [listeners] [changes]`

import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { SEED_LINE, LINE_TYPE } from '../service/api.mjs';
import { request } from '../service/client.mjs';
import { BUILD, Daemon } from '../service/daemon.mjs';
import { post } from './stores.mjs';

const [idle = '5000', listeners = '1000', changes = '300'] = process.argv.slice(2);

async function listen(count, times) {
	const daemon = await new Daemon({ args: ['--log-level', 'warn'] }).start();
	const { id } = await post(daemon.url, '/v1/sessions', { game: 'klondike', strategy: 'heuristic' });
	await request(`${daemon.url}/v1/sessions/${id}/snapshots`, { method: 'POST', headers: LINE_TYPE, body: SEED_LINE });
	const args = [daemon.port, daemon.child.pid, id, count, times].map(String);
	const { stdout } = await promisify(execFile)(join(BUILD, 'bench/listen'), args);
	await daemon.stop();
	return JSON.parse(stdout);
}

const held = await listen(idle, 0);
console.log(`${held.listeners} idle websockets: ${held.bytes_each} resident bytes each`);
const sent = await listen(listeners, changes);
console.log(`a change sent to ${sent.listeners} websockets, ${sent.changes} times: the last has it after ${sent.last_p50_ms} ms`
	+ ` (median), ${sent.last_p99_ms} ms (p99); each after ${sent.received_p50_ms} and ${sent.received_p99_ms} ms`);
console.log(`  the daemon works ${sent.daemon_ms} ms on one change`);
process.exit(0);
