// PostgreSQL servers of the tests' own (tests/postgres/server), each in a temporary folder.

import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const SCRIPT = fileURLToPath(new URL('../postgres/server', import.meta.url));
const call = (...words) => execFileSync(SCRIPT, words, { encoding: 'utf8' });

export class Postgres {
	/** One without data; `start()` makes an empty server of it, `follow()` a standby. */
	constructor() {
		this.folder = mkdtempSync(join(tmpdir(), 'makker-postgres-'));
	}

	/** `settings`: like 'fsync=off'. */
	start(...settings) {
		call('start', this.folder, ...settings);
		this.runs = true;
		return this;
	}

	follow(primary) {
		call('standby', this.folder, primary.folder);
		this.runs = true;
		return this;
	}

	promote() {
		call('promote', this.folder);
	}

	/** As if it had crashed. */
	crash() {
		call('stop', this.folder, 'immediate');
		this.runs = false;
	}

	sql(text, database = 'postgres') {
		return execFileSync('psql', ['-X', '-A', '-t', '-q', '-v', 'ON_ERROR_STOP=1', '-c', text, this.url(database)],
			{ encoding: 'utf8' }).trim();
	}

	/** A new database; gives its URL. */
	database(name) {
		this.sql(`CREATE DATABASE ${name}`);
		return this.url(name);
	}

	url(database) {
		return `postgresql:///${database}?user=makker&host=${this.folder}`;
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
