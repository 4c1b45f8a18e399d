// Cost of reading a session from the store: processor time of a GET of a session that is not in memory, and of one that
// is, for each kind of long session. `node tests/bench/loading.mjs [EVENTS] [KIND...]`; 1023 events leave the most to be
// played again (63 steps).

import { readdirSync, readFileSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import { Api } from '../service/api.mjs';
import { request } from '../service/client.mjs';
import { startDaemon, temporaryStore } from '../service/daemon.mjs';
import { build, KINDS } from '../service/long.mjs';

const TIMES = 200;
const [events = '1023', ...only] = process.argv.slice(2);
const ends = [];
const atEnd = (end) => ends.unshift(end);
const store = temporaryStore(atEnd);
const daemon = await startDaemon(atEnd, { args: ['--session-cache-size', '0', '--log-level', 'warn'], store });
const api = new Api(daemon);

/** Microseconds of processor time so far: of the loop, and of all other threads. */
function used() {
	const tasks = `/proc/${daemon.child.pid}/task`;
	const sums = { loop: 0, others: 0 };
	for (const task of readdirSync(tasks)) {
		sums[task === String(daemon.child.pid) ? 'loop' : 'others'] += Number(readFileSync(`${tasks}/${task}/schedstat`, 'utf8').split(' ')[0]) / 1000;
	}
	return sums;
}

async function costOf(ask) {
	await ask();
	const before = used();
	for (let i = 0; i < TIMES; i++) {
		await ask();
	}
	const after = used();
	return { loop: Math.round((after.loop - before.loop) / TIMES), others: Math.round((after.others - before.others) / TIMES) };
}

console.log('us a request             loop  others, not in memory   loop  others, in memory');
for (const kind of only.length > 0 ? only : Object.keys(KINDS)) {
	const { id, version } = await build(api, kind, Number(events));
	const read = await costOf(() => api.session(id));
	const holder = api.session(id, `?after=${version + 1000}&wait_s=60`).catch(() => {});
	await sleep(100);
	const held = await costOf(() => api.session(id));
	console.log(`${kind.padEnd(42)} ${String(read.loop).padStart(5)} ${String(read.others).padStart(5)} ${String(held.loop).padStart(16)} ${String(held.others).padStart(5)}`);
	await request(`${daemon.url}/v1/sessions/${id}`, { method: 'DELETE' }); // ends the poll
	await holder;
}
for (const end of ends) {
	await end();
}
process.exit();
