// The languages of the page, and which one a player gets.

export const LANGUAGES = { en: 'English', da: 'Dansk', de: 'Deutsch', el: 'Ελληνικά' };

/** The one that was chosen, else the first of the browser that is one of ours, else English. */
export function languageOf(chosen, offered = navigator.languages) {
	const codes = [chosen, ...offered.map((tag) => tag.slice(0, 2).toLowerCase())];
	return codes.find((code) => Object.hasOwn(LANGUAGES, code)) ?? 'en';
}
