// Sessions with the maximum number of events, one kind of events each, and the cost of every route
// there.

import { SEED_LINE } from './api.mjs';
import { deal, isTurning, legal, look, play, PRESETS, won } from './klondike.mjs';
import { readMetrics } from './metrics.mjs';
import { pick, randomFrom } from './random.mjs';

const AT_ONCE = '?budget_ms=0';

/** Klondike after the first snapshot, as its table object. */
async function klondike(api) {
	const { id } = await api.create();
	const { body } = await api.line(id, SEED_LINE, { query: AT_ONCE });
	return { id, table: body.table };
}

async function takeAway(api) {
	const { id } = await api.create({ game: 'take-away', strategy: undefined, rules: { groups: [1_000_000], limits: [2] } });
	await api.line(id, '1000000', { query: AT_ONCE });
	return { id, left: 1_000_000 };
}

/** Klondike with a pile that is turned again and again, as the whole table. */
async function dealtKlondike(api) {
	const rules = PRESETS['klondike-1'];
	const { id } = await api.create({ preset: 'klondike-1' });
	return { id, dealt: deal(rules, randomFrom(1)) };
}

/** The same table with the cards of two columns exchanged. */
export function exchanged(table) {
	const [first, second, ...others] = table.columns;
	return { ...table, columns: [{ ...first, cards: second.cards }, { ...second, cards: first.cards }, ...others] };
}

function tableOf({ id, table }) {
	const tables = [exchanged(table), table];
	return (api, i) => api.correct(id, { table: tables[i % 2] });
}

/** The front card of column 0 is one of two, in turn; now and then the whole table begins anew. */
function correctionOf(session) {
	const enter = tableOf(session);
	const cards = ['2C', '3C'];
	return (api, i) => (i % 40 === 0 ? enter(api, i / 40)
		: api.correct(session.id, { position: 0, index: 1, card: cards[i % 2] }));
}

const undoOf = ({ id }) => (api, i) => api.undo(id, { steps: i % 2 ? -1 : 1 });
const nameOf = ({ id }) => (api, i) => api.patch(id, { name: `name ${i}` });

function takeOf({ id }) {
	return (api) => api.move(id, { kind: 'take', group: 0, count: 1 }, { query: AT_ONCE });
}

function snapshotOf(session) {
	return (api) => api.line(session.id, String(--session.left), { query: AT_ONCE });
}

/** A picture after each draw or shuffle. */
function pictureOf({ id, dealt }) {
	return async (api) => {
		const answer = await api.snapshot(id, look(dealt), { query: `${AT_ONCE}&wait=false` });
		play(dealt, legal(dealt).find(isTurning));
		return answer;
	};
}

/** Undo and redo of everything that was played, between new moves and new names. */
function mixtureOf(session) {
	const take = takeOf(session);
	const kinds = [take, take, undoOf(session), nameOf(session), undoOf(session), take];
	return (api, i) => (i % 6 === 2 || i % 6 === 4
		? api.undo(session.id, { steps: i % 6 === 2 ? 2 : -1 }) : kinds[i % 6](api, i));
}

function worstOf(session) {
	const kinds = [tableOf(session), correctionOf(session), undoOf(session), undoOf(session), nameOf(session)];
	return (api, i) => {
		const kind = i % kinds.length;
		return kind === 2 || kind === 3 ? api.undo(session.id, { steps: kind === 2 ? 1 : -1 })
			: kinds[kind](api, kind === 1 ? 1 + (Math.floor(i / 5) % 2) : Math.floor(i / 5));
	};
}

/** The kinds of long sessions: a session to begin with, then one change after another. */
export const KINDS = {
	moves: [takeAway, takeOf],
	snapshots: [takeAway, snapshotOf],
	pictures: [dealtKlondike, pictureOf],
	'entered tables': [klondike, tableOf],
	corrections: [klondike, correctionOf],
	'undo and redo in turn': [async (api) => {
		const session = await takeAway(api);
		await takeOf(session)(api);
		return session;
	}, undoOf],
	renamings: [klondike, nameOf],
	'moves, undo, redo and names': [takeAway, mixtureOf],
	'tables, corrections, undo, redo and names': [klondike, worstOf],
};

/** A session of that kind with `events` events: {id, accepted, version}. */
export async function build(api, kind, events) {
	const [begin, changes] = KINDS[kind];
	const session = await begin(api);
	const change = changes(session);
	let version = 0;
	for (let i = 0; version < events; i++) {
		const { status, body, text } = await change(api, i);
		if (status !== 200) {
			throw new Error(`${kind}, change ${i} at version ${version}: ${status} ${text}`);
		}
		version = body.version;
	}
	return { ...session, version };
}

const paged = (api, id, query) => api.history(id, `?${query}`);

const CONTRADICTING = 'KS,UU,UU,UU,UU,5S,5H,QC,7H,8D,9D,AC';

/** Requests to a session that leave its table playable. */
export const routes = ({ id, version, table }) => ({
	session: (api) => api.session(id),
	'session as text': (api) => api.session(id, '', { headers: { accept: 'text/plain' } }),
	'history, first page': (api) => paged(api, id, 'limit=1'),
	'history, largest page': (api) => paged(api, id, 'limit=500'),
	'history, middle': (api) => paged(api, id, `limit=500&after=${Math.floor(version / 2)}`),
	'history, end': (api) => paged(api, id, `limit=500&after=${version - 1}`),
	'history in Greek': (api) => paged(api, id, `limit=500&language=el&after=${version - 400}`),
	advice: (api) => api.get(`/v1/sessions/${id}/advice?budget_ms=0`),
	undo: (api) => api.undo(id, { steps: 1 }),
	redo: (api) => api.undo(id, { steps: -1 }),
	'undo far back': (api) => api.undo(id, { steps: Math.floor(version / 3) }),
	'redo all of it': (api) => api.undo(id, { steps: -Math.floor(version / 3) }),
	'undo too far': (api) => api.undo(id, { steps: 100_000 }),
	rename: (api) => api.patch(id, { name: 'renamed' }),
	'correction of a card': (api) => api.correct(id, { position: 0, index: 1, card: '7S' }),
	'correction of an event': (api) => api.correct(id, { event: 1, position: 0, card: '7S' }),
	'correction of a count': (api) => api.correct(id, { position: 3, unseen: 2 }),
	'entered table': (api) => api.correct(id, { table: table ?? { groups: [5] } }),
	'contradicting snapshot': (api) => api.line(id, CONTRADICTING, { query: '?budget_ms=0' }),
	'the same again': (api) => api.line(id, CONTRADICTING, { query: '?budget_ms=0' }),
	'the same a third time': (api) => api.line(id, CONTRADICTING, { query: '?budget_ms=0' }),
	'QR code': (api) => api.get(`/s/${id}/qr.svg`),
	page: (api) => api.get(`/s/${id}`),
	'list of sessions': (api) => api.get('/v1/sessions?limit=100'),
	statistics: (api) => api.get('/v1/statistics'),
	metrics: (api) => api.get('/metrics'),
});

/** A legal move, a draw or shuffle only now and then where there is another; undefined: there is none. */
function moveOf(table, random) {
	const moves = legal(table);
	const others = moves.filter((move) => !isTurning(move));
	return moves.length === 0 ? undefined : pick(others.length > 0 && random() < 0.7 ? others : moves, random);
}

/**
 * A game of Klondike before a camera that numbers its pictures, `pictures` moves at most: after every
 * `gap`-th move none is taken. {id, and how many pictures there were, were missing, and were contradicted}
 */
export async function playWithGaps(api, seed, { pictures, gap, preset = 'syvkabale', foundations = true }) {
	const random = randomFrom(seed);
	const rules = PRESETS[preset];
	const table = deal(rules, random);
	const { id } = await api.create({ preset });
	const played = { id, pictures: 0, missing: 0, contradicted: 0 };
	for (let frame = 1, move; frame <= pictures && !won(table); frame++) {
		if (frame % gap === 0) {
			played.missing++;
		} else {
			const { status, text } = await api.snapshot(id, { ...look(table, { foundations }), camera: 'above', frame }, { query: `${AT_ONCE}&typed=false` });
			if (status !== 200 && status !== 409) {
				throw new Error(`seed ${seed}, picture ${frame}: ${status} ${text}`);
			}
			played.contradicted += status === 409;
			played.pictures++;
		}
		if ((move = moveOf(table, random)) === undefined) {
			break;
		}
		play(table, move, random);
	}
	return played;
}

const gaugeOf = async (api, name) => readMetrics((await api.get('/metrics')).text).get(name).samples.get(name);

/** The longest that the loop was busy in the last minutes, in ms of processor time. */
export const longestBusy = async (api) => 1000 * await gaugeOf(api, 'makker_event_loop_max_cpu_seconds');

/** How many turns of the loop took more than 20 ms of processor time. */
export const longTurns = (api) => gaugeOf(api, 'makker_event_loop_long_turns_total');
