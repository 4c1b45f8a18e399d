// The sheet of the rules in English.

export const rules = {
	at_table: 'At this table',
	stock: 'stock',
	waste: 'waste',
	foundations: 'foundations',
	cells: 'free cells',
	deck: 'deck',
	next: 'next card',
	dealer: 'dealer',
	first: 'leads',
	you: 'you',
};
