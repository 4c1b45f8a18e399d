// What a player has chosen, remembered on this device.

export const PREFERENCES = {
	language: null, // null: as the browser wants
	theme: 'auto', // auto, light, dark
	large: false,
	deck: 'jumbo',
	fourColour: false,
	back: 'lattice',
	speak: false,
	vibrate: true,
	awake: true,
};

const KEY = 'makker';

export function rememberedPreferences() {
	try {
		const kept = JSON.parse(localStorage.getItem(KEY) ?? '{}');
		const known = Object.entries(PREFERENCES).filter(([name, value]) =>
			value === null || typeof kept[name] === typeof value);
		return Object.fromEntries(known.map(([name, value]) => [name, kept[name] ?? value]));
	} catch {
		return {};
	}
}

/** Forgetting is no failure: a private window may refuse to remember. */
export function remember(preferences) {
	try {
		localStorage.setItem(KEY, JSON.stringify(preferences));
	} catch { /* then not */ }
}
