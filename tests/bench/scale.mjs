// Cost of a game for a daemon and its store, for docs/scale.md: processor time, bytes on the disk and in the log, and over how
// many nodes the sessions of one transaction would be spread. With SQLite and with PostgreSQL, commits durable, CLIENTS at once.
//
// node tests/bench/scale.mjs; GAMES (256) games of Klondike, a snapshot after each move, as tests/bench/load.c posts them.

import { execFile, execFileSync } from 'node:child_process';
import { existsSync, readFileSync, statSync } from 'node:fs';
import { promisify } from 'node:util';
import { request } from '../service/client.mjs';
import { Daemon, temporaryStore } from '../service/daemon.mjs';
import { readMetrics } from '../service/metrics.mjs';
import { Postgres } from '../replicas/postgres.mjs';

const GAMES = process.env.GAMES ?? '256';
const CLIENTS = process.env.CLIENTS ?? '128';
const LOAD = 'build/release/bench/load';
const NODES = [2, 4, 8, 16, 32];
const run = promisify(execFile);
const cleanups = [];

const TICK_US = 1e6 / Number(execFileSync('getconf', ['CLK_TCK'], { encoding: 'utf8' }));
const fields = (pid) => readFileSync(`/proc/${pid}/stat`, 'utf8').replace(/.*\) /, '').split(' ').map(Number);
/** Processor time of a process in us; of children that have ended, too, where asked for. */
function cpuOf(pid, children = false) {
	const [user, system, userOfChildren, systemOfChildren] = fields(pid).slice(11, 15);
	return (user + system + (children ? userOfChildren + systemOfChildren : 0)) * TICK_US;
}

async function metricsOf(daemon) {
	const metrics = readMetrics((await request(`${daemon.url}/metrics`)).text);
	const valueOf = (name) => metrics.get(name).samples.get(name);
	return { commits: valueOf('makker_store_commits_total'), appends: valueOf('makker_store_appends_total') };
}

/** The load at a daemon on `store`: per request. */
async function measure(store) {
	const daemon = await new Daemon({ store, args: ['--log-level', 'error'] }).start();
	const before = { cpu: cpuOf(daemon.child.pid), ...await metricsOf(daemon) };
	const { requests, per_second: pace, failures } = JSON.parse((await run(LOAD, [String(daemon.port), CLIENTS, GAMES])).stdout);
	const after = { cpu: cpuOf(daemon.child.pid), ...await metricsOf(daemon) };
	await daemon.stop();
	if (failures > 0) {
		throw new Error(`${failures} requests failed`);
	}
	return { requests, pace, us: (after.cpu - before.cpu) / requests, batch: (after.appends - before.appends) / (after.commits - before.commits) };
}

const print = (name, value) => console.log(`${name.padEnd(64)} ${value}`);

function printLoad(store, { requests, pace, us, batch }) {
	print(`${store}: snapshots of ${GAMES} games, ${CLIENTS} clients`, requests);
	print(`${store}: snapshots a second`, Math.round(pace));
	print(`${store}: daemon, us of processor time a snapshot`, us.toFixed(1));
	print(`${store}: changes a transaction`, batch.toFixed(1));
}

async function sqlite() {
	const store = temporaryStore((cleanup) => cleanups.push(cleanup));
	const load = await measure(store);
	printLoad('SQLite', load);
	print('SQLite: bytes of the file a snapshot', (statSync(store.slice('sqlite:'.length)).size / load.requests).toFixed(0));
}

async function postgres() {
	const server = new Postgres();
	cleanups.push(() => server.remove());
	server.start();
	const store = server.database('scale');
	const sql = (text) => server.sql(text, 'scale');
	const [pid] = readFileSync(`${server.folder}/data/postmaster.pid`, 'utf8').split('\n');
	const before = { cpu: cpuOf(pid, true), wal: sql('SELECT pg_current_wal_lsn()') };
	const load = await measure(store);
	printLoad('PostgreSQL', load);
	const us = (cpuOf(pid, true) - before.cpu) / load.requests;
	print('PostgreSQL: server, us of processor time a snapshot', us.toFixed(1));
	print('PostgreSQL: bytes of its log a snapshot', (Number(sql(`SELECT pg_current_wal_lsn() - '${before.wal}'`)) / load.requests).toFixed(0));
	const bytesOf = (kind, condition) => Number(sql(`SELECT sum(${kind}(oid)) FROM pg_class WHERE relnamespace = 'makker'::regnamespace AND relkind = 'r' AND ${condition}`));
	const EVENTS = "relname LIKE 'event\\_%'";
	const events = Number(sql('SELECT count(*) FROM makker.event'));
	print('PostgreSQL: bytes an event, its indexes among them', (bytesOf('pg_total_relation_size', EVENTS) / events).toFixed(0));
	print('PostgreSQL: bytes of the indexes an event', (bytesOf('pg_indexes_size', EVENTS) / events).toFixed(0));
	print('PostgreSQL: bytes a session, without its events', (bytesOf('pg_total_relation_size', "relname = 'session'") / Number(sql('SELECT count(*) FROM makker.session'))).toFixed(0));
	const parts = sql('SELECT count(*) FROM makker.event GROUP BY tableoid').split('\n').map(Number);
	print('PostgreSQL: events of the largest and smallest partition', `${Math.max(...parts)}, ${Math.min(...parts)}`);
	for (const nodes of NODES) {
		const touched = nodes * (1 - (1 - 1 / nodes) ** load.batch);
		print(`spread over ${nodes} nodes: nodes that a transaction touches`, touched.toFixed(1));
	}
	// The sessions of this run by PostgreSQL's own hash: how even is it?
	for (const nodes of NODES) {
		const shares = sql(`SELECT count(*) FROM makker.event GROUP BY mod(hashtextextended(session, 0) & 9223372036854775807, ${nodes})`).split('\n').map(Number);
		print(`spread over ${nodes} nodes: events of the fullest against the mean`, (Math.max(...shares) / (events / nodes)).toFixed(2));
	}
}

if (!existsSync(LOAD)) {
	execFileSync('make', ['--no-print-directory', LOAD], { stdio: 'inherit' });
}
try {
	await sqlite();
	await postgres();
} finally {
	for (const cleanup of cleanups) {
		await cleanup();
	}
}
