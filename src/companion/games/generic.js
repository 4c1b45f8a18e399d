// A game without a view of its own: what the daemon says of it, and its moves as a list.

const DERIVED_FIELDS = new Set(['rank', 'plain_text', 'instruction', 'value', 'low', 'high', 'visits', 'held_back', 'reasons', 'line']);

/** What identifies a move and is told when it was made: the game's own fields. */
export const moveBody = (move) => Object.fromEntries(Object.entries(move).filter(([name]) => !DERIVED_FIELDS.has(name)));
export const moveKey = (move) => JSON.stringify(moveBody(move));

export const presetTitle = (name) => name;
export const choiceTitle = (name) => name;
export const formOptions = () => undefined;
export const placeName = (position) => String(position + 1);
export const value = (number, language) => new Intl.NumberFormat(language, { maximumFractionDigits: 2 }).format(number);
export const reasons = () => [];
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
