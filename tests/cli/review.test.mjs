// makker review: the decisions of a session as a table, printed as they are valued.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { ID, problem, startFake } from './fake.mjs';
import { makker } from './makker.mjs';

const decision = (number, wish = {}) => ({
	number, version: number + 1, move: { instruction: `Move ${number}.` }, better: { instruction: 'Another move.', line: ['AS 4>F', '2S 1>F'] },
	before: 0.5, best: 0.5, made: 0.5, after: 0.625, choice: 0, luck: 0.125, error: 0, mark: 'best', ...wish,
});
const BAD = { made: 0.3, after: 0.25, choice: -0.2, luck: -0.05, mark: 'blunder' };
const UNKNOWN = { before: null, best: null, made: null, after: null, choice: null, luck: null, error: null, mark: null };
const SUMS = { decisions: 2, start: 0.5, end: 0.25, luck: 0.075, choice: -0.325, choice_error: 0.01, marks: {} };

test('review prints each decision once, the sums and the dearest decisions', async (t) => {
	const pages = [
		{ status: 202, json: { status: 'running', sums: SUMS, dearest: [], decisions: [decision(1)], next: 1 } },
		{ json: { status: 'finished', sums: SUMS, dearest: [decision(2, BAD)], decisions: [decision(2, BAD), decision(3, UNKNOWN)], next: null } },
	];
	const asked = [];
	const fake = await startFake(t, ({ url }) => {
		asked.push(url);
		return pages[asked.length - 1];
	});
	const { code, stdout, stderr } = await makker(['review', ID, '--url', fake.url, '--nodes', '300', '--language', 'da']);
	assert.equal(code, 0, stderr);
	assert.deepEqual(asked, [0, 1].map((after) => `/v1/sessions/${ID}/review?limit=200&after=${after}&nodes=300&language=da`));
	const lines = stdout.split('\n');
	assert.match(lines[0], /^ no\. version +before +made +after +choice +luck +mark +move$/);
	assert.match(lines[1], /^ +1 +2 +50\.0 +50\.0 +62\.5 +\+0\.0 +\+12\.5 +best +Move 1\.$/);
	assert.match(lines[2], /^ +2 +3 +50\.0 +30\.0 +25\.0 +-20\.0 +-5\.0 +blunder +Move 2\.$/);
	assert.match(lines[3], /^ +3 +4 +- +- +- +- +- +Move 3\.$/);
	assert.match(lines[5], /^2 decisions: from +50\.0 +to +25\.0 +%: luck +\+7\.5 +choices +-32\.5 +\(\+- 2\.0\)$/);
	assert.match(stdout, /The dearest decisions:\n.*Move 2\.\n +better: Another move\. Then 2S 1>F\n$/);
});

test('what the daemon refuses is said, and what it cannot take is not sent', async (t) => {
	const fake = await startFake(t, () => problem(409, 'there are no reviews of this game'));
	const refused = await makker(['review', ID, '--url', fake.url]);
	assert.equal(refused.code, 1);
	assert.match(refused.stderr, /there are no reviews of this game/);
	for (const wrong of [['--nodes', '0'], ['--budget-ms', '1001'], ['--language', 'tlh']]) {
		assert.equal((await makker(['review', ID, '--url', fake.url, ...wrong])).code, 2, wrong.join(' '));
	}
	assert.equal((await makker(['review', '--url', fake.url])).code, 2);
});
