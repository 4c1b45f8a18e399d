// A game without a view of its own: its moves as a list, its table drawn by generic_table.js.

import { percent } from '../texts.js';

const DERIVED_FIELDS = new Set(['rank', 'plain_text', 'instruction', 'value', 'low', 'high', 'visits', 'held_back', 'reasons', 'line']);

/** Request body of a move: its fields except the derived ones. */
export const moveBody = (move) => Object.fromEntries(Object.entries(move).filter(([name]) => !DERIVED_FIELDS.has(name)));
export const moveKey = (move) => JSON.stringify(moveBody(move));

export const presetTitle = (name) => name;
export const choiceTitle = (name) => name;
export const formOptions = () => undefined;
export const placeName = (position) => String(position + 1);

/** A chance in percent; expected points as they are. */
export const value = (number, language) => (number >= 0 && number <= 1 ? percent(number, language)
	: new Intl.NumberFormat(language, { maximumFractionDigits: 1 }).format(number));

/** The API's reason codes as words. */
export const reasons = ({ reasons: codes = [] }) => codes.map((code) => code.replaceAll('_', ' '));
export const shortName = () => '';
export const unseenCards = () => [];
export const possibleRevealed = () => [];
export const possibleCards = () => [];
export const current = () => null;
export const reveals = () => false;
export const entry = { about: () => '', slots: () => [], next: () => -1, snapshot: () => ({}) };
export const press = () => ({});
export const steer = ({ focus }) => focus;
export const countTitle = () => '';
