// What the page says of Klondike itself. English, Danish, German, Greek.

import { inLanguage } from '../texts.js';

export const WORDS = {
	preset_syvkabale: ['At home', 'Som hjemme', 'Wie zu Hause', 'Σπιτική'],
	'preset_klondike-1': ['One card at a time', 'Ét kort ad gangen', 'Eine Karte auf einmal', 'Ένα φύλλο τη φορά'],
	'preset_klondike-3': ['Three cards at a time', 'Tre kort ad gangen', 'Drei Karten auf einmal', 'Τρία φύλλα τη φορά'],
	choice_shuffled: ['It is mixed', 'Den blandes', 'Er wird gemischt', 'Ανακατεύεται'],
	choice_kept: ['It is only turned over', 'Den vendes kun', 'Er wird nur umgedreht', 'Απλώς γυρίζει'],
	choice_turned_up: ['All cards of the columns are turned up', 'Alle kort i søjlerne er vendt', 'Alle Karten der Spalten sind aufgedeckt', 'Άνοιξαν όλα τα φύλλα στις στήλες'],
	choice_cleared: ['All 52 lie on the foundations', 'Alle 52 ligger i byggebunkerne', 'Alle 52 liegen auf den Ablagestapeln', 'Και τα 52 είναι στις βάσεις'],

	column: ['Column {0}', 'Søjle {0}', 'Spalte {0}', 'Στήλη {0}'],
	foundation: ['Foundation of {0}', 'Byggebunke i {0}', 'Ablagestapel {0}', 'Βάση: {0}'],
	foundations: ['Foundations', 'Byggebunker', 'Ablagestapel', 'Βάσεις'],
	draw_pile: ['Draw pile', 'Trækbunke', 'Ziehstapel', 'Τράπουλα'],
	in_column: ['in column {0}', 'i søjle {0}', 'in Spalte {0}', 'στη στήλη {0}'],
	on_foundation: ['on the foundation of {0}', 'i byggebunken i {0}', 'auf dem Ablagestapel {0}', 'στη βάση {0}'],
	on_draw_pile: ['on the draw pile', 'på trækbunken', 'auf dem Ziehstapel', 'στην τράπουλα'],
	unseen: ['{0} face down', '{0} vender bagsiden op', '{0} verdeckt', '{0} κλειστά'],
	left: ['{0} left', '{0} tilbage', 'noch {0}', 'μένουν {0}'],
	left_long: ['{0} cards left face down', '{0} kort tilbage med bagsiden op', 'noch {0} verdeckte Karten', 'μένουν {0} κλειστά φύλλα'],
	shuffles: ['shuffles left: {0}', 'blandes {0} til', 'Mischen: noch {0}', 'ανακάτεμα: {0}'],
	shuffles_kept: ['turns left: {0}', 'vendes {0} til', 'umdrehbar: {0}', 'γυρίσματα: {0}'],
	shuffles_long: ['may start again {0} times', 'må begynde forfra {0} gange', 'darf noch {0}-mal neu beginnen', 'ξαναρχίζει ακόμη {0} φορές'],
	empty: ['empty', 'tom', 'leer', 'άδεια'],
	unknown_card: ['a card that is not known', 'et ukendt kort', 'eine unbekannte Karte', 'άγνωστο φύλλο'],
	turn_next: ['turn up the next card', 'vend næste kort', 'nächste Karte aufdecken', 'άνοιξε το επόμενο φύλλο'],
	start_again: ['start the draw pile again', 'begynd trækbunken forfra', 'Ziehstapel neu beginnen', 'ξαναρχίζει η τράπουλα'],
	short_draw: ['next card', 'næste kort', 'nächste Karte', 'επόμενο φύλλο'],
	short_shuffle: ['start again', 'begynd forfra', 'von vorn', 'από την αρχή'],
	folded: ['{0} cards folded, show them', '{0} kort foldet sammen, vis dem', '{0} Karten zusammengeschoben, zeigen', '{0} φύλλα διπλωμένα, δείξ’ τα'],
	enter_here: ['tap to say which card lies here', 'tryk for at sige, hvilket kort der ligger her', 'tippen und sagen, welche Karte hier liegt', 'άγγιξε για να πεις ποιο φύλλο είναι εδώ'],
	enter: ['No camera? Tap each place and pick the card that lies there.', 'Intet kamera? Tryk på hver plads, og vælg det kort, der ligger der.', 'Keine Kamera? Tippe auf jeden Platz und wähle die Karte, die dort liegt.', 'Χωρίς κάμερα; Άγγιξε κάθε θέση και διάλεξε το φύλλο που είναι εκεί.'],
	retell_how: ['As it lies before you: tap a card to change it, + to add one.', 'Som det ligger foran dig: tryk på et kort for at ændre det og på + for at tilføje et.', 'So, wie er vor dir liegt: Tippe auf eine Karte, um sie zu ändern, und auf +, um eine hinzuzufügen.', 'Όπως είναι μπροστά σου: άγγιξε ένα φύλλο για να το αλλάξεις ή το + για να βάλεις κι άλλο.'],
	add_card: ['Add a card', 'Tilføj et kort', 'Karte hinzufügen', 'Πρόσθεσε φύλλο'],
	count_unseen: ['Face-down cards {0}', 'Kort med bagsiden op {0}', 'Verdeckte Karten {0}', 'Κλειστά φύλλα {0}'],
	count_left: ['Face-down cards on the draw pile', 'Kort med bagsiden op på trækbunken', 'Verdeckte Karten auf dem Ziehstapel', 'Κλειστά φύλλα στην τράπουλα'],
	count_shuffles: ['How often the draw pile may still start again', 'Hvor mange gange trækbunken endnu må begynde forfra', 'Wie oft der Ziehstapel noch neu beginnen darf', 'Πόσες φορές ξαναρχίζει ακόμη η τράπουλα'],

	reason_turns_up_card: ['Turns up a hidden card', 'Vender et skjult kort', 'Deckt eine verdeckte Karte auf', 'Ανοίγει ένα κλειστό φύλλο'],
	reason_to_foundation: ['Builds up a foundation', 'Bygger videre på en byggebunke', 'Baut einen Ablagestapel auf', 'Χτίζει μια βάση'],
	reason_frees_column: ['Empties a column', 'Tømmer en søjle', 'Leert eine Spalte', 'Αδειάζει μια στήλη'],
	reason_king_to_empty: ['A king gets an empty column', 'En konge får en tom søjle', 'Ein König bekommt eine leere Spalte', 'Ένας ρήγας παίρνει κενή στήλη'],
	reason_unblocks: ['Sets another card free', 'Frigør et andet kort', 'Macht eine andere Karte frei', 'Ελευθερώνει άλλο φύλλο'],
	reason_keeps_option: ['Keeps other moves open', 'Holder andre træk åbne', 'Hält andere Züge offen', 'Αφήνει ανοιχτές άλλες κινήσεις'],
	reason_draws: ['Shows another card', 'Viser et nyt kort', 'Zeigt eine weitere Karte', 'Φανερώνει κι άλλο φύλλο'],
	reason_only_move: ['The only move', 'Det eneste træk', 'Der einzige Zug', 'Η μόνη κίνηση'],
	reason_no_progress: ['Changes nothing for the better', 'Fører ikke spillet videre', 'Bringt das Spiel nicht weiter', 'Δεν προχωρά το παιχνίδι'],
	held_just_moved: ['The same card has just been moved', 'Det samme kort er lige flyttet', 'Dieselbe Karte wurde gerade bewegt', 'Το ίδιο φύλλο μόλις κουνήθηκε'],
	held_column_to_column_limit: ['Too many moves between columns in a row', 'For mange søjleflytninger i træk', 'Zu viele Züge zwischen Spalten in Folge', 'Πολλές συνεχόμενες κινήσεις μεταξύ στηλών'],
	held_pointless_king: ['The king gains nothing there', 'Kongen vinder intet ved det', 'Der König gewinnt dort nichts', 'Ο ρήγας δεν κερδίζει τίποτα εκεί'],
};

export const speakerOf = (language) => (key, ...values) =>
	(WORDS[key] ? inLanguage(WORDS[key], language, ...values) : '');
