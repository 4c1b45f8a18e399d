// FreeCell in German.

export const freecell = {
	deck_order: 'Reihe für Reihe, von links nach rechts.',
	enter: 'Keine Kamera? Gib Reihe für Reihe und tippe jede Karte an, wenn du sie hinlegst.',
	choice_alternating: 'rot-schwarz abwechselnd',
	choice_suit: 'eine Farbe',
};
