// The start page's texts: English, Danish, German, Greek.

export const START_TEXTS = {
	at_move: ['move {0}', 'træk {0}', 'Zug {0}', 'κίνηση {0}'],
	line_klondike: ['The classic solitaire', 'Den klassiske kabale', 'Die klassische Patience', 'Η κλασική πασιέντζα'],
	line_take_away: ['Take turns: who gets the last card?', 'Tag på skift: Hvem får det sidste kort?', 'Abwechselnd nehmen: Wer bekommt die letzte Karte?', 'Παίρνετε εναλλάξ: ποιος θα πάρει το τελευταίο φύλλο;'],
	line_doppelkopf: ['Four players, two teams, tricks', 'Fire spillere, to hold, stik', 'Vier Spieler, Stiche, Re gegen Kontra', 'Τέσσερις παίκτες, δύο ομάδες, μπάζες'],
	line_ten_twenty_thirty: ['Three cards that make 10, 20 or 30', 'Tre kort, der giver 10, 20 eller 30', 'Drei Karten, die 10, 20 oder 30 ergeben', 'Τρία φύλλα που κάνουν 10, 20 ή 30'],
	line_freecell: ['Every card face up, four free cells', 'Alle kort åbne, fire frie celler', 'Alle Karten offen, vier freie Zellen', 'Όλα τα φύλλα ανοιχτά, τέσσερις ελεύθερες θέσεις'],
	variants: ['Variants', 'Varianter', 'Varianten', 'Παραλλαγές'],
	filter: ['Which tables', 'Hvilke borde', 'Welche Tische', 'Ποια τραπέζια'],
	filter_all: ['All', 'Alle', 'Alle', 'Όλα'],
	filter_open: ['In play', 'I gang', 'Laufende', 'Σε εξέλιξη'],
	filter_finished: ['Finished', 'Afsluttede', 'Beendete', 'Τελειωμένα'],
	none_such: ['None of these.', 'Ingen af dem.', 'Keine davon.', 'Κανένα τέτοιο.'],
	manage: ['Rename or remove', 'Omdøb eller fjern', 'Umbenennen oder entfernen', 'Μετονομασία ή διαγραφή'],
	remove: ['Remove this table', 'Fjern dette bord', 'Diesen Tisch entfernen', 'Διαγραφή του τραπεζιού'],
	table_removed: ['Removed: {0}', 'Fjernet: {0}', 'Entfernt: {0}', 'Διαγράφηκε: {0}'],
	code: ['Have you got a code or an address?', 'Har du en kode eller en adresse?', 'Hast du einen Code oder eine Adresse?', 'Έχεις κωδικό ή διεύθυνση;'],
	open_code: ['Open the table', 'Åbn bordet', 'Tisch öffnen', 'Άνοιγμα τραπεζιού'],
	code_unclear: ['That is not the code of a table.', 'Det er ikke koden til et bord.', 'Das ist kein Code eines Tisches.', 'Αυτός δεν είναι κωδικός τραπεζιού.'],
};
