// Mixed traffic for a given time; fails when the daemon grows: its memory, its files, or the time that it
// works for a request. `node tests/bench/soak.mjs [minutes] [memory:|sqlite]`

import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { request } from '../service/client.mjs';
import { Daemon } from '../service/daemon.mjs';
import { readMetrics } from '../service/metrics.mjs';
import { Traffic } from '../service/traffic.mjs';
import { temporaryFolder } from './stores.mjs';

const [minutes = '5', kind = 'sqlite'] = process.argv.slice(2);
const SAMPLES = 40;
// The medians of the second and of the last quarter are compared: the first is the warm-up.
const MOST = { resident_mib: 1.1, files: 1.25, cpu_us_a_request: 1.5 };
const SLACK = { resident_mib: 2, files: 10, cpu_us_a_request: 20 };

const store = kind === 'sqlite' ? `sqlite:${join(temporaryFolder(), 'makker.db')}` : kind;
const daemon = await new Daemon({ store, args: ['--log-level', 'warn', '--session-cache-size', '50'] }).start();
const { pid } = daemon.child;

const resident = () => Number(/^VmRSS:\s+(\d+) kB$/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))[1]) / 1024;
const files = () => readdirSync(`/proc/${pid}/fd`).length;

/** Processor time of the loop's thread in microseconds, independent of other programs. */
const cpuOf = () => Number(readFileSync(`/proc/${pid}/task/${pid}/schedstat`, 'utf8').split(' ')[0]) / 1000;

/** Busy time of the loop and answered requests since the start. */
async function workOf() {
	const figures = readMetrics((await request(`${daemon.url}/metrics`)).text);
	const answered = [...figures.get('makker_http_requests_total').samples.values()];
	return { cpu: cpuOf(), requests: answered.reduce((sum, count) => sum + count, 0) };
}

const median = (values) => [...values].sort((one, other) => one - other)[Math.floor(values.length / 2)];

async function sample(before, traffic) {
	await sleep(Number(minutes) * 60_000 / SAMPLES);
	const now = await workOf();
	const one = {
		resident_mib: resident(), files: files(),
		cpu_us_a_request: (now.cpu - before.cpu) / (now.requests - before.requests),
	};
	console.log(`${one.resident_mib.toFixed(1)} MiB  ${one.files} files  ${one.cpu_us_a_request.toFixed(0)} us of the loop`
		+ ` a request  ${traffic.requests} requests  ${traffic.games} games  ${traffic.received} messages`);
	return { one, now };
}

const traffic = new Traffic(daemon);
const samples = [];
for (let now = await workOf(); samples.length < SAMPLES;) {
	let one;
	({ one, now } = await sample(now, traffic));
	samples.push(one);
}
await traffic.end();
await daemon.stop();

const quarter = (place, key) => median(samples.slice(place * SAMPLES / 4, (place + 1) * SAMPLES / 4).map((one) => one[key]));
let grown = false;
for (const key of Object.keys(MOST)) {
	const [early, late] = [quarter(1, key), quarter(3, key)];
	const grows = late > MOST[key] * early && late > early + SLACK[key];
	grown ||= grows;
	console.log(`${key}: ${early.toFixed(1)} early, ${late.toFixed(1)} late${grows ? ': it grows' : ''}`);
}
process.exit(grown ? 1 : 0);
