// FreeCell in English.

export const freecell = {
	deck_order: 'Row by row, from left to right.',
	enter: 'No camera? Deal row by row, and tap each card as you deal it.',
	choice_alternating: 'alternating colours',
	choice_suit: 'one suit',
};
