// makker-lab tournament: two strategies on the same deals, and predictions against results.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { lab } from '../cli/makker.mjs';

async function tournament(...args) {
	const { code, stdout, stderr } = await lab(['tournament', '--json', ...args]);

	assert.equal(code, 0, stderr);
	return JSON.parse(stdout);
}

/** The results that do not depend on the machine. */
function timeless({ speed, compared, ...rest }) {
	return { ...rest, compared: compared && timeless(compared) };
}

test('two strategies play the same deals, and their difference is paired', async () => {
	const result = await tournament('--games', '400', '--compare', 'classic,heuristic');
	const alone = await tournament('--games', '400', '--strategy', 'heuristic');
	const { difference, compared } = result;

	assert.equal(result.strategy, 'classic');
	assert.equal(compared.strategy, 'heuristic');
	assert.equal(compared.won.games, alone.won.games);
	assert.equal(difference.only_first - difference.only_second, result.won.games - compared.won.games);
	assert.ok(Math.abs(difference.value - (result.won.games - compared.won.games) / 400) < 1e-6);
	assert.ok(difference.low <= difference.value && difference.value <= difference.high);
});

test('one seat plays against three of another strategy, and two strategies are compared at it', async () => {
	const result = await tournament('--game', 'doppelkopf', '--games', '200', '--compare', 'tricks,random',
		'--opponent', 'random');
	const self = await tournament('--game', 'doppelkopf', '--games', '200', '--strategy', 'random',
		'--opponent', 'random');

	assert.equal(result.opponent, 'random');
	assert.ok(result.payoff.mean > result.compared.payoff.mean, 'the strategy that plays for tricks gets more');
	assert.ok(Math.abs(result.payoff_difference.value
		- (result.payoff.mean - result.compared.payoff.mean)) < 1e-5);
	assert.equal(result.compared.payoff.mean, self.payoff.mean);
});

test('a strategy with search plays the same on any number of threads', async () => {
	const args = ['--games', '12', '--seed', '5', '--compare', 'search,heuristic', '--nodes', '60'];
	const [one, two] = await Promise.all(['1', '2'].map((threads) => tournament(...args, '--threads', threads)));

	assert.deepEqual(timeless(one), timeless(two));
	assert.equal(one.strategy, 'search');
	assert.deepEqual(one.budget, { ms: 0, worlds: 0, nodes: 60 });
});

test('what is predicted is compared with what becomes of it', async () => {
	const { calibration } = await tournament('--strategy', 'search', '--nodes', '40', '--games', '30');
	const { deciles } = calibration;

	assert.equal(deciles.length, 10);
	assert.equal(deciles.reduce((sum, { predictions }) => sum + predictions, 0), calibration.predictions);
	assert.ok(calibration.predictions > 300);
	assert.ok(calibration.brier > 0 && calibration.brier < 0.4);
	for (const { from, to, predictions, predicted, observed } of deciles) {
		assert.ok(predictions === 0 || (from <= predicted && predicted <= to && observed >= 0 && observed <= 1));
	}
});

test('--calibration prints a table by tenths of the prediction', async () => {
	const { code, stdout } = await lab(['tournament', '--strategy', 'search', '--nodes', '40', '--games', '30', '--calibration']);

	assert.equal(code, 0);
	assert.match(stdout, /\n\d+ predictions, Brier score 0\.\d{4}\n/);
	assert.match(stdout, /\n +0 to +10 % +\d+ +\d+ +\d+\.\d % +\d+\.\d % +[+-]\d+\.\d +\+- /);
});

for (const [what, args, words] of [
	['one strategy is not compared', ['--compare', 'classic'], /--compare: must be two strategies, A,B/],
	['an unknown strategy is not compared', ['--compare', 'classic,other'], /--compare: unknown value 'other', expected one of/],
	['the former name of an option is an error', ['--versus', 'classic'], /--versus: renamed to --compare/],
]) {
	test(what, async () => {
		const { code, stdout, stderr } = await lab(['tournament', ...args]);

		assert.equal(code, 2);
		assert.equal(stdout, '');
		assert.match(stderr, words);
	});
}

for (const command of ['tournament', 'camera-test', 'verify-records', 'train', 'train-doppelkopf', 'pack-policy', 'headroom', 'review-test', 'review-drift', 'benchmark', 'bound']) {
	test(`${command} --help explains it under its own name`, async () => {
		const { code, stdout } = await lab([command, '--help']);

		assert.equal(code, 0);
		assert.match(stdout, new RegExp(`^Usage: makker-lab ${command}`));
	});
}

test('review-drift says by classes of tables what reviews are too hopeful by, the same each time', async () => {
	const args = ['review-drift', 'ddv', '2', '100', '5', 'games=1,mandatory_soli=0'];
	const { code, stdout } = await lab(args);

	assert.equal(code, 0);
	assert.match(stdout, /^2 games, a seat: start [+-]\d+\.\d{3} \+- \d+\.\d{3} {2}choice .* luck /);
	assert.match(stdout, /^ {2}before {7}trick {2}1, {6}8 decisions: rest /m);
	assert.equal((await lab(args)).stdout, stdout);
	assert.equal((await lab(['review-drift', 'nothing', '2', '100', '5'])).code, 2);
});
