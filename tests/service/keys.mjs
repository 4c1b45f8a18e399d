// Requests, each with its own Idempotency-Key, and common checks of their responses.

import assert from 'node:assert/strict';
import { SEED_LINE } from './api.mjs';

export const DRAW = { kind: 'draw', revealed: '2C' };
export const WISH = { game: 'klondike', strategy: 'heuristic' };

/** Changes of a table that api.begun() has created, by name: [path below the session's, body]. */
export const POSTS = {
	snapshots: ['/snapshots?wait=false&typed=true', { text: SEED_LINE.replace('KS', '2C') }],
	moves: ['/moves', { json: DRAW }],
	corrections: ['/corrections', { json: { position: 11, card: '2C' } }],
	undo: ['/undo', { json: { steps: 1 } }],
};

let last = 0;
export const keyed = (more = {}) => ({ 'idempotency-key': `key-${++last}`, ...more });

/** Returns when all earlier writes are in the store: writes are applied in order. */
export const settle = (api, options = {}) => api.post('/v1/sessions', { ...WISH, name: 'settled' }, options);

/** The second answer is the first one again. */
export function same(one, other) {
	assert.equal(other.status, one.status, other.text);
	assert.equal(other.text, one.text);
	for (const name of ['etag', 'location', 'content-type', 'cache-control']) {
		assert.equal(other.headers[name], one.headers[name], name);
	}
}
