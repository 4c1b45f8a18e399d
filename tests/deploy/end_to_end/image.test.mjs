// The Dockerfile, without Docker: buildah builds it on a Debian of our own, and what it built plays a game as it would in
// a container: as its user, with nothing but its volume to write to, stopped by SIGTERM.

import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { chownSync, existsSync, mkdirSync, readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { after, before, describe, test } from 'node:test';
import { freePort } from '../../service/free_port.mjs';
import { ROOT, debian, folder, run } from './base.mjs';
import { play, ready, version } from './game.mjs';

const BASE = 'docker.io/library/debian:bookworm-slim';
const archive = debian('buildah', 'curl', 'unshare');

describe('the image', () => {
	const place = folder((done) => after(done), 'image');
	const buildah = (command, ...args) => run('buildah', ['--root', join(place, 'storage'), '--runroot', join(place, 'run'),
		'--storage-driver', 'vfs', command, ...args]);
	let config;
	let root;

	before(() => {
		const base = buildah('from', 'scratch');
		buildah('add', base, archive, '/');
		buildah('commit', '--format', 'docker', '--rm', base, BASE);
		buildah('bud', '--isolation', 'chroot', '--pull=never', '--format', 'docker', '-t', 'makker', ROOT);
		config = JSON.parse(buildah('inspect', '--type', 'image', 'makker')).Docker.config;
		root = buildah('mount', buildah('from', '--pull-never', 'makker'));
	});

	test('is small, and says how it is run, watched and stopped', (t) => {
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

	test('has no shell, no setuid program, and a volume that is its user\'s', () => {
		assert.deepEqual(readdirSync(join(root, 'usr/bin')).sort(), ['makker', 'makkerd']);
		assert.ok(!existsSync(join(root, 'bin/sh')));
		assert.equal(run('find', [root, '-perm', '/6000']), '');
		assert.equal(statSync(join(root, 'var/lib/makker')).uid, 10001);
	});

	/** Runs a program of the image as a container would, its root read-only and `state` in place of the volume. */
	function contain(state, env, ...words) {
		const script = 'mount --bind "$0" "$0"; mount -o remount,bind,ro "$0"; mount --bind "$1" "$0/var/lib/makker"; '
			+ 'where=$0; shift; cd "$where/var/lib/makker"; '
			+ 'exec env -i "$@"';
		const variables = [...config.Env, ...Object.entries(env).map(([name, value]) => `${name}=${value}`)];
		const child = spawn('unshare', ['--mount', 'sh', '-ec', script, root, state, ...variables,
			'/usr/sbin/chroot', `--userspec=${config.User}`, root, ...words], { stdio: ['ignore', 'pipe', 'pipe'] });
		child.log = '';
		for (const output of [child.stdout, child.stderr]) {
			output.setEncoding('utf8').on('data', (text) => { child.log += text; });
		}
		child.ended = once(child, 'exit');
		after(() => child.kill('SIGKILL'));
		return child;
	}

	test('serves, is healthy, stops when told, and finds its tables again', async () => {
		const state = join(place, 'state');
		mkdirSync(state);
		chownSync(state, 10001, 10001);
		const port = await freePort();
		const url = `http://127.0.0.1:${port}`;
		const env = { MAKKER_LISTEN: `0.0.0.0:${port}`, MAKKER_URL: url };
		const start = () => contain(state, env, ...config.Entrypoint, ...(config.Cmd ?? []));
		const health = async () => (await contain(state, env, ...config.Healthcheck.Test.slice(1)).ended)[0];
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
