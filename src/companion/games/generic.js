// A game without a view of its own: its moves as a list, its table drawn by generic_table.js, taps and corrections in generic_taps.js. Its
// words come from GET /v1/games.

import { request } from '../request.js';
import { figure, percent } from '../texts.js';

const games = new Map(); // {language: {name: game}}

/** Loads the words of all games in one language. */
export async function loadWords(language) {
	if (!games.has(language)) {
		const list = (await request('GET', `/v1/games?language=${language}`)).games;
		games.set(language, new Map(list.map((game) => [game.name, game])));
	}
}

/** The kinds of piles of a game, titles in any language. */
export const kindsOf = (game) => [...games.values()][0]?.get(game)?.piles ?? [];

/** The same with titles in one language; [] until the words of the language are loaded. */
export const pilesOf = (name, language) => games.get(language)?.get(name)?.piles ?? [];

/** The name of a game for players; undefined until the words of the language are loaded. */
export const titleOf = (name, language) => games.get(language)?.get(name)?.title;

const DERIVED_FIELDS = new Set(['rank', 'plain_text', 'instruction', 'value', 'low', 'high', 'visits', 'held_back', 'reasons', 'line']);

/** Request body of a move: its fields except the derived ones. */
export const moveBody = (move) => Object.fromEntries(Object.entries(move).filter(([name]) => !DERIVED_FIELDS.has(name)));
export const moveKey = (move) => JSON.stringify(moveBody(move));

export const presetTitle = (name) => name;
export const choiceTitle = (name) => name;
export const formOptions = () => undefined;

/** A chance in percent; expected points as they are. */
export const value = (number, language) => (number >= 0 && number <= 1 ? percent(number, language)
	: figure(number, language, { maximumFractionDigits: 1 }));

export const reasons = () => [];
export const shortName = () => '';
export const unseenCards = () => [];
export const placeName = () => '';
export const possibleRevealed = () => [];
export const possibleCards = () => [];
export const current = () => null;
export const press = () => ({});
export const reveals = () => false;
export const entry = { about: () => '', slots: () => [], next: () => -1, snapshot: () => ({}) };
export const steer = ({ focus }) => focus;
export const countTitle = () => '';

const textOf = (name, code, language) => games.get(language)?.get(name)?.reasons.find((reason) => reason.code === code)?.text;

/** The sentences of a move's reason codes, for the game `name`. */
export const reasonsOf = (name) => ({ reasons: codes = [] }, language) => codes.map((code) => textOf(name, code, language)).filter(Boolean);
