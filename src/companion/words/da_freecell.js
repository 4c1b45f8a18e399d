// FreeCell in Danish.

export const freecell = {
	enter: 'Intet kamera? Giv kortene række for række, og tryk på hvert kort, når du lægger det.',
	choice_alternating: 'skiftende farver',
	choice_suit: 'samme kulør',
};
