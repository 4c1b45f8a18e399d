// The companion page: wires state, connection, actions and views together.

import { createActions } from './actions.js';
import { h, paint } from './dom.js';
import { first, id, viewName } from './preload.js';
import { drawingOf, fitsIn, isLoaded, loadGame, loadModules, loadWordsOf, moduleOf } from './games/index.js';
import { languageOf } from './languages.js';
import { noteMeanings, renewMeanings, startGuard } from './guard.js';
import { rememberEntry, rememberedEntry } from './entry_storage.js';
import { openSocket } from './connection.js';
import { hidesAdvice, isOver, isPractice, withResponse, createStore, withMessage, initial, withConnection } from './state.js';
import { loadStyle } from './style_sheet.js';
import { awaited, WAIT_MS, withSteady } from './steady.js';
import { loadLanguage, loadTexts, translator } from './texts.js';
import { unfinished } from './tiles.js';
import { isWatching, mayCreate } from './token.js';

const store = createStore({ ...initial(), id }, withSteady);
const page = document.getElementById('page');
const picker = document.getElementById('picker');
const sheet = document.getElementById('sheet');
const live = document.getElementById('live');

const wantedLanguage = () => languageOf(store.state.preferences.language);
let spokenLanguage = wantedLanguage(); // the wanted one, as soon as its texts are there
const language = () => spokenLanguage;
const t = (...words) => translator(language())(...words);
const game = () => moduleOf(store.state.session?.game);

let socket = { now() {}, again() {} };

const VIEWS = {
	table: () => import('./table_view.js').then(({ TableView }) => TableView),
	start: () => Promise.all([import('./start_view.js'), loadStyle('/companion/start.css')]).then(([{ StartView }]) => StartView),
	statistics: () => Promise.all([
		import('./statistics_view.js'), import('./simulations.js'), import('./choices.js'), loadStyle('/companion/start.css'), inItsLanguage((wanted) => loadTexts(wanted, LATER.words)),
	]).then(([{ StatisticsView }, { createSimulations }, { createChoices }]) => {
		Object.assign(actions, createSimulations({ store, language, showError: actions.showError }), createChoices({ store, showError: actions.showError }));
		return StatisticsView;
	}),
};

/** The texts of what opens later; the service worker looks for this name, too. */
const LATER = { words: 'more' };

// Modules not needed for the first view are loaded when the browser is idle.
const IDLE_MS = 500;
const idle = () => new Promise((then) => {
	(globalThis.requestIdleCallback ?? setTimeout)(then, globalThis.requestIdleCallback ? { timeout: IDLE_MS } : IDLE_MS);
});
const LAZY_MODULES = [
	() => import('./feedback.js'), () => import('./picker.js'), () => import('./sheets.js'),
	() => import('./history.js'), () => import('./review_view.js'), () => import('./why.js'), () => import('./ending.js'), () => import('./celebration.js'), () => import('./drag.js'),
];

const actions = {
	...createActions({
		store, t, language, game, paintedVersion: () => paintedVersion,
		open: (path) => location.assign(path),
	}),
	reconnect: () => socket.now(),
	showStatistics: () => { location.hash = 'statistics'; },
	leaveStatistics: () => {
		actions.replayEnd?.();
		location.hash = '';
	},
	showTable: () => scrollTo({ top: 0, behavior: calm() ? 'instant' : 'smooth' }),
	shareResult: (result) => import('./result_picture.js').then(({ shareResult }) => shareResult(result, derived(store.state), t)).catch(actions.showError),
	install() {
		store.state.installable?.prompt();
		store.set({ installable: null });
	},
	/** The range of the curve has the focus again. */
	endReview() {
		actions.showMoment(null);
		store.set(({ session }) => (isOver(session) ? {} : { reviewing: false }));
		paintNow();
		page.querySelector('.scrub input')?.focus({ preventScroll: true });
	},
	/** Before phones are disconnected, or a game is given up. The button that was pressed goes; the focus is on the first of those that come. */
	confirm(confirming) {
		store.set({ confirming });
		paintNow();
		sheet.querySelector(confirming ? '.sure-buttons button' : '.asks-first')?.focus();
	},
	speakNow: () => extras?.feedback.speakNow(),
	recount: (value) => store.set(({ count }) => ({ count: { ...count, value } })),
	correctCount() {
		const { position, name, value } = store.state.count;
		store.set({ sheet: null });
		actions.correct({ position, [name]: value });
	},
	steer(event) {
		if (!event.key.startsWith('Arrow') || !event.target.dataset.spot) {
			return;
		}
		event.preventDefault();
		const focus = game().steer(derived(store.state).drawn, event.key);
		store.set({ focus });
		paintNow();
		page.querySelector(`[data-spot="${focus.position}/${focus.index}"]`)?.focus();
	},
};
const calm = () => matchMedia('(prefers-reduced-motion: reduce)').matches;

// ---- The view ---------------------------------------------------------------------------------------------

/** The displayed move: the chosen one, otherwise the suggestion. */
const shownOf = (module, session, chosen) => (module.shown ? module.shown(session, chosen, language())
	: session.moves.find((move) => module.moveKey(move) === chosen) ?? session.suggestion);

/** Explanations of snapshots that did not change the view. */
const UNCLEAR = new Set(['look_again', 'contradiction']);

/** The question which explanation is right, or null. The likeliest one is shown meanwhile. */
const questionOf = (session) => (session && session.sync !== 'in_sync' && session.asks?.question !== undefined ? session.asks : null);

/** True if the shown table is playable: in sync, being confirmed, or with an open question. */
const isKnown = (session) => session.sync === 'in_sync' || (session.sync === 'looking' && !UNCLEAR.has(session.observed.explanation));

/** The reviewed decision whose table is shown, or null. */
const momentOf = (state) => extras.reviewOf(state)?.decisions[state.moment] ?? null;

/** What a drawing needs for the table of a decision: the made move and the better one. */
function drawnAt(state, { table, move, ...decision }) {
	const better = extras.betterOf({ move, ...decision }, state.game);
	const session = {
		...state.session, table, moves: [move, better].filter(Boolean), suggestion: move, status: 'playing', sync: 'in_sync', advice: null,
	};
	return { ...state, session, shown: move, better, held: null, editing: false, busy: true, watching: true, entry: {}, question: null, questions: [], asking: null };
}

const NO_VALUE = { value: null, low: null, high: null, reasons: [] };

/** The session without what only its advice says. The moves stay: they are what is possible. What the other side did is no advice. */
const withoutAdvice = (session, module) => ({ ...session, suggestion: null, message: module.reply?.(session)?.instruction ?? '', advice: null, moves: session.moves.map((move) => ({ ...move, ...NO_VALUE })) });

/** The state with derived data. */
function derived(state) {
	const module = game();
	const { moves, suggestion, message, withheld } = state.steady ?? {};
	const present = isLoaded(state.session?.game) ? { ...state.session, moves, suggestion, message } : null; // until its drawing is loaded, a session counts as absent
	const line = present && state.line;
	const hides = present !== null && !line && state.moment === null && hidesAdvice(state);
	const session = hides ? withoutAdvice(present, module) : line ? { ...present, table: line.steps[line.at].table } : present;
	const decision = present && extras ? momentOf(state) : null;
	const known = session !== null && isKnown(session);
	const playing = known && session.status === 'playing' && !state.editing && !line && !decision;
	const chooses = !hides || module.shown !== undefined; // without advice a card that is picked up names no move; a number of cards to take does
	const shown = playing && chooses && (!withheld || state.chosen !== null) ? shownOf(module, session, state.chosen) : null;
	const all = {
		...state, language: language(), session, line, LineBar: extras?.LineBar, game: module, known, shown, hides, withheld, watching: id !== null && isWatching(id), creates: id === null || mayCreate(id), busy: state.busy !== null, can: extras?.CAPABILITIES ?? {},
		Table: drawingOf(session?.game),
		padFits: padFits(state, session),
		Ending: extras?.Ending,
		question: questionOf(session),
		asking: session && session.sync !== 'in_sync' ? session.observed.asks?.find(({ question }) => question === undefined) ?? null : null,
		questions: session && session.sync !== 'in_sync' ? session.observed.asks ?? [] : [],
	};
	const reviews = extras && session && (isOver(session) || (state.reviewing && known && all.questions.length === 0));
	return { ...all, Review: reviews ? extras : null, moment: reviews && decision ? state.moment : null, drawn: reviews && decision && !line ? drawnAt(all, decision) : all };
}

let View;
let extras = null;
let painted;
let paintedPicker;
let paintedSheet;
let paintedToast;
let paintedVersion;
let scheduled = false;
let painting = false;

/** The second tap of a double tap must not hit a dialog that has opened under the finger. */
const SETTLE_MS = 400;
function settle(element) {
	element.classList.add('fresh');
	setTimeout(() => element.classList.remove('fresh'), SETTLE_MS);
}

function dialog(element, wanted, last, view) {
	const next = wanted ? paint(element, last, view()) : last;
	if (wanted && !element.open) {
		element.showModal();
		renewMeanings(element);
		settle(element);
	} else if (!wanted && element.open) {
		element.close();
	}
	return next;
}

function paintNow() {
	scheduled = false;
	if (!View) {
		return;
	}
	const state = derived(store.state);
	performance.mark('paint');
	const { documentElement: root } = document;
	root.lang = state.language;
	document.title = [state.session?.name, t('title')].filter(Boolean).join(' – ');
	root.dataset.theme = state.preferences.theme;
	root.dataset.large = state.preferences.large;
	paintedVersion = state.session?.version;
	const moving = cardsThatMove(state);
	state.said = newsOf(state);
	painting = true;
	try {
		painted = paint(page, painted, View(state, actions, t));
		paintedPicker = dialog(picker, extras && state.cardPicker, paintedPicker, () => extras.Picker(state, actions, t));
		paintedSheet = dialog(sheet, extras && state.sheet, paintedSheet, () => extras.Sheet(state, actions, t));
		keepFocus();
	} finally {
		painting = false;
	}
	announce(state);
	noteMeanings();
	timePaint();
	animate(moving, state);
	hintOnce(state);
	adviseOnce(state);
	markUsable(state);
	if ((state.width === 0 && page.querySelector('.field')) || state.questionHeight !== questionHeight()) {
		measureTable();
		paintNow();
	}
}

/** Marks the moment when the page is usable; then the rest is loaded. */
let isUsable = false;
function markUsable({ id: ofTable, session, games, connection }) {
	if (!isUsable && (ofTable ? session || connection.state === 'gone' : games)) {
		isUsable = true;
		performance.mark('usable');
		loadGames();
		loadRest();
	}
}

/** Loads something that has words; again if the page has changed its language meanwhile. */
async function inItsLanguage(load) {
	let wanted;
	do {
		wanted = language();
		await load(wanted);
	} while (wanted !== language());
}

/** Loads the modules of the listed games. The default game's is already there; the others must not delay the first view. */
function loadGames() {
	const { games } = store.state;
	if (games && isUsable) {
		inItsLanguage((wanted) => loadModules(games.map(({ name }) => name), wanted)).then(schedule, showLoadError);
	}
}

/** Records the duration of paints for performance tests. Bounded. */
const MAX_TIMES = 500;
let times = 0;
function timePaint() {
	performance.measure('paint', 'paint');
	performance.clearMarks('paint');
	times += 1;
	if (times % MAX_TIMES === 0) {
		performance.clearMeasures('paint');
	}
}

function schedule() {
	if (!scheduled) {
		scheduled = true;
		requestAnimationFrame(() => scheduled && paintNow());
	}
}

/**
 * Paints before the next event, which may refer to the new page. Not for `click` or `input` on fields: a field has its new value before
 * these events, and painting would reset it, so that `change` would never fire. (A field removed by a paint may fire `change`.)
 */
const FIELDS = 'input, select, label';
function paintAfter({ type, target }) {
	const choosing = type !== 'change' && target.closest?.(FIELDS);
	if (scheduled && !painting && !choosing) {
		paintNow();
	}
}
['click', 'input', 'change'].forEach((type) => document.addEventListener(type, paintAfter));

/** If the focused element is removed, the focus moves to another card of the table, or from a question to the main button. */
let kept = null;
page.addEventListener('focusin', ({ target }) => {
	kept = target.dataset.spot ? '[data-spot]' : target.closest('.questions') ? '.thumb .main' : null;
});
function keepFocus() {
	if (kept && document.activeElement === document.body) {
		(page.querySelector(`${kept}[tabindex="0"]`) ?? page.querySelector(kept))?.focus();
	}
}

/** Text for screen readers: the message, and the instruction of a chosen move or of the suggestion beside a question. */
function spoken({ session, question, known, shown, chosen }) {
	const instruction = chosen !== null || (question && known) ? shown?.instruction : undefined;
	return [instruction, chosen === null || !instruction ? session?.message : undefined].filter(Boolean).join(' ');
}

/** The text before a dialog was opened. Outside of an open dialog nothing is announced: news has a place in the dialog itself. */
let heard = '';
function newsOf(state) {
	const text = state.toast ?? spoken(state);
	return text === heard ? '' : text;
}

function announce(state) {
	const { toast } = state;
	const text = toast ?? spoken(state);
	if (!picker.open && !sheet.open) {
		heard = text;
	}
	if (live.textContent !== text) {
		live.textContent = text;
	}
	const box = document.getElementById('toast');
	const { undoable } = state;
	const canUndo = toast && undoable && (undoable.version ?? state.session?.version) === state.session?.version;
	paintedToast = paint(box, paintedToast, toast ? [h('span', { key: toast }, toast), canUndo
		&& h('button', { key: 'undo', type: 'button', class: 'link', 'data-means': `undo ${toast}`, on: { click: undoable.run } }, t('undo'))] : []);
	box.hidden = !toast;
	raise(box, toast);
}

/** Shows a new message above an open sheet; browsers without popovers show it below. */
let raised = null;
function raise(box, toast) {
	if (toast === raised || !box.showPopover) {
		return;
	}
	if (box.matches(':popover-open')) {
		box.hidePopover();
	}
	if (toast) {
		box.showPopover();
	}
	raised = toast;
}

// ---- Layout and motion --------------------------------------------------------------------------------------

const MIN_HEIGHT = 296;
const MIN_BESIDE = 200; // on a phone in landscape
const MAX_HEIGHT = 900;
const MARGIN = 24;
const PEEK = 112; // visible part of the moves below the table
const PAD = 9.75; // height of the pad, in rem
const MIN_ABOVE_PAD = 204; // a new table, to its last card
const MIN_BESIDE_PAD = 440;

/** Height of the question above the bar; 0: none is asked. */
const questionHeight = () => page.querySelector('.questions')?.offsetHeight ?? 0;

function measureTable() {
	const question = questionHeight();
	store.set({ questionHeight: question });
	const field = page.querySelector('.field');
	if (!field) {
		return;
	}
	const style = getComputedStyle(field);
	const inside = field.clientWidth - parseFloat(style.paddingLeft) - parseFloat(style.paddingRight);
	const above = field.getBoundingClientRect().top + scrollY + parseFloat(style.paddingTop);
	const beside = getComputedStyle(field.parentElement).gridTemplateColumns.includes(' ');
	const pad = PAD * parseFloat(getComputedStyle(document.documentElement).fontSize);
	const thumb = page.querySelector('.thumb').offsetHeight;
	const below = (beside ? MARGIN : thumb + (game().pad ? pad : PEEK)) + parseFloat(style.paddingBottom);
	const room = innerHeight - above - thumb - pad;
	store.set({
		padRoom: beside ? innerHeight >= MIN_BESIDE_PAD : room >= MIN_ABOVE_PAD,
		width: Math.max(1, Math.floor(inside)),
		height: Math.round(Math.min(MAX_HEIGHT, Math.max(beside ? MIN_BESIDE : MIN_HEIGHT, innerHeight - above - below))),
		above: beside ? Infinity : Math.floor(question > 0 ? innerHeight - above - thumb - question : room),
	});
}

/** On a small phone the pad is shown below tables with short columns only: it hides no card. */
const padFits = ({ padRoom, width, height, above }, session) => padRoom && (above >= height || width === 0 || fitsIn(session, { width, height, above }));

let lastVersion;
let lastLine = null;

/** The steps of a line between the one that was drawn last and this one. */
function stepsTo(line) {
	const { steps } = line ?? lastLine;
	const [first, last] = [lastLine?.at ?? 0, line?.at ?? 0].sort((one, two) => one - two);
	return steps.slice(first + 1, last + 1);
}

let lastPlaces = new Map();

const cardOf = (code) => page.querySelector(`.field mk-card[code="${code}"]`);

/** Position of a card from its last description: reading it from the browser would force a layout. */
function boxOf(code) {
	const card = cardOf(code);
	const moved = ['.spot, .under', '.pile'].map((around) => card?.closest(around)?.style.translate ?? '');
	const [near, pile] = moved.map((translate) => translate.split(' ').map((part) => parseFloat(part) || 0));
	return card && { x: near[0] + pile[0], y: (near[1] ?? 0) + (pile[1] ?? 0) };
}

/** Records the positions of the cards that are about to move. */
function cardsThatMove({ session, line }) {
	lastPlaces = new Map();
	if (!session || lastVersion === undefined || calm()) {
		return [];
	}
	const moves = session.version !== lastVersion ? session.observed.moves ?? [] : line !== lastLine ? stepsTo(line) : [];
	const cards = moves.flatMap(({ cards: moved }) => moved ?? []);
	cards.forEach((code) => lastPlaces.set(code, extras?.drag.droppedAt(code) ?? boxOf(code)));
	return cards;
}

/** The suggested card moves once, when its suggestion has been there for a moment. */
const HINT_AFTER_MS = 400;
let hinted = '';
function hintOnce({ session, shown, chosen, known, busy }) {
	const key = shown && known && chosen === null && !busy ? `${session.version} ${game().moveKey(shown)}` : '';
	if (key === '' || key === hinted || !extras || calm()) {
		return;
	}
	hinted = key;
	setTimeout(() => {
		const field = page.querySelector('.field');
		if (field && hinted === key && store.state.session.version === session.version && store.state.held === null) {
			extras.hint(field);
		}
	}, HINT_AFTER_MS);
}

/** A table that was just dealt has been searched for nobody: a search follows each move, and no move has been made yet. */
let advised = null;
function adviseOnce({ session }) {
	if (isPractice(session) && session.version === 0 && session.status === 'playing' && session.advice?.worlds === 0 && advised !== session.id) {
		advised = session.id;
		actions.search();
	}
}

/** A game that has just been won, on this phone or another one at the table. */
function celebrate() {
	const field = page.querySelector('.field');
	if (field && extras && !calm()) {
		extras.celebrate(field);
	}
	if (extras && store.state.preferences.sound && navigator.userActivation?.hasBeenActive) {
		extras.chime();
	}
}

/** Moved cards slide from their old position; revealed cards turn over. */
function animate(cards, { session, line }) {
	for (const code of cards) {
		const from = lastPlaces.get(code);
		const to = boxOf(code);
		if (from && to && (from.x !== to.x || from.y !== to.y)) {
			cardOf(code).animate(
				[{ transform: `translate(${from.x - to.x}px, ${from.y - to.y}px)` }, { transform: 'none' }],
				{ duration: 280, easing: 'cubic-bezier(.2,.7,.2,1)' });
		}
	}
	if (session && lastVersion !== undefined && session.version !== lastVersion && !calm()) {
		for (const { card } of (session.observed.revealed ?? []).slice(0, 3)) {
			cardOf(card)?.animate(
				[{ transform: 'rotateY(90deg)' }, { transform: 'none' }], { duration: 260, easing: 'ease-out' });
		}
	}
	lastVersion = session?.version;
	lastLine = line;
}

/** A module could not be loaded. */
const showLoadError = () => actions.toast('unreachable');

// ---- Events ---------------------------------------------------------------------------------------------------

const RETRY_MS = 5_000;
const CELEBRATE_AFTER_MS = 350; // the last card has arrived

/** The start page retries while it has nothing to show and is visible. */
function readAgain() {
	if (store.state.missing !== null && !store.state.games && document.visibilityState === 'visible') {
		actions.readStart();
	}
}

/** Advice that is long in coming is shown as far as it is known. */
function waitForAdvice(state, before) {
	const key = awaited(state);
	if (key !== null && key !== awaited(before)) {
		setTimeout(() => store.set({ waited: key }), WAIT_MS);
	}
}

/** The tile of the table to continue says how good it is, as soon as this is known. */
function readOutlook(state) {
	const table = unfinished(state);
	if (viewName === 'start' && table?.status === 'playing') {
		actions.readOutlook(table.id).catch(() => { /* it says less */ });
	}
}

/** Entered cards are stored: they survive the page. */
function keepEntry(state, before) {
	const { id, session, entry } = state;
	if (session && !before.session && Object.keys(entry).length === 0) {
		store.set({ entry: rememberedEntry(id, session.version) ?? entry });
	} else if (session && entry !== before.entry) {
		rememberEntry(id, session.version, entry);
	}
}

/** The page speaks another language when its texts are there; until then all stays as it is. */
async function changeLanguage() {
	const wanted = wantedLanguage();
	const { session } = store.state;
	await Promise.all([loadLanguage(wanted), session && loadWordsOf(session.game, wanted)]);
	if (wanted !== wantedLanguage()) {
		return; // changed again meanwhile
	}
	spokenLanguage = wanted;
	schedule();
	socket.again();
	if (store.state.history) {
		actions.readHistory();
	}
	if (store.state.review) {
		actions.readReview();
	}
	if (!id) {
		actions.readStart();
	}
}

function begin() {
	startGuard();
	store.subscribe((state, before) => {
		schedule();
		waitForAdvice(state, before);
		keepEntry(state, before);
		retryExtras(state, before);
		if (state.preferences.language !== before.preferences.language) {
			changeLanguage().catch(showLoadError);
		}
		if (state.session && !isLoaded(state.session.game) && !before.session) {
			inItsLanguage((wanted) => loadGame(state.session.game, wanted)).then(schedule, showLoadError);
		}
		if (state.tables !== before.tables) {
			readOutlook(state);
		}
		if (state.games !== before.games) {
			loadGames();
			actions.changeRun?.({});
		}
		const over = ({ session }) => session && isOver(session);
		if (over(state) && (!over(before) || !before.session)) {
			actions.readHistory();
			loadGame(state.session.game, language()).then(actions.readReview, showLoadError);
		}
		if (state.session?.status === 'won' && before.session?.status === 'playing') {
			setTimeout(celebrate, CELEBRATE_AFTER_MS);
		}
		if (state.sheet === 'history' && state.session?.version !== before.session?.version) {
			actions.readHistory();
		}
	});
	addEventListener('pagehide', actions.leaveReview);
	addEventListener('pageshow', ({ persisted }) => persisted && store.state.review?.status === 'running' && actions.readReview());
	if (id) {
		socket = openSocket({
			id, language,
			onMessage: (message) => store.set((state) => withMessage(state, message)),
			onStatus: (connection) => store.set((state) => withConnection(state, connection)),
		});
		first.then((session) => store.set((state) => withResponse(state, session)), () => { /* the connection reports the reason */ });
		setInterval(() => store.state.connection.state === 'lost' && store.set({ now: Date.now() }), 1000);
	} else {
		actions.readStart(first);
		if (location.pathname.startsWith('/s/')) { // not a valid session id
			actions.toast('link_gone');
		}
		setInterval(readAgain, RETRY_MS);
		addEventListener('online', readAgain);
		addEventListener('pagehide', actions.finishRemovals);
		document.addEventListener('visibilitychange', readAgain);
	}
}

async function loadView() {
	View = await VIEWS[viewName]();
	if (store.state.games) {
		actions.changeRun?.({});
	}
	if (viewName === 'statistics') {
		actions.readStatistics();
	}
	paintNow();
}

async function loadRest() {
	await idle();
	await fetchExtras().catch(() => { /* retried on reconnection or on demand */ });
	navigator.serviceWorker?.register('/sw.js').catch(() => { /* optional */ });
}

let fetching = null;
function fetchExtras() {
	fetching ??= importExtras().finally(() => { fetching = null; });
	return fetching;
}

/** A failed import is repeated by the next call. */
async function importExtras() {
	if (extras) {
		return;
	}
	const [, ...loaded] = await Promise.all([inItsLanguage((wanted) => loadTexts(wanted, LATER.words)), ...LAZY_MODULES.map((load) => load())]);
	const modules = Object.assign({}, ...loaded);
	extras = { ...modules, feedback: modules.startFeedback(store, language), drag: modules.startDrag({ page, store, game, actions, isKnown }) };
	const byKeys = modules.pickByKeys(language);
	picker.addEventListener('keydown', ({ key }) => store.state.cardPicker && byKeys(key, store.state.cardPicker.cards, actions.answer));
	paintNow();
}

/** Retries a failed load of the extras: on demand, with an error message, or silently on reconnection. */
function retryExtras(state, before) {
	if (extras || !isUsable) {
		return;
	}
	if ((state.cardPicker && !before.cardPicker) || (state.sheet && !before.sheet)) {
		fetchExtras().catch((error) => {
			actions.dismiss();
			actions.showError(error);
		});
	} else if (state.connection.state === 'open' && before.connection.state !== 'open') {
		fetchExtras().catch(() => { /* retried on the next reconnection */ });
	}
}

// Closed by the Escape key or the phone's back gesture.
picker.addEventListener('close', () => store.state.cardPicker && !picker.open && actions.dismiss());
sheet.addEventListener('close', () => store.state.sheet && !sheet.open && actions.dismiss());
[picker, sheet].forEach((element) => element.addEventListener('click', ({ target }) => target === element && actions.dismiss()));
addEventListener('resize', () => {
	measureTable();
	schedule(); // the table of a game that plays itself is as wide as the window
});
addEventListener('beforeinstallprompt', (event) => {
	event.preventDefault(); // the page invites at the end of a game
	store.set({ installable: event });
});
addEventListener('hashchange', () => location.reload()); // another page of the same document
loadLanguage(language()).then(() => {
	begin();
	return loadView();
});
