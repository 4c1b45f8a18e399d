// The shapes that cards are made of: ranks, suits and emblems, all drawn here, so that they look the
// same everywhere and no font is waited for.

/**
 * Ranks are strokes, as wide as they say and 50 high: a few bold lines that are told apart at arm's
 * length. The 3 has a flat top, lest it look like an 8.
 */
export const RANKS = {
	A: { width: 32, d: 'M0 50 16 0 32 50M6 34H26' },
	2: { width: 29, d: 'M1 14C1 5 7 0 15 0S29 5 29 13C29 20 25 25 18 31.5L1 49V50H30' },
	3: { width: 29, d: 'M1 0H28L14 19C23 19 29 25 29 34.5S23 50 14.5 50C8 50 3 47.5 0 42' },
	4: { width: 30, d: 'M22 50V0L0 35.5H31' },
	5: { width: 29, d: 'M27 0H5L3 21.5C6 19 10 17.5 14.5 17.5 23 17.5 29 24 29 33.5S23 50 14 50C8 50 3 47.5 0 42.5' },
	6: { width: 30, d: 'M22 0C9 9 0 21.5 0 34.5 0 44 6 50 15 50S30 44 30 34.5 24 19 15.5 19C8 19 2.5 23 .5 29.5' },
	7: { width: 29, d: 'M0 0H29L11 50' },
	8: { width: 30, d: 'M15 23.5C7.5 23.5 2.5 19 2.5 12S7.5 0 15 0 27.5 5 27.5 12 22.5 23.5 15 23.5C6 23.5 0 29 0 37S6 50 15 50 30 45 30 37 24 23.5 15 23.5Z' },
	9: { width: 30, d: 'M8 50C21 41 30 28.5 30 15.5 30 6 24 0 15 0S0 6 0 15.5 6 31 14.5 31C22 31 27.5 27 29.5 20.5' },
	0: { width: 42.5, d: 'M0 9 7.5 0V50M32 0C25 0 21.5 9 21.5 25S25 50 32 50 42.5 41 42.5 25 39 0 32 0Z' },
	J: { width: 25, d: 'M9 0H25V35C25 45 20 50 12.5 50 6 50 1 46.5 0 39' },
	Q: { width: 34, d: 'M17 0C6 0 0 9 0 25S6 50 17 50 34 41 34 25 28 0 17 0ZM19 36 34 53' },
	K: { width: 31, d: 'M0 0V50M29 0 1 30M11.5 20 31 50' },
	U: { width: 27, d: 'M0 12C1 4.5 6 0 13.5 0S27 5 27 12.5C27 22 14 21 14 34M14 49.5V50' },
};

const STEM = 'M45 68H55C55 82 59 91 68 97H32C41 91 45 82 45 68Z';

/** Suits fill a square of 100 by 100. */
export const SUITS = {
	C: `M29 25A21 21 0 1 1 71 25 21 21 0 1 1 29 25ZM4 58A21 21 0 1 1 46 58 21 21 0 1 1 4 58ZM54 58A21 21 0 1 1 96 58 21 21 0 1 1 54 58ZM38 38H62L58 70H42Z${STEM}`,
	D: 'M50 1C60 20 74 37 89 50 74 63 60 80 50 99 40 80 26 63 11 50 26 37 40 20 50 1Z',
	H: 'M50 95C22 70 4 52 4 31 4 15 15 5 28 5 38 5 46 11 50 21 54 11 62 5 72 5 85 5 96 15 96 31 96 52 78 70 50 95Z',
	S: `M50 2C58 21 95 40 95 63 95 76 85 84 75 84 66 84 59 79 55 71H45C41 79 34 84 25 84 15 84 5 76 5 63 5 40 42 21 50 2Z${STEM}`,
};

/** What the court cards wear, 64 by 34: a king's crown, a queen's coronet, a jack's feathered cap. */
export const EMBLEMS = {
	K: 'M4 34 0 9 16 19 32 0 48 19 64 9 60 34Z',
	Q: 'M6 34C4 22 2 15 0 10 8 12 12 16 16 22 18 14 24 7 32 2 40 7 46 14 48 22 52 16 56 12 64 10 62 15 60 22 58 34Z',
	J: 'M4 34C4 20 14 12 28 12 34 12 38 13 42 15 44 8 52 1 64 0 63 8 58 15 51 20 54 24 56 29 56 34Z',
};

/** The line that parts an emblem's band from the rest. */
export const BANDS = { K: 'M4 26H60', Q: 'M6 27H58', J: 'M5 27H55' };
