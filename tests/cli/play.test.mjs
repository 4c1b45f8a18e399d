// makker play: the same games for the same seed, whoever plays them.

import assert from 'node:assert/strict';
import { mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { makker, Program, PROGRAM } from './makker.mjs';

/* By the heuristic, where no other strategy is named: fast. */
async function play(...args) {
	const { code, stdout, stderr } = await makker(['play', '--json', '--strategy', 'heuristic', ...args]);

	assert.equal(code, 0, stderr);
	return JSON.parse(stdout);
}

/* What does not depend on the machine. */
function outcome({ seconds, games_per_second, games_per_cpu_s, cpu_s_per_game, ...rest }) {
	return rest;
}

test('the result says what was played and how it went', async () => {
	const result = await play('--games', '300', '--seed', '7');

	assert.equal(result.game, 'klondike');
	assert.equal(result.preset, 'syvkabale');
	assert.equal(result.strategy, 'heuristic');
	assert.equal(result.seed, 7);
	assert.equal(result.games, 300);
	assert.equal(result.rules.shuffles, 3);
	assert.ok(Math.abs(result.won_share - result.won / 300) < 1e-6);
	assert.ok(0 < result.low && result.low < result.won_share);
	assert.ok(result.won_share < result.high && result.high < 1);
	assert.ok(0 < result.moves.min && result.moves.min <= result.moves.median);
	assert.ok(result.moves.median <= result.moves.p95 && result.moves.p95 <= result.moves.max);
	assert.equal(result.endless, 0);
	assert.ok(result.gave_up <= 300 - result.won);
	assert.ok(result.seconds > 0 && result.games_per_second > 0 && result.cpu_s_per_game > 0);
});

test('equal seeds give equal games', async () => {
	const [one, two, other] = await Promise.all(
		['5', '5', '6'].map((seed) => play('--games', '400', '--seed', seed)));

	assert.deepEqual(outcome(one), outcome(two));
	assert.notDeepEqual(outcome(one).moves, outcome(other).moves);
});

test('the number of threads changes nothing', async () => {
	const [one, two, seven] = await Promise.all(
		['1', '2', '7'].map((jobs) => play('--games', '500', '--seed', '3', '--jobs', jobs)));

	assert.deepEqual(outcome(one), outcome(two));
	assert.deepEqual(outcome(one), outcome(seven));
});

test('the first games of a longer run are those of a shorter one', async () => {
	const short = await play('--games', '1', '--seed', '11');
	const long = await play('--games', '2', '--seed', '11');

	assert.ok([long.moves.min, long.moves.max].includes(short.moves.max));
});

test('rules differ from the preset where the command line says so', async () => {
	const strict = await play('--games', '200', '--seed', '1', '--rules', 'shuffles=0');
	const usual = await play('--games', '200', '--seed', '1');

	assert.equal(strict.rules.shuffles, 0);
	assert.ok(strict.won < usual.won);
});

test('the classic strategy can be chosen', async () => {
	const result = await play('--games', '200', '--seed', '1', '--strategy', 'classic');

	assert.equal(result.strategy, 'classic');
});

test('a strategy that searches plays the same whoever plays it', async () => {
	const args = ['--games', '12', '--seed', '5', '--strategy', 'search', '--nodes', '60', '--calibration',
		'--versus', 'heuristic'];
	const [one, two] = await Promise.all(['1', '2'].map((jobs) => play(...args, '--jobs', jobs)));
	const timeless = (result) => outcome({ ...result, versus: outcome(result.versus) });

	assert.deepEqual(timeless(one), timeless(two));
	assert.equal(one.strategy, 'search');
	assert.deepEqual(one.budget, { ms: 0, worlds: 0, nodes: 60 });
});

test('two strategies on the same deals are compared deal by deal', async () => {
	const { games, won, versus, difference } = await play('--games', '300', '--versus', 'classic');
	const alone = await play('--games', '300', '--strategy', 'classic');

	assert.equal(versus.strategy, 'classic');
	assert.equal(versus.won, alone.won);
	assert.equal(difference.only_first - difference.only_second, won - versus.won);
	assert.ok(Math.abs(difference.value - (won - versus.won) / games) < 1e-6);
	assert.ok(difference.low < difference.value && difference.value < difference.high);
});

test('what is predicted is compared with what becomes of it', async () => {
	const { calibration } = await play('--strategy', 'search', '--nodes', '40', '--games', '30', '--calibration');
	const { deciles } = calibration;

	assert.equal(deciles.length, 10);
	assert.equal(deciles.reduce((sum, { predictions }) => sum + predictions, 0), calibration.predictions);
	assert.ok(calibration.predictions > 300);
	assert.ok(calibration.brier > 0 && calibration.brier < 0.4);
	for (const { from, to, predictions, predicted, observed } of deciles) {
		assert.ok(predictions === 0 || (from <= predicted && predicted <= to && observed >= 0 && observed <= 1));
	}
});

const DEAL = 'JSTCQHTD3CKH7DQCTH6C4HKS5S3DJD8S9S9D2SASKCQS7H8DKDAH9HJC8H4C6D2D5D6SAC2H4S2C7S7CADQD3S5H3H6H8C4D5CTSJH9C';

test('deals can come from a file', async (t) => {
	const folder = mkdtempSync(join(tmpdir(), 'makker-cli-'));
	const file = join(folder, 'deals');

	t.after(() => rmSync(folder, { recursive: true }));
	writeFileSync(file, `# two deals\n${DEAL}\t1\t0\twinnable\tsomebody\n\n${DEAL}\n`);
	const result = await play('--deals', file);
	assert.equal(result.games, 2);
	assert.ok(result.won === 0 || result.won === 2, 'they are the same');
	assert.equal((await play('--deals', file, '--games', '1')).games, 1);
	writeFileSync(file, `${DEAL}\n${DEAL.slice(2)}\n`);
	const { code, stderr } = await makker(['play', '--deals', file]);
	assert.equal(code, 2);
	assert.match(stderr, /--deals: line 2: a deal has 104 letters/);
});

test('people get a few lines, and no progress bar without a terminal', async () => {
	const { code, stdout, stderr } = await makker(['play', '--strategy', 'heuristic', '--games', '50']);

	assert.equal(code, 0);
	assert.match(stdout, /^klondike syvkabale, \w+, seed 1\nwon +\d+ of 50, .*\nmoves +min .*\nended .*\nspeed +\d/);
	assert.equal(stderr, '');
});

test('a terminal gets a progress bar with the time that is left', async (t) => {
	const program = new Program(['-qec', '"$MAKKER_PROGRAM" play --strategy heuristic --games 1000000000', '/dev/null'],
		{ program: 'script', env: { MAKKER_PROGRAM: PROGRAM } });

	t.after(() => program.child.kill());
	await program.until('the time', () => program.stdout.includes(' left'));
	assert.match(program.stdout, /\r\[#*\.+\] +0 % +\d+ of 1000000000 +won \d+\.\d % .*\/s +[\d:]+ left/);
});

/* A run without an end, interrupted after that time. */
async function interrupted(ms) {
	const program = new Program(['play', '--json', '--strategy', 'heuristic', '--games', '1000000000', '--jobs', '2']);
	const threads = () => readdirSync(`/proc/${program.child.pid}/task`).length;

	await program.until('the threads', () => threads() === 3);
	await sleep(ms);
	program.child.kill('SIGINT');
	assert.equal(await program.ended(), 1);
	return { result: JSON.parse(program.stdout), stderr: program.stderr };
}

test('Ctrl-C ends it early with what was played so far', async () => {
	let ms = 200;
	let ended = await interrupted(ms);

	while (ended.result.games === 0 && ms < 60_000) { /* a busy machine has not come so far */
		ended = await interrupted(ms *= 2);
	}
	const { result, stderr } = ended;
	assert.ok(result.games > 0 && result.games < 1000000000);
	assert.match(stderr, new RegExp(`interrupted after ${result.games} of 1000000000 games`));
	assert.deepEqual(outcome(result),
		outcome(await play('--games', String(result.games))), 'the first games were played, all of them');
});

const REFUSED = [
	[['--games', '0'], /'0' is no whole number from 1/],
	[['--games', '-1'], /'-1' is no whole number/],
	[['--games', '1e3'], /'1e3' is no whole number/],
	[['--games', '99999999999999999999999'], /is no whole number/],
	[['--seed', 'x'], /'x' is no whole number/],
	[['--jobs', '0'], /'0' is no whole number/],
	[['--jobs', '1000'], /'1000' is no whole number from 1 to 256/],
	[['--game', 'bridge'], /--game: 'bridge' is none of klondike/],
	[['--preset', 'vegas'], /--preset: 'vegas' is none of syvkabale, /],
	[['--strategy', 'luck'], /--strategy: 'luck' is none of .*heuristic/],
	[['--versus', 'luck'], /--strategy: 'luck' is none of .*heuristic/],
	[['--deals', '.'], /--deals: \.: Is a directory/],
	[['--deals', 'nowhere'], /--deals: nowhere: No such file/],
	[['--nodes', '-1'], /'-1' is no whole number/],
	[['--budget-ms', '1.5'], /'1\.5' is no whole number/],
	[['--rules', 'draw'], /--rules: 'draw' is not KEY=VALUE/],
	[['--rules', 'draw='], /--rules: 'draw=' is not KEY=VALUE/],
	[['--rules', ''], /--rules: '' is not KEY=VALUE/],
	[['--rules', 'draw=1,draw=3'], /--rules: duplicate rule 'draw'/],
	[['--rules', 'draw=2'], /--rules\/draw: /],
	[['--rules', 'draw=yes'], /--rules\/draw: /],
	[['--rules', 'jokers=1'], /--rules\/jokers: /],
	[['--rules', `draw=${'1'.repeat(100)}`], /--rules\/draw: this number is not allowed/],
	[['KS'], /Too many arguments/],
];

for (const [args, words] of REFUSED) {
	test(`play ${args.join(' ').slice(0, 40)} is refused with a sentence`, async () => {
		const { code, stdout, stderr } = await makker(['play', ...args]);

		assert.equal(code, 2);
		assert.match(stderr, words);
		assert.equal(stdout, '');
	});
}
