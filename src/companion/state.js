// The page's whole state, in one place. Views are functions of it; only what happens changes it.

import { PREFERENCES, rememberedPreferences } from './preferences.js';

export const initial = () => ({
	id: null, // of the table, null on the start page
	preferences: { ...PREFERENCES, ...rememberedPreferences() },
	// The start page
	games: null,
	tables: null,
	missing: null, // why the start page has nothing to show, in words
	newTable: null, // {game, preset, rules, name}
	run: null, // of games that play themselves: {wish, now, points}
	// The table, as the daemon says
	session: null,
	answeredVersion: -1, // of the newest answer on this connection, which older news do not take back
	thinkingSince: null,
	// The connection: connecting, open, lost, gone, locked
	connection: { state: 'connecting', lastMessageAt: null, attempt: 0 },
	now: Date.now(),
	// What the player is doing
	chosen: null, // key of the ranked move that is looked at; null: the suggestion
	held: null, // {position, index}: a card that was picked up
	focus: { position: 0, index: 0 },
	expanded: null, // the column that is shown whole
	editing: false,
	cardPicker: null, // {why, title, cards, likely, answer}: the card picker
	entry: {}, // first table: slot -> card
	tableEntry: null, // how this game's whole table is entered (its module), and what is entered:
	draft: null,
	sheet: null, // settings, history, share, count
	history: null,
	undone: { version: -1, steps: 0 }, // what was taken back on this device, and is not done again
	busy: null, // the request whose answer is awaited; any object that is only this one's
	toast: null,
	width: 0, // of the table, in pixels
	height: 0,
});

/** How many steps can be done again, as far as this device knows. */
export const undoneSteps = ({ undone, session }) => (undone.version === session?.version ? undone.steps : 0);

export function createStore(state) {
	const listeners = new Set();
	return {
		get state() {
			return state;
		},
		/** Merges a change, or what a function makes of the present state. */
		set(change) {
			const before = state;
			state = { ...state, ...(typeof change === 'function' ? change(state) : change) };
			listeners.forEach((listener) => listener(state, before));
		},
		subscribe(listener) {
			listeners.add(listener);
		},
	};
}

// ---- What the daemon says ---------------------------------------------------------------------------

const isOver = ({ status }) => status === 'won' || status === 'lost' || status === 'drawn';

/** Who enters a whole table goes on with that, whatever pictures come meanwhile. */
const keptPicker = ({ sheet, cardPicker }) => (sheet === 'enter_table' ? cardPicker : null);

/**
 * Another session, or another state of it: what the player had begun belongs to the table before. So does the request that is awaited:
 * it was done, or it will be refused.
 */
function withSession(state, session) {
	const same = state.session?.version === session.version && state.session?.id === session.id;
	const begun = same ? {} : { chosen: null, held: null, cardPicker: keptPicker(state), expanded: null, busy: null };
	return { ...begun, session, editing: state.editing && !isOver(session) };
}

/** The answer to a request of this page: news may have overtaken it. */
export function withResponse(state, session) {
	const known = state.session?.version ?? -1;
	return session.version > known ? { ...withSession(state, session), answeredVersion: session.version } : {};
}

/** What the connection is like now: whoever had lost it believes what the daemon says then, whatever that is. */
export const withConnection = (state, connection) => ({ connection, now: Date.now(), ...(connection.state === 'lost' ? { answeredVersion: -1 } : {}) });

/** Are these news of the table that is shown? */
const isCurrent = (state, { id }) => state.session?.version === id;

const EVENT_HANDLERS = {
	session: (state, { session }) => (session.version < state.answeredVersion ? {} : withSession(state, session)),
	advice: (state, { advice, moves, suggestion, message }) => ({ session: { ...state.session, advice, moves, suggestion, message } }),
	conflict: (state, { sync, observed, asks, message }) => ({ session: { ...state.session, sync, observed, asks, message } }),
	ended: (state, { status, message }) => ({ session: { ...state.session, status, message } }),
	deleted: (state) => ({ connection: { ...state.connection, state: 'gone' } }),
};

// These complete a table, and only the one that is shown.
const PARTIAL_EVENTS = new Set(['advice', 'conflict', 'ended']);

/** One message of the daemon; kinds that this page doesn't know change nothing. */
export const withMessage = (state, message) =>
	(PARTIAL_EVENTS.has(message.event) && !isCurrent(state, message) ? {} : EVENT_HANDLERS[message.event]?.(state, message) ?? {});
