// Feedback besides the picture: the suggestion read aloud, a short vibration, a screen that stays on.

import { hidesAdvice } from './state.js';

export const CAPABILITIES = {
	speak: 'speechSynthesis' in globalThis,
	vibrate: 'vibrate' in navigator,
	awake: 'wakeLock' in navigator,
};

function speak(text, language) {
	const spoken = new SpeechSynthesisUtterance(text);
	spoken.lang = language;
	spoken.voice = speechSynthesis.getVoices().find((voice) => voice.lang.startsWith(language)) ?? null;
	speechSynthesis.cancel();
	speechSynthesis.speak(spoken);
}

const BUZZ_MS = 40;

/** Keeps the screen on while requested and the page is visible. The browser releases a lock when the page is hidden. */
function wakeLockKeeper() {
	let asked = null; // promise of the lock, or null
	const over = (mine) => () => {
		asked = asked === mine ? null : asked;
	};
	return (wanted) => {
		if (!wanted) {
			asked?.then((lock) => lock?.release());
			asked = null;
		} else if (!asked && document.visibilityState === 'visible') {
			const mine = navigator.wakeLock.request('screen').catch(() => null);
			asked = mine;
			mine.then((lock) => (lock ? lock.addEventListener('release', over(mine)) : over(mine)()));
		}
	};
}

/** Subscribes to the store. A sentence is read aloud once, when the search is complete. */
export function startFeedback(store, language) {
	const keepAwake = CAPABILITIES.awake ? wakeLockKeeper() : () => {};
	let lastSpoken = store.state.session ? '' : null;

	const stayAwake = ({ session, preferences }) => keepAwake(preferences.awake && session?.status === 'playing');
	stayAwake(store.state);
	store.subscribe((state, before) => {
		const { session, preferences } = state;
		stayAwake(state);
		if (!session || session.advice?.final === false || hidesAdvice(state)) {
			return;
		}
		const key = `${session.version} ${session.message}`;
		if (key === lastSpoken) {
			return;
		}
		const first = lastSpoken === null;
		lastSpoken = key;
		if (CAPABILITIES.speak && preferences.speak) {
			speak(session.message, language());
		}
		// Browsers reject it before the first touch of the page.
		if (CAPABILITIES.vibrate && preferences.vibrate && !first && before.session && navigator.userActivation?.hasBeenActive) {
			navigator.vibrate(BUZZ_MS);
		}
	});
	document.addEventListener('visibilitychange', () => stayAwake(store.state));
	return { speakNow: () => CAPABILITIES.speak && store.state.session && !hidesAdvice(store.state) && speak(store.state.session.message, language()) };
}
