// FreeCell in Greek.

export const freecell = {
	deck_order: 'Σειρά σειρά, από αριστερά προς τα δεξιά.',
	enter: 'Χωρίς κάμερα; Μοίρασε σειρά σειρά και άγγιξε κάθε φύλλο μόλις το ανοίξεις.',
	choice_alternating: 'εναλλάξ κόκκινα και μαύρα',
	choice_suit: 'ίδια φυλή',
};
