// The player's actions: each changes the state or sends a request to the daemon.

import { request, fetchStart } from './request.js';
import { remember } from './preferences.js';
import { withResponse, undoneSteps } from './state.js';
import { keepTokens } from './token.js';

/** Maps API error codes to player messages; the API's `detail` is for developers. */
const ERROR_TEXTS = {
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

const TOAST_MS = 6000;

/** `t(key, …)` returns a text in the page's language; `game()` the module of the current game. */
export function createActions({ store, t, language, game, open }) {
	const path = (kind = '') => `/v1/sessions/${store.state.id}${kind}`;
	const languageQuery = () => `language=${language()}`;

	const errorText = (error) => t(error.status === undefined ? 'unreachable' : ERROR_TEXTS[error.code] ?? 'refused_other');

	let fading;
	function showToast(toast) {
		store.set({ toast });
		clearTimeout(fading);
		fading = setTimeout(() => store.set({ toast: null }), TOAST_MS);
	}
	const showError = (error) => showToast(errorText(error));

	/**
	 * Sends a change of the session. Its response is shown unless a newer notification has arrived. The request carries the shown
	 * version, so that it does not apply to a table that another client has changed meanwhile.
	 */
	async function send(kind, body) {
		const busy = {};
		store.set({ busy, toast: null });
		try {
			const session = await request('POST', `${path(kind)}?wait=false&${languageQuery()}`, body, { version: store.state.session?.version });
			store.set((state) => withResponse(state, session));
			return session;
		} finally {
			store.set((state) => (state.busy === busy ? { busy: null } : {})); // another request may be pending by now
		}
	}

	/** Of repeated reads only the response to the last one is shown. Returns a setter that ignores outdated responses. */
	const latestRequests = {};
	function latest(what) {
		const mine = {};
		latestRequests[what] = mine;
		return (change) => latestRequests[what] === mine && store.set(change);
	}

	const withErrorToast = (action) => async (...values) => {
		try {
			await action(...values);
		} catch (error) {
			showError(error);
		}
	};

	// ---- Moves ----------------------------------------------------------------------------------------

	/** Clears the entry after it has been sent, unless it has changed meanwhile. */
	async function sendEntry(kind, body) {
		const { entry } = store.state;
		await send(kind, body);
		store.set((state) => (state.entry === entry ? { entry: {} } : {}));
	}

	async function submitMove(move, revealed) {
		const { version } = store.state.session;
		try {
			await sendEntry('/moves', revealed ? { ...game().moveBody(move), revealed } : game().moveBody(move));
		} catch (error) {
			if (store.state.session.version !== version) { // the move was meant for another version
				actions.toast('refused_changed');
			} else if (error.code === 'revealed_card_missing') {
				pickRevealed(move);
			} else if (error.code === 'no_card_revealed') {
				await sendEntry('/moves', game().moveBody(move));
			} else {
				throw error;
			}
		}
	}

	/** Steps undone on this device can be redone until another change happens. */
	async function undo(steps) {
		const { session } = store.state;
		const { version } = await send('/undo', { steps });
		store.set(({ undone }) => ({ undone: { version, steps: undoneSteps({ undone, session }) + steps } }));
	}

	function pickRevealed(move) {
		store.set({
			cardPicker: {
				title: t('pick_revealed'), about: move.instruction, cards: game().possibleRevealed(store.state, move), likely: [],
				answer: (card) => actions.submitMove(move, card),
			},
		});
	}

	function move(which) {
		if (game().reveals(store.state.session, which)) {
			pickRevealed(which);
		} else {
			actions.submitMove(which);
		}
	}

	// ---- The first table ------------------------------------------------------------------------------

	function enter(position) {
		const { session, entry } = store.state;
		const { [position]: present, ...others } = entry;
		store.set({
			cardPicker: {
				title: t('pick_at', game().placeName(position, language())), present,
				cards: game().unseenCards({ session, entry: others }), likely: [],
				answer: (card) => {
					store.set({ entry: { ...others, [position]: card }, cardPicker: null });
					const next = game().entry.next(session, store.state.entry);
					if (next !== undefined) {
						enter(next);
					}
				},
			},
		});
	}

	// ---- Corrections ------------------------------------------------------------------------------------

	function pickCorrection({ position, index }) {
		const present = game().current(store.state.session, position, (index ?? 1) - 1);
		store.set({
			cardPicker: {
				title: t('pick_at', game().placeName(position, language())), present, likely: [],
				cards: game().possibleCards(store.state, position),
				answer: (card) => actions.correct({ position, index, card }),
			},
		});
	}

	/** Resolves an unclear slot: any card except those known to be elsewhere. */
	function pickCandidate({ position, index, cards }) {
		const isCard = (card) => card !== 'XX';
		store.set({
			cardPicker: {
				title: t('pick_at', game().placeName(position, language())), likely: cards.filter(isCard),
				cards: game().possibleCards(store.state, position), nothing: true,
				answer: (card) => actions.correct({ position, index, card }),
			},
		});
	}

	const INTENTS = {
		toast: (key) => actions.toast(key),
		set: (change) => store.set(change),
		move,
		enter,
		pickCard: pickCorrection,
		count: (count) => store.set({ sheet: 'count', count }),
	};

	const actions = {
		showError,
		toast: (key) => showToast(t(key)),
		submitMove: withErrorToast(submitMove),
		correct: withErrorToast((correction) => send('/corrections', correction)),
		undo: withErrorToast(undo),
		move,
		pickCandidate,
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
		begin: withErrorToast(async () => {
			const { session, entry } = store.state;
			await sendEntry('/snapshots', game().entry.snapshot(session, entry));
		}),
		edit: () => store.set((state) => ({ editing: !state.editing, held: null, chosen: null })),
		beginTableEntry: withErrorToast(async () => {
			const tableEntry = await game().loadTableEntry();
			store.set({ tableEntry, draft: tableEntry.draftOf(store.state.session), sheet: 'enter_table', editing: false });
		}),
		changeDraft: (change) => store.set(({ draft }) => ({ draft: { ...draft, ...change } })),
		pickDraftCard({ position, present, cards, put }) {
			store.set({
				cardPicker: {
					title: t('pick_at', game().placeName(position, language())), present, cards, likely: [], nothing: present !== null,
					answer: (card) => actions.changeDraft(put(card)),
				},
			});
		},
		submitTable: withErrorToast(async () => {
			const { tableEntry, draft, session } = store.state;
			await send('/corrections', { table: tableEntry.tableOf(draft, session) });
			store.set((state) => (state.draft === draft && state.sheet === 'enter_table' ? { sheet: null } : {})); // a later sheet stays open
		}),
		answer(card) {
			const { cardPicker } = store.state;
			store.set({ cardPicker: null });
			cardPicker.answer(card);
		},
		dismiss: () => store.set(({ cardPicker }) => (cardPicker ? { cardPicker: null } : { sheet: null })),
		open: (sheet) => store.set({ sheet }),
		prefer(change) {
			store.set((state) => ({ preferences: { ...state.preferences, ...change } }));
			remember(store.state.preferences);
		},
		changeNewTable: (change) => store.set((state) => ({ newTable: { ...state.newTable, ...change } })),
		create: withErrorToast(async (newTable) => {
			const { id, tokens } = await request('POST', '/v1/sessions?fields=id', { ...newTable, language: language() });
			keepTokens(id, tokens);
			open(`/s/${id}`);
		}),
		home: () => open('/'),
		visit: (id) => open(`/s/${id}`),
		again: () => {
			const { game: name, preset, rules, name: title } = store.state.session;
			return actions.create({ game: name, preset, rules, name: title });
		},
		readHistory: withErrorToast(async () => {
			const mine = latest('history');
			let after = 0;
			const events = [];
			do {
				const page = await request('GET', `${path('/history')}?limit=500&after=${after}&${languageQuery()}`);
				events.push(...page.events);
				after = page.next;
			} while (after !== null);
			mine({ history: events });
		}),
		/** `coming`: promise of a request that is already running. */
		async readStart(coming) {
			const mine = latest('start');
			try {
				const [{ games }, { sessions }] = await (coming ?? fetchStart(language()));
				mine((state) => ({ games, tables: sessions, missing: null, newTable: state.newTable ?? { game: games[0].name } }));
			} catch (error) {
				mine({ missing: errorText(error) });
			}
		},
	};
	return actions;
}
