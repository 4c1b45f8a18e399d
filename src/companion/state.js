// The page's state. Views are functions of it; events change it.

import { PREFERENCES, rememberedPreferences } from './preferences.js';

export const initial = () => ({
	id: null, // session id; null on the start page
	preferences: { ...PREFERENCES, ...rememberedPreferences() },
	// The start page
	games: null,
	tables: null,
	missing: null, // error text of the start page
	newTable: null, // {game, preset, rules, cards, name, typed}: what the variants' form says; `typed`: {deal, seed, deck} as they were typed
	typedProblem: null, // {field, text}: what the daemon says of one of these
	outlook: null, // {id, value} of the table to continue
	filter: 'all', // all, open, finished
	removed: [], // ids of tables that are about to be deleted
	managed: null, // {id, name} of the table that is renamed or removed
	about: null, // {game, preset} whose rules are shown
	run: null, // simulation: {options, now, points}
	// The session, from the daemon
	session: null,
	answeredVersion: -1, // version of the newest response on this connection; older notifications are ignored
	thinkingSince: null,
	// The connection: connecting, open, lost, gone, locked
	connection: { state: 'connecting', lastMessageAt: null, attempt: 0 },
	now: Date.now(),
	// The player's input
	steady: null, // the advice that is shown, see steady.js
	waited: null, // key of the advice that has been waited for long enough
	met: false, // the suggestion changed while a request was pending
	undoable: null, // {version, run}: undoes what the toast says; of any version without one
	asked: null, // version of the practice table at which the player has asked for advice
	chosen: null, // key of the displayed move; null: the suggestion
	held: null, // {position, index} of a card that is picked up
	focus: { position: 0, index: 0 },
	expanded: null, // the expanded column
	editing: false,
	codes: 0, // how often the code of this table was renewed here
	confirming: false, // whether a new code is to be made, or the game to be given up
	shared: null, // URL under which other devices open this table
	cardPicker: null, // {title, about, cards, likely, present, nothing, answer}
	entry: {}, // first table: slot -> card
	tableEntry: null, // the game's module for entering a whole table, and the entered table:
	draft: null,
	sheet: null, // settings, history, share, count, enter_table
	history: null,
	review: null, // of the shown version, with its decisions as far as they are valued; null: none
	unreviewed: 0, // finished games whose review is being read for the statistics
	reviewing: false, // the review is shown although the game is not over
	moment: null, // the decision whose table is shown; null: the table as it is
	installable: null, // the browser's offer to install the page
	follow: null, // plays a line of the game on a table
	line: null, // {steps, at}: the line that is played on the table
	seatNames: null, // the players' names once they have been changed
	undone: { version: -1, steps: 0 }, // steps undone on this device and not redone
	exhausted: null, // version at which the daemon had nothing to undo
	busy: null, // identity of the pending request
	toast: null,
	padRoom: true, // for the pad, below a table as it is dealt
	width: 0, // size of the table in pixels
	height: 0,
	above: Infinity, // of the height, visible above the pad or a question
	questionHeight: 0, // of the question above the bar, in pixels
});

/** True at a practice table: the program deals, so that no card is entered or corrected. */
export const isPractice = (session) => session?.cards === 'program';

/** True while a practice table shows no advice: the player has asked for it neither at this position nor for always. */
export const hidesAdvice = ({ session, preferences, asked }) => isPractice(session) && session.status === 'playing' && !preferences.advice && asked !== session.version;

/** True if the player must say which card the move turns over. */
export const asksForCard = (game, session, move) => !isPractice(session) && game.reveals(session, move);

/** Number of steps that can be redone, as far as this device knows. */
export const undoneSteps = ({ undone, session }) => (undone.version === session?.version ? undone.steps : 0);

/** False where there is nothing to undo, as far as this device knows: no move, or only those of the program, or the daemon has said so; or the game was given up. */
export const canUndo = ({ session, game, exhausted }) => session.version > 0 && session.status !== 'stopped' && exhausted !== session.version && !game.isUnmoved?.(session);

/** `follow(before, state)` completes each new state. */
export function createStore(state, follow = (before, next) => next) {
	const listeners = new Set();
	return {
		get state() {
			return state;
		},
		/** Merges a change, or the result of a function of the current state. */
		set(change) {
			const before = state;
			state = follow(before, { ...state, ...(typeof change === 'function' ? change(state) : change) });
			listeners.forEach((listener) => listener(state, before));
		},
		subscribe(listener) {
			listeners.add(listener);
		},
	};
}

// ---- The daemon's messages --------------------------------------------------------------------------

export const isOver = ({ status }) => status !== 'waiting' && status !== 'playing';

/** Entering a whole table continues when snapshots arrive meanwhile. */
const keptPicker = ({ sheet, cardPicker }) => (sheet === 'enter_table' ? cardPicker : null);

/** A new session or version discards input that refers to the previous one. The pending request, too: it was applied or will be rejected. */
function withSession(state, session) {
	const same = state.session?.version === session.version && state.session?.id === session.id;
	const begun = same ? {} : { chosen: null, held: null, cardPicker: keptPicker(state), expanded: null, busy: null, line: null, moment: null, reviewing: false };
	return { ...begun, session, editing: state.editing && !isOver(session) };
}

/** The response to a request of this page; ignored if a newer notification has arrived. */
export function withResponse(state, session) {
	const known = state.session?.version ?? -1;
	return session.version > known ? { ...withSession(state, session), answeredVersion: session.version } : {};
}

/** A new state of the connection. After a loss any version of the daemon is accepted. */
export const withConnection = (state, connection) => ({ connection, now: Date.now(), ...(connection.state === 'lost' ? { answeredVersion: -1 } : {}) });

/** True if the message belongs to the shown version. */
const isCurrent = (state, { id }) => state.session?.version === id;

const EVENT_HANDLERS = {
	session: (state, { session }) => (session.version < state.answeredVersion ? {} : withSession(state, session)),
	advice: (state, { advice, moves, suggestion, message }) => ({ session: { ...state.session, advice, moves, suggestion, message } }),
	conflict: (state, { sync, observed, asks, message }) => ({ session: { ...state.session, sync, observed, asks, message } }),
	ended: (state, { status, message }) => ({ session: { ...state.session, status, message } }),
	deleted: (state) => ({ connection: { ...state.connection, state: 'gone' } }),
};

// These carry part of a session and apply to the shown version only.
const PARTIAL_EVENTS = new Set(['advice', 'conflict', 'ended']);

/** One message of the daemon; unknown events are ignored. */
export const withMessage = (state, message) =>
	(PARTIAL_EVENTS.has(message.event) && !isCurrent(state, message) ? {} : EVENT_HANDLERS[message.event]?.(state, message) ?? {});
