// The languages of the page, and the choice among them.

export const LANGUAGES = { en: 'English', da: 'Dansk', de: 'Deutsch', el: 'Ελληνικά' };

/** Returns the chosen language, otherwise the browser's first supported one, otherwise English. */
export function languageOf(chosen, offered = navigator.languages) {
	const codes = [chosen, ...offered.map((tag) => tag.slice(0, 2).toLowerCase())];
	return codes.find((code) => Object.hasOwn(LANGUAGES, code)) ?? 'en';
}
