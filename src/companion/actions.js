// Everything that happens on the page: what the player does changes the store, or is told to the daemon.

import { ask, askStart } from './request.js';
import { remember } from './preferences.js';
import { answered, undoneSteps } from './state.js';
import { keepTokens } from './token.js';

/** What a refusal comes to for a player: the daemon's own words are for those who write programs. */
const REFUSALS = {
	illegal_move: 'refused_move',
	no_such_move: 'refused_move',
	ambiguous_move: 'refused_move',
	other_turn: 'refused_move',
	nothing_to_undo: 'refused_steps',
	contradiction: 'refused_contradiction',
	correction_contradicts: 'refused_contradiction',
	snapshot_contradiction: 'refused_contradiction',
	card_elsewhere: 'refused_card',
	duplicate_card: 'refused_card',
	card_gone: 'refused_card',
	broken_table: 'refused_table',
	version_mismatch: 'refused_changed',
	question_gone: 'refused_changed',
	no_such_answer: 'refused_changed',
	busy: 'refused_busy',
	too_many_changes: 'refused_busy',
	token_required: 'refused_token',
	invalid_token: 'refused_token',
	insufficient_scope: 'refused_token',
};

const NOTICE_MS = 6000;

/** `say(key, …)` speaks the page's language; `game()` is the module of the game on the table. */
export function createActions({ store, say, language, game, open }) {
	const path = (kind = '') => `/v1/sessions/${store.state.id}${kind}`;
	const words = () => `language=${language()}`;

	const inWords = (error) => say(error.status === undefined ? 'unreachable' : REFUSALS[error.code] ?? 'refused_other');

	let fading;
	function note(notice) {
		store.set({ notice });
		clearTimeout(fading);
		fading = setTimeout(() => store.set({ notice: null }), NOTICE_MS);
	}
	const complain = (error) => note(inWords(error));

	/**
	 * Sends what changes the table; the answer is shown unless news have overtaken it. What was meant for the table that is seen
	 * here is not done to another one, which somebody else has made of it meanwhile.
	 */
	async function send(kind, body) {
		const busy = {};
		store.set({ busy, notice: null });
		try {
			const session = await ask('POST', `${path(kind)}?wait=false&${words()}`, body, { version: store.state.session?.version });
			store.set((state) => answered(state, session));
			return session;
		} finally {
			store.set((state) => (state.busy === busy ? { busy: null } : {})); // not another one's
		}
	}

	/** Of what is read again and again only the answer to the last question is shown: gives what sets that. */
	const asked = {};
	function latest(what) {
		const mine = {};
		asked[what] = mine;
		return (change) => asked[what] === mine && store.set(change);
	}

	const tried = (doing) => async (...values) => {
		try {
			await doing(...values);
		} catch (error) {
			complain(error);
		}
	};

	// ---- Moves ----------------------------------------------------------------------------------------

	/** What was entered is let go of when it has been told, unless something else is entered by then. */
	async function sendEntry(kind, body) {
		const { entry } = store.state;
		await send(kind, body);
		store.set((state) => (state.entry === entry ? { entry: {} } : {}));
	}

	async function tell(move, revealed) {
		const { version } = store.state.session;
		try {
			await sendEntry('/moves', revealed ? { ...game().mark(move), revealed } : game().mark(move));
		} catch (error) {
			if (store.state.session.version !== version) { // the move was not meant for what is seen now
				does.note('refused_changed');
			} else if (error.code === 'revealed_card_missing') {
				askRevealed(move);
			} else if (error.code === 'no_card_revealed') {
				await sendEntry('/moves', game().mark(move));
			} else {
				throw error;
			}
		}
	}

	/** What was taken back here can be done again, until something else happens. */
	async function undo(steps) {
		const { session } = store.state;
		const { version } = await send('/undo', { steps });
		store.set(({ undone }) => ({ undone: { version, steps: undoneSteps({ undone, session }) + steps } }));
	}

	function askRevealed(move) {
		store.set({
			asking: {
				title: say('pick_revealed'), about: move.instruction, cards: game().mayTurnUp(store.state, move), likely: [],
				answer: (card) => does.tell(move, card),
			},
		});
	}

	function move(which) {
		if (game().reveals(store.state.session, which)) {
			askRevealed(which);
		} else {
			does.tell(which);
		}
	}

	// ---- The first table ------------------------------------------------------------------------------

	function enter(position) {
		const { session, entry } = store.state;
		const { [position]: present, ...others } = entry;
		store.set({
			asking: {
				title: say('pick_at', game().place(position, language())), present,
				cards: game().notSeen({ session, entry: others }), likely: [],
				answer: (card) => {
					store.set({ entry: { ...others, [position]: card }, asking: null });
					const next = game().entry.next(session, store.state.entry);
					if (next !== undefined) {
						enter(next);
					}
				},
			},
		});
	}

	// ---- Putting right ----------------------------------------------------------------------------------

	function askCorrection({ position, index }) {
		const present = game().current(store.state.session, position, (index ?? 1) - 1);
		store.set({
			asking: {
				title: say('pick_at', game().place(position, language())), present, likely: [],
				cards: game().mayLie(store.state, position),
				answer: (card) => does.correct({ position, index, card }),
			},
		});
	}

	/** The answer to what a picture left open: any card but those that are known to lie elsewhere. */
	function askPlace({ position, index, cards }) {
		const isCard = (card) => card !== 'XX';
		store.set({
			asking: {
				title: say('pick_at', game().place(position, language())), likely: cards.filter(isCard),
				cards: game().mayLie(store.state, position), nothing: true,
				answer: (card) => does.correct({ position, index, card }),
			},
		});
	}

	const INTENTS = {
		note: (key) => does.note(key),
		set: (change) => store.set(change),
		move,
		enter,
		ask: askCorrection,
		count: (count) => store.set({ sheet: 'count', count }),
	};

	const does = {
		complain,
		note: (key) => note(say(key)),
		tell: tried(tell),
		correct: tried((correction) => send('/corrections', correction)),
		undo: tried(undo),
		move,
		askPlace,
		press(spotted) {
			const { position, index, part } = spotted;
			if (part === undefined && !store.state.busy) {
				store.set({ focus: { position, index } });
			}
			for (const [intent, value] of Object.entries(game().press(store.state, spotted))) {
				INTENTS[intent](value);
			}
		},
		choose: (key) => store.set((state) => ({ chosen: state.chosen === key ? null : key, held: null })),
		begin: tried(async () => {
			const { session, entry } = store.state;
			await sendEntry('/snapshots', game().entry.snapshot(session, entry));
		}),
		edit: () => store.set((state) => ({ editing: !state.editing, held: null, chosen: null })),
		beginRetelling: tried(async () => {
			const telling = await game().retelling();
			store.set({ telling, draft: telling.draftOf(store.state.session), sheet: 'retell', editing: false });
		}),
		redraft: (change) => store.set(({ draft }) => ({ draft: { ...draft, ...change } })),
		redraftCard({ position, present, cards, put }) {
			store.set({
				asking: {
					title: say('pick_at', game().place(position, language())), present, cards, likely: [], nothing: present !== null,
					answer: (card) => does.redraft(put(card)),
				},
			});
		},
		retell: tried(async () => {
			const { telling, draft, session } = store.state;
			await send('/corrections', { table: telling.tableOf(draft, session) });
			store.set((state) => (state.draft === draft && state.sheet === 'retell' ? { sheet: null } : {})); // not another one
		}),
		answer(card) {
			const { asking } = store.state;
			store.set({ asking: null });
			asking.answer(card);
		},
		dismiss: () => store.set(({ asking }) => (asking ? { asking: null } : { sheet: null })),
		open: (sheet) => store.set({ sheet }),
		prefer(change) {
			store.set((state) => ({ preferences: { ...state.preferences, ...change } }));
			remember(store.state.preferences);
		},
		wish: (change) => store.set((state) => ({ wish: { ...state.wish, ...change } })),
		create: tried(async (wish) => {
			const { id, tokens } = await ask('POST', '/v1/sessions?fields=id', { ...wish, language: language() });
			keepTokens(id, tokens);
			open(`/s/${id}`);
		}),
		home: () => open('/'),
		visit: (id) => open(`/s/${id}`),
		again: () => {
			const { game: name, preset, rules, name: title } = store.state.session;
			return does.create({ game: name, preset, rules, name: title });
		},
		readHistory: tried(async () => {
			const mine = latest('history');
			let after = 0;
			const events = [];
			do {
				const page = await ask('GET', `${path('/history')}?limit=500&after=${after}&${words()}`);
				events.push(...page.events);
				after = page.next;
			} while (after !== null);
			mine({ history: events });
		}),
		/** `coming`: what was asked for already. */
		async readStart(coming) {
			const mine = latest('start');
			try {
				const [{ games }, { sessions }] = await (coming ?? askStart(language()));
				mine((state) => ({ games, tables: sessions, missing: null, wish: state.wish ?? { game: games[0].name } }));
			} catch (error) {
				mine({ missing: inWords(error) });
			}
		},
	};
	return does;
}
