// What the Debian package says of the sources is true of them.

import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';

const read = (path) => readFileSync(new URL(`../../${path}`, import.meta.url), 'utf8');

test('the package has the version of the program', () => {
	const version = /^VERSION := (\S+)$/m.exec(read('Makefile'))[1];
	assert.equal(/^makker \(([^)]+)\)/.exec(read('conf/debian/changelog'))[1], version);
});

test('what it is built with is what `make run` installs', () => {
	// Every Debian that builds packages has the first row, and only scripts want the second.
	const elsewhere = ['gcc', 'make', 'libc6-dev', 'curl', 'ca-certificates'];
	const installed = /^run="([^"]+)"/m.exec(read('.ci/packages'))[1].split(/\s+/);
	const needed = /^Build-Depends:\n((?: .*\n)+)/m.exec(read('conf/debian/control'))[1]
		.split('\n').map((line) => line.trim().replace(',', '')).filter((name) => name && !name.startsWith('debhelper'));
	assert.deepEqual(needed.sort(), installed.filter((name) => !elsewhere.includes(name)).sort());
});
