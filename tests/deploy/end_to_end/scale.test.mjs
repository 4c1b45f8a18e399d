// The profile `scale` of docker-compose.yml, without containers: Caddy with its shipped configuration before
// three daemons that share a PostgreSQL store.

import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, describe, test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { WebSocket } from 'ws';
import { SEED_LINE } from '../../service/api.mjs';
import { request } from '../../service/client.mjs';
import { Daemon } from '../../service/daemon.mjs';
import { freePort } from '../../service/free_port.mjs';
import { agent, ask, need, startProxy } from '../proxy.mjs';

const ROOT = fileURLToPath(new URL('../../..', import.meta.url));
const SERVER = `${ROOT}tests/postgres/server`;
const DRAWN = ['8C', '2D', '3S', '4H', '6C', '7D', '9S', '0H', 'JC', 'QD', 'AS', '2C', '3D', '4S', '6H'];
const PATIENCE_MS = 20_000;
need('deploy', 'caddy');

async function until(what, holds) {
	for (const end = Date.now() + PATIENCE_MS; !(await holds()); await sleep(20)) {
		assert.ok(Date.now() < end, `${what} did not come`);
	}
}

/** PostgreSQL in a folder of its own; its address. */
function postgres() {
	const folder = mkdtempSync(join(tmpdir(), 'makker-postgres-'));
	const server = (...args) => execFileSync(SERVER, args, { encoding: 'utf8', cwd: ROOT }).trim();
	server('start', folder, 'fsync=off');
	after(() => {
		server('stop', folder, 'immediate');
		rmSync(folder, { recursive: true, force: true });
	});
	return server('url', folder);
}

describe('three daemons behind Caddy', async () => {
	const store = postgres();
	const daemons = [];
	for (let i = 0; i < 3; i++) {
		const port = await freePort();
		const args = ['--listen', `127.0.0.1:${port}`, '--trusted-proxies', '127.0.0.1'];
		daemons.push(await new Daemon({ store, args }).start());
	}
	// Before the database goes.
	const proxy = await startProxy((done) => after(async () => {
		await done();
		await Promise.all(daemons.map((daemon) => daemon.isRunning && daemon.stop()));
	}), 'caddy', daemons.map(({ port }) => `127.0.0.1:${port}`));

	const served = async (daemon) => Number(
		/makker_http_requests_total\{method="POST",route="\/v1\/sessions\/\{id\}\/snapshots",code="200"\} (\d+)/
			.exec((await request(`${daemon.url}/metrics`)).text)?.[1] ?? 0);
	const create = async () => {
		const made = await ask(proxy, '/v1/sessions',
			{ method: 'POST', headers: { 'content-type': 'application/json' }, body: '{"game":"klondike","strategy":"heuristic"}' });
		assert.equal(made.status, 201, made.text);
		return JSON.parse(made.text).id;
	};
	const post = async (id, card) => {
		const answer = await ask(proxy, `/v1/sessions/${id}/snapshots?budget_ms=0`,
			{ method: 'POST', headers: { 'content-type': 'text/plain' }, body: card ? SEED_LINE.replace('KS', card) : SEED_LINE });
		assert.equal(answer.status, 200, answer.text);
		return JSON.parse(answer.text).version;
	};
	const hasShare = async (daemon) => {
		await post(await create());
		return (await served(daemon)) > 0;
	};
	const subscribe = (id) => {
		const socket = new WebSocket(`wss://127.0.0.1:${proxy.port}/v1/sessions/${id}/events`,
			{ agent, headers: { host: `localhost:${proxy.port}` }, servername: 'localhost' });
		const versions = [];
		socket.on('message', (message) => {
			const { event, session } = JSON.parse(message);
			if (event === 'session' && versions.at(-1) !== session.version) {
				versions.push(session.version);
			}
		});
		return { socket, versions };
	};

	test('act as one daemon for posts and subscribers', async () => {
		const id = await create();
		const subscribers = Array.from({ length: 6 }, () => subscribe(id));
		await until('the subscribers', () => subscribers.every(({ versions }) => versions.length === 1));
		const versions = [await post(id)];
		for (const card of DRAWN) {
			versions.push(await post(id, card));
		}
		assert.deepEqual(versions, versions.map((_, i) => i + 1));
		await until('the last version', () => subscribers.every(({ versions: received }) => received.at(-1) === versions.at(-1)));
		for (const { versions: received, socket } of subscribers) {
			assert.deepEqual(received, [0, ...versions]);
			socket.close();
		}
		for (const daemon of daemons) {
			await until('its share', () => hasShare(daemon));
		}
	});

	test('continue when one is killed: reads at once, posts after the proxy has detected it; and use it after its restart', async () => {
		const id = await create();
		await post(id);
		await daemons[1].kill();
		for (let i = 0; i < 20; i++) {
			assert.equal((await ask(proxy, `/v1/sessions/${id}`)).status, 200);
		}
		// Caddy does not send a body twice: until it has asked for /readyz again, some get 502 and nothing is changed.
		const report = async (card) => {
			const answer = await ask(proxy, `/v1/sessions/${id}/snapshots?budget_ms=0`,
				{ method: 'POST', headers: { 'content-type': 'text/plain' }, body: SEED_LINE.replace('KS', card) });
			assert.ok([200, 502].includes(answer.status), answer.text);
			return answer.status === 200;
		};
		for (const card of DRAWN) {
			await until(card, () => report(card));
		}
		assert.equal(JSON.parse((await ask(proxy, `/v1/sessions/${id}`)).text).version, DRAWN.length + 1);
		await daemons[1].restart();
		await until('its share', () => hasShare(daemons[1]));
		assert.equal(JSON.parse((await request(`${daemons[1].url}/v1/sessions/${id}`)).text).version, DRAWN.length + 1);
	});
});
