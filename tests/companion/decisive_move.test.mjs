// The move that decided a game, found in its history.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { decisiveOf, hasValues, effectiveEvents, valueLost } from '../../src/companion/decisive_move.js';

const move = (version, best, made, kind = 'move') => ({
	version, kind, moves: [{ instruction: `move ${version}` }],
	advised: { value: best, suggestion: best === null ? null : { value: best }, made: made === null ? null : { value: made } },
});
const first = { version: 1, kind: 'snapshot', moves: [] };
const undo = (version, steps) => ({ version, kind: 'undo', steps });
const versions = (events) => events.map(({ version }) => version);

test('the decisive move is the one that lost most', () => {
	const history = [first, move(2, 0.6, 0.55), move(3, 0.62, 0.41), move(4, 0.4, 0.4, 'snapshot')];
	assert.equal(decisiveOf(history).version, 3);
});

test('of equal losses the first move is decisive', () => {
	assert.equal(decisiveOf([move(1, 0.5, 0.25), move(2, 0.5, 0.25)]).version, 1);
});

test('a game without a significant loss has no decisive move', () => {
	assert.equal(decisiveOf([first, move(2, 0.5, 0.5), move(3, 0.5, 0.48), move(4, 0.4, 0.45)]), null);
	assert.equal(decisiveOf([]), null);
});

test('a move of unknown value loses nothing', () => {
	const unknown = [{ version: 1, kind: 'move', moves: [{}] }, move(2, null, 0.1), move(3, 0.9, null), first];
	assert.deepEqual(unknown.map(valueLost), [0, 0, 0, 0]);
	assert.equal(decisiveOf(unknown), null);
	assert.equal(hasValues([move(3, 0.9, null)]), false);
	assert.equal(hasValues([move(3, 0.9, 0.8)]), true);
});

test('an undone move is not decisive', () => {
	const history = [first, move(2, 0.9, 0.1), undo(3, 1), move(4, 0.9, 0.8)];
	assert.equal(decisiveOf(history).version, 4);
});

test('an undone move can be redone until a new one is made', () => {
	const history = [first, move(2, 1, 1), move(3, 1, 1), undo(4, 2), undo(5, -1)];
	assert.deepEqual(versions(effectiveEvents(history)), [1, 2]);
	assert.deepEqual(versions(effectiveEvents([...history, undo(6, -1)])), [1, 2, 3]);
	assert.deepEqual(versions(effectiveEvents([...history, move(6, 1, 1), { version: 7, kind: 'change' }])), [1, 2, 6]);
	assert.deepEqual(versions(effectiveEvents([...history, { version: 6, kind: 'correction' }])), [1, 2, 6]);
});
