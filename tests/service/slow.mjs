// Clients that hold connections open without ever finishing a request ("slowloris"). As a program of its own
// (`node slow.mjs PORT COUNT`) it holds them until its input ends, opens again what is closed, and prints how
// many that were.

import net from 'node:net';
import { fileURLToPath } from 'node:url';

const DRIP_MS = 250;

/**
 * `count` connections that send a header a byte at a time for ever; `closed` counts those that the daemon
 * has closed. With `again` such a one is opened again within so many milliseconds.
 */
export class Slow {
	constructor(port, count, again) {
		Object.assign(this, { port, again, closed: 0, sockets: new Set() });
		this.opened = Promise.all(Array.from({ length: count }, () => this.#open()));
		this.drip = setInterval(() => this.sockets.forEach((socket) => socket.write('a')), DRIP_MS);
	}

	#open() {
		return new Promise((resolve) => {
			const socket = net.connect(this.port, '127.0.0.1');
			socket.on('connect', () => {
				this.sockets.add(socket);
				socket.write('POST /v1/sessions HTTP/1.1\r\nHost: localhost\r\nX-Slow: ');
				resolve();
			});
			socket.on('error', () => {});
			socket.on('close', () => this.#closed(socket));
			socket.resume();
		});
	}

	#closed(socket) {
		this.closed += this.sockets.delete(socket);
		if (this.again) {
			setTimeout(() => this.again && this.#open(), this.again * Math.random());
		}
	}

	end() {
		this.again = 0;
		clearInterval(this.drip);
		this.sockets.forEach((socket) => socket.destroy());
	}
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
	const slow = new Slow(Number(process.argv[2]), Number(process.argv[3]), 2000);
	await slow.opened;
	console.log('opened');
	process.stdin.resume().on('end', () => {
		console.log(`closed ${slow.closed}`);
		slow.end();
	});
}
