// A line that can be cut: a TCP proxy in front of the daemon.

import { once } from 'node:events';
import net from 'node:net';

export class Proxy {
	constructor(daemon) {
		this.daemon = daemon;
		this.sockets = new Set();
		this.whole = true;
	}

	async start() {
		this.server = net.createServer((near) => this.#join(near)).listen(0, '127.0.0.1');
		await once(this.server, 'listening');
		this.server.unref(); // a test that fails does not wait for it
		this.url = `http://127.0.0.1:${this.server.address().port}`;
		return this;
	}

	#join(near) {
		if (!this.whole) {
			near.destroy();
			return;
		}
		const far = net.connect(this.daemon.port, '127.0.0.1');
		for (const [socket, other] of [[near, far], [far, near]]) {
			this.sockets.add(socket);
			socket.on('error', () => {});
			socket.on('close', () => { this.sockets.delete(socket); other.destroy(); });
		}
		// While it is silent everything stays open, and nothing comes through.
		near.on('data', (bytes) => this.silent || far.write(bytes));
		far.on('data', (bytes) => this.silent || near.write(bytes));
	}

	cut() {
		this.whole = false;
		this.sockets.forEach((socket) => socket.destroy());
	}

	mend() {
		this.whole = true;
		this.silent = false;
	}

	finish() {
		this.cut();
		this.server.close();
	}
}
