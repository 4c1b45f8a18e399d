// FreeCell in Danish.

export const freecell = {
	deck_order: 'Række for række, fra venstre mod højre.',
	enter: 'Intet kamera? Giv kortene række for række, og tryk på hvert kort, når du lægger det.',
	choice_alternating: 'skiftende farver',
	choice_suit: 'samme kulør',
};
