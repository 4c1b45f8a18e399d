// The player's actions: each changes the state or sends a request to the daemon.

import { request, requestWhenFree, fetchStart } from './request.js';
import { moduleOf } from './games/index.js';
import { rememberNames } from './games/seat_names.js';
import { DOUBT_MS, lastTap, showEarly } from './guard.js';
import { anyDeal, remember, rememberVariant, rememberedVariant } from './preferences.js';
import { asksForCard, hidesAdvice, isPractice, withResponse, undoneSteps } from './state.js';
import { whereText } from './pad.js';
import { isWatching, keepShared, keepTokens, readCode } from './token.js';

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
const BEGUN_REVIEW = { status: 'running', count: null, valued: 0, dearest: [], decisions: [] };
const REVIEW_MS = 1000; // between two questions how far the review is

/**
 * `t(key, …)` returns a text in the page's language; `game()` the module of the current game; `paintedVersion()` the version of the table
 * on the screen, which may be behind the state: a tap is for what is on the screen.
 */
export function createActions({ store, t, language, game, open, paintedVersion }) {
	const path = (kind = '') => `/v1/sessions/${store.state.id}${kind}`;
	const languageQuery = () => `language=${language()}`;

	const errorText = (error) => t(error.status === undefined ? 'unreachable' : ERROR_TEXTS[error.code] ?? 'refused_other');

	let fading;
	function showToast(toast, undoable = null) {
		store.set({ toast, undoable });
		clearTimeout(fading);
		fading = setTimeout(() => store.set({ toast: null }), TOAST_MS);
	}
	const showError = (error) => showToast(errorText(error));

	/**
	 * Sends a change of the session. Its response is shown unless a newer notification has arrived. The request carries the painted
	 * version, so that it does not apply to a table that another client has changed meanwhile.
	 */
	async function send(kind, body, version = paintedVersion()) {
		const busy = {};
		store.set({ busy, toast: null, undoable: null, met: false });
		try {
			const session = await request('POST', `${path(kind)}?wait=false&${languageQuery()}`, body, { version });
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
		return (change) => {
			if (latestRequests[what] === mine) {
				store.set(change);
			}
			return latestRequests[what] === mine;
		};
	}

	const withErrorToast = (action) => async (...values) => {
		try {
			await action(...values);
		} catch (error) {
			showError(error);
		}
	};

	/** All events of a session. */
	async function readEvents(id) {
		let after = 0;
		const events = [];
		do {
			const page = await request('GET', `/v1/sessions/${id}/history?limit=500&after=${after}&${languageQuery()}`);
			events.push(...page.events);
			after = page.next;
		} while (after !== null);
		return events;
	}

	// ---- Moves ----------------------------------------------------------------------------------------

	/** Clears the entry after it has been sent, unless it has changed meanwhile. */
	async function sendEntry(kind, body) {
		const { entry } = store.state;
		await send(kind, body);
		store.set((state) => (state.entry === entry ? { entry: {} } : {}));
	}

	/** A tap close to a change may have been meant for what was there before. */
	function offerUndo({ age }, move) {
		if (age < DOUBT_MS || store.state.met) {
			const { session: { version } } = store.state;
			showToast(t('recorded', game().shortName(move, language()) || move.instruction), { version, run: () => actions.undo(1) });
		}
	}

	async function submitMove(move, revealed) {
		if (store.state.busy) {
			return; // the second tap of a double tap
		}
		const version = paintedVersion();
		const tap = lastTap();
		try {
			await sendEntry('/moves', revealed ? { ...game().moveBody(move), revealed } : game().moveBody(move));
			offerUndo(tap, move);
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

	/** Several moves that one tap stands for; they are undone together. */
	async function submitMoves({ list, text }) {
		let version = paintedVersion();
		let count = 0;
		try {
			for (const one of list) {
				({ version } = await send('/moves', game().moveBody(one), version));
				count += 1;
			}
		} finally {
			if (count > 0) {
				showToast(t('recorded', text(language())), { version, run: () => actions.undo(count) });
			}
		}
	}

	/** Steps undone on this device can be redone until another change happens. */
	async function undo(steps) {
		if (store.state.busy) {
			return; // the second tap of a double tap
		}
		const { session } = store.state;
		const { version } = await send('/undo', { steps }).catch((error) => {
			if (steps > 0 && error.code === 'nothing_to_undo') {
				store.set({ exhausted: session.version });
			}
			throw error;
		});
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
		if (asksForCard(game(), store.state.session, which)) {
			pickRevealed(which);
		} else {
			actions.submitMove(which);
		}
	}

	// ---- The first table ------------------------------------------------------------------------------

	/** The card lies at this place; the one that was there takes the card's former place. */
	function enterCard(position, card) {
		const { entry } = store.state;
		const { [position]: present, ...others } = entry;
		const from = Object.keys(others).find((place) => others[place] === card);
		const swapped = { ...others, [position]: card, ...(from !== undefined ? { [from]: present } : {}) };
		store.set({ entry: Object.fromEntries(Object.entries(swapped).filter(([, one]) => one)) });
	}

	function enter(position) {
		const { session, entry } = store.state;
		const { [position]: present, ...others } = entry;
		store.set({
			cardPicker: {
				title: t('pick_at', game().placeName(position, language())), present, at: position,
				places: game().entry.slots(session).map((place) => ({ position: place, card: entry[place] })),
				cards: game().unseenCards({ session, entry: others }), likely: [],
				answer: (card) => {
					enterCard(position, card);
					store.set({ cardPicker: null });
					const next = game().entry.next(session, store.state.entry);
					if (next !== undefined) {
						enter(next);
					}
				},
			},
		});
	}

	/** Takes the last entered card back. */
	function unenter() {
		const { session, entry } = store.state;
		const last = game().entry.slots(session).filter((place) => entry[place]).at(-1);
		store.set({ entry: Object.fromEntries(Object.entries(entry).filter(([place]) => place !== String(last))) });
	}

	/** A card that lies elsewhere: while the first table is entered it changes places, otherwise the page says where it is. */
	function pickUsed(card) {
		const { state } = store;
		const { cardPicker, session, entry } = state;
		const entered = Object.values(entry).includes(card);
		if (session.status === 'waiting' && entered) {
			return cardPicker ? cardPicker.answer(card) : enterCard(game().entry.next(session, entry), card);
		}
		const said = whereText(card, game().placeName(game().whereIs(state, card), language()), language(), t);
		return cardPicker ? store.set({ cardPicker: { ...cardPicker, said } }) : showToast(said);
	}

	// ---- Corrections ------------------------------------------------------------------------------------

	function pickCorrection({ position, index }) {
		const { session } = store.state;
		const present = game().current(session, position, (index ?? 1) - 1);
		store.set({
			cardPicker: {
				title: t('pick_at', (game().pileName ?? game().placeName)(position, language(), session.game)), present, likely: [],
				cards: game().possibleCards(store.state, position),
				answer: (card) => actions.correct(game().correction?.(session, { position, index, card }) ?? { position, index, card }),
			},
		});
	}

	/** Resolves an unclear slot: any card except those known to be elsewhere. */
	function pickCandidate({ position, index, cards }) {
		const isCard = (card) => card !== 'XX';
		store.set({
			cardPicker: {
				title: t('pick_at', game().placeName(position, language(), store.state.session.game)), likely: cards.filter(isCard),
				cards: game().possibleCards(store.state, position), nothing: true,
				answer: (card) => actions.correct({ position, index, card }),
			},
		});
	}

	// ---- Tables ---------------------------------------------------------------------------------------

	const withoutTable = (list, id) => list.filter((one) => one !== id);
	const deletions = new Map(); // id -> timer

	/** A table is deleted when the message about it goes, or the page. */
	function deleteNow(id) {
		clearTimeout(deletions.get(id));
		deletions.delete(id);
		return request('DELETE', `/v1/sessions/${id}`, undefined, { keepalive: true });
	}

	function restore(id) {
		clearTimeout(deletions.get(id));
		deletions.delete(id);
		store.set(({ removed }) => ({ removed: withoutTable(removed, id), toast: null }));
	}

	function remove({ id, name }) {
		store.set(({ removed }) => ({ removed: [...removed, id], sheet: null }));
		deletions.set(id, setTimeout(() => deleteNow(id).catch((error) => {
			restore(id);
			showError(error);
		}), TOAST_MS));
		showToast(t('table_removed', name), { run: () => restore(id) });
	}

	async function create(newTable, isRemembered = true) {
		const { id, tokens } = await request('POST', '/v1/sessions?fields=id', { ...newTable, language: language() });
		keepTokens(id, tokens);
		if (isRemembered) {
			rememberVariant(newTable);
		}
		open(`/s/${id}`);
	}

	const INTENTS = {
		toast: (key) => actions.toast(key),
		set: (change) => store.set(change),
		refuse: ({ position, index }) => showEarly(document.querySelector(`[data-spot="${position}/${index}"]`)),
		move,
		moves: withErrorToast(submitMoves),
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
		enter,
		enterCard,
		unenter,
		pickUsed,
		press(spotted) {
			if (store.state.line || store.state.moment !== null) {
				return; // the table is only shown
			}
			const { position, index, part } = spotted;
			if (part === undefined && !store.state.busy) {
				store.set({ focus: { position, index } });
			}
			const intents = game().press(store.state, spotted);
			if ((intents.move || intents.moves || intents.enter !== undefined) && isWatching(store.state.id)) {
				actions.toast('only_watching');
				return;
			}
			if ((intents.move || intents.moves) && (store.state.busy || !lastTap().settled)) {
				return; // the second tap of a double tap, or one for the table before the last change
			}
			for (const [intent, value] of Object.entries(intents)) {
				INTENTS[intent](value);
			}
		},
		/** At a practice table, for the position on the screen. */
		askAdvice: () => store.set({ asked: paintedVersion(), chosen: null, held: null }),
		choose: (key) => store.set((state) => ({ chosen: state.chosen === key ? null : key, held: null })),
		begin: withErrorToast(async () => {
			const { session, entry } = store.state;
			await sendEntry('/snapshots', game().entry.snapshot(session, entry));
		}),
		openWhy: withErrorToast(async () => {
			const module = await game().loadLine?.();
			store.set({ follow: module?.follow ?? null, sheet: 'why' });
		}),
		playLine: (steps) => store.set({ line: { steps, at: 0 }, sheet: null, held: null, expanded: null }),
		stepLine: (at) => store.set(({ line }) => ({ line: line && { ...line, at } })),
		endLine: () => store.set({ line: null }),
		/** The table of a decision; null: the present one. */
		showMoment: (moment) => store.set({ moment, line: null, held: null, expanded: null, focus: { position: 0, index: 0 } }),
		/** From the history: the first decision as soon as it is valued. */
		openReview() {
			store.set({ sheet: null, reviewing: true, editing: false });
			actions.showMoment(0);
			if (store.state.review?.version !== store.state.session.version) {
				actions.readReview();
			}
		},
		/** The moves that were better, on the table of the decision. */
		playBetter: withErrorToast(async () => {
			const { follow } = await game().loadLine();
			const { review, moment, session } = store.state;
			const { table, better } = review.decisions[moment];
			actions.playLine(follow({ ...session, table }, better.line, language()));
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
		open: (sheet) => store.set({ sheet, confirming: false }),
		prefer(change) {
			store.set((state) => ({ preferences: { ...state.preferences, ...change } }));
			remember(store.state.preferences);
		},
		changeTyped: (name, text) => store.set(({ newTable }) => ({ newTable: { ...newTable, typed: { ...newTable.typed, [name]: text } }, typedProblem: null })),
		changeNewTable: (change) => store.set((state) => ({ newTable: { ...state.newTable, ...change } })),
		/** Starts a table of the variant that was used last. */
		startGame: (name) => actions.create({ game: name, ...rememberedVariant(name) }),
		/** The same with the program's cards, which the tile does not remember. */
		practise: withErrorToast(async (name) => {
			const { rules, ...variant } = rememberedVariant(name);
			const wanted = moduleOf(name).wantedRules?.(rules, true) ?? rules;
			await create({ game: name, ...variant, rules: wanted, cards: 'program' }, false);
		}),
		openVariants: (name) => store.set({ newTable: { game: name, ...rememberedVariant(name) }, typedProblem: null, sheet: 'variants' }),
		/** The rules of a game; their element is there as soon as its module is. */
		openAbout(game, preset = rememberedVariant(game).preset) {
			store.set({ about: { game, preset }, sheet: 'about' });
			import('./rules_view.js').catch((error) => {
				actions.dismiss();
				actions.showError(error);
			});
		},
		startVariant: (game, preset) => actions.create(preset === rememberedVariant(game).preset ? { game, ...rememberedVariant(game) } : { game, preset }),
		showShared: (shared) => store.set({ shared }),
		/** Devices that came by the old code are locked out. */
		renewCode: withErrorToast(async () => {
			const { id } = store.state;
			const { tokens } = await request('POST', `/v1/sessions/${id}/tokens?fields=id`, { renew: ['companion'] });
			keepShared(id, tokens.companion);
			store.set(({ codes }) => ({ codes: codes + 1, shared: null, confirming: false }));
			actions.toast('code_renewed');
		}),
		filterTables: (filter) => store.set({ filter }),
		manage: ({ id, name, game: kind }) => store.set(({ games }) => ({
			managed: { id, name: name ?? '', title: name ?? games.find((one) => one.name === kind)?.title ?? kind }, sheet: 'manage',
		})),
		rename: withErrorToast(async (id, name) => {
			await request('PATCH', `/v1/sessions/${id}?fields=name`, { name });
			store.set(({ tables }) => ({ tables: tables.map((one) => (one.id === id ? { ...one, name } : one)), sheet: null }));
		}),
		remove,
		/** Before the page goes: what was removed is not to be undone any more. */
		finishRemovals: () => [...deletions.keys()].forEach((id) => deleteNow(id).catch(() => { /* nobody is there to be told */ })),
		openCode(text) {
			const { id, token } = readCode(text);
			if (id || token) {
				open(`${id ? `/s/${id}` : '/'}${token ? `#token=${token}` : ''}`);
			} else {
				actions.toast('code_unclear');
			}
		},
		/** How good the table is that can be continued, and how many moves were made. */
		readOutlook: async (id) => {
			const [session, events, { effectiveEvents }] = await Promise.all([
				request('GET', `/v1/sessions/${id}?fields=advice,cards,status,version`), readEvents(id), import('./decisive_move.js')]);
			const made = effectiveEvents(events).reduce((sum, { moves }) => sum + (moves?.length ?? 0), 0);
			const hides = hidesAdvice({ ...store.state, session });
			store.set({ outlook: { id, value: hides ? undefined : session.advice?.value, made } });
		},
		create: withErrorToast(create),
		/** What the daemon says of a field that was typed is shown there. */
		createTyped: withErrorToast(async (newTable, problemOf) => {
			try {
				await create(newTable);
			} catch (error) {
				const typedProblem = problemOf(error);
				if (!typedProblem) {
					throw error;
				}
				store.set({ typedProblem });
				document.getElementById(`given-${typedProblem.field}`)?.focus();
			}
		}),
		nameSeats(names) {
			rememberNames(store.state.id, names);
			store.set({ seatNames: names, sheet: null });
		},
		home: () => open('/'),
		visit: (id) => open(`/s/${id}`),
		again: () => {
			const { game: name, preset, rules, cards, opponents, name: title } = store.state.session;
			return actions.create({ game: name, preset, rules: anyDeal(rules), cards, opponents, name: title });
		},
		/** The cards of a practice game that is over, once more. */
		sameCards: () => {
			const { game: name, preset, rules, cards, seed, deck, opponents, name: title } = store.state.session;
			return actions.create({ game: name, preset, rules, cards, seed, deck: deck ?? undefined, opponents, name: title });
		},
		giveUp: withErrorToast(async () => {
			store.set({ sheet: null, confirming: false });
			const session = await request('PATCH', `${path()}?${languageQuery()}`, { status: 'stopped' });
			store.set((state) => withResponse(state, session));
		}),
		readHistory: withErrorToast(async () => {
			const mine = latest('history');
			mine({ history: await readEvents(store.state.id) });
		}),
		/**
		 * The review of the shown version, decision by decision with its table, until it is finished. A game may have none: then the history
		 * alone says what it says. While the daemon has too many of them, it is asked again.
		 */
		async readReview() {
			if (game().reviewed === false) {
				return;
			}
			const mine = latest('review');
			const { version } = store.state.session;
			const isWanted = () => mine({}) && store.state.session.version === version;
			const decisions = [];
			if (store.state.review?.version !== version) {
				mine({ review: { ...BEGUN_REVIEW, version } });
			}
			try {
				for (let next = 0; next !== null;) {
					const page = await requestWhenFree(`${path('/review')}?tables=true&limit=500&after=${next}&${languageQuery()}`, isWanted);
					decisions.push(...page.decisions);
					const isOfIt = page.version === version;
					if (!mine({ review: isOfIt ? { ...page, decisions: [...decisions] } : null }) || !isOfIt) {
						return;
					}
					if (page.status === 'running') {
						await new Promise((resolve) => { setTimeout(resolve, REVIEW_MS); });
						if (!isWanted()) {
							return;
						}
					}
					({ next } = page);
				}
			} catch {
				mine({ review: null, moment: null, reviewing: false });
			}
		},
		/** The page is left: what it was reading is asked for no longer. */
		leaveReview: () => latest('review'),
		/** Lets the daemon search; the advice comes by the connection. */
		search: () => request('GET', `${path('/advice')}?wait=false`).catch(() => { /* the next move is searched anyway */ }),
		/** `coming`: promise of a request that is already running. */
		async readStart(coming) {
			const mine = latest('start');
			try {
				const [{ games }, { sessions }] = await (coming ?? fetchStart(language()));
				mine({ games, tables: sessions, missing: null });
			} catch (error) {
				mine({ missing: errorText(error) });
			}
		},
	};
	return actions;
}
