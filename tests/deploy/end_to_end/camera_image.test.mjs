// conf/image/camera.Dockerfile, without Docker: the image reads a picture and serves its page, as its user and with
// nothing but its volume to write to.

import assert from 'node:assert/strict';
import { copyFileSync, existsSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { after, before, describe, test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { freePort } from '../../service/free_port.mjs';
import { ROOT, folder, run } from './base.mjs';
import { built, contain, stateOf, storage } from './images.mjs';

describe('the image of the camera', () => {
	const place = folder((done) => after(done), 'camera-image');
	let image;

	before(() => {
		image = built(storage(place), 'makker-camera', '-f', join(ROOT, 'conf/image/camera.Dockerfile'));
	});

	test('has metadata for running it, no setuid program, and a volume owned by its user', (t) => {
		const { config, root } = image;
		t.diagnostic(`image: ${(Number(run('du', ['-sb', root]).split('\t')[0]) / 1e6).toFixed(0)} MB in files`);
		assert.equal(config.User, '10001:10001');
		assert.deepEqual([...config.Entrypoint, ...config.Cmd], ['/usr/bin/makker-camera', 'serve', '--phone']);
		assert.deepEqual(Object.keys(config.ExposedPorts), ['8378/tcp']);
		assert.equal(run('find', [root, '-type', 'f', '-perm', '/6000']), '');
		assert.equal(statSync(join(root, 'var/lib/makker-camera')).uid, 10001);
		assert.ok(!existsSync(join(root, 'usr/share/makker/camera/makker_camera/learn')));
	});

	test('reads a picture and writes only to its volume', async () => {
		const state = stateOf(place, 'reads');
		copyFileSync(join(ROOT, 'docs/camera-table.jpg'), join(state, 'table.jpg'));
		const child = contain(image, state, {}, ...image.config.Entrypoint, 'read', '/var/lib/makker-camera/table.jpg');
		assert.deepEqual(await child.ended, [0, null], child.log);
		const { notes, snapshot } = JSON.parse(child.log);
		assert.deepEqual(notes, []);
		assert.equal(snapshot.columns.length, 7);
	});

	test('serves its page over HTTPS, keeps its key and certificate over a restart, and stops at SIGTERM', async () => {
		const state = stateOf(place, 'serves');
		const port = await freePort();
		const keys = [];
		for (let i = 0; i < 2; i++) {
			const child = contain(image, state, {}, ...image.config.Entrypoint, ...image.config.Cmd,
				'--host=localhost', `--listen=127.0.0.1:${port}`);
			const shown = /https:\/\/localhost:(\d+)\/#key=(\S+)/;
			while (!shown.test(child.log) && child.exitCode === null && child.signalCode === null) {
				await sleep(100);
			}
			assert.match(child.log, shown);
			keys.push(shown.exec(child.log)[2]);
			const page = run('curl', ['--silent', '--fail', '--cacert', join(state, 'localhost.pem'), `https://localhost:${port}/`]);
			assert.match(page, /<html/);
			child.kill('SIGTERM');
			await child.ended;
		}
		assert.equal(keys[0], keys[1]);
	});
});
