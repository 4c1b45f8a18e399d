// The units and the package under a real systemd, booted by systemd-nspawn in a Debian of its own: the sandbox lets the
// daemon work, the watchdog and reload work, sockets are inherited, credentials are passed, and purging stops
// and removes everything.

import assert from 'node:assert/strict';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { after, before, describe, test } from 'node:test';
import { ROOT, packaged } from './base.mjs';
import { Machine } from './machine.mjs';

const TOKEN = 'administrator-of-the-test';

describe('under systemd', () => {
	const machine = new Machine((done) => after(done), 'systemd');
	const there = (path) => machine.there(path);
	const inside = (command) => machine.inside(command);
	const property = (unit, what) => machine.property(unit, what);
	const code = (path, ...more) => machine.code(path, ...more);
	let name;

	before(async () => {
		const built = packaged();
		name = basename(built);
		await machine.boot(built);
	});

	let id;

	test('the installed daemon starts at boot, as a dynamic user, and serves', async () => {
		await machine.ready();
		assert.equal(property('makkerd.service', 'ActiveState'), 'active');
		const pid = property('makkerd.service', 'MainPID');
		assert.notEqual(inside(`stat -c %u /proc/${pid}`), '0');
		({ id } = JSON.parse(inside('curl -sS http://127.0.0.1:8377/v1/sessions -d \'{"game":"klondike"}\'')));
		const result = inside(`curl -sS -H 'Accept: text/plain' http://127.0.0.1:8377/v1/sessions/${id}/snapshots `
			+ '-d KS,UU,UU,UU,UU,5S,5H,QC,7H,8D,9D,9C');
		assert.match(result, /^[A-Z].*\.$/); // which move: as far as it could think
		assert.ok(existsSync(there('var/lib/private/makker/makker.db')));
	});

	test('its exposure is the same as in the offline analysis', (t) => {
		const result = inside('systemd-analyze security --no-pager makkerd.service').split('\n').pop();
		t.diagnostic(result);
		assert.ok(Number(/: ([\d.]+) /.exec(result)[1]) <= 1.2, result);
	});

	test('a reload applies the reloadable options in the same process', async () => {
		const pid = property('makkerd.service', 'MainPID');
		writeFileSync(there('etc/makker/makkerd.conf'), 'default_language = da\nsearch_threads = 1\n');
		inside('systemctl reload makkerd.service');
		await machine.until('the new configuration', () => /configuration reloaded/.test(inside('journalctl -u makkerd --no-pager')));
		assert.match(inside('journalctl -u makkerd --no-pager'), /option requires restart.* option=search_threads/);
		assert.equal(property('makkerd.service', 'MainPID'), pid);
		assert.equal(property('makkerd.service', 'ActiveState'), 'active');
		const made = JSON.parse(inside('curl -sS http://127.0.0.1:8377/v1/sessions -d \'{"game":"klondike"}\''));
		assert.equal(made.language, 'da');
	});

	test('a reload of an invalid configuration fails with its place, and the daemon serves as before', () => {
		const conf = there('etc/makker/makkerd.conf');
		const valid = readFileSync(conf, 'utf8');
		writeFileSync(conf, `${valid}search_budget_ms = soon\n`);
		const begun = inside('date +%s').trim();
		assert.notEqual(inside('systemctl reload makkerd.service >/dev/null 2>&1; echo $?').trim(), '0');
		assert.match(inside(`journalctl -u makkerd --no-pager --since @${begun}`), /makkerd\.conf:3/);
		assert.equal(property('makkerd.service', 'ActiveState'), 'active');
		assert.equal(code('/livez'), '200');
		writeFileSync(conf, valid);
		assert.equal(inside('systemctl reload makkerd.service; echo $?').trim(), '0');
	});

	test('a hanging daemon is restarted by the watchdog, and so is a killed one; tables are kept', async () => {
		machine.dropIn('makkerd.service', '[Service]\nWatchdogSec=2\nRestartSec=100ms\nTimeoutAbortSec=2\n');
		inside('systemctl restart makkerd.service');
		await machine.ready();
		for (const [signal, restarts] of [['STOP', '1'], ['KILL', '2']]) {
			inside(`kill -${signal} ${property('makkerd.service', 'MainPID')}`);
			await machine.until(`restart ${restarts}`, () => property('makkerd.service', 'NRestarts') === restarts);
			await machine.ready();
			assert.equal(code(`/v1/sessions/${id}`), '200');
		}
	});

	test('the administrator\'s token is passed as a credential, as in docs/operations.md', async () => {
		const page = readFileSync(join(ROOT, 'docs/operations.md'), 'utf8');
		const [, text] = /```ini\n(\[Service\]\nLoadCredential=[^]*?)```/.exec(page);
		writeFileSync(there('etc/makker/admin-token'), `${TOKEN}\n`, { mode: 0o600 });
		machine.dropIn('makkerd.service', text);
		inside('systemctl restart makkerd.service');
		await machine.ready();
		assert.equal(code('/v1/sessions'), '401');
		assert.equal(code('/v1/sessions', '-H', `'Authorization: Bearer ${TOKEN}'`), '200');
		machine.dropIn('makkerd.service', '');
	});

	test('with socket activation the first request starts a daemon without network access and with the same tables', async () => {
		inside('systemctl disable --now makkerd.service');
		inside('systemctl enable --now makkerd.socket');
		assert.equal(property('makkerd-socket.service', 'ActiveState'), 'inactive');
		assert.equal(code(`/v1/sessions/${id}`), '200');
		assert.equal(property('makkerd-socket.service', 'ActiveState'), 'active');
		assert.equal(property('makkerd.service', 'ActiveState'), 'inactive');
		const pid = property('makkerd-socket.service', 'MainPID');
		assert.notEqual(inside(`readlink /proc/${pid}/ns/net`), inside('readlink /proc/1/ns/net'));
	});

	test('an upgrade starts the new program there without refusing a request', async () => {
		const pid = property('makkerd-socket.service', 'MainPID');
		const asked = inside('(for i in $(seq 60); do curl -s -o /dev/null -m 20 '
			+ `http://127.0.0.1:8377/v1/sessions/${id}; echo $?; sleep 0.05; done) & `
			+ `dpkg --install --force-confold /root/${name} >/dev/null 2>&1; wait`).split('\n');
		assert.ok(!asked.includes('7'), 'a connection was refused');
		// Connections without a request are closed when the old daemon stops.
		assert.ok(asked.filter((status) => status !== '0').length <= 1, asked.join(' '));
		assert.notEqual(property('makkerd-socket.service', 'MainPID'), pid);
		assert.equal(property('makkerd.service', 'ActiveState'), 'inactive');
	});

	test('the socket can be a unix socket for a proxy, as in docs/operations.md', () => {
		const page = readFileSync(join(ROOT, 'docs/operations.md'), 'utf8');
		const [, text] = /```ini\n(\[Socket\][^]*?)```/.exec(page);
		machine.dropIn('makkerd.socket', text);
		inside('systemctl stop makkerd-socket.service makkerd.socket; systemctl start makkerd.socket');
		assert.equal(inside('stat -c "%U %a" /run/makker.sock'), 'www-data 600');
		// The first one starts it, and may come before it has read its store.
		inside('for i in 1 2 3 4 5; do ! makker health -q unix:/run/makker.sock || break; sleep 0.5; done');
		assert.equal(inside('makker health unix:/run/makker.sock'), 'ready');
	});

	test('purging stops the daemon and leaves no files', () => {
		inside('apt-get purge -q -y makker');
		assert.equal(inside('ps -e -o comm= | grep -c makkerd || true'), '0');
		for (const path of ['usr/bin/makkerd', 'etc/makker', 'etc/default/makkerd', 'var/lib/private/makker', 'var/lib/makker',
			'etc/systemd/system/multi-user.target.wants/makkerd.service', 'etc/systemd/system/sockets.target.wants/makkerd.socket']) {
			assert.ok(!existsSync(there(path)), path);
		}
	});
});
