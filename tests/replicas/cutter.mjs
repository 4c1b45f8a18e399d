// Between a daemon and its PostgreSQL: a socket that passes everything on, and cuts the connection in the worst
// moment, when a commit has taken place and its answer is on its way; or any other.

import { mkdtempSync, rmSync } from 'node:fs';
import net from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Frontend } from './frontend.mjs';

const SOCKET = '.s.PGSQL.5432';
const COMMITTED = Buffer.from('COMMIT\0');

export class Cutter {
	/** `answers`, `others`: how often a commit's answer is cut off, and any other piece. */
	constructor(postgres, { answers = 0, others = 0, random = Math.random } = {}) {
		Object.assign(this, { postgres, answers, others, random });
		this.cuts = { answers: 0, others: 0 };
		this.folder = mkdtempSync(join(tmpdir(), 'makker-cutter-'));
		this.open = new Set();
		this.server = net.createServer((daemon) => this.#connect(daemon));
	}

	listen() {
		return new Promise((resolve) => { this.server.listen(join(this.folder, SOCKET), () => resolve(this)); });
	}

	url(database) {
		return `postgresql:///${database}?user=makker&host=${this.folder}`;
	}

	#connect(daemon) {
		const server = net.connect(join(this.postgres.folder, SOCKET));
		const cut = () => [daemon, server].forEach((socket) => socket.destroy());
		for (const socket of [daemon, server]) {
			this.open.add(socket);
			socket.on('error', cut);
			socket.on('close', () => { this.open.delete(socket); cut(); });
		}
		const frontend = new Frontend();
		const ends = ({ commits, carried }) => commits && this.#swallows(carried);
		daemon.on('data', (bytes) => (this.#cuts(bytes, false) ? cut() : server.write(frontend.pass(bytes, ends))));
		server.on('data', (bytes) => (this.#cuts(bytes, true) ? cut() : daemon.write(bytes)));
	}

	/** Is this piece where the connection breaks? */
	#cuts(bytes, fromServer) {
		const kind = fromServer && bytes.includes(COMMITTED) ? 'answers' : 'others';
		const cuts = !this.quiet && this.random() < this[kind];
		this.cuts[kind] += cuts;
		return cuts;
	}

	/**
	 * The next commit of a transaction with such a `statement` is forwarded, and nothing that its connection sends after it.
	 * Ends when it has come. (Daemons commit on their own, too.)
	 */
	swallowBehindCommit(statement) {
		return new Promise((resolve) => { this.awaited = { statement, resolve }; });
	}

	#swallows(carried) {
		if (!this.awaited || !carried.some((text) => this.awaited.statement.test(text))) {
			return false;
		}
		this.awaited.resolve();
		this.awaited = undefined;
		return true;
	}

	/** Nothing passes from now on, as if the network hung; until `release()`. */
	hold() {
		this.open.forEach((socket) => socket.pause());
	}

	release() {
		this.open.forEach((socket) => socket.resume());
	}

	close() {
		this.open.forEach((socket) => socket.destroy());
		this.server.close();
		rmSync(this.folder, { recursive: true, force: true });
	}
}
