// Websockets: what an idle one costs, and how soon many hear of a change.
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
const told = await listen(listeners, changes);
console.log(`a change told to ${told.listeners} websockets, ${told.changes} times: the last has it after ${told.last_p50_ms} ms`
	+ ` (median), ${told.last_p99_ms} ms (p99); each after ${told.heard_p50_ms} and ${told.heard_p99_ms} ms`);
console.log(`  the daemon works ${told.daemon_ms} ms on one change`);
process.exit(0);
