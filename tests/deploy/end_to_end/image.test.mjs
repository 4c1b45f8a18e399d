// The Dockerfile, without Docker: the image serves a game as in a container: as its user, with nothing but its
// volume to write to, stopped by SIGTERM.

import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { after, before, describe, test } from 'node:test';
import { freePort } from '../../service/free_port.mjs';
import { folder, run } from './base.mjs';
import { play, ready, version } from './game.mjs';
import { built, contain, stateOf, storage } from './images.mjs';

describe('the image', () => {
	const place = folder((done) => after(done), 'image');
	let buildah;
	let image;
	let config;
	let root;

	before(() => {
		buildah = storage(place);
		image = built(buildah, 'makker');
		({ config, root } = image);
	});

	test('is small, and has metadata for running, health checks and stopping', (t) => {
		const bytes = Number(run('du', ['-sb', root]).split('\t')[0]);
		t.diagnostic(`image: ${(bytes / 1e6).toFixed(1)} MB in files`);
		assert.ok(bytes < 60e6, `${bytes} bytes`);
		assert.equal(config.User, '10001:10001');
		assert.deepEqual(config.Entrypoint, ['/usr/bin/makkerd']);
		assert.deepEqual(config.Healthcheck.Test, ['CMD', '/usr/bin/makker', 'health']);
		assert.equal(config.StopSignal, 'SIGTERM');
		assert.deepEqual(Object.keys(config.Volumes), ['/var/lib/makker']);
		assert.deepEqual(Object.keys(config.ExposedPorts), ['8377/tcp']);
	});

	test('has no shell, no setuid program, and a volume owned by its user', () => {
		assert.deepEqual(readdirSync(join(root, 'usr/bin')).sort(), ['makker', 'makkerd']);
		assert.ok(!existsSync(join(root, 'bin/sh')));
		assert.equal(run('find', [root, '-perm', '/6000']), '');
		assert.equal(statSync(join(root, 'var/lib/makker')).uid, 10001);
	});

	test('serves, is healthy, stops at SIGTERM, and keeps its tables', async () => {
		const state = stateOf(place, 'state');
		const port = await freePort();
		const url = `http://127.0.0.1:${port}`;
		const env = { MAKKER_LISTEN: `0.0.0.0:${port}`, MAKKER_URL: url };
		const start = () => contain(image, state, env, ...config.Entrypoint, ...(config.Cmd ?? []));
		const health = async () => (await contain(image, state, env, ...config.Healthcheck.Test.slice(1)).ended)[0];
		const stop = async (child) => {
			child.kill(config.StopSignal);
			assert.deepEqual(await child.ended, [0, null], child.log);
		};

		const first = start();
		await ready(url, () => first.exitCode === null, () => first.log);
		assert.equal(await health(), 0);
		const id = play(url);
		await stop(first);
		assert.equal(await health(), 1);

		const second = start();
		await ready(url, () => second.exitCode === null, () => second.log);
		assert.equal(version(url, id), 2);
		await stop(second);
		assert.ok(existsSync(join(state, 'makker.db')));
	});

	test('is started by buildah, too', async () => {
		const port = await freePort();
		const name = buildah('from', '--pull-never', 'makker');
		const child = spawn('buildah', ['--root', join(place, 'storage'), '--runroot', join(place, 'run'), '--storage-driver',
			'vfs', 'run', '--isolation', 'chroot', name, '--', ...config.Entrypoint, '--listen', `127.0.0.1:${port}`],
		{ stdio: ['ignore', 'pipe', 'pipe'], detached: true });
		let log = '';
		child.stderr.setEncoding('utf8').on('data', (text) => { log += text; });
		after(() => { try { process.kill(-child.pid, 'SIGKILL'); } catch { /* it has ended */ } });
		await ready(`http://127.0.0.1:${port}`, () => child.exitCode === null, () => log);
		play(`http://127.0.0.1:${port}`);
		process.kill(-child.pid, 'SIGTERM');
		await once(child, 'exit');
	});
});
