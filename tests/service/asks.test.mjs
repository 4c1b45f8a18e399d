// Questions about cards that no snapshot shows: the question, its answers, and other ways to decide it.

import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { Api, asking, assertProblem, SEED_JSON, SEED_LINE } from './api.mjs';
import { startDaemon, temporaryStore } from './daemon.mjs';
import { FORMS } from './listeners.mjs';

const daemon = await startDaemon(after);
const api = new Api(daemon);

test('the same card after a redeal raises a question, whose answers are corrections', async () => {
	const asked = await asking(api);
	assert.deepEqual([asked.sync, asked.asks.code, asked.asks.question], ['looking', 'same_card', asked.version]);
	assert.deepEqual(asked.observed.asks, [asked.asks]);
	assert.equal(asked.message, asked.asks.text);
	assert.notEqual(asked.suggestion, null);
	for (const [number, shuffles] of [[0, 2], [1, 3]]) {
		const { id, asks } = await asking(api);
		const { body } = await api.correct(id, asks.answers[number].correction);
		assert.deepEqual([body.sync, body.asks, body.table.draw_pile.shuffles], ['in_sync', null, shuffles]);
		const { body: { events } } = await api.history(id);
		assert.equal(events.at(-1).kind, 'answer');
	}
});

test('an answer to an expired or unknown question changes nothing', async () => {
	const { id, asks, version } = await asking(api);
	assertProblem(await api.correct(id, { question: asks.question - 1, answer: 1 }), 422, 'question_gone');
	assertProblem(await api.correct(id, { question: asks.question, answer: 9 }), 422, 'no_such_answer');
	assertProblem(await api.correct(id, { question: asks.question }), 400, 'missing_field', '/answer');
	assertProblem(await api.correct(id, { question: asks.question, answer: 1, card: '8D' }), 400, 'unknown_member', '/card');
	assert.equal((await api.session(id)).body.version, version);
	await api.correct(id, asks.answers[0].correction);
	assertProblem(await api.correct(id, asks.answers[0].correction), 422, 'question_gone');
});

test('`done` turns an unchanged snapshot into a question or an unclear one, as a member and in the query', async () => {
	for (const [post, query] of [[(id) => api.line(id, SEED_LINE, { query: '?done=true' }), 'query'],
		[(id) => api.snapshot(id, { ...SEED_JSON, done: true }), 'member']]) {
		const { id } = await api.begun();
		assert.equal((await api.line(id, SEED_LINE)).body.observed.explanation, 'unchanged');
		const { body } = await post(id);
		assert.equal(body.sync, 'looking', query);
	}
});

test('a `typed` snapshot is certain at once, a camera after some equal snapshots', async () => {
	const { id } = await api.create();
	const look = async () => (await api.line(id, SEED_LINE, { query: '?typed=false' })).body;
	const first = await look();
	assert.deepEqual([first.sync, first.observed.explanation, first.version], ['looking', 'first', 1]);
	assert.deepEqual(new Set(first.observed.unconfirmed), new Set(['KS', '5S', '5H', 'QC', '7H', '8D', '9D', '9C']));
	assert.ok(first.suggestion, 'the game continues');
	let pictures = 1;
	for (let seen = first; seen.sync !== 'in_sync' && pictures < 16; pictures++) {
		seen = await look();
		assert.deepEqual([seen.observed.explanation, seen.version], ['unchanged', 1]);
		assert.equal(seen.sync === 'in_sync', seen.observed.unconfirmed.length === 0);
	}
	assert.ok(pictures > 2 && pictures < 13, `${pictures} pictures`);
	const { id: other } = await api.create();
	const typed = await api.snapshot(other, { ...SEED_JSON, typed: true }, { query: '?typed=false' });
	assert.deepEqual([typed.body.sync, typed.body.observed.unconfirmed], ['in_sync', []], 'the member counts');
});

test('a card at two places: unclear from a camera, also with `done`; rejected with its place when typed', async () => {
	const twice = SEED_LINE.replace('9D', '8D');
	const { id } = await api.begun();
	const read = async (line, query) => (await api.line(id, line, { query: `?typed=false${query}` }));
	const doubted = await read(twice, '&done=true');
	assert.deepEqual([doubted.status, doubted.body.sync, doubted.body.observed.explanation], [200, 'looking', 'look_again'], doubted.text);
	const same = await read(SEED_LINE, '');
	assert.equal(same.body.observed.explanation, 'look_again', 'something was done');
	const json = { ...SEED_JSON, columns: SEED_JSON.columns.with(3, '5S'), done: true };
	assert.equal((await api.snapshot(id, json, { query: '?typed=false' })).status, 200);
	assertProblem(await api.line(id, twice), 422, 'duplicate_card', '/columns/5');
	assertProblem(await api.snapshot(id, { ...json, typed: true }, { query: '?typed=false' }), 422, 'duplicate_card', '/columns/3');
	const { id: first } = await api.create();
	const begun = await api.line(first, twice, { query: '?typed=false' });
	assert.deepEqual([begun.status, begun.body.observed.unreadable], [200, [4, 5]], begun.text);
	await api.line(first, SEED_LINE, { query: '?typed=false' });
	const { body } = await api.line(first, SEED_LINE, { query: '?typed=false' });
	assert.deepEqual([body.version, body.table.columns.map(({ cards }) => cards[0])], [1, SEED_JSON.columns], 'begun by clear ones');
});

for (const [what, read] of [['no card', 'XX'], ['a card that looks different', '3C']]) {
	for (const typed of [true, false]) {
		test(`${what} where another one is known is a contradiction, however often it is ${typed ? 'typed' : 'seen'}`, async () => {
			const { id } = await api.begun();
			for (let pictures = 0; pictures < 12; pictures++) {
				const { status, body } = await api.line(id, SEED_LINE.replace('8D', read), { query: `?typed=${typed}` });
				assert.ok(status === 409 || body.sync === 'looking', `${pictures}: ${body.sync}`);
				assert.doesNotMatch(body.detail ?? body.message, /king/, 'the king is beyond doubt');
			}
		});
	}
}

test('each question about one snapshot names its slot', async () => {
	const { id } = await api.create();
	const unsure = (card, other) => [{ card, p: 0.5 }, { card: other, p: 0.4 }];
	const { body } = await api.snapshot(id, { ...SEED_JSON, columns: SEED_JSON.columns.with(2, unsure('QC', 'QS')).with(3, unsure('7H', '7D')) });
	assert.deepEqual(body.observed.asks.map(({ position, text }) => [position, text]), [
		[2, "Which card is in front in column 3: queen of clubs or queen of spades? I can't read it clearly."],
		[3, "Which card is in front in column 4: seven of hearts or seven of diamonds? I can't read it clearly."],
	]);
});

test('a second redeal that shows the same card is kept while the first is still open', async () => {
	const columns = ['KH', 'KC', 'KD', 'KS', 'QH', 'QC', 'QS'];
	const { id } = await api.create({
		table: {
			columns: columns.map((card, unseen) => ({ unseen, cards: [card] })),
			foundations: { C: '5C', D: '5D', H: '5H', S: '5S' },
			draw_pile: { cards: ['JD', '8D', '0H', '9S'], left: 0, removed: 20, shuffles: 3 },
		},
	});
	// Shuffled and 9S again; 8D, JD, 0H drawn; shuffled and 0H again; JD and 9S drawn.
	for (const front of ['9S', '8D', 'JD', '0H', '0H', 'JD', '9S']) {
		const { status, body } = await api.line(id, `${front},UU,UU,UU,UU,${columns}`);
		assert.deepEqual([status, body.sync], [200, 'looking'], front);
	}
	const { body } = await api.correct(id, { position: 11, left: 1 });
	assert.deepEqual([body.sync, body.table.draw_pile.cards, body.table.draw_pile.left], ['in_sync', ['0H', 'JD', '9S'], 1]);
});

test('subscribers receive the questions of a snapshot that is not accepted', async () => {
	const { id, asks } = await asking(api);
	const messages = await FORMS.ndjson(api, id);
	await messages.next();
	await api.line(id, SEED_LINE.replace('KS', 'UU').replace('9C', 'UU').replace('5H', 'UU'));
	const message = await messages.next();
	assert.deepEqual([message.event, message.asks], ['conflict', asks]);
	messages.close();
});

test('a question is kept over kill -9, and undoing its answer asks it again', async () => {
	const durable = await startDaemon(after, { store: temporaryStore(after) });
	const kept = new Api(durable);
	const { id, asks, table } = await asking(kept);
	await durable.kill();
	await durable.restart();
	const { body: found } = await kept.session(id);
	assert.deepEqual([found.sync, found.asks, found.table], ['looking', asks, table]);
	const { body: answered } = await kept.correct(id, found.asks.answers[1].correction);
	assert.deepEqual([answered.sync, answered.asks, answered.table.draw_pile.shuffles], ['in_sync', null, 3]);
	await durable.kill();
	await durable.restart();
	assert.equal((await kept.session(id)).body.table.draw_pile.shuffles, 3);
	const { body: undone } = await kept.undo(id, { steps: 1 });
	assert.deepEqual([undone.sync, undone.asks.code], ['looking', 'same_card']);
});

test('after kill -9 no card is more certain than before, and a revised card stays revised', async () => {
	const durable = await startDaemon(after, { store: temporaryStore(after) });
	const kept = new Api(durable);
	const { id } = await kept.begun();
	const read = async (line) => (await kept.line(id, line, { query: '?typed=false' })).body;
	const moved = SEED_LINE.replace('8D', '4C').replace('9C', '8D'); // the four of spades, misread
	const really = SEED_LINE.replace('8D', 'JD').replace('9C', '8D').replace('5S,5H', '5S,4S');
	const first = await read(moved);
	assert.deepEqual([first.sync, first.observed.unconfirmed], ['looking', ['4C']]);
	await durable.kill();
	await durable.restart();
	const { body: found } = await kept.session(id);
	assert.deepEqual([found.sync, found.observed.unconfirmed, found.table], ['looking', ['4C'], first.table]);
	let seen = await read(really);
	for (let pictures = 1; pictures < 10 && !seen.observed.revised; pictures++) {
		seen = await read(really);
	}
	assert.deepEqual(seen.observed.revised, { position: 4, was: '4C', card: '4S' });
	assert.deepEqual([seen.observed.moves[0].card, seen.observed.moves[0].to], ['4S', 1]);
	await durable.kill();
	await durable.restart();
	const { body: again } = await kept.session(id);
	assert.deepEqual([again.sync, again.table], ['looking', seen.table]);
	assert.deepEqual(new Set(again.observed.unconfirmed), new Set(seen.observed.unconfirmed));
});

test('confirmed cards stay confirmed after kill -9, with the numbers of the confirming snapshots', async () => {
	const durable = await startDaemon(after, { store: temporaryStore(after) });
	const kept = new Api(durable);
	const { id } = await kept.create();
	let frame = 0;
	const numbered = (columns, number) => kept.snapshot(id, { ...SEED_JSON, columns, typed: false, camera: 'one', frame: number });
	const moved = SEED_JSON.columns.with(4, '4C').with(6, '8D');
	for (const columns of [SEED_JSON.columns, moved]) {
		let { body: seen } = await numbered(columns, ++frame);
		assert.equal(seen.sync, 'looking', JSON.stringify(seen));
		for (let pictures = 1; seen.sync !== 'in_sync' && pictures < 16; pictures++) {
			({ body: seen } = await numbered(columns, ++frame));
		}
		assert.equal(seen.sync, 'in_sync');
		await durable.kill();
		await durable.restart();
		const { body: found } = await kept.session(id);
		assert.deepEqual([found.sync, found.version, found.table, found.observed.unconfirmed], ['in_sync', seen.version, seen.table, []]);
	}
	const { body: late } = await numbered(SEED_JSON.columns, frame);
	assert.deepEqual([late.sync, late.version], ['in_sync', 2], 'the number of the last picture before the restart was sent already');
	const { body: events } = await kept.history(id);
	assert.equal(events.events.length, 2, 'confirming is no event');
	const { body: undone } = await kept.undo(id, { steps: 1 });
	assert.equal(undone.version, 3);
});

test('a count that only one explanation has decides', async () => {
	for (const [shuffles, others] of [[2, 3], [3, 2]]) {
		const { id } = await asking(api);
		const { body } = await api.correct(id, { position: 11, shuffles });
		assert.deepEqual([body.sync, body.asks, body.table.draw_pile.shuffles], ['in_sync', null, shuffles], `not ${others}`);
	}
});

test('a count that all explanations have decides nothing', async () => {
	const { id, asks, version } = await asking(api);
	assert.deepEqual(asks.answers.map(({ means }) => means.left), [0, 0], 'of the only card none is left, shuffled or not');
	const { body } = await api.correct(id, { position: 11, left: 0 });
	assert.deepEqual([body.sync, body.version], ['looking', version + 1]);
	assert.deepEqual(body.asks.answers.map(({ means }) => means), asks.answers.map(({ means }) => means));
});

test('a snapshot after the table in question is applied first, and an answer about that table keeps it', async () => {
	const { id } = await api.begun();
	const line = SEED_LINE;
	const columns = line.split(',').slice(5).map((card, unseen) => ({ unseen, cards: [card] }));
	await api.correct(id, { table: { columns, draw_pile: { cards: ['AH'], left: 23 } } });
	const show = async (front) => (await api.line(id, line.replace('KS', front), { query: '?typed=false' })).body;
	await show('AH');
	const { asks } = await show('2H'); // which can follow the ace
	assert.equal(asks.code, 'put_up');
	for (const { sync, asks: asked, observed } of [await show('2D'), await show('2D')]) {
		assert.deepEqual([sync, asked, observed.asks[0]], ['looking', null, asks], 'one two or the other');
	}
	const { body: answered } = await api.correct(id, asks.answers[0].correction);
	assert.deepEqual([answered.sync, answered.asks, answered.table.foundations.H], ['looking', null, 'AH']);
	let reported = answered;
	for (let pictures = 0; pictures < 12 && reported.table.draw_pile.cards.at(-1) !== '2D'; pictures++) {
		reported = await show('2D'); // one picture of the other two is no proof
	}
	assert.equal(reported.table.draw_pile.cards.at(-1), '2D');
	assert.deepEqual([reported.sync, reported.asks, reported.table.foundations.H], ['looking', null, 'AH'], 'the other two may have been drawn, or misread before');
});

test('a correction of a place that the table does not have changes nothing while explanations are open', async () => {
	for (const position of [12, 13, 60, 63]) {
		for (const card of ['XX', 'KS']) {
			const { id, version } = await asking(api);
			const { status } = await api.correct(id, { position, card });
			assert.equal(status, 422, `${position} ${card}`);
			assert.equal((await api.session(id)).body.version, version);
		}
	}
});

const DOUBTED = [{ card: '8D', p: 0.7 }, { card: '8H', p: 0.3 }];

/** A card that is drawn and read with a doubt that lasts, the answer to which card it is, and further pictures; all responses. */
async function doubted(on, between) {
	const columns = ['5S', '7S', '4C', 'KH', '9S', 'QD', '2C'];
	const { id } = await on.create({ game: 'klondike', strategy: 'heuristic' });
	const answers = [];
	let frame = 0;
	const ask = async (call) => {
		const { status, body } = await call();
		const { id: _, created_at: __, updated_at: ___, advice: ____, ...rest } = body;
		answers.push([status, rest]);
		await between();
		return body;
	};
	const look = (front) => ask(() => on.snapshot(id, { columns, draw_pile: front, camera: 'left', frame: frame++ }, { query: '?typed=false&budget_ms=0' }));
	for (let i = 0; i < 6; i++) {
		await look('XX');
	}
	let seen;
	for (let i = 0; i < 3; i++) {
		seen = await look(DOUBTED);
	}
	assert.equal(seen.observed.asks[0].code, 'which_card');
	await ask(() => on.correct(id, seen.observed.asks[0].answers[0].correction));
	for (let i = 0; i < 4; i++) {
		await look(DOUBTED);
	}
	await ask(() => on.session(id));
	return answers;
}

test('a doubt that was answered, and all that pictures have shown, is known after kill -9', async () => {
	const killed = await startDaemon(after, { store: temporaryStore(after) });
	const expected = await doubted(api, () => {});
	const found = await doubted(new Api(killed), () => killed.kill().then(() => killed.restart()));
	assert.deepEqual(found, expected);
});
