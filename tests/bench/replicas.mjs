// Cost of sharing a store: 128 clients post to one daemon with SQLite, to one with PostgreSQL, and to two daemons
// that share that PostgreSQL (64 clients each); every commit is durable. Side by side, ROUNDS times, in another order each
// time; medians of the rounds, and of their quotients: what else runs on the machine is much the same for all of a round.

import { execFile, execFileSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { promisify } from 'node:util';
import { Daemon, temporaryStore } from '../service/daemon.mjs';
import { Postgres } from '../replicas/postgres.mjs';

const ROUNDS = Number(process.env.ROUNDS ?? 3);
const GAMES = Number(process.env.GAMES ?? 256);
const CLIENTS = 128;
const LOAD = 'build/release/bench/load';
const run = promisify(execFile);
const cleanups = [];
const ARGS = ['--log-level', 'error'];

/** Requests a second at daemons that are loaded beside each other: of all, until the last has its answers. */
async function rate(daemons) {
	const share = (whole) => String(whole / daemons.length);
	const outputs = await Promise.all(daemons.map(({ port }) => run(LOAD, [String(port), share(CLIENTS), share(GAMES)])));
	const figures = outputs.map(({ stdout }) => JSON.parse(stdout));
	if (figures.some(({ failures }) => failures > 0)) {
		throw new Error(`requests failed: ${outputs.map(({ stdout }) => stdout)}`);
	}
	const requests = figures.reduce((sum, { requests: each }) => sum + each, 0);
	return requests / Math.max(...figures.map(({ requests: each, per_second: pace }) => each / pace));
}

async function measure(store, size) {
	const daemons = await Promise.all(Array.from({ length: size }, () => new Daemon({ store, args: ARGS }).start()));
	const result = await rate(daemons);
	await Promise.all(daemons.map((daemon) => daemon.stop()));
	return result;
}

const median = (values) => values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)];
const share = (of, to) => median(results[of].map((value, round) => value / results[to][round])).toFixed(2);

if (!existsSync(LOAD)) {
	execFileSync('make', ['--no-print-directory', LOAD], { stdio: 'inherit' });
}
const postgres = new Postgres().start();
const KIND = {
	sqlite: () => measure(temporaryStore((cleanup) => cleanups.push(cleanup)), 1),
	postgres: (round) => measure(postgres.database(`one${round}`), 1),
	two: (round) => measure(postgres.database(`two${round}`), 2),
};
const KINDS = Object.keys(KIND);
const results = { sqlite: [], postgres: [], two: [] };
try {
	for (let round = 0; round < ROUNDS; round++) {
		for (const [place] of KINDS.entries()) {
			const name = KINDS[(place + round) % KINDS.length];
			results[name].push(await KIND[name](round));
		}
		console.log(Object.entries(results).map(([name, values]) => `${name} ${Math.round(values.at(-1))}/s`).join('  '));
	}
} finally {
	cleanups.forEach((cleanup) => cleanup());
	postgres.remove();
}
const [sqlite, one, two] = Object.values(results).map((values) => Math.round(median(values)));
console.log(`${CLIENTS} clients: SQLite ${sqlite}/s; PostgreSQL ${one}/s = ${share('postgres', 'sqlite')};`
	+ ` two daemons on it ${two}/s = ${share('two', 'postgres')} of one`);
