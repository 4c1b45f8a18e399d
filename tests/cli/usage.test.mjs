// How the program is called: help, version, exit codes.

import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { makker, PROGRAM } from './makker.mjs';

const COMMANDS = ['simulate', 'advise', 'post', 'watch', 'answer', 'show', 'solve', 'games', 'health', 'export', 'import'];
/* The long option of each short one, collected from the commands. */
const LETTERS = {};
// As it is read: roff's hyphens and fonts taken away.
const MANUAL = readFileSync(new URL('../../src/cli/makker.1', import.meta.url), 'utf8').replaceAll('\\', '');

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

	test(`${command} and each of its options are in the manual`, async () => {
		const { stdout } = await makker([command, '--help']);
		const options = [...stdout.matchAll(/^ {2}(?: {4}|-., )--([a-z-]+)/gm)].map(([, name]) => name);

		assert.ok(options.length > 0);
		assert.match(MANUAL, new RegExp(`^.SY makker\\n.B ${command}\\b`, 'm'));
		assert.match(MANUAL, new RegExp(`^.SS ${command}$`, 'm'));
		assert.deepEqual(options.filter((name) => !new RegExp(`--${name}\\b`).test(MANUAL)), []);
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
	assert.match(stderr, /missing command/);
});

for (const [old, now] of [['play', 'makker simulate'], ['replay', 'makker-lab verify-records'], ['table', 'makker-lab camera-test']]) {
	test(`the former command ${old} is an error that names the present one`, async () => {
		assert.deepEqual(await makker([old, '--games', '1']), { code: 2, stdout: '', stderr: `makker ${old}: renamed to ${now}\n` });
	});
}

for (const [old, now] of [['--jobs=2', '--threads'], ['--open', '--perfect-information'], ['--against', '--opponent'],
	['--versus', 'makker-lab tournament --compare'], ['--calibration', 'makker-lab tournament --calibration']]) {
	test(`the former option ${old} is an error that names the present one`, async () => {
		assert.deepEqual(await makker(['simulate', old]),
			{ code: 2, stdout: '', stderr: `makker simulate ${old}: renamed to ${now}\n` });
	});
}

for (const command of COMMANDS) {
	test(`${command}: a short option means the same in every command`, async () => {
		const { stdout } = await makker([command, '--help']);

		for (const [, letter, name] of stdout.matchAll(/^ {2}-(.), --([a-z-]+)/gm)) {
			assert.equal(LETTERS[letter] ??= name, name, `-${letter}`);
		}
	});
}

test('a command that does not exist is named', async () => {
	const { code, stderr } = await makker(['deal']);

	assert.equal(code, 2);
	assert.match(stderr, /unknown command 'deal'/);
});

test('output that cannot be written is a failure', async () => {
	const { code, stderr } = await makker(['-c', '"$MAKKER_PROGRAM" games > /dev/full'], {
		program: 'sh', env: { MAKKER_PROGRAM: PROGRAM },
	});

	assert.equal(code, 1);
	assert.match(stderr, /standard output: No space left/);
});

test('what cannot be written is an error, also where standard output was closed', async () => {
	const script = 'exec "$0" games';
	const full = await makker(['-c', `${script} > /dev/full`, PROGRAM], { program: 'sh' });
	const closed = await makker(['-c', `${script} >&-`, PROGRAM], { program: 'sh' });

	assert.deepEqual([full.code, full.stderr], [1, 'makker games: standard output: No space left on device\n']);
	assert.deepEqual([closed.code, closed.stderr], [1, 'makker games: standard output: Bad file descriptor\n']);
});
