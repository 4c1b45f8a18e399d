// All errors of a configuration at once: `makkerd --check` and the start.

import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { chmodSync, chownSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { Api } from './api.mjs';
import { Daemon, PROGRAM } from './daemon.mjs';

const ROOT = fileURLToPath(new URL('../../', import.meta.url));
const folder = mkdtempSync(join(tmpdir(), 'makker-check-'));
after(() => rmSync(folder, { recursive: true, force: true }));

const CONFIG = join(folder, 'makkerd.conf');
const TOKEN = 'administrator-of-the-check-test';

function check({ file, env = {}, args = ['--store', 'memory:'] }) {
	writeFileSync(CONFIG, file ?? '');
	const { status, stdout, stderr } = spawnSync(PROGRAM, ['--check', '--config', CONFIG, ...args],
		{ encoding: 'utf8', env: { PATH: process.env.PATH, HOME: folder, ...env } });
	return { status, stdout, lines: stderr.split('\n').slice(0, -1) };
}

/** A file with a token, with these permissions. */
function secret(name, mode, text = TOKEN) {
	const path = join(folder, name);
	writeFileSync(path, `${text}\n`);
	chmodSync(path, mode);
	return path;
}

test('every error is listed with its location', () => {
	const { status, stdout, lines } = check({
		file: 'ping_interval_s = 0\nsesion_cache_size = 7\n\nnonsense\n[server]\nlog_level = loud\nping_interval_s = 3\nping_interval_s = 4\n',
		env: { MAKKER_SEARCH_BUDGET_MS: 'long', MAKKER_DEFAULT_LANGUAGE: 'fr' },
		args: ['--idle-timeout-s', '0', '--store', 'mysql://x'],
	});
	assert.equal(status, 78);
	assert.equal(stdout, '');
	assert.deepEqual(lines, [
		`${CONFIG}:1: ping_interval_s: must be a number from 1 to 3600`,
		`${CONFIG}:2: unknown option "sesion_cache_size", did you mean "session_cache_size"?`,
		`${CONFIG}:4: expected 'name = value'`,
		`${CONFIG}:5: there are no sections here`,
		`${CONFIG}:6: log_level: must be error, warn, info or debug`,
		`${CONFIG}:7: ping_interval_s stands in line 1 already`,
		`${CONFIG}:8: ping_interval_s stands in line 1 already`,
		'in the environment, MAKKER_DEFAULT_LANGUAGE: default_language: must be en, da, de or el',
		'in the environment, MAKKER_SEARCH_BUDGET_MS: search_budget_ms: must be a number from 0 to 60000',
		"on the command line, --store: store: 'mysql://x' is not a store URL; must be sqlite:PATH, postgres://... or memory:",
		'on the command line, --idle-timeout-s: idle_timeout_s: must be a number from 1 to 86400',
	].map((line) => `makkerd: ${line}`));
});

test('a configuration that every user may write to is rejected, one of another user is warned of', () => {
	const open = secret('open.conf', 0o666, 'store = memory:');
	const args = ['--check', '--config', open];
	const rejected = spawnSync(PROGRAM, args, { encoding: 'utf8' });
	assert.equal(rejected.status, 78);
	assert.match(rejected.stderr, /open\.conf: every user may write to it \(chmod o-w\)/);
	chmodSync(open, 0o644);
	assert.equal(spawnSync(PROGRAM, args).status, 0);
	if (process.getuid() === 0) {
		chownSync(open, 12345, 0);
		const warned = spawnSync(PROGRAM, args, { encoding: 'utf8' });
		assert.equal(warned.status, 0);
		assert.match(warned.stderr, /open\.conf: it belongs to another user/);
	}
});

test('errors of referenced files and of combined options are listed with those of single options', () => {
	const { status, lines } = check({
		file: `auth = token\nping_interval_s = 0\nmetrics_token_file = ${secret('empty', 0o600, '')}\n`,
		args: ['--store', 'memory:', '--companion-dir', join(folder, 'nowhere'), '--admin-token-file', join(folder, 'none')],
	});
	assert.equal(status, 78);
	assert.deepEqual(lines, [
		`${CONFIG}:2: ping_interval_s: must be a number from 1 to 3600`,
		`on the command line, --companion-dir: companion_dir: ${join(folder, 'nowhere')}: No such file or directory`,
		`admin_token_file: ${join(folder, 'none')}: No such file or directory`,
		`metrics_token_file: ${join(folder, 'empty')}: its first line is empty`,
	].map((line) => `makkerd: ${line}`), 'no error of these follows from another one');
	assert.deepEqual(check({ file: 'listen = 0.0.0.0:0\n' }).lines.length, 1, 'a rule about several options still holds');
	assert.deepEqual(check({ file: 'listen = 0.0.0.0:0\nauth = tokens\n' }).lines,
		[`makkerd: ${CONFIG}:2: auth: must be off or token`], 'the value of auth is not known yet');
});

test('the list of errors is limited', () => {
	const { status, lines } = check({ file: 'colour = red\n'.repeat(500) });
	assert.equal(status, 78);
	assert.equal(lines.length, 101);
	assert.equal(lines[100], 'makkerd: 400 more');
});

test('warnings leave the configuration valid', () => {
	const admin = secret('admin', 0o644), metrics = secret('metrics', 0o604, 'metrics-of-the-check-test');
	const { status, stdout, lines } = check({
		file: `auth = token\nadmin_token_file = ${admin}\nmetrics_token_file = ${metrics}\n`,
		env: { MAKKER_LISTN: '127.0.0.1:1', MAKKER_COLOUR: 'red' },
	});
	assert.equal(status, 0);
	assert.equal(stdout, 'configuration valid\n');
	assert.deepEqual(lines.sort(), [
		'in the environment, MAKKER_COLOUR is no option',
		'in the environment, MAKKER_LISTN is no option, did you mean MAKKER_LISTEN?',
		`admin_token_file: ${admin}: every user may read it (chmod o-r)`,
		`metrics_token_file: ${metrics}: every user may read it (chmod o-r)`,
	].map((line) => `makkerd: warning: ${line}`).sort());
});

test('unknown options of the command line are usage errors with a suggestion', () => {
	const { status, lines } = check({ args: ['--lisen', '127.0.0.1:0', '--sotre=memory:', '--colour', '--log-level=loud'] });
	assert.equal(status, 64);
	assert.deepEqual(lines, [
		'makkerd: unrecognized option \'--lisen\', did you mean \'--listen\'?',
		'makkerd: unrecognized option \'--sotre\', did you mean \'--store\'?',
		'makkerd: unrecognized option \'--colour\'',
		'Try `makkerd --help\' or `makkerd --usage\' for more information.',
	]);
	assert.equal(check({ args: ['--companion', folder, '--store', 'memory:', '--log-le=warn'] }).status, 0, 'beginnings are enough');
	assert.match(check({ args: ['--sto', 'x'] }).lines[0], /ambiguous/);
	assert.match(check({ args: ['--store', '--lisen'] }).lines[0], /'--lisen' is not a store URL/, 'a value is no option');
	assert.match(check({ args: ['--store', 'memory:', '--', '--lisen'] }).lines[0], /Too many arguments/);
});

test('environment variables of other programs of the project and of container engines are ignored', () => {
	const names = new Set();
	const collect = (path) => {
		for (const entry of readdirSync(path, { withFileTypes: true })) {
			const below = join(path, entry.name);
			if (entry.isDirectory() && entry.name !== 'node_modules' && entry.name !== '__pycache__') {
				collect(below);
			} else if (entry.isFile() && /\.(mjs|c|py|sh|yml|md|service|1|8)$|^(Caddyfile|Makefile|job|run)$/.test(entry.name)) {
				const text = readFileSync(below, 'utf8');
				for (const [, name] of text.matchAll(/(?:env\.|getenv\("|environ(?:\.get\(|\[)"|[${ ]|^)(MAKKER_[A-Z0-9_]+)(?:=|["})\] :;,]|$)/gm)) {
					names.add(name);
				}
			}
		}
	};
	for (const place of ['clients', 'conf', 'docs', 'src', 'systemd', 'tests']) {
		collect(join(ROOT, place));
	}
	for (const own of ['MAKKER_LISTN', 'MAKKER_COLOUR', 'MAKKER_CONFIG', 'MAKKER_LISTEN']) {
		names.delete(own); // of this test, or set to something below
	}
	for (const engine of ['SERVICE_HOST', 'SERVICE_PORT_HTTP', 'PORT_8377_TCP_ADDR']) {
		names.add(`MAKKER_${engine}`);
	}
	assert.ok(names.size > 30, [...names].join(' '));
	const env = Object.fromEntries([...names].map((name) => [name, '1']));
	const { lines } = check({ env });
	assert.deepEqual(lines.filter((line) => /is no option/.test(line)), []);
});

test('a start reports all errors, too, and logs the warnings', async (t) => {
	writeFileSync(CONFIG, 'colour = red\nlog_level = loud\n');
	const { status, stderr } = spawnSync(PROGRAM, ['--config', CONFIG, '--store', 'memory:'], { encoding: 'utf8' });
	assert.equal(status, 78);
	assert.match(stderr, /conf:1: unknown option "colour".*\n.*conf:2: log_level: /);
	const daemon = await new Daemon({ env: { MAKKER_LISTN: '127.0.0.1:1' } }).start();
	t.after(() => daemon.finish());
	assert.match(daemon.output, /level=warn msg="the configuration" detail="in the environment, MAKKER_LISTN is no option, did you mean MAKKER_LISTEN\?"/);
});

test('a reload logs all errors and warnings', async (t) => {
	writeFileSync(CONFIG, 'ping_interval_s = 7\n');
	const daemon = await new Daemon({ args: ['--config', CONFIG] }).start();
	t.after(() => daemon.finish());
	writeFileSync(CONFIG, 'colour = red\nlog_level = loud\n');
	daemon.child.kill('SIGHUP');
	for (const end = Date.now() + 20_000; !/conf:2: log_level/.test(daemon.output);) {
		assert.ok(Date.now() < end, daemon.output);
		await new Promise((done) => setTimeout(done, 10));
	}
	assert.match(daemon.output, /level=error msg="configuration reload failed" detail=".*conf:1: unknown option/);
	assert.equal((await new Api(daemon).get('/readyz')).status, 200, 'the old one is in effect');
});
