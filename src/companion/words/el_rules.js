// The sheet of the rules in Greek.

export const rules = {
	at_table: 'Σε αυτό το τραπέζι',
	stock: 'στοίβα',
	waste: 'ανοιχτό',
	foundations: 'βάσεις',
	cells: 'ελεύθερα κελιά',
	deck: 'τράπουλα',
	next: 'επόμενο φύλλο',
	dealer: 'μοιράζει',
	first: 'πρώτος',
	you: 'εσύ',
};
