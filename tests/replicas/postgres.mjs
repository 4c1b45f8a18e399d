// PostgreSQL servers of the tests' own (tests/postgres/server), each in a temporary folder.

import { execFile, execFileSync } from 'node:child_process';
import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';

const SCRIPT = fileURLToPath(new URL('../postgres/server', import.meta.url));
const STANDARD_PORT = 5432;
const callWith = (env, ...words) => execFileSync(SCRIPT, words, { encoding: 'utf8', env: { ...process.env, ...env } });
const callBeside = (env, ...words) => promisify(execFile)(SCRIPT, words, { encoding: 'utf8', env: { ...process.env, ...env } });
const call = (...words) => callWith({ PGPORT: String(STANDARD_PORT) }, ...words);

export class Postgres {
	/**
	 * One without data; `start()` makes an empty server of it, `follow()` a standby. `port`: listens there, too; `env`: what
	 * its environment has besides.
	 */
	constructor({ port, env = {}, folder = mkdtempSync(join(tmpdir(), 'makker-postgres-')) } = {}) {
		Object.assign(this, { port, env, folder });
		this.always = port ? ['listen_addresses=127.0.0.1', `port=${port}`] : [];
	}

	/** `settings`: like 'fsync=off'. */
	start(...settings) {
		callWith(this.env, 'start', this.folder, ...this.always, ...settings);
		this.runs = true;
		return this;
	}

	follow(primary) {
		callWith({ PGPORT: String(primary.port ?? STANDARD_PORT) }, 'standby', this.folder, primary.folder, ...this.always);
		this.runs = true;
		return this;
	}

	promote() {
		call('promote', this.folder);
	}

	/** Crashes, is promoted, and follows, while the clients in this process continue. */
	async crashBeside() {
		await callBeside({}, 'stop', this.folder, 'immediate');
		this.runs = false;
	}

	promoteBeside() {
		return callBeside({}, 'promote', this.folder);
	}

	async followBeside(primary) {
		await callBeside({ PGPORT: String(primary.port ?? STANDARD_PORT) }, 'standby', this.folder, primary.folder, ...this.always);
		this.runs = true;
	}

	/** The server has ended unexpectedly. */
	hasEnded() {
		return !existsSync(join(this.folder, 'data/postmaster.pid'));
	}

	/** As if it had crashed. */
	crash() {
		call('stop', this.folder, 'immediate');
		this.runs = false;
	}

	sql(text, database = 'postgres') {
		return execFileSync('psql', ['-X', '-A', '-t', '-q', '-v', 'ON_ERROR_STOP=1', '-c', text, this.url(database)],
			{ encoding: 'utf8', stdio: ['ignore', 'pipe', 'pipe'] }).trim();
	}

	/** A new database; gives its URL. */
	database(name) {
		this.sql(`CREATE DATABASE ${name}`);
		return this.url(name);
	}

	url(database) {
		return `postgresql:///${database}?user=makker&host=${this.folder}&port=${this.port ?? STANDARD_PORT}`;
	}

	remove() {
		if (this.runs) {
			this.crash();
		}
		rmSync(this.folder, { recursive: true, force: true });
	}
}

/** One that is removed after the tests. */
export function startPostgres(after, ...settings) {
	const server = new Postgres();
	after(() => server.remove());
	return server.start(...settings);
}
