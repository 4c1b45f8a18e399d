// The metadata of the Debian package matches the sources.

import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';

const read = (path) => readFileSync(new URL(`../../${path}`, import.meta.url), 'utf8');

const next = /^VERSION := (\S+)$/m.exec(read('Makefile'))[1];

test('package, contract and list of changes have the next version', () => {
	assert.equal(/^makker \(([^)]+)\)/.exec(read('conf/debian/changelog'))[1], next);
	assert.equal(/^ {2}version: (\S+)$/m.exec(read('openapi.yaml'))[1], next);
	assert.equal(/^## (\S+)/m.exec(read('CHANGELOG.md'))[1], next);
});

test('the programs print their commit', (t) => {
	const folder = mkdtempSync(join(tmpdir(), 'makker-version-'));
	t.after(() => rmSync(folder, { recursive: true }));
	mkdirSync(join(folder, '.ci'));
	for (const name of ['Makefile', '.ci/version']) {
		cpSync(new URL(`../../${name}`, import.meta.url), join(folder, name));
	}
	const git = (...args) => execFileSync('git', ['-C', folder, '-c', 'user.name=t', '-c', 'user.email=t@localhost', ...args], { encoding: 'utf8' });
	const version = () => execFileSync(join(folder, '.ci/version'), { encoding: 'utf8' }).trim();

	assert.equal(version(), `${next}~dev`); // sources without history
	git('init', '--quiet');
	git('add', '.');
	git('commit', '--quiet', '-m', 'first');
	assert.equal(version(), `${next}~dev1+g${git('rev-parse', '--short=8', 'HEAD').trim()}`);
	git('tag', 'v1.2.3');
	assert.equal(version(), '1.2.3');
	git('commit', '--quiet', '--allow-empty', '-m', 'second');
	assert.match(version(), /~dev2\+g/);
	writeFileSync(join(folder, 'VERSION'), '4.5.6'); // a source archive
	assert.equal(version(), '4.5.6');
});

test('the build dependencies are those that `make run` installs', () => {
	// Every Debian that builds packages has the first row, and only scripts want the second.
	const elsewhere = ['gcc', 'make', 'libc6-dev', 'curl', 'ca-certificates'];
	const installed = /^run="([^"]+)"/m.exec(read('.ci/packages'))[1].split(/\s+/);
	const needed = /^Build-Depends:\n((?: .*\n)+)/m.exec(read('conf/debian/control'))[1]
		.split('\n').map((line) => line.trim().replace(',', '')).filter((name) => name && !name.startsWith('debhelper'));
	assert.deepEqual(needed.sort(), installed.filter((name) => !elsewhere.includes(name)).sort());
});
