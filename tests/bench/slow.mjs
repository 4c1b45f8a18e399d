// Effect of connections that never finish a request on other clients: the p99 of their requests without
// and with them, on kept connections and on new ones. `node tests/bench/slow.mjs [slow ones] [--max-connections] [requests]`

import { spawn } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { agentOf, request } from '../service/client.mjs';
import { Daemon } from '../service/daemon.mjs';
import { readLines } from '../service/lines.mjs';

const SLOW = fileURLToPath(new URL('../service/slow.mjs', import.meta.url));
const [slowOnes = '2000', connections = '8000', requests = '4000'] = process.argv.slice(2);
const ROUNDS = 3;

/** Milliseconds of requests one after another, sorted. */
async function measure(url, agent) {
	const times = [];
	for (let i = 0; i < Number(requests); i++) {
		const start = performance.now();
		const { status } = await request(`${url}/v1/games`, { agent });
		if (status !== 200) {
			throw new Error(`answered ${status}`);
		}
		times.push(performance.now() - start);
	}
	return times.sort((one, other) => one - other);
}

const at = (times, share) => times[Math.min(times.length - 1, Math.floor(share * times.length))];
const median = (values) => values.sort((one, other) => one - other)[Math.floor(values.length / 2)];

async function round(daemon, agent) {
	const idle = await measure(daemon.url, agent);
	// In a process of its own, so that it does not keep ours from asking.
	const slow = spawn(process.execPath, [SLOW, String(daemon.port), slowOnes], { stdio: ['pipe', 'pipe', 'inherit'] });
	const printed = readLines(slow.stdout);
	await printed();
	const beside = await measure(daemon.url, agent);
	slow.stdin.end();
	const closed = await printed();
	return { idle: at(idle, 0.99), beside: at(beside, 0.99), closed: Number(closed.split(' ')[1]) };
}

for (const [name, agent] of [['kept connections', agentOf(1)], ['a new connection each', false]]) {
	const rounds = [];
	for (let i = 0; i < ROUNDS; i++) {
		const daemon = await new Daemon({ args: ['--max-connections', connections] }).start();
		rounds.push(await round(daemon, agent));
		await daemon.stop();
	}
	const of = (key) => median(rounds.map((one) => one[key]));
	const ratio = median(rounds.map(({ idle, beside }) => beside / idle));
	console.log(`${name}: p99 ${of('idle').toFixed(2)} ms, beside ${slowOnes} slow ones ${of('beside').toFixed(2)} ms`
		+ ` = ${ratio.toFixed(2)} times (median of ${ROUNDS} rounds; ${of('closed')} of them were closed meanwhile)`);
}
process.exit(0);
