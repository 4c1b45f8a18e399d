// Questions of a table: printed with numbered answers, and answered by number.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { ID, problem, session, startFake } from './fake.mjs';
import { makker } from './makker.mjs';

const LINE = 'KS,UU,UU,UU,UU,5S,5H,QC,7H,8D,9D,9C';
const ASKS = {
	question: 17, code: 'same_card', text: 'Did you shuffle?', position: 11, cards: [],
	answers: [
		{ text: 'Yes', correction: { question: 17, answer: 1 } },
		{ text: 'No \u001b[2J', correction: { question: 17, answer: 3 } },
	],
};
const asking = session({ sync: 'looking', asks: ASKS, message: ASKS.text, suggestion: { instruction: 'Draw.' } });
const PRINTED = 'Did you shuffle?\n1: Yes\n2: No \\u{1b}[2J\nDraw.\n';

test('post prints the question, its answers and the suggestion', async (t) => {
	const fake = await startFake(t, () => ({ json: asking }));
	const { code, stdout, stderr } = await makker(['post', '-u', fake.url, '--session', ID, LINE]);

	assert.equal(code, 0);
	assert.equal(stdout, PRINTED);
	assert.equal(stderr, `makker post: answer with: makker answer ${ID} N\n`);
});

test('answer posts the correction of that number unchanged, and prints the suggestion', async (t) => {
	const fake = await startFake(t, ({ method }) => ({ json: method === 'GET' ? asking : session() }));
	const { code, stdout } = await makker(['answer', '-u', fake.url, ID, '2']);

	assert.equal(code, 0);
	assert.equal(stdout, 'Draw.\n');
	assert.deepEqual(fake.requests.map(({ method, url }) => `${method} ${url.replace(ID, 'ID')}`), [
		'GET /v1/sessions/ID?fields=asks,message,suggestion', 'POST /v1/sessions/ID/corrections',
	]);
	assert.deepEqual(JSON.parse(fake.requests[1].body), { question: 17, answer: 3 });
});

test('answer without a number prints the question', async (t) => {
	const fake = await startFake(t, () => ({ json: asking }));

	assert.equal((await makker(['answer', '-u', fake.url, ID])).stdout, PRINTED);
	assert.equal(fake.requests.length, 1);
});

test('without a question, or without an answer of that number, nothing is posted', async (t) => {
	const fake = await startFake(t, () => ({ json: session({ asks: null }) }));
	const nothing = await makker(['answer', '-u', fake.url, ID, '1']);

	assert.deepEqual([nothing.code, nothing.stderr], [1, 'makker answer: the session has no question\n']);
	fake.answer = () => ({ json: asking });
	const third = await makker(['answer', '-u', fake.url, ID, '3']);
	assert.deepEqual([third.code, third.stderr], [1, 'makker answer: answer 3 does not exist; there are 2\n']);
	assert.ok(fake.requests.every(({ method }) => method === 'GET'));
	assert.equal((await makker(['answer', '-u', fake.url, ID, '0'])).code, 2);
	assert.equal((await makker(['answer', '-u', fake.url])).code, 2);
});

test('an expired question is reported with the message of the daemon', async (t) => {
	const fake = await startFake(t, ({ method }) => (method === 'GET' ? { json: asking } : problem(422, 'That is no longer asked.')));
	const { code, stderr } = await makker(['answer', '-u', fake.url, ID, '1']);

	assert.deepEqual([code, stderr], [1, 'makker answer: That is no longer asked.\n']);
});
