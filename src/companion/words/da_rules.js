// The sheet of the rules in Danish.

export const rules = {
	at_table: 'Ved dette bord',
	stock: 'trækbunke',
	waste: 'vendt',
	foundations: 'grundbunker',
	cells: 'frie celler',
	deck: 'bunke',
	next: 'næste kort',
	dealer: 'giver',
	first: 'spiller ud',
	you: 'dig',
};
