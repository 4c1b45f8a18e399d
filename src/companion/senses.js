// What can be heard and felt: the suggestion spoken, a short vibration, a screen that stays on.

export const CAN = {
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

/** A screen that stays on as long as it is wanted and the page is seen; the browser lets go by itself. */
function keeper() {
	let lock = null;
	return async (wanted) => {
		if (!wanted) {
			await lock?.release();
			lock = null;
		} else if (!lock && document.visibilityState === 'visible') {
			lock = await navigator.wakeLock.request('screen').catch(() => null);
			lock?.addEventListener('release', () => { lock = null; });
		}
	};
}

/** Follows the store: a sentence is said once, when the daemon has thought to the end. */
export function startSenses(store, language) {
	const keepAwake = CAN.awake ? keeper() : () => {};
	let said = store.state.session ? '' : null;

	store.subscribe(({ session, preferences }, before) => {
		keepAwake(preferences.awake && session?.status === 'playing');
		if (!session || session.advice?.final === false) {
			return;
		}
		const key = `${session.version} ${session.message}`;
		if (key === said) {
			return;
		}
		const first = said === null;
		said = key;
		if (CAN.speak && preferences.speak) {
			speak(session.message, language());
		}
		// Browsers refuse it on a page that nobody has touched.
		if (CAN.vibrate && preferences.vibrate && !first && before.session && navigator.userActivation?.hasBeenActive) {
			navigator.vibrate(BUZZ_MS);
		}
	});
	document.addEventListener('visibilitychange', () => {
		const { session, preferences } = store.state;
		keepAwake(preferences.awake && session?.status === 'playing');
	});
	return { speakNow: () => CAN.speak && store.state.session && speak(store.state.session.message, language()) };
}
