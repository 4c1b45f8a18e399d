// An hour of operation, here in a minute (MINUTES=60: the hour): two daemons behind the shipped nginx, on a PostgreSQL with a synchronous
// standby, under mixed load. A rolling restart every twelfth of the time; in the middle the primary dies, its standby is promoted, and the
// first one comes back as the standby of the second. Nothing acknowledged is lost, hardly a post fails, nothing grows.

import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { startProxy } from '../deploy/proxy.mjs';
import { agentOf } from '../service/client.mjs';
import { Daemon } from '../service/daemon.mjs';
import { freePort } from '../service/free_port.mjs';
import { pick, randomFrom } from '../service/random.mjs';
import { BackgroundTraffic } from './background_traffic.mjs';
import { assertKept, attachStandby, byTcp, startPair } from './pair.mjs';
import { Postgres } from './postgres.mjs';
import { DistributedGame, Left } from './distributed_game.mjs';

const MINUTES = Number(process.env.MINUTES ?? 1);
const ROLLS = 12;
const EVERY_MS = MINUTES * 60_000 / ROLLS;
const PLAYERS = 16;
const VISITORS = 4;
const PAUSE_MS = 80; // of a player between two posts
const NOTICED_MS = 1000; // after which the standby is promoted
const MAX_FAILED = 1 / 5000;
const FAILOVER_POSTS = 4 * (PLAYERS + VISITORS); // of a short run: in an hour they are fewer than MAX_FAILED
// Between the medians of the second and of the last third, as in tests/bench/soak.mjs.
const GROWTH = { mib: { factor: 1.1, slack: 3 }, files: { factor: 1.25, slack: 10 } };

const sizeOf = (pid) => ({
	mib: Number(/^VmRSS:\s+(\d+) kB$/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))[1]) / 1024,
	files: readdirSync(`/proc/${pid}/fd`).length,
});
const childrenOf = (pid) => readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').trim().split(' ').map(Number);
const median = (values) => [...values].sort((one, other) => one - other)[Math.floor(values.length / 2)];

/** Plays until `over`: a game after the other, half of the players with keys, a quarter with searches. */
class Players {
	constructor(url, over) {
		this.games = [];
		this.current = [];
		this.failures = [];
		this.sum = { posts: 0, again: 0, refused: 0, lateAnswers: 0 };
		const cluster = { any: () => ({ url }) };
		this.ended = Promise.all(Array.from({ length: PLAYERS }, async (_, number) => {
			for (let seed = number; !over(); seed += PLAYERS) {
				const strategy = number % 4 === 0 ? 'search' : 'heuristic';
				await this.#play(number, new DistributedGame(cluster, seed, { mortal: true, over, polite: true, keyed: number % 2 === 1, strategy,
					budget: 5, shared: true, pauseMs: PAUSE_MS }));
			}
		}));
	}

	async #play(number, game) {
		this.current[number] = game;
		await game.play().catch((error) => assert.ok(error instanceof Left, error));
		this.games.push({ id: game.id, version: game.version });
		Object.keys(this.sum).forEach((name) => { this.sum[name] += game.counts[name]; });
		this.failures.push(...game.failures);
		delete this.current[number];
	}

	get counts() {
		const all = { ...this.sum };
		for (const game of this.current.filter(Boolean)) {
			Object.keys(all).forEach((name) => { all[name] += game.counts[name]; });
		}
		return all;
	}

	/** Failures so far, by kind. */
	failed() {
		return [...this.failures, ...this.current.filter(Boolean).flatMap(({ failures }) => failures)];
	}

	/** The id of a table that is played at. */
	table(random) {
		return pick(this.current.filter((game) => game?.id), random)?.id ?? this.games.at(-1)?.id;
	}
}

test('rolling restarts and a failover lose no acknowledged change', { timeout: 2 * MINUTES * 60_000 + 120_000 }, async (t) => {
	const after = t.after.bind(t);
	const [primary, standby] = await startPair(after, [await freePort(), await freePort()]);
	const daemons = await Promise.all([1, 2].map(async () => new Daemon({ store: byTcp([primary, standby]), args: ['--log-level', 'warn',
		'--listen', `127.0.0.1:${await freePort()}`, '--trusted-proxies', '127.0.0.1'] }).start()));
	after(() => Promise.all(daemons.map((daemon) => daemon.finish())));
	const proxy = await startProxy(after, 'nginx', daemons.map(({ port }) => `127.0.0.1:${port}`), { plain: true });
	const url = `http://127.0.0.1:${proxy.port}`;

	let over = false;
	after(() => { over = true; });
	const random = randomFrom(3);
	const players = new Players(url, () => over);
	players.ended.catch(() => {});
	while (players.counts.posts < 2 * PLAYERS) {
		await sleep(50);
	}
	const traffic = new BackgroundTraffic(url, { count: VISITORS, agent: agentOf(VISITORS), pauseMs: PAUSE_MS, over: () => over, table: () => players.table(random) });
	const ended = Promise.all([players.ended, traffic.ended]);
	ended.catch(() => {});

	const figures = () => {
		const { posts, again, refused, lateAnswers } = players.counts;
		return { posts: posts + again + refused + traffic.counts.posts, failed: again + refused + traffic.counts.failedPosts, lateAnswers };
	};
	const kinds = () => {
		const all = {};
		[...players.failed(), ...traffic.failures].forEach((kind) => { all[kind] = (all[kind] ?? 0) + 1; });
		return Object.entries(all).map(([kind, count]) => `${count} ${kind}`).join(', ');
	};
	const samples = [];
	const started = Date.now();
	const at = (moment) => Promise.race([sleep(Math.max(0, started + moment - Date.now())), ended]);
	const sample = () => {
		const one = [...daemons.map(({ child }) => child.pid), ...childrenOf(proxy.pid)].map(sizeOf);
		samples.push(one);
		const sizes = one.map(({ mib, files }) => `${mib.toFixed(1)} MiB ${files} files`).join(', ');
		const { posts, failed, lateAnswers } = figures();
		t.diagnostic(`${((Date.now() - started) / 60_000).toFixed(1)} min: ${posts} posts, ${failed} failed, ${lateAnswers} of them had taken place; `
			+ `daemons and proxy: ${sizes}`);
		if (MINUTES > 5) {
			console.log(`${posts} ${failed} ${sizes}; ${kinds()}`);
		}
	};
	const roll = async () => {
		sample();
		for (const daemon of daemons) {
			await daemon.stop();
			await daemon.restart();
		}
	};
	const failOver = async () => {
		const before = figures().failed;
		await primary.crashBeside();
		await sleep(NOTICED_MS);
		await standby.promoteBeside();
		await sleep(5 * NOTICED_MS);
		t.diagnostic(`failover: ${figures().failed - before} posts failed (${kinds()})`);
		primary.remove();
		const again = new Postgres({ port: primary.port });
		after(() => again.remove());
		await attachStandby(standby, again);
	};

	for (let step = 0; step < ROLLS; step++) {
		if (step === ROLLS / 2) {
			await at(step * EVERY_MS);
			await failOver();
		}
		await at((step + 0.5) * EVERY_MS);
		await roll();
	}
	await at(ROLLS * EVERY_MS);
	sample();
	over = true;
	await ended;

	const { posts, failed } = figures();
	t.diagnostic(`${posts} posts, ${failed} failed (with reads: ${kinds()}); ${traffic.counts.requests} background requests, ${traffic.counts.failedReads} reads failed, `
		+ `${traffic.counts.streams} streams; ${players.games.length} games`);
	assertKept(standby, players.games);
	assert.ok(failed <= Math.max(posts * MAX_FAILED, FAILOVER_POSTS), `${failed} of ${posts} posts failed`);
	const third = Math.floor(samples.length / 3);
	for (const [name, { factor, slack }] of Object.entries(GROWTH)) {
		for (const place of samples[0].keys()) {
			const [early, late] = [samples.slice(third, 2 * third), samples.slice(-third)].map((some) => median(some.map((one) => one[place][name])));
			assert.ok(late <= early * factor || late <= early + slack, `${name} of program ${place} grow: ${early}, then ${late}`);
		}
	}
});
