// Some daemons on one store, of which some may be dead just now.

import { setTimeout as sleep } from 'node:timers/promises';
import { Daemon } from '../service/daemon.mjs';
import { pick } from '../service/random.mjs';

export class Cluster {
	constructor({ store, size, args = [], env = {} }) {
		this.daemons = Array.from({ length: size }, () => new Daemon({ store, args, env }));
		this.kills = 0;
	}

	async start() {
		await Promise.all(this.daemons.map((daemon) => daemon.start()));
		this.ready = new Set(this.daemons);
		return this;
	}

	/** One that serves, as a proxy would choose. */
	any(random) {
		return pick([...this.ready], random);
	}

	/** kill -9, and a new start. */
	async kill(daemon) {
		this.ready.delete(daemon);
		this.kills++;
		await daemon.kill();
		await daemon.restart();
		this.ready.add(daemon);
	}

	/** Kills one after another until `over()`. */
	async killAll(everyMs, over) {
		for (let next = 0; !over(); next++) {
			await this.kill(this.daemons[next % this.daemons.length]);
			await sleep(everyMs);
		}
	}

	async finish() {
		await Promise.all(this.daemons.map((daemon) => daemon.finish()));
	}
}

export async function startCluster(after, options) {
	const cluster = new Cluster(options);
	after(() => cluster.finish());
	return cluster.start();
}
