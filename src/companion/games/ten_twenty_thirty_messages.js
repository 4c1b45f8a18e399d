// Texts about 10-20-30: English, Danish, German, Greek.

import { inLanguage } from '../texts.js';

export const MESSAGES = {
	preset_patience: ['Optional removal', 'Som ved bordet', 'Am Tisch', 'Στο τραπέζι'],
	preset_forced: ['Forced removal', 'Intet at vælge', 'Nichts zu wählen', 'Χωρίς επιλογές'],
	choice_optional: ['They may stay', 'De må blive liggende', 'Sie dürfen liegen bleiben', 'Μπορούν να μείνουν'],
	choice_mandatory: ['They must be removed', 'De skal væk', 'Sie müssen weg', 'Πρέπει να φύγουν'],
	choice_drawn: ['drawn', 'uafgjort', 'unentschieden', 'ισόπαλο'],
	choice_lost: ['lost', 'tabt', 'verloren', 'χαμένο'],
	choice_forced: ['They are removed in a fixed order', 'De går i fast rækkefølge', 'Sie gehen in fester Reihenfolge', 'Φεύγουν με ορισμένη σειρά'],

	column: ['Column {0}', 'Kolonne {0}', 'Spalte {0}', 'Στήλη {0}'],
	in_column: ['in column {0}', 'i kolonne {0}', 'in Spalte {0}', 'στη στήλη {0}'],
	is_next: ['gets the next card', 'får det næste kort', 'bekommt die nächste Karte', 'παίρνει το επόμενο φύλλο'],
	gone: ['gone', 'væk', 'weg', 'έφυγε'],
	deal: ['Deal to column {0}', 'Læg i kolonne {0}', 'In Spalte {0} legen', 'Μοίρασε στη στήλη {0}'],
	deck: ['Deck', 'Bunke', 'Stapel', 'Τράπουλα'],
	left: ['{0} left', '{0} tilbage', 'noch {0}', 'μένουν {0}'],
	dealt: ['{0} dealt', '{0} givet', '{0} gegeben', 'μοιράστηκαν {0}'],
	coming: ['Next: {0}', 'Næste: {0}', 'Als Nächstes: {0}', 'Ακολουθούν: {0}'],
	coming_later: ['{0} unknown, then {1}', '{0} ukendte, så {1}', '{0} unbekannte, dann {1}', '{0} άγνωστα, μετά {1}'],
	combo_B3: ['the last three', 'de tre sidste', 'die letzten drei', 'τα τρία τελευταία'],
	combo_T1B2: ['the first and the last two', 'det første og de to sidste', 'die erste und die letzten zwei', 'το πρώτο και τα δύο τελευταία'],
	combo_T2B1: ['the first two and the last', 'de to første og det sidste', 'die ersten zwei und die letzte', 'τα δύο πρώτα και το τελευταίο'],
	take: ['Column {0}: {1}', 'Kolonne {0}: {1}', 'Spalte {0}: {1}', 'Στήλη {0}: {1}'],
	folded: ['{0} cards hidden, show them', '{0} kort skubbet sammen, vis dem', '{0} Karten zusammengeschoben, zeigen', '{0} φύλλα διπλωμένα, δείξ’ τα'],
	enter: ['No camera? Tap each place and pick its card.', 'Intet kamera? Tryk på hver plads, og vælg det kort, der blev lagt der.', 'Keine Kamera? Tippe auf jeden Platz und wähle die Karte, die dort liegt.', 'Χωρίς κάμερα; Άγγιξε κάθε θέση και διάλεξε το φύλλο που μοιράστηκε εκεί.'],
	enter_here: ['tap to enter the card', 'tryk for at indtaste kortet', 'tippen, um die Karte einzugeben', 'άγγιξε για να καταχωρίσεις το φύλλο'],

	reason_wins: ['Leads to a certain win', 'Fører til sikker gevinst', 'Führt zum sicheren Gewinn', 'Οδηγεί σε σίγουρη νίκη'],
	reason_empties_column: ['Clears the column', 'Rydder kolonnen', 'Räumt die Spalte ab', 'Αδειάζει τη στήλη'],
	reason_removes_three: ['Three cards go back into the deck', 'Tre kort kommer tilbage i bunken', 'Drei Karten gehen in den Stapel zurück', 'Τρία φύλλα γυρίζουν στην τράπουλα'],
	reason_declines: ['Leaves removable cards', 'Lader kort ligge, som kunne tages', 'Lässt Karten liegen, die gehen könnten', 'Αφήνει φύλλα που θα μπορούσαν να φύγουν'],
	reason_leads_to_draw: ['Draw by repetition', 'Går i ring: uafgjort', 'Dreht sich im Kreis: unentschieden', 'Κάνει κύκλους: ισοπαλία'],
	reason_only_move: ['The only move', 'Det eneste træk', 'Der einzige Zug', 'Η μόνη κίνηση'],
};

export const translatorOf = (language) => (key, ...values) =>
	(MESSAGES[key] ? inLanguage(MESSAGES[key], language, ...values) : '');
