// Take-away over HTTP: whole games by lines, JSON and moves, won and lost, against the computer and
// between two people; invalid input is rejected with its place.

import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { Api, assertProblem, gameOf, timeless } from './api.mjs';
import { startDaemon, temporaryStore } from './daemon.mjs';

const daemon = await startDaemon(after, { store: temporaryStore(after) });
const api = new Api(daemon);

const begin = (rules, fields) => api.create({ game: 'take-away', strategy: 'theory', rules, ...fields });
const xor = (groups) => groups.reduce((sum, cards) => sum ^ cards, 0);

/** Bouton's rule without limits, for the seat to move. */
const isWon = (groups, lastCard) =>
	(groups.some((cards) => cards > 1) || lastCard === 'wins' ? xor(groups) !== 0 : xor(groups) === 0);

function taken(groups, { group, count }) {
	return groups.map((cards, at) => (at === group ? cards - count : cards));
}

/** Ways to report a move. */
const FORMS = {
	lines: (id, groups) => api.line(id, groups.join(',')),
	snapshots: (id, groups) => api.snapshot(id, { groups }),
	moves: (id, groups, { group, count }) => api.move(id, { kind: 'take', group, count }),
};

/** Plays to the end; the user makes the suggested move, or the last of the moves. */
async function play(session, report, lastCard, isGood) {
	let now = session;

	while (now.status === 'playing') {
		const { groups, turn } = now.table;
		const isUser = turn === 'user';
		const move = isUser && !isGood ? now.moves.at(-1) : now.suggestion;
		const answer = await report(now.id, taken(groups, move), move);

		assert.equal(now.suggestion.value, isWon(groups, lastCard) ? 1 : 0, JSON.stringify(now.table));
		assert.equal(answer.status, 200, answer.text);
		assert.equal(answer.body.version, now.version + 1);
		assert.deepEqual(answer.body.table.groups, taken(groups, move));
		assert.equal(answer.body.table.grundy, xor(answer.body.table.groups));
		assert.equal(answer.body.table.turn, isUser ? 'advisor' : 'user');
		now = answer.body;
	}
	assert.deepEqual(now.table.groups, now.table.groups.map(() => 0));
	assert.deepEqual([now.moves, now.suggestion], [[], null]);
	assert.notEqual(now.message, '');
	return now;
}

for (const [form, report] of Object.entries(FORMS)) {
	for (const lastCard of ['wins', 'loses']) {
		test(`a game reported by ${form} is won as advised, when the last card ${lastCard}`, async () => {
			const session = await begin({ groups: [3, 4, 5], last_card: lastCard });

			assert.equal(session.status, 'playing');
			assert.equal((await play(session, report, lastCard, true)).status, 'won');
		});
	}
}

test('the opponent wins a lost position, and the advice reports it', async () => {
	const session = await begin({ groups: [3, 5, 6] });

	assert.equal(session.table.grundy, 0);
	assert.deepEqual(session.suggestion.reasons.includes('hardest'), true);
	assert.equal(session.advice.lost_for_certain, true);
	assert.equal((await play(session, FORMS.moves, 'wins', false)).status, 'lost');
});

test('the rules determine the first seat, and two people are advised in turn', async () => {
	const first = await begin({ groups: [3, 4, 5], first: 'advisor' });
	const people = await begin({ groups: [3, 4, 5], opponent: 'person' });

	assert.equal(first.table.turn, 'advisor');
	assert.equal(people.table.turn, 'user');
	assert.equal((await play(people, FORMS.lines, 'wins', true)).status, 'won');
});

test('limits are used: groups count modulo the limit plus one', async () => {
	const { table, suggestion } = await begin({ groups: [10, 7], limits: [3, 2] });

	assert.deepEqual(table.limits, [3, 2]);
	assert.equal(table.grundy, (10 % 4) ^ (7 % 3));
	assert.deepEqual([suggestion.group, suggestion.count], [0, 1]);
	assert.match(suggestion.why, /Group 1 counts as 1: it has 9 cards, at most 3 .* 9 modulo 4 is 1\./);
});

test('the first snapshot gives the groups if the rules do not', async () => {
	const session = await begin({});
	const { body } = await api.line(session.id, '3, UU, 5');
	const known = await api.line(session.id, '3, 4, 5');

	assert.equal(session.status, 'waiting');
	assert.deepEqual([body.sync, body.version, body.observed.explanation], ['looking', 0, 'look_again']);
	assert.deepEqual([known.body.status, known.body.observed.explanation], ['playing', 'first']);
	assert.deepEqual(known.body.table.groups, [3, 4, 5]);
});

test('64 groups of a thousand million cards are solved exactly', async () => {
	const groups = Array.from({ length: 64 }, (_, at) => 1_000_000_000 - at * at);
	const { table, suggestion } = await begin({ groups });

	assert.equal(table.grundy, xor(groups));
	assert.equal(xor(taken(groups, suggestion)), 0);
	assert.equal(suggestion.value, 1);
});

test('a snapshot that shows the same changes nothing', async () => {
	const { id } = await begin({ groups: [3, 4, 5] });
	const { body } = await api.line(id, '3,4,5');

	assert.deepEqual([body.version, body.observed.explanation], [0, 'unchanged']);
});

test('the winning move of three, four, five is to leave one, four, five, in four languages', async () => {
	const said = { da: /gruppe 1/, en: /group 1/, de: /Gruppe 1/, el: /ομάδα/ };

	for (const [language, words] of Object.entries(said)) {
		const { suggestion, message } = await begin({ groups: [3, 4, 5] }, { language });

		assert.deepEqual([suggestion.group, suggestion.count], [0, 2]);
		assert.match(message, words);
		assert.doesNotMatch(suggestion.why + message, /xor|=/);
	}
});

test('undo, redo and the history have each move', async () => {
	const { id } = await begin({ groups: [3, 4, 5] });
	await api.line(id, '1,4,5');
	const { body: before } = await api.move(id, { kind: 'take', group: 2, count: 3 });
	const undone = await api.undo(id, { steps: 2 });
	const again = await api.undo(id, { steps: -2 });
	const { body: history } = await api.history(id);

	assert.deepEqual(undone.body.table.groups, [3, 4, 5]);
	assert.deepEqual(gameOf(again.body), gameOf(before));
	assert.deepEqual(history.events.map(({ kind }) => kind), ['snapshot', 'move', 'undo', 'undo']);
	assert.deepEqual(history.events[1].moves.map(({ group, count }) => [group, count]), [[2, 3]]);
});

test('minimax agrees with the theory about small groups', async () => {
	const { id, suggestion } = await begin({ groups: [2, 3, 4], last_card: 'loses' });
	const { body } = await api.get(`/v1/sessions/${id}/advice?strategy=minimax`);
	const values = (moves) => Object.fromEntries(moves.map(({ group, count, value }) => [`${group}-${count}`, value]));

	assert.equal(body.suggestion.value, suggestion.value);
	assert.deepEqual(values(body.moves), values((await api.session(id)).body.moves));
});

// ---- Rejected input ----------------------------------------------------------------------------

const MANY = Array.from({ length: 65 }, () => 2);

for (const [what, rules, status, code, pointer] of [
	['65 groups', { groups: MANY }, 422, 'invalid_length', '/rules/groups'],
	['an empty group at the beginning', { groups: [0, 3] }, 422, 'invalid_value', '/rules/groups/0'],
	['more than a thousand million', { groups: [1000000001] }, 422, 'invalid_value', '/rules/groups/0'],
	['a fraction', { groups: [2.5] }, 400, 'invalid_type', '/rules/groups/0'],
	['more limits than groups', { groups: [3], limits: [2, 2] }, 422, undefined, undefined],
	['a limit of nought', { groups: [3], limits: [0] }, 422, 'invalid_value', '/rules/limits/0'],
	['an unknown end', { groups: [3], last_card: 'draws' }, 422, 'invalid_value', '/rules/last_card'],
]) {
	test(`rules with ${what} are refused`, async () => {
		const answer = await api.post('/v1/sessions', { game: 'take-away', rules });

		assertProblem(answer, status, code ?? answer.body.code, pointer);
	});
}

const SNAPSHOTS = [
	['65 groups', { groups: MANY }, 400, 'invalid_group_count', '/groups'],
	['no groups', { groups: [] }, 400, 'invalid_group_count', '/groups'],
	['no list', { groups: 3 }, 400, 'invalid_type', '/groups'],
	['nothing', {}, 400, 'missing_field', '/groups'],
	['less than no cards', { groups: [3, -1, 5] }, 422, 'invalid_value', '/groups/1'],
	['a huge whole number', { groups: [3, 4, 9007199254740991] }, 422, 'invalid_value', '/groups/2'],
	['a fraction', { groups: [3, 3.5, 5] }, 400, 'invalid_type', '/groups/1'],
	['a word', { groups: [3, '4', 5] }, 400, 'invalid_type', '/groups/1'],
	['another number of groups', { groups: [3, 4] }, 422, 'invalid_group_count', '/groups'],
	['a group that grew', { groups: [3, 6, 5] }, 409, 'snapshot_contradiction', '/groups/1'],
	['two groups that shrank', { groups: [2, 3, 5] }, 409, 'snapshot_contradiction', '/groups/0'],
	['more taken than allowed', { groups: [3, 4, 1] }, 409, 'snapshot_contradiction', '/groups/2'],
	['a line with a word', '3,x,5', 400, 'invalid_value', '/1'],
	['a line with less than none', '3,-4,5', 400, 'invalid_value', '/1'],
	['a line with a huge number', '3,4,99999999999999999999999', 400, 'invalid_value', '/2'],
	['a line of 65 groups', MANY.join(','), 400, 'invalid_group_count', ''],
	['a line with a gap', '3,,5', 400, 'invalid_value', '/1'],
];
const MOVES = [
	['a group that is not there', { kind: 'take', group: 3, count: 1 }, 422, 'illegal_move', '/group'],
	['a group below the first', { kind: 'take', group: -1, count: 1 }, 422, 'illegal_move', '/group'],
	['no cards', { kind: 'take', group: 0, count: 0 }, 422, 'illegal_move', '/count'],
	['too many cards', { kind: 'take', group: 2, count: 4 }, 422, 'illegal_move', '/count'],
	['as many as no number holds', { kind: 'take', group: 2, count: 4294967297 }, 422, 'illegal_move', '/count'],
	['a part of a card', { kind: 'take', group: 2, count: 1.5 }, 400, 'invalid_type', '/count'],
	['no group', { kind: 'take', count: 1 }, 400, 'missing_field', '/group'],
	['another kind', { kind: 'remove', group: 0, count: 1 }, 400, 'invalid_value', '/kind'],
];

/** The same as before, except for the last snapshot. */
async function assertUnchanged(id, before) {
	const { body } = await api.session(id);

	assert.deepEqual([body.version, gameOf(body)], [before.version, gameOf(before)]);
}

for (const [what, seen, status, code, pointer] of SNAPSHOTS) {
	test(`a snapshot with ${what} is rejected with its place and changes nothing`, async () => {
		const session = await begin({ groups: [3, 4, 5], limits: [3, 3, 3] });
		const answer = await (typeof seen === 'string' ? api.line : api.snapshot).call(api, session.id, seen);

		assertProblem(answer, status, code, pointer);
		await assertUnchanged(session.id, session);
	});
}

for (const [what, move, status, code, pointer] of MOVES) {
	test(`a move of ${what} is rejected with its place and changes nothing`, async () => {
		const session = await begin({ groups: [3, 4, 5], limits: [3, 3, 3] });

		assertProblem(await api.move(session.id, move), status, code, pointer);
		await assertUnchanged(session.id, session);
	});
}

test('a correction, which this game does not support, is rejected with its place', async () => {
	const { id } = await begin({ groups: [3, 4, 5] });

	assertProblem(await api.correct(id, { position: 0, card: '9D' }), 422, 'no_corrections', '/card');
});

test('a finished game takes no more moves', async () => {
	const { id } = await begin({ groups: [2] });
	const { body: over } = await api.move(id, { kind: 'take', group: 0, count: 2 });

	assert.equal(over.status, 'won');
	assert.equal((await api.move(id, { kind: 'take', group: 0, count: 1 })).status, 409);
	await assertUnchanged(id, over);
});

// ---- Over a restart: the last test, since the daemon gets another port ----------------------------

test('a restart restores the sessions', async () => {
	const { id } = await begin({ groups: [3, 4, 5], last_card: 'loses' });
	await api.line(id, '1,4,5');
	const { body: before } = await api.move(id, { kind: 'take', group: 2, count: 3 });
	const { body: history } = await api.history(id);
	await daemon.stop();
	await daemon.restart();

	assert.deepEqual(gameOf((await api.session(id)).body), gameOf(before));
	assert.deepEqual(timeless((await api.session(id)).body).rules, before.rules);
	assert.deepEqual((await api.history(id)).body, history);
});
