// How the program is called: help, version, exit codes.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { makker, PROGRAM } from './makker.mjs';

const COMMANDS = ['play', 'advise', 'post', 'watch', 'show', 'solve', 'games', 'health'];

test('--help lists every command', async () => {
	const { code, stdout } = await makker(['--help']);

	assert.equal(code, 0);
	for (const command of COMMANDS) {
		assert.match(stdout, new RegExp(`^  ${command} `, 'm'));
	}
});

for (const command of COMMANDS) {
	test(`${command} --help explains it under its own name`, async () => {
		const { code, stdout, stderr } = await makker([command, '--help']);

		assert.equal(code, 0);
		assert.match(stdout, new RegExp(`^Usage: makker ${command}`));
		assert.equal(stderr, '');
	});

	test(`${command} refuses an option that it does not know`, async () => {
		const { code, stdout, stderr } = await makker([command, '--nonsense']);

		assert.equal(code, 2);
		assert.match(stderr, /nonsense/);
		assert.equal(stdout, '');
	});
}

test('--version tells name and version', async () => {
	const { code, stdout } = await makker(['--version']);

	assert.equal(code, 0);
	assert.match(stdout, /^makker \d+\.\d+\.\d+\n$/);
});

test('without a command it says so', async () => {
	const { code, stderr } = await makker([]);

	assert.equal(code, 2);
	assert.match(stderr, /which command\?/);
});

test('a command that does not exist is named', async () => {
	const { code, stderr } = await makker(['deal']);

	assert.equal(code, 2);
	assert.match(stderr, /there is no command 'deal'/);
});

test('output that cannot be written is a failure', async () => {
	const { code, stderr } = await makker(['-c', '"$MAKKER_PROGRAM" games > /dev/full'], {
		program: 'sh', env: { MAKKER_PROGRAM: PROGRAM },
	});

	assert.equal(code, 1);
	assert.match(stderr, /standard output: No space left/);
});
