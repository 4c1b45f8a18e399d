// Client of the daemon's API; every response is checked against the contract.

import assert from 'node:assert/strict';
import { checked } from './contract.mjs';
import { DECK } from './klondike.mjs';

export const JSON_TYPE = { 'content-type': 'application/json' };
export const LINE_TYPE = { 'content-type': 'text/plain' };

/** The original program's example: a first snapshot. */
export const SEED_LINE = 'KS,UU,UU,UU,UU,5S,5H,QC,7H,8D,9D,9C';
export const SEED_JSON = {
	draw_pile: 'KS',
	foundations: ['UU', 'UU', 'UU', 'UU'],
	columns: ['5S', '5H', 'QC', '7H', '8D', '9D', '9C'],
};

/** A camera's plain code is not certain, a person's is: most tests are not about that. */
const typed = (query) => (query.includes('typed=') ? query : `${query || '?'}${query ? '&' : ''}typed=true`);

export class Api {
	constructor(daemon) {
		this.daemon = daemon;
	}

	url(path) {
		return this.daemon.url + path;
	}

	/** Any request; `json` is sent as JSON, `text` as a line. */
	send(method, path, { json, text, headers = {}, ...rest } = {}) {
		const type = json !== undefined ? JSON_TYPE : text !== undefined ? LINE_TYPE : {};
		const body = json !== undefined ? JSON.stringify(json) : (text ?? rest.body);
		return checked(this.url(path), { ...rest, method, headers: { ...type, ...headers }, body });
	}

	get(path, options) {
		return this.send('GET', path, options);
	}

	post(path, json, options) {
		return this.send('POST', path, { json, ...options });
	}

	/** A new session, as the daemon answers it. */
	async create(fields = {}) {
		const answer = await this.post('/v1/sessions', { game: 'klondike', strategy: 'heuristic', ...fields });
		assert.equal(answer.status, 201, answer.text);
		return answer.body;
	}

	/** A session of which the original program's first snapshot is known. */
	async begun(fields) {
		const { id } = await this.create(fields);
		return (await this.line(id, SEED_LINE)).body;
	}

	session(id, query = '') {
		return this.get(`/v1/sessions/${id}${query}`);
	}

	/** One snapshot in the one-line form, typed by a person unless `query` says otherwise. */
	line(id, line, { query = '', ...options } = {}) {
		return this.send('POST', `/v1/sessions/${id}/snapshots${typed(query)}`, { text: line, ...options });
	}

	/** The same in the JSON form. */
	snapshot(id, json, { query = '', ...options } = {}) {
		return this.send('POST', `/v1/sessions/${id}/snapshots${typed(query)}`, { json, ...options });
	}

	move(id, json, { query = '', ...options } = {}) {
		return this.post(`/v1/sessions/${id}/moves${query}`, json, options);
	}

	undo(id, json, options) {
		return this.post(`/v1/sessions/${id}/undo`, json, options);
	}

	correct(id, json, options) {
		return this.post(`/v1/sessions/${id}/corrections`, json, options);
	}

	patch(id, json, { query = '', ...options } = {}) {
		return this.send('PATCH', `/v1/sessions/${id}${query}`, { json, ...options });
	}

	remove(id, options) {
		return this.send('DELETE', `/v1/sessions/${id}`, options);
	}

	history(id, query = '') {
		return this.get(`/v1/sessions/${id}/history${query}`);
	}
}

/** A problem with this status and code (and pointer, where one is expected). */
export function assertProblem(answer, status, code, pointer) {
	assert.equal(answer.status, status, answer.text);
	assert.equal(answer.headers['content-type'], 'application/problem+json');
	assert.equal(answer.body.status, status);
	assert.equal(answer.body.code, code, answer.text);
	assert.ok(answer.body.type.endsWith(`/problems/${code.replaceAll('_', '-')}`), answer.body.type);
	if (pointer !== undefined) {
		assert.ok(answer.body.errors?.some((error) => error.pointer === pointer), answer.text);
	}
}

/** A session without its id and all times, which differ between runs. */
export function timeless({ id, created_at, updated_at, advice, ...session }) {
	return { ...session, advice: advice && { ...advice, elapsed_ms: 0 } };
}

/** The game of a session: without the last finding and the version. */
export function gameOf({ status, table, moves, suggestion }) {
	return { status, table, moves, suggestion };
}

/** Its front cards again, after a game in which one card is left in the draw pile: a shuffle shows it again. */
const ONE_LEFT = {
	columns: ['5S', '5H', 'QC', '7H', '8D', '9D', '9C'].map((card, unseen) => ({ unseen, cards: [card] })),
	foundations: { C: '8C', D: '7D', H: '4H', S: '4S' },
	draw_pile: { cards: ['KS'], left: 0 },
};

/** A session that asks whether the draw pile was shuffled: something was done, and the picture is the same. */
export async function asking(api, fields) {
	const { id } = await api.begun(fields);
	await api.correct(id, { table: ONE_LEFT });
	const answer = await api.line(id, SEED_LINE, { query: '?done=true' });
	assert.equal(answer.status, 200, answer.text);
	return answer.body;
}

/** Questions about places, without their texts. */
export const placesOf = ({ asks }) => asks.filter(({ question }) => question === undefined)
	.map(({ position, index, cards }) => ({ position, ...(index === undefined ? {} : { index }), cards }));

// A table without a legal move between columns: the fitting cards are face down.
const STUCK_COLUMNS = ['2C', '2D', '2H', '2S', '4C', '4S', '6C'];
const STUCK_HIDDEN = ['AC', 'AD', 'AH', 'AS', '3D', '3H', '5D', '5H'];
const STUCK_PILE = DECK.filter((card) => ![...STUCK_COLUMNS, ...STUCK_HIDDEN].includes(card)).slice(0, 24);

/** The snapshots of a game that is lost after the last of them (with no shuffle allowed). */
export const LOSING = STUCK_PILE.map((card) => `${card},UU,UU,UU,UU,${STUCK_COLUMNS}`);

/** A session whose game has just been lost. */
export async function loseOne(api, fields) {
	const { id } = await api.create({ rules: { shuffles: 0 }, ...fields });
	let answer;
	for (const line of LOSING) {
		answer = await api.line(id, line);
	}
	return answer.body;
}
