// How the program is called: help, version, exit codes.

import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { makker, PROGRAM } from './makker.mjs';

const COMMANDS = ['play', 'simulate', 'advise', 'post', 'watch', 'answer', 'show', 'review', 'solve', 'games', 'rules', 'health', 'export', 'import', 'completion'];
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

	test(`${command} -h, help ${command} and ${command} --help are the same`, async () => {
		const help = await makker([command, '--help']);

		assert.deepEqual(await makker([command, '-h']), help);
		assert.deepEqual(await makker(['help', command]), help);
		assert.match(help.stdout, /^  -h, --help /m);
	});

	test(`${command} refuses an option that it does not know`, async () => {
		const { code, stdout, stderr } = await makker([command, '--nonsense']);

		assert.equal(code, 2);
		assert.match(stderr, /nonsense/);
		assert.equal(stdout, '');
	});
}

test('--version prints name and version', async () => {
	const { code, stdout } = await makker(['--version']);

	assert.equal(code, 0);
	assert.match(stdout, /^makker \d+\.\d+\.\d+(~dev(\d+\+g[0-9a-f]{8})?)?\n$/);
});

test('a missing command is reported', async () => {
	const { code, stderr } = await makker([]);

	assert.equal(code, 2);
	assert.match(stderr, /missing command/);
});

for (const [old, now] of [['replay', 'makker-lab verify-records'], ['table', 'makker-lab camera-test']]) {
	test(`the former command ${old} is an error that names the new one`, async () => {
		assert.deepEqual(await makker([old, '--games', '1']), { code: 2, stdout: '', stderr: `makker ${old}: renamed to ${now}\n` });
	});
}

for (const [old, now] of [['--jobs=2', '--threads'], ['--open', '--perfect-information'], ['--against', '--opponent'],
	['--versus', 'makker-lab tournament --compare'], ['--calibration', 'makker-lab tournament --calibration']]) {
	test(`the former option ${old} is an error that names the new one`, async () => {
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

test('help and -h are --help', async () => {
	const help = await makker(['--help']);

	assert.deepEqual(await makker(['help']), help);
	assert.deepEqual(await makker(['-h']), help);
});

test('-V and --version of a command are those of the program', async () => {
	const version = await makker(['--version']);

	assert.deepEqual(await makker(['-V']), version);
	assert.deepEqual(await makker(['show', '-V']), version);
	assert.deepEqual(await makker(['show', '--version']), version);
});

for (const [args, words] of [
	[['simulat'], "makker: unknown command 'simulat'; did you mean 'simulate'?"],
	[['help', 'anwser'], "makker: unknown command 'anwser'; did you mean 'answer'?"],
	[['hlep'], "makker: unknown command 'hlep'; did you mean 'help'?"],
	[['--versoin'], "makker: unknown option '--versoin'; did you mean '--version'?"],
	[['advise', '--gaem', 'klondike'], "makker advise: unknown option '--gaem'; did you mean '--game'?"],
	[['simulate', '--thread=2', '--sed=3'], "makker simulate: unknown option '--sed'; did you mean '--seed'?"],
	[['show', '--flolow'], "makker show: unknown option '--flolow'; did you mean '--follow'?"],
]) {
	test(`${args.join(' ')}: a similar name is suggested`, async () => {
		const { code, stdout, stderr } = await makker(args);

		assert.deepEqual([code, stdout, stderr.split('\n')[0]], [2, '', words]);
		assert.match(stderr, /Try `makker.* --help/);
	});
}

test('a name without a similar one gets no suggestion', async () => {
	assert.doesNotMatch((await makker(['xyzzy'])).stderr, /did you mean/);
	assert.doesNotMatch((await makker(['show', '--xyzzy'])).stderr, /did you mean/);
});

test('the value of an option and arguments after -- are not options', async () => {
	assert.match((await makker(['advise', '--game', '--gaem', '7H'])).stderr, /--game: unknown value '--gaem'/);
	assert.match((await makker(['advise', '-g', '--gaem', '7H'])).stderr, /--game: unknown value '--gaem'/);
	assert.doesNotMatch((await makker(['advise', '--', '--gaem'])).stderr, /unknown option/);
});

test('options can be abbreviated', async () => {
	const { code, stderr } = await makker(['advise', '--bud', '10', '--lang', 'da', 'KS,UU,UU,UU,UU,5S,5H,QC,7H,8D,9D,9C']);

	assert.equal(code, 0, stderr);
});

test('a command that does not exist is named', async () => {
	const { code, stderr } = await makker(['deal']);

	assert.equal(code, 2);
	assert.match(stderr, /unknown command 'deal'/);
});

test('a failed write of output is an error', async () => {
	const { code, stderr } = await makker(['-c', '"$MAKKER_PROGRAM" games > /dev/full'], {
		program: 'sh', env: { MAKKER_PROGRAM: PROGRAM },
	});

	assert.equal(code, 1);
	assert.match(stderr, /standard output: No space left/);
});

test('a failed write is an error, also if standard output was closed', async () => {
	const script = 'exec "$0" games';
	const full = await makker(['-c', `${script} > /dev/full`, PROGRAM], { program: 'sh' });
	const closed = await makker(['-c', `${script} >&-`, PROGRAM], { program: 'sh' });

	assert.deepEqual([full.code, full.stderr], [1, 'makker games: standard output: No space left on device\n']);
	assert.deepEqual([closed.code, closed.stderr], [1, 'makker games: standard output: Bad file descriptor\n']);
});
