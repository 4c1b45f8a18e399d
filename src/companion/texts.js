// The page's texts in the player's language. Each language is a file (words/de.js), and one more for each game that is not part of the
// first view (words/de_doppelkopf.js), and for what opens later (words/de_more.js). Only one language is loaded; another one when the player changes it.

const words = new Map(); // "de klondike" -> {key: text}
const files = new Map(); // "de_doppelkopf" -> promise
const used = new Set(['']); // the files of each language that have been needed so far

function loadFile(language, suffix) {
	const name = language + suffix;
	if (!files.has(name)) {
		files.set(name, import(`./words/${name}.js`).then(
			(parts) => Object.entries(parts).forEach(([part, rows]) => words.set(`${language} ${part}`, rows)),
			(error) => {
				files.delete(name);
				throw error;
			}));
	}
	return files.get(name);
}

/** Loads the texts that have a file of their own: a game's, or "more". */
export function loadTexts(language, name) {
	used.add(`_${name}`);
	return loadFile(language, `_${name}`);
}

/** Loads a language, with all that has been needed of another one. */
export const loadLanguage = (language) => Promise.all([...used].map((suffix) => loadFile(language, suffix)));

/** Returns t(key, ...values): the text of a part in this language, with `values` in place of {0}, {1}, …; '' if it has none. */
export const translatorOf = (part, language) => (key, ...values) =>
	(words.get(`${language} ${part}`)?.[key] ?? '').replace(/\{(\d)\}/g, (_, place) => values[place]);

/** The translator of the page's own texts. */
export function translator(language) {
	const [page, start, more] = ['page', 'start', 'more'].map((part) => translatorOf(part, language));
	return (...of) => page(...of) || start(...of) || more(...of);
}

// Creating a formatter is far slower than using it: one per used form.
const formatters = new Map();

function formatterOf(language, form) {
	const key = language + JSON.stringify(form);
	if (!formatters.has(key)) {
		formatters.set(key, new Intl.NumberFormat(language, form));
	}
	return formatters.get(key);
}

/** A number as the language writes it, with a real minus: of these languages Intl writes a hyphen. All numbers for players go through here. */
export const figure = (value, language, form = {}) => formatterOf(language, form).format(value).replace('-', '−');

export const percent = (value, language) => figure(value, language, { style: 'percent', maximumFractionDigits: 0 });

/** A difference of chances, with its sign. */
export const percentChange = (value, language) => figure(value, language, { style: 'percent', maximumFractionDigits: 0, signDisplay: 'exceptZero' });
