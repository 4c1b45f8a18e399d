// The units and the package under a real systemd, booted by systemd-nspawn in a Debian of its own: the sandbox lets the
// daemon work, the watchdog and reload do what they are for, sockets are handed over, credentials arrive, and purging stops
// and removes everything.

import assert from 'node:assert/strict';
import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { copyFileSync, existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { after, before, describe, test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { ROOT, debian, folder, packaged, run } from './base.mjs';

const archive = debian('curl', 'dpkg-buildpackage', 'dh', 'systemd-nspawn', 'nsenter');
const PATIENCE_MS = 60_000;
const TOKEN = 'administrator-of-the-test';

describe('under systemd', () => {
	const there = (path) => join(place, path);
	let machine;
	let console = '';
	// Switched off before its folder goes.
	after(async () => {
		if (machine?.exitCode === null) {
			const ended = once(machine, 'exit');
			spawnSync('nsenter', ['-t', init, '-a', 'systemctl', 'poweroff', '--no-block']);
			await Promise.race([ended, sleep(20_000, undefined, { ref: false })]);
			machine.kill('SIGKILL');
		}
	});
	const place = folder((done) => after(done), 'systemd');
	let init;
	let name;

	/** A command of the shell inside; its output. */
	const inside = (command) => run('nsenter', ['-t', init, '-m', '-u', '-i', '-n', '-p', '-C', '--', 'env', '-i',
		'PATH=/usr/sbin:/usr/bin:/sbin:/bin', 'LC_ALL=C.UTF-8', 'DEBIAN_FRONTEND=noninteractive', 'sh', '-c', command]);
	const property = (unit, what) => inside(`systemctl show --value --property=${what} ${unit}`);
	const code = (path, ...more) => inside(
		`curl -s -o /dev/null --max-time 10 -w '%{http_code}' ${more.join(' ')} http://127.0.0.1:8377${path} || true`);
	async function until(what, holds) {
		for (const end = Date.now() + PATIENCE_MS; !holds(); await sleep(100)) {
			assert.ok(Date.now() < end && machine.exitCode === null,
				`${what} did not come\n${console}\n${init && inside('journalctl -n 40 --no-pager')}`);
		}
	}
	const ready = () => until('/readyz', () => code('/readyz') === '200');
	const dropIn = (unit, text) => {
		mkdirSync(there(`etc/systemd/system/${unit}.d`), { recursive: true });
		writeFileSync(there(`etc/systemd/system/${unit}.d/test.conf`), text);
		inside('systemctl daemon-reload');
	};

	before(async () => {
		const built = packaged();
		name = basename(built);
		run('tar', ['-x', '-C', place, '-f', archive]);
		copyFileSync('/etc/resolv.conf', there('etc/resolv.conf'));
		copyFileSync(built, there(`root/${name}`));
		run('chroot', [place, 'sh', '-ec', 'export DEBIAN_FRONTEND=noninteractive; apt-get update -q; '
			+ `apt-get install -q -y --no-install-recommends systemd systemd-sysv dbus curl /root/${name}`]);
		machine = spawn('systemd-nspawn', ['--boot', '--register=no', '--keep-unit', '--private-network', '-D', place],
			{ stdio: ['ignore', 'pipe', 'pipe'] });
		for (const output of [machine.stdout, machine.stderr]) {
			output.setEncoding('utf8').on('data', (text) => { console += text; });
		}
		process.on('exit', () => machine.kill('SIGKILL'));
		await until('the machine', () => {
			init = spawnSync('pgrep', ['-P', String(machine.pid)], { encoding: 'utf8' }).stdout.trim();
			return /^\d+$/.test(init) && existsSync(`/proc/${init}/root/run/dbus/system_bus_socket`)
				&& spawnSync('nsenter', ['-t', init, '-a', 'systemctl', 'is-active', '--quiet', 'multi-user.target']).status === 0;
		});
	});

	let id;

	test('the installed daemon runs at the boot, as nobody\'s user, and serves', async () => {
		await ready();
		assert.equal(property('makkerd.service', 'ActiveState'), 'active');
		const pid = property('makkerd.service', 'MainPID');
		assert.notEqual(inside(`stat -c %u /proc/${pid}`), '0');
		({ id } = JSON.parse(inside('curl -sS http://127.0.0.1:8377/v1/sessions -d \'{"game":"klondike"}\'')));
		const told = inside(`curl -sS -H 'Accept: text/plain' http://127.0.0.1:8377/v1/sessions/${id}/snapshots `
			+ '-d KS,UU,UU,UU,UU,5S,5H,QC,7H,8D,9D,9C');
		assert.match(told, /^[A-Z].*\.$/); // which move: as far as it could think
		assert.ok(existsSync(there('var/lib/private/makker/makker.db')));
	});

	test('it is as little exposed as offline', (t) => {
		const told = inside('systemd-analyze security --no-pager makkerd.service').split('\n').pop();
		t.diagnostic(told);
		assert.ok(Number(/: ([\d.]+) /.exec(told)[1]) <= 1.2, told);
	});

	test('a reload takes over what may change, and it is the same process', async () => {
		const pid = property('makkerd.service', 'MainPID');
		writeFileSync(there('etc/makker/makkerd.conf'), 'default_language = da\nsearch_threads = 1\n');
		inside('systemctl reload makkerd.service');
		await until('the new configuration', () => /configuration reloaded/.test(inside('journalctl -u makkerd --no-pager')));
		assert.match(inside('journalctl -u makkerd --no-pager'), /option requires restart.* option=threads/);
		assert.equal(property('makkerd.service', 'MainPID'), pid);
		assert.equal(property('makkerd.service', 'ActiveState'), 'active');
		const made = JSON.parse(inside('curl -sS http://127.0.0.1:8377/v1/sessions -d \'{"game":"klondike"}\''));
		assert.equal(made.language, 'da');
	});

	test('a daemon that hangs is started anew by the watchdog, and so is one that is killed; tables stay', async () => {
		dropIn('makkerd.service', '[Service]\nWatchdogSec=2\nRestartSec=100ms\nTimeoutAbortSec=2\n');
		inside('systemctl restart makkerd.service');
		await ready();
		for (const [signal, restarts] of [['STOP', '1'], ['KILL', '2']]) {
			inside(`kill -${signal} ${property('makkerd.service', 'MainPID')}`);
			await until(`restart ${restarts}`, () => property('makkerd.service', 'NRestarts') === restarts);
			await ready();
			assert.equal(code(`/v1/sessions/${id}`), '200');
		}
	});

	test('the administrator\'s token comes as a credential, as docs/operations.md has it', async () => {
		const page = readFileSync(join(ROOT, 'docs/operations.md'), 'utf8');
		const [, text] = /```ini\n(\[Service\]\nLoadCredential=[^]*?)```/.exec(page);
		writeFileSync(there('etc/makker/admin-token'), `${TOKEN}\n`, { mode: 0o600 });
		dropIn('makkerd.service', text);
		inside('systemctl restart makkerd.service');
		await ready();
		assert.equal(code('/v1/sessions'), '401');
		assert.equal(code('/v1/sessions', '-H', `'Authorization: Bearer ${TOKEN}'`), '200');
		dropIn('makkerd.service', '');
	});

	test('with the socket the first request starts a daemon without a network, that has the same tables', async () => {
		inside('systemctl disable --now makkerd.service');
		inside('systemctl enable --now makkerd.socket');
		assert.equal(property('makkerd-socket.service', 'ActiveState'), 'inactive');
		assert.equal(code(`/v1/sessions/${id}`), '200');
		assert.equal(property('makkerd-socket.service', 'ActiveState'), 'active');
		assert.equal(property('makkerd.service', 'ActiveState'), 'inactive');
		const pid = property('makkerd-socket.service', 'MainPID');
		assert.notEqual(inside(`readlink /proc/${pid}/ns/net`), inside('readlink /proc/1/ns/net'));
	});

	test('an upgrade starts the new program there, and no request is refused meanwhile', async () => {
		const pid = property('makkerd-socket.service', 'MainPID');
		const asked = inside('(for i in $(seq 60); do curl -s -o /dev/null -m 20 '
			+ `http://127.0.0.1:8377/v1/sessions/${id}; echo $?; sleep 0.05; done) & `
			+ `dpkg --install --force-confold /root/${name} >/dev/null 2>&1; wait`).split('\n');
		assert.ok(!asked.includes('7'), 'a connection was refused');
		// Who has connected and not yet asked when the old one stops is told so by the end of the connection.
		assert.ok(asked.filter((status) => status !== '0').length <= 1, asked.join(' '));
		assert.notEqual(property('makkerd-socket.service', 'MainPID'), pid);
		assert.equal(property('makkerd.service', 'ActiveState'), 'inactive');
	});

	test('the socket may be a file for a proxy, as docs/operations.md has it', () => {
		const page = readFileSync(join(ROOT, 'docs/operations.md'), 'utf8');
		const [, text] = /```ini\n(\[Socket\][^]*?)```/.exec(page);
		dropIn('makkerd.socket', text);
		inside('systemctl stop makkerd-socket.service makkerd.socket; systemctl start makkerd.socket');
		assert.equal(inside('stat -c "%U %a" /run/makker.sock'), 'www-data 600');
		// The first one starts it, and may come before it has read its store.
		inside('for i in 1 2 3 4 5; do ! makker health -q unix:/run/makker.sock || break; sleep 0.5; done');
		assert.equal(inside('makker health unix:/run/makker.sock'), 'ready');
	});

	test('purging stops it and leaves nothing', () => {
		inside('apt-get purge -q -y makker');
		assert.equal(inside('ps -e -o comm= | grep -c makkerd || true'), '0');
		for (const path of ['usr/bin/makkerd', 'etc/makker', 'etc/default/makkerd', 'var/lib/private/makker', 'var/lib/makker',
			'etc/systemd/system/multi-user.target.wants/makkerd.service', 'etc/systemd/system/sockets.target.wants/makkerd.socket']) {
			assert.ok(!existsSync(there(path)), path);
		}
	});
});
