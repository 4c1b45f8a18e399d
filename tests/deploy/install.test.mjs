// make install and make uninstall: uninstall removes exactly the installed files.

import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { after, test } from 'node:test';
import { fileURLToPath } from 'node:url';

const ROOT = fileURLToPath(new URL('../..', import.meta.url));
const place = mkdtempSync(join(tmpdir(), 'makker-install-'));
after(() => rmSync(place, { recursive: true }));

const make = (target, ...words) =>
	execFileSync('make', ['-C', ROOT, target, `DESTDIR=${place}`, ...words], { stdio: 'ignore' });
const files = () => readdirSync(place, { recursive: true, withFileTypes: true })
	.filter((entry) => !entry.isDirectory()).map((entry) => join(entry.path, entry.name)).sort();

test('uninstall removes all installed files and folders, and no others', () => {
	const others = ['usr/local/bin/other', 'usr/local/share/makker/companion/mine.css',
		'usr/local/lib/systemd/system/makkerd.service.d/mine.conf'].map((path) => join(place, path));
	for (const path of others) {
		mkdirSync(dirname(path), { recursive: true });
		writeFileSync(path, '');
	}
	make('install');
	const put = files().filter((path) => !others.includes(path));
	assert.ok(put.length > 50, `${put.length} files`);
	for (const [path, mode] of [['bin/makkerd', 0o755], ['bin/makker', 0o755], ['share/man/man1/makker.1', 0o644],
		['share/man/man8/makkerd.8', 0o644], ['share/makker/companion/index.html', 0o644],
		['lib/systemd/system/makkerd.socket', 0o644], ['share/bash-completion/completions/makker', 0o644],
		['share/zsh/site-functions/_makker', 0o644], ['share/fish/vendor_completions.d/makker.fish', 0o644]]) {
		assert.equal(statSync(join(place, 'usr/local', path)).mode & 0o7777, mode, path);
	}
	make('uninstall');
	assert.deepEqual(files(), others.sort());
	assert.deepEqual(readdirSync(join(place, 'usr/local/share/makker')), ['companion']);
});

test('both use the prefix and the folder of the units', () => {
	const elsewhere = ['PREFIX=/opt/makker', 'SYSTEMD_DIR=/etc/systemd/system'];
	const before = files();
	make('install', ...elsewhere);
	const unit = execFileSync('cat', [join(place, 'etc/systemd/system/makkerd.service')], { encoding: 'utf8' });
	assert.match(unit, /^ExecStart=\/opt\/makker\/bin\/makkerd$/m);
	make('uninstall', ...elsewhere);
	assert.deepEqual(files(), before);
});

test('install-camera installs a working program, and uninstall removes all of it', () => {
	const before = files();
	make('install-camera', 'PREFIX=/usr');
	const put = files().filter((path) => !before.includes(path));
	assert.ok(put.length > 30, `${put.length} files`);
	assert.deepEqual(put.filter((path) => /\/learn\/|artwork|train|pycache/.test(path)), []);
	const camera = join(place, 'usr/bin/makker-camera');
	const data = { ...process.env, XDG_DATA_HOME: join(place, 'home'), PYTHONDONTWRITEBYTECODE: '1' };
	const { notes } = JSON.parse(execFileSync(camera, ['read', join(ROOT, 'docs/camera-table.jpg')], { encoding: 'utf8', env: data }));
	assert.ok(Array.isArray(notes));
	assert.match(execFileSync(camera, ['serve', '--help'], { encoding: 'utf8', env: data }), /--phone/);
	const manual = readFileSync(join(place, 'usr/share/man/man1/makker-camera.1'), 'utf8');
	const help = execFileSync(camera, ['--help'], { encoding: 'utf8', env: data });
	const commands = [...help.matchAll(/^ {4}(\w+) /gm)].map(([, name]) => name);
	assert.ok(commands.includes('report'));
	const described = [...manual.matchAll(/^\.TP\n\.BI? (\w+)/gm)].map(([, name]) => name).filter((name) => name === name.toLowerCase());
	assert.deepEqual(described.sort(), commands.sort());
	make('uninstall', 'PREFIX=/usr');
	assert.deepEqual(files(), before);
});

test('uninstall without an installation is harmless', () => {
	make('uninstall', 'PREFIX=/nowhere');
});

test('the program of docs/library.md builds with the installed library and has the documented output', () => {
	const text = readFileSync(join(ROOT, 'docs/library.md'), 'utf8');
	const [, program] = /```c\n([^]*?)```/.exec(text);
	const [, command] = /```sh\n(cc .*)\n/.exec(text);
	const [, line] = /\.\/advise (\S+)/.exec(text);
	const [, answer] = /It prints `(.*)`/.exec(text);
	const folder = join(place, 'program');
	const before = files();
	const prefix = join(place, 'library'); // as if it were installed there: pkg-config knows no DESTDIR
	const words = ['DESTDIR=', `PREFIX=${prefix}`];
	make('install-library', ...words);
	mkdirSync(folder);
	writeFileSync(join(folder, 'advise.c'), program);
	execFileSync('sh', ['-ec', command], { cwd: folder, env: { ...process.env, PKG_CONFIG_PATH: `${prefix}/lib/pkgconfig` } });
	assert.equal(execFileSync('./advise', [line], { cwd: folder, encoding: 'utf8' }), `${answer}\n`);
	for (const header of readdirSync(join(prefix, 'include/makker'))) {
		execFileSync('cc', ['-std=c17', '-Wall', '-Wextra', '-Wpedantic', '-Werror', '-fsyntax-only', '-xc', '-',
			`-I${prefix}/include`], { input: `#include <makker/${header}>\n` });
	}
	const names = execFileSync('nm', ['-g', '--defined-only', '--format=posix', `${prefix}/lib/libmakker.a`], { encoding: 'utf8' });
	assert.deepEqual(names.split('\n').filter((name) => / /.test(name) && !/^mk_/.test(name)), []);
	make('uninstall', ...words);
	rmSync(folder, { recursive: true });
	assert.deepEqual(files(), before);
});
