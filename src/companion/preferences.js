// The player's preferences, stored on this device.

export const PREFERENCES = {
	language: null, // null: the browser's language
	theme: 'auto', // auto, light, dark
	large: false,
	deck: 'jumbo',
	fourColour: false,
	back: 'lattice',
	speak: false,
	vibrate: true,
	awake: true,
	sound: false, // when a game is won
	advice: false, // at practice tables always, not only on demand
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

/** A private window may reject storage: the preferences then last for this page only. */
export function remember(preferences) {
	try {
		localStorage.setItem(KEY, JSON.stringify(preferences));
	} catch { /* not stored */ }
}

// ---- Variants -------------------------------------------------------------------------------------------

const VARIANTS = 'makker-variants';

function variants() {
	try {
		return JSON.parse(localStorage.getItem(VARIANTS)) ?? {};
	} catch {
		return {};
	}
}

/** {preset, rules, cards} that was used last for a game. */
export const rememberedVariant = (game) => variants()[game] ?? {};

/** The rules without the number of a deal, which is for one game. */
export function anyDeal(rules) {
	const { deal, ...others } = rules ?? {};
	return rules && others;
}

export function rememberVariant({ game, preset, rules, cards }) {
	try {
		localStorage.setItem(VARIANTS, JSON.stringify({ ...variants(), [game]: { preset, rules: anyDeal(rules), cards } }));
	} catch { /* not stored */ }
}
