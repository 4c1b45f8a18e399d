// make deb, and its package on a fresh Debian: it installs with its dependencies, serves,
// keeps a configuration that was changed, and leaves nothing when it is purged.

import assert from 'node:assert/strict';
import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { appendFileSync, chownSync, copyFileSync, existsSync, mkdirSync, readFileSync, readlinkSync, statSync,
	writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { after, before, describe, test } from 'node:test';
import { freePort } from '../../service/free_port.mjs';
import { debian, folder, packaged, run } from './base.mjs';
import { play, ready } from './game.mjs';

const archive = debian('curl', 'dpkg-buildpackage', 'dh', 'lintian');

describe('the package', () => {
	const place = folder((done) => after(done), 'deb');
	const inside = (...words) => run('chroot', [place, ...words], {
		env: { PATH: '/usr/sbin:/usr/bin:/sbin:/bin', DEBIAN_FRONTEND: 'noninteractive', LC_ALL: 'C.UTF-8' },
	});
	const there = (path) => join(place, path);
	const ours = () => run('find', [place, '-xdev', '-mindepth', '1', '-iname', '*makker*', '-not', '-path', '*/var/lib/dpkg/*',
		'-not', '-path', '*/var/lib/apt/*', '-not', '-path', '*/var/cache/*', '-not', '-path', '*/var/log/*',
		'-not', '-path', `${place}/root/*`]);
	let built;
	let name;

	before(() => {
		built = packaged();
		name = basename(built);
		run('tar', ['-x', '-C', place, '-f', archive]);
		copyFileSync('/etc/resolv.conf', there('etc/resolv.conf'));
		copyFileSync(built, there(`root/${name}`));
		inside('apt-get', 'update', '-q');
		assert.equal(ours(), '');
		inside('apt-get', 'install', '-q', '-y', '--no-install-recommends', `/root/${name}`);
	});

	test('passes lintian, as that of the camera, except for the address of the maintainer', (t) => {
		t.diagnostic(`package: ${(statSync(built).size / 1e6).toFixed(2)} MB`);
		const camera = built.replace(/makker_([^/]*)_[a-z0-9]+\.deb$/, 'makker-camera_$1_all.deb');
		const { stdout } = spawnSync('lintian', ['--allow-root', built, camera], { encoding: 'utf8' });
		const findings = stdout.split('\n').filter((line) => /^[EW]: /.test(line) && !/bogus-mail-host/.test(line));
		assert.deepEqual(findings, []);
	});

	test('has its programs, manual pages and units in place, and the daemon enabled', () => {
		for (const path of ['usr/bin/makkerd', 'usr/bin/makker', 'usr/share/man/man1/makker.1.gz',
			'usr/share/man/man8/makkerd.8.gz', 'lib/systemd/system/makkerd.service', 'lib/systemd/system/makkerd.socket',
			'lib/systemd/system/makkerd-socket.service', 'usr/share/bash-completion/completions/makker',
			'usr/share/zsh/vendor-completions/_makker', 'usr/share/fish/vendor_completions.d/makker.fish']) {
			assert.ok(existsSync(there(path)), path);
		}
		assert.match(readFileSync(there('lib/systemd/system/makkerd.service'), 'utf8'), /^ExecStart=\/usr\/bin\/makkerd$/m);
		const wanted = 'etc/systemd/system/multi-user.target.wants/makkerd.service';
		assert.equal(readlinkSync(there(wanted)), '/lib/systemd/system/makkerd.service');
		assert.ok(!existsSync(there('etc/systemd/system/sockets.target.wants/makkerd.socket')));
		assert.match(inside('makkerd', '--version'), /^makkerd \d/);
		assert.match(inside('makker', 'advise', '--strategy', 'heuristic', 'KS,UU,UU,UU,UU,5S,5H,QC,7H,8D,9D,9C'), /eight of diamonds/);
	});

	test('has the operator\'s manual and all files that it names', () => {
		const manual = 'usr/share/doc/makker/docs/operations.md';
		const links = [...readFileSync(there(manual), 'utf8').matchAll(/\]\(([^):#]+)/g)].map(([, link]) => join(manual, '..', link));
		assert.ok(links.includes('usr/share/doc/makker/conf/proxy/nginx.conf') && links.includes('usr/share/doc/makker/docs/limits.md'));
		assert.deepEqual(links.filter((link) => !existsSync(there(link))), []);
	});

	test('serves with its default configuration, as an unprivileged user', async () => {
		const port = await freePort();
		const state = there('var/lib/private/makker');
		mkdirSync(state, { recursive: true });
		chownSync(state, 65534, 65534);
		const words = readFileSync(there('etc/default/makkerd'), 'utf8').split('\n').filter((line) => /^\w+=/.test(line));
		const child = spawn('chroot', ['--userspec=65534:65534', place, 'env', '-i', ...words,
			'STATE_DIRECTORY=/var/lib/private/makker', 'makkerd', '--listen', `127.0.0.1:${port}`],
		{ stdio: ['ignore', 'ignore', 'pipe'] });
		after(() => child.kill('SIGKILL'));
		const ended = once(child, 'exit');
		let log = '';
		child.stderr.setEncoding('utf8').on('data', (text) => { log += text; });
		await ready(`http://127.0.0.1:${port}`, () => child.exitCode === null, () => log);
		play(`http://127.0.0.1:${port}`);
		assert.equal(inside('makker', 'health', `http://127.0.0.1:${port}`), 'ready');
		child.kill('SIGTERM');
		assert.deepEqual(await ended, [0, null], log);
		assert.ok(existsSync(join(state, 'makker.db')));
	});

	test('keeps a changed configuration when it is installed again', () => {
		appendFileSync(there('etc/makker/makkerd.conf'), '\ndefault_language = da\n');
		inside('dpkg', '--install', `/root/${name}`);
		assert.match(readFileSync(there('etc/makker/makkerd.conf'), 'utf8'), /\ndefault_language = da\n$/);
	});

	test('keeps configuration and tables when it is removed, and removes them when it is purged', () => {
		writeFileSync(there('etc/makker/admin-token'), 'administrator-of-the-test\n');
		inside('apt-get', 'remove', '-q', '-y', 'makker');
		assert.ok(!existsSync(there('usr/bin/makkerd')));
		assert.ok(existsSync(there('etc/makker/makkerd.conf')));
		assert.ok(existsSync(there('var/lib/private/makker/makker.db')));
		inside('apt-get', 'purge', '-q', '-y', 'makker');
		assert.equal(ours(), '');
		assert.equal(inside('dpkg', '--audit'), '');
	});
});
