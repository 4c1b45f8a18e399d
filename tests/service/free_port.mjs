// A port for a server that is given its number: one below those that the system gives to outgoing connections
// (net.ipv4.ip_local_port_range), since between this look and the server's start any test beside this one connects.

import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { createServer } from 'node:net';

const LOWEST = 10_000;
const RANGE = '/proc/sys/net/ipv4/ip_local_port_range';
const FIRST_OUTGOING = Number(/\d+/.exec(readFileSync(RANGE, 'utf8'))[0]);
const ATTEMPTS = 100;

/** Whether a server can have it at every address, as Caddy wants it. */
async function isFree(port) {
	const server = createServer();
	const listening = Promise.race([once(server, 'listening').then(() => true), once(server, 'error').then(() => false)]);
	server.listen(port);
	const free = await listening;
	if (free) {
		server.close();
		await once(server, 'close');
	}
	return free;
}

export async function freePort() {
	for (let i = 0; i < ATTEMPTS; i++) {
		const port = LOWEST + Math.floor(Math.random() * (FIRST_OUTGOING - LOWEST));
		if (await isFree(port)) {
			return port;
		}
	}
	throw new Error(`no free port between ${LOWEST} and ${FIRST_OUTGOING} in ${ATTEMPTS} attempts`);
}
