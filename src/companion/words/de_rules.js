// The sheet of the rules in German.

export const rules = {
	at_table: 'An diesem Tisch',
	stock: 'Ziehstapel',
	waste: 'offen',
	foundations: 'Ablagestapel',
	cells: 'freie Zellen',
	deck: 'Stapel',
	next: 'nächste Karte',
	dealer: 'Geber',
	first: 'spielt aus',
	you: 'du',
};
