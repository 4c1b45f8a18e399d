// Error messages for players are in the session's language, or in the one requested for this response.

import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { Api, assertProblem } from './api.mjs';
import { startDaemon } from './daemon.mjs';

const api = new Api(await startDaemon(after));

const LANGUAGES = ['en', 'da', 'de', 'el'];
const HAND = ['0H', 'QC', 'QS', 'JD', 'AD', 'KD', 'AC', '0C', '9S', 'KS', 'AH', '9H'];

/** A table of Doppelkopf after these events. */
async function dealt(language, ...events) {
	const { id } = await api.create({ game: 'doppelkopf', preset: 'freedoko', strategy: 'tricks', language });

	for (const event of [{ hand: HAND, dealer: 0 }, ...events]) {
		const { status, text } = await api.snapshot(id, event);
		assert.equal(status, 200, text);
	}
	return id;
}

const FIRST = { seat: 1, card: 'AS' };
const POVERTY = [
	{ seat: 1, reservation: 'none' }, { seat: 2, reservation: 'none' },
	{ seat: 3, reservation: 'poverty', cards: 3 }, { seat: 0, reservation: 'none' }, { seat: 3, shift: 3 },
];
const TAKEN = { seat: 0, take: true, cards: ['9D', '9D', 'JH'] };

/** The events before, the rejected report, and its error message in four languages. */
const refused = [
	{
		before: POVERTY, report: { seat: 0, take: true }, code: 'wrong_count', pointer: '/cards',
		words: ['Which cards do you take? There must be 3.', 'Hvilke kort tager du? Der skal være 3.',
			'Welche Karten nimmst du? Es müssen 3 sein.', 'Ποια φύλλα παίρνεις; Πρέπει να είναι 3.'],
	},
	{
		before: [FIRST], report: { seat: 2, announce: 'no_90' }, code: 'unknown_party', pointer: '/team',
		words: ['For which team: Re or Kontra?', 'For hvilket parti: re eller kontra?',
			'Für welche Partei: Re oder Kontra?', 'Για ποια πλευρά: re ή kontra;'],
	},
	{
		before: [FIRST], report: { seat: 0, announce: 'contra' }, code: 'other_party', pointer: '/announce',
		words: ['This player belongs to the other team.', 'Den spiller hører til det andet parti.',
			'Dieser Spieler gehört zur anderen Partei.', 'Αυτός ο παίκτης ανήκει στην άλλη πλευρά.'],
	},
	{
		before: [], report: { seat: 0, announce: 're' }, code: 'too_early', pointer: '/announce',
		words: ['Nothing can be announced before the reservation round is over.',
			'Der kan ikke meldes noget, før forbeholdsrunden er slut.',
			'Vor dem Ende der Vorbehaltsrunde kann nichts angesagt werden.',
			'Δεν δηλώνεται τίποτε πριν τελειώσει ο γύρος των επιφυλάξεων.'],
	},
	{
		before: [{ seat: 1, reservation: 'none' }], report: { seat: 2, card: '2H' }, code: 'no_such_card', pointer: '/card',
		words: ['This card is not in the deck: two of hearts.', 'Det kort hører ikke til kortspillet: hjerter to.',
			'Diese Karte gehört nicht zum Kartenspiel: Herz-Zwei.', 'Αυτό το φύλλο δεν υπάρχει στην τράπουλα: δύο κούπα.'],
	},
	{
		before: [], report: { hand: HAND.slice(1), dealer: 0 }, code: 'deal_not_over', pointer: '/hand',
		words: ['The last deal is not over yet.', 'Det forrige spil er ikke slut endnu.',
			'Das letzte Spiel ist noch nicht zu Ende.', 'Η προηγούμενη μοιρασιά δεν τελείωσε ακόμη.'],
	},
];

for (const [number, language] of LANGUAGES.entries()) {
	test(`${language}: rejected reports in Doppelkopf have messages for players`, async () => {
		for (const { before, report, code, pointer, words } of refused) {
			const id = await dealt(language, ...before);
			const problem = await api.snapshot(id, report);

			assertProblem(problem, 422, code);
			assert.equal(problem.body.detail, words[number]);
			assert.deepEqual(problem.body.errors, [{ pointer, code, detail: words[number] }]);
			const line = await api.snapshot(id, report, { headers: { Accept: 'text/plain' } });
			assert.equal(line.text, `${words[number]}\n`);
		}
	});

	test(`${language}: a rejected move in Doppelkopf names the card and the seat whose turn it is`, async () => {
		const id = await dealt(language, FIRST);
		const held = await api.move(await dealt(language, FIRST, { seat: 2, card: '0S' }, { seat: 3, card: 'JD' }),
			{ seat: 0, card: 'QH' });
		const turn = await api.move(id, { seat: 3, card: 'KS' });

		assertProblem(held, 422, 'not_in_hand');
		assert.equal(held.body.detail, ['You do not hold that card: queen of hearts.', 'Du har ikke det kort: hjerter dame.',
			'Du hast diese Karte nicht: Herz-Dame.', 'Δεν έχεις αυτό το φύλλο: ντάμα κούπα.'][number]);
		assertProblem(turn, 422, 'other_turn');
		assert.equal(turn.body.detail, ['It is the turn of the player opposite.', 'Det er spilleren over for dig, der har tur.',
			'Der Spieler gegenüber ist an der Reihe.', 'Είναι η σειρά του παίκτη απέναντι.'][number]);
	});
}

test('the language requested for one response is that of its error', async () => {
	const id = await dealt('da', ...POVERTY);
	const { body } = await api.snapshot(id, { seat: 0, take: true }, { query: '?language=de' });

	assert.equal(body.detail, 'Welche Karten nimmst du? Es müssen 3 sein.');
});

test('an impossible table is rejected in the language of its session', async () => {
	const table = { phase: 'reservations', seat: 0, dealer: 3, hand: ['9S'] };
	const { status, body } = await api.post('/v1/sessions',
		{ game: 'doppelkopf', preset: 'freedoko', language: 'da', table });

	assert.equal(status, 422);
	assert.deepEqual([body.detail, body.errors[0].pointer], ['En hånd har 12 kort, ikke 1.', '/table/hand']);
});

for (const [cards, pointer, words] of [
	[['9S', '9H', '9H'], '/return/2', 'nine of hearts'],
	[['9S', 'QH', '9H'], '/return/1', 'queen of hearts'],
	[['QH', '9S', '9H'], '/return/0', 'queen of hearts'],
]) {
	test(`a poverty's return of ${cards} is rejected with the card that is not held and its place`, async () => {
		const id = await dealt('en', ...POVERTY, TAKEN);
		const { version } = (await api.session(id)).body;
		const { status, body } = await api.snapshot(id, { seat: 0, return: cards });
		const detail = `You do not hold that card: ${words}.`;

		assert.equal(status, 409);
		assert.equal(body.detail, detail);
		assert.deepEqual(body.errors, [{ pointer, code: 'not_in_hand', detail }]);
		assert.equal((await api.session(id)).body.version, version);
		assert.equal((await api.snapshot(id, { seat: 0, return: ['9S', '9D', '9H'] })).status, 200);
	});
}

test("a repeated exchange of a poverty with its cards in another order is the same event", async () => {
	const id = await dealt('en', ...POVERTY);
	const same = async (report, version) => {
		const { status, body } = await api.snapshot(id, report);

		assert.equal(status, 200, JSON.stringify(report));
		assert.deepEqual([body.version, body.sync, body.observed.explanation], [version, 'in_sync', 'unchanged']);
	};
	const { body: { version } } = await api.snapshot(id, TAKEN);

	await same({ ...TAKEN, cards: ['JH', '9D', '9D'] }, version);
	assert.equal((await api.snapshot(id, { ...TAKEN, cards: ['JH', 'JC', '9D'] })).status, 422);
	assert.equal((await api.snapshot(id, { seat: 0, return: ['9S', '9D', '9H'] })).body.version, version + 1);
	for (const cards of [['9S', '9D', '9H'], ['9H', '9D', '9S'], ['9D', '9S', '9H']]) {
		await same({ seat: 0, return: cards }, version + 1);
	}
	for (const cards of [['9D', '9D', '9H'], ['9S', 'JH', '9H']]) {
		assert.equal((await api.snapshot(id, { seat: 0, return: cards })).status, 409, `${cards}`);
	}
	assert.equal((await api.session(id)).body.version, version + 1);
});

/** In other games: a table, a rejected move, and its error message. */
const rejectedMoves = [
	{
		begin: async (language) => (await api.begun({ language })).id,
		move: { kind: 'draw' }, code: 'revealed_card_missing', pointer: '/revealed',
		words: ['This move turns up a card: which one?', 'Det træk vender et kort: hvilket?',
			'Dieser Zug deckt eine Karte auf: welche?', 'Αυτή η κίνηση ανοίγει ένα φύλλο: ποιο;'],
	},
	{
		begin: async (language) => (await api.create({ game: 'ten-twenty-thirty', strategy: undefined, language })).id,
		move: { kind: 'remove' }, code: 'illegal_move', pointer: '/kind',
		words: ['This move is not legal at the present table.', 'Det træk er ikke tilladt, som bordet ligger nu.',
			'Dieser Zug ist jetzt nicht erlaubt.', 'Αυτή η κίνηση δεν επιτρέπεται τώρα.'],
	},
	{
		begin: async (language) => (await api.create({ game: 'take-away', strategy: undefined, language })).id,
		move: { group: 0, count: 1 }, code: 'illegal_move', pointer: '/group',
		words: ['No groups are known yet.', 'Ingen grupper er kendt endnu.',
			'Noch sind keine Gruppen bekannt.', 'Δεν είναι ακόμη γνωστή καμία ομάδα.'],
	},
];

for (const [number, language] of LANGUAGES.entries()) {
	test(`${language}: rejected moves of other games have messages for players`, async () => {
		for (const { begin, move, code, pointer, words } of rejectedMoves) {
			const problem = await api.move(await begin(language), move);

			assertProblem(problem, 422, code);
			assert.deepEqual(problem.body.errors, [{ pointer, code, detail: words[number] }]);
		}
	});
}

/** In all games: a table, a rejected correction, and its error message. */
const corrected = [
	{
		begin: (language) => api.begun({ language }),
		post: ['corrections', { position: 7, card: 'AC' }], status: 422, code: 'no_card_known', pointer: '/position',
		words: ['No card is known to lie there.', 'Jeg kender ikke noget kort dér.', 'Dort ist keine Karte bekannt.',
			'Δεν γνωρίζω κανένα φύλλο εκεί.'],
	},
	{
		begin: (language) => api.begun({ language }),
		post: ['corrections', { event: 9, position: 4, card: '2C' }], status: 422, code: 'no_card_known', pointer: '/event',
		words: ['This event has no card at this place.', 'Den hændelse viste intet kort på det sted.',
			'Dieses Ereignis hat dort keine Karte gezeigt.', 'Αυτό το συμβάν δεν έδειξε φύλλο σε αυτή τη θέση.'],
	},
	{
		begin: (language) => api.begun({ language }),
		post: ['corrections', { position: 11, card: '5S' }], status: 409, code: 'correction_contradicts', pointer: '/events/1',
		words: ['That does not fit the rest of the game (event 1).', 'Det passer ikke med resten af spillet (hændelse 1).',
			'Das passt nicht zum Rest des Spiels (Ereignis 1).', 'Δεν ταιριάζει με το υπόλοιπο παιχνίδι (συμβάν 1).'],
	},
	{
		begin: (language) => api.begun({ language }),
		post: ['corrections', { position: 4, unseen: 5 }], status: 422, code: 'invalid_correction', pointer: '/unseen',
		words: ['It cannot be that many.', 'Så mange kan det ikke være.', 'So viele können es nicht sein.',
			'Δεν μπορεί να είναι τόσα.'],
	},
	{
		begin: (language) => api.begun({ language }),
		post: ['corrections', { position: 4, card: '9X\u0001' }], status: 400, code: 'invalid_card', pointer: '/card',
		words: ["'9X?' is no card", '»9X?« er ikke et kort', '„9X?“ ist keine Karte', 'το «9X?» δεν είναι φύλλο'],
	},
	{
		begin: (language) => api.begun({ language }),
		post: ['undo', { steps: 7 }], status: 409, code: 'nothing_to_undo', pointer: '/steps',
		words: ['Steps that can be undone: 1.', 'Skridt, der kan fortrydes: 1.',
			'Schritte, die sich zurücknehmen lassen: 1.', 'Βήματα που μπορούν να αναιρεθούν: 1.'],
	},
	{
		begin: (language) => api.create({ game: 'ten-twenty-thirty', strategy: undefined, language }),
		post: ['snapshots', { columns: [['7H'], ['8H', '9H', '2C'], ['3C', 'AC'], [], [], [], []] }], status: 422, code: 'invalid_columns', pointer: '/columns',
		words: ['These columns are not possible with these rules.', 'Med disse regler kan kolonnerne ikke ligge sådan.',
			'Nach diesen Regeln können die Spalten nicht so liegen.',
			'Με αυτούς τους κανόνες οι στήλες δεν μπορεί να είναι έτσι.'],
	},
	{
		begin: (language) => api.create({ game: 'ten-twenty-thirty', strategy: undefined, language }),
		post: ['snapshots', { columns: [['7H'], ['6H'], ['6D'], ['7D'], ['8D'], ['9D'], ['7H']] }], status: 422, code: 'duplicate_card',
		pointer: '/columns/6/0',
		words: ['This card occurs twice: seven of hearts.', 'Det kort er der to gange: hjerter syv.',
			'Diese Karte ist zweimal da: Herz-Sieben.', 'Αυτό το φύλλο υπάρχει δύο φορές: επτά κούπα.'],
	},
	{
		begin: (language) => api.create({ game: 'ten-twenty-thirty', strategy: undefined, language }),
		post: ['snapshots', { columns: [['7H'], ['6H'], ['6D'], ['7D'], ['8D'], ['9D'], ['5H']], deck_left: 4 }], status: 422,
		code: 'invalid_deck_left', pointer: '/deck_left',
		words: ['The cards of the deck do not add up: there must be 45.', 'Bunkens kort går ikke op: der skal være 45.',
			'Die Karten im Stapel gehen nicht auf: Es müssen 45 sein.',
			'Τα φύλλα της τράπουλας δεν βγαίνουν: πρέπει να είναι 45.'],
	},
	{
		begin: async (language) => {
			const table = await api.create({ game: 'take-away', strategy: undefined, language });

			await api.snapshot(table.id, { groups: [3, 4, 5] });
			return table;
		},
		post: ['snapshots', { groups: [3, 4] }], status: 422, code: 'invalid_group_count', pointer: '/groups',
		words: ['The number of groups must be 3, not 2.', 'Antallet af grupper skal være 3, ikke 2.',
			'Die Zahl der Gruppen muss 3 sein, nicht 2.', 'Οι ομάδες πρέπει να είναι 3, όχι 2.'],
	},
	{
		begin: async (language) => ({ id: await dealt(language, FIRST) }),
		post: ['snapshots', { seat: 2, card: '0S', event: 9 }], status: 422, code: 'missed_event', pointer: '/event',
		words: ['Events are missing: the last one known is number 6.', 'Der mangler hændelser: den sidste kendte er nummer 6.',
			'Es fehlen Ereignisse: Das letzte bekannte ist Nummer 6.', 'Λείπουν συμβάντα: το τελευταίο γνωστό είναι το 6.'],
	},
	{
		begin: async (language) => ({ id: await dealt(language, FIRST) }),
		post: ['corrections', { table: { hand: HAND, dealer: 0, trick: { leader: 3, cards: ['AS'] } } }], status: 422,
		code: 'other_turn', pointer: '/table/trick/leader',
		words: ['Another player leads this trick.', 'Det er en anden, der spiller ud til dette stik.',
			'Zu diesem Stich spielt ein anderer aus.', 'Σε αυτή την μπάζα παίζει πρώτος άλλος παίκτης.'],
	},
];

/** A table of Klondike with another card in one column. */
const otherTable = (column) => async (language) => {
	const table = await api.begun({ language });

	table.table.columns[4] = column;
	return { id: table.id, body: { table: table.table } };
};

corrected.push(
	{
		begin: otherTable({ unseen: 4, cards: ['9D'] }), post: ['corrections'], status: 422, code: 'broken_table', pointer: '/table',
		words: ['A card is in two places.', 'Et kort ligger to steder.', 'Eine Karte liegt an zwei Stellen.',
			'Ένα φύλλο βρίσκεται σε δύο θέσεις.'],
	},
	{
		begin: otherTable({ unseen: 3, cards: ['8D', '3C'] }), post: ['corrections'], status: 422, code: 'broken_table', pointer: '/table',
		words: ['The face-up cards of a column do not follow one another.', 'De vendte kort i en kolonne følger ikke efter hinanden.',
			'Die aufgedeckten Karten einer Spalte folgen nicht aufeinander.', 'Τα ανοιχτά φύλλα μιας στήλης δεν είναι στη σειρά.'],
	},
	{
		begin: otherTable({ unseen: 2, cards: ['8D'] }), post: ['corrections'], status: 422, code: 'wrong_count', pointer: '/table/columns',
		words: ['The cards add up to another number.', 'Kortene giver et andet antal tilsammen.',
			'Die Karten ergeben zusammen eine andere Zahl.', 'Τα φύλλα δίνουν άλλο αριθμό.'],
	},
	{
		begin: async (language) => ({ id: await dealt(language) }),
		post: ['snapshots', { seat: 2, reservation: 'none' }], status: 409, code: 'other_turn', pointer: '/reservation',
		words: ["It is another player's turn.", 'Det er en anden, der har tur.', 'Ein anderer ist an der Reihe.',
			'Είναι η σειρά άλλου παίκτη.'],
	},
);

for (const [number, language] of LANGUAGES.entries()) {
	test(`${language}: rejected corrections have messages for players`, async () => {
		for (const { begin, post: [kind, report], status, code, pointer, words } of corrected) {
			const { id, body } = await begin(language);
			const problem = await api.post(`/v1/sessions/${id}/${kind}`, report ?? body);

			assertProblem(problem, status, status === 409 && kind === 'snapshots' ? 'snapshot_contradiction' : code);
			assert.deepEqual(problem.body.errors, [{ pointer, code, detail: words[number] }]);
		}
	});
}

/** Unreadable input: the game, the report, and the error message. */
const unreadable = [
	['klondike', ['', { game: 'klondike', table: {} }], 'missing_field', '/table/columns',
		['columns is missing.', 'columns mangler.', 'columns fehlt.', 'Λείπει: columns.']],
	['klondike', ['', { game: 'klondike', table: { columns: 3 } }], 'invalid_type', '/table/columns',
		['This value has the wrong type.', 'Værdien har en forkert type.', 'Dieser Wert hat den falschen Typ.',
			'Αυτή η τιμή έχει λάθος τύπο.']],
	['ten-twenty-thirty', ['snapshots', {}], 'missing_field', '/columns',
		['columns is missing.', 'columns mangler.', 'columns fehlt.', 'Λείπει: columns.']],
	['freecell', ['snapshots', {}], 'missing_field', '/cells',
		['cells is missing.', 'cells mangler.', 'cells fehlt.', 'Λείπει: cells.']],
	['ten-twenty-thirty', ['moves', { column: 0 }], 'missing_field', '/kind',
		['The kind of the move must be remove or deal.', 'Trækkets art skal være remove eller deal.',
			'Die Art des Zuges muss remove oder deal sein.', 'Το είδος της κίνησης πρέπει να είναι remove ή deal.']],
	['ten-twenty-thirty', ['moves', { kind: 'deal', column: 7 }], 'invalid_value', '/column',
		['A whole number from 0 to 6 is expected here.', 'Her skal stå et helt tal fra 0 til 6.',
			'Hier wird eine ganze Zahl von 0 bis 6 erwartet.', 'Εδώ χρειάζεται ένας ακέραιος αριθμός από 0 έως 6.']],
	['doppelkopf', ['snapshots', { seat: 1, announce: 'no_91' }], 'invalid_value', '/announce',
		['There is no such announcement.', 'Den melding findes ikke.', 'Diese Ansage gibt es nicht.', 'Δεν υπάρχει τέτοια δήλωση.']],
	['doppelkopf', ['snapshots', { seat: 1, reservation: 'flu' }], 'invalid_value', '/reservation',
		['There is no such reservation.', 'Det forbehold findes ikke.', 'Diesen Vorbehalt gibt es nicht.',
			'Δεν υπάρχει τέτοια επιφύλαξη.']],
	['doppelkopf', ['snapshots', { seat: 1 }], 'invalid_value', '',
		['An event has one of these: hand, card, reservation, announce, take, shift, return.',
			'En hændelse har et af disse: hand, card, reservation, announce, take, shift, return.',
			'Ein Ereignis hat eines von diesen: hand, card, reservation, announce, take, shift, return.',
			'Ένα συμβάν έχει ένα από αυτά: hand, card, reservation, announce, take, shift, return.']],
	['doppelkopf', ['snapshots', { seat: 1, card: 'AS', announce: 're' }], 'invalid_value', '/announce',
		['This has no meaning beside card.', 'Det betyder intet ved siden af card.', 'Das hat neben card keine Bedeutung.',
			'Αυτό δεν σημαίνει τίποτε δίπλα στο card.']],
];

for (const [number, language] of LANGUAGES.entries()) {
	test(`${language}: unreadable input has messages for players`, async () => {
		for (const [game, [kind, report], code, pointer, words] of unreadable) {
			const { id } = game === 'doppelkopf' ? { id: await dealt(language) } : await api.create({ game, strategy: undefined, language });
			const problem = kind ? await api.post(`/v1/sessions/${id}/${kind}`, report) : await api.post('/v1/sessions', { ...report, language });

			assertProblem(problem, 400, code);
			assert.deepEqual(problem.body.errors, [{ pointer, code, detail: words[number] }]);
		}
	});
}

for (const [number, language] of LANGUAGES.entries()) {
	test(`${language}: invalid rules are rejected in the language of the requested table`, async () => {
		const { status, body } = await api.post('/v1/sessions',
			{ game: 'take-away', preset: 'homework', language, rules: { groups: [9, 9] } });

		assert.equal(status, 422);
		assert.deepEqual(body.errors, [{ pointer: '/rules/groups', code: 'too_many_cards', detail: [
			'There are at most 13 cards.', 'Der er højst 13 kort.', 'Es gibt höchstens 13 Karten.', 'Υπάρχουν το πολύ 13 φύλλα.',
		][number] }]);
	});
}

const NOBODY = '0'.repeat(32);
const UNKNOWN = ['There is no such table.', 'Det bord findes ikke.', 'Diesen Tisch gibt es nicht.', 'Δεν υπάρχει τέτοιο τραπέζι.'];

for (const [place, language] of LANGUAGES.entries()) {
	test(`an unknown table is rejected in ${language}, by query or Accept-Language`, async () => {
		const wished = await api.get(`/v1/sessions/${NOBODY}?language=${language}`);
		const spoken = await api.get(`/v1/sessions/${NOBODY}`, { headers: { 'accept-language': language } });

		assertProblem(wished, 404, 'unknown_session');
		assert.equal(wished.body.detail, UNKNOWN[place]);
		assert.equal(spoken.body.detail, UNKNOWN[place]);
	});
}

/** A rejected line, its error code, and its error message in four languages. */
const LINES = [
	{
		game: 'klondike', line: 'KS,UU,UU,UU,UU,5S,5H,QC,7H,8D,9D', code: 'invalid_slot_count',
		words: ['The line needs 12 or 13 slots, not 11: waste, 4 foundations, 7 columns and optionally the stock.',
			'Linjen skal have 12 eller 13 pladser, ikke 11: trækbunke, 4 grundbunker, 7 kolonner, måske bagsider.',
			'Die Zeile braucht 12 oder 13 Plätze, nicht 11: Ziehstapel, 4 Ablagestapel, 7 Spalten, vielleicht verdeckte Karten.',
			'Η γραμμή θέλει 12 ή 13 θέσεις, όχι 11: στοίβα, 4 βάσεις, 7 στήλες, ίσως κλειστά φύλλα.'],
	},
	{
		game: 'klondike', line: 'KS,UU,UU,UU,UU,5S,5H,QC,7H,8D,9D,9C,2C', code: 'invalid_value',
		words: ['The thirteenth slot is the stock: BACK (face-down cards), XX (empty) or UU (unknown).',
			'Den trettende plads siger, om der ligger kort med bagsiden opad i trækbunken: BACK, XX eller UU.',
			'Der dreizehnte Platz sagt, ob im Ziehstapel verdeckte Karten liegen: BACK, XX oder UU.',
			'Η δέκατη τρίτη θέση λέει αν υπάρχουν κλειστά φύλλα στη στοίβα: BACK, XX ή UU.'],
	},
	{
		game: 'klondike', line: '', code: 'empty_body',
		words: ['There is nothing in the snapshot.', 'Billedet er tomt.', 'Die Aufnahme ist leer.', 'Η λήψη είναι κενή.'],
	},
	{
		game: 'ten-twenty-thirty', line: '7H,8H', code: 'invalid_slot_count',
		words: ['7 places are expected here, not 2.', 'Her skal være 7 pladser, ikke 2.', 'Hier werden 7 Plätze erwartet, nicht 2.',
			'Εδώ χρειάζονται 7 θέσεις, όχι 2.'],
	},
	{
		game: 'ten-twenty-thirty', line: '7H 8H', code: 'invalid_line',
		words: ['The line is the card that was dealt, or seven columns.', 'Linjen er kortet, der blev lagt, eller syv kolonner.',
			'Die Zeile ist die ausgelegte Karte, oder sieben Spalten.', 'Η γραμμή είναι το φύλλο που μοιράστηκε, ή επτά στήλες.'],
	},
	{
		game: 'take-away', line: 'many', code: 'invalid_value',
		words: ['A number of cards from 0 to 1000000000 belongs here, or UU.', 'Her skal der stå et antal kort fra 0 til 1000000000, eller UU.',
			'Hierhin gehört eine Kartenzahl von 0 bis 1000000000, oder UU.', 'Εδώ μπαίνει πλήθος φύλλων από 0 ως 1000000000, ή UU.'],
	},
];

for (const { game, line, code, words } of LINES) {
	test(`${game}: the line "${line}" is rejected in the session's language`, async () => {
		for (const [place, language] of LANGUAGES.entries()) {
			const { id } = await api.create({ game, strategy: undefined, language });
			const answer = await api.line(id, line);

			assertProblem(answer, 400, code);
			assert.equal(answer.body.detail, words[place]);
		}
	});
}

test('a version mismatch is reported in the session\'s language', async () => {
	const { id } = await api.create({ language: 'da' });
	const { body } = await api.undo(id, { steps: 1 }, { headers: { 'if-match': '"7"' } });

	assert.equal(body.detail, 'Bordet er ændret i mellemtiden: det er nu version 0.');
});

// ---- Unreadable input -----------------------------------------------------------------------

const SEVEN = ['5S', '5H', 'QC', '7H', '8D', '9D', '9C'];
const CARD_WANTED = ['A card is expected here.', 'Her skal stå et kort.', 'Hier wird eine Karte erwartet.', 'Εδώ χρειάζεται ένα φύλλο.'];
const EMPTY = ['The request is empty.', 'Forespørgslen er tom.', 'Die Anfrage ist leer.', 'Το αίτημα είναι κενό.'];
const OBJECT = ['A JSON object is expected here.', 'Her skal stå et JSON-objekt.', 'Hier wird ein JSON-Objekt erwartet.',
	'Εδώ χρειάζεται ένα αντικείμενο JSON.'];
const JSON_BODY = { 'content-type': 'application/json' };

const misunderstood = [
	{ kind: 'snapshots', sent: { json: { columns: SEVEN.slice(1) } }, code: 'invalid_slot_count', words: ['7 places are expected here, not 6.',
		'Her skal være 7 pladser, ikke 6.', 'Hier werden 7 Plätze erwartet, nicht 6.', 'Εδώ χρειάζονται 7 θέσεις, όχι 6.'] },
	{ kind: 'snapshots', sent: { json: { columns: SEVEN.with(2, [8]) } }, code: 'invalid_type', words: CARD_WANTED },
	{ kind: 'snapshots', sent: { json: [] }, code: 'invalid_type', words: OBJECT },
	{ kind: 'moves', sent: { json: { card: 8 } }, code: 'invalid_type', words: CARD_WANTED },
	{ kind: 'moves', sent: { json: [] }, code: 'invalid_type', words: OBJECT },
	{ kind: 'moves', sent: { body: '', headers: JSON_BODY }, code: 'empty_body', words: EMPTY },
	{ kind: 'corrections', sent: { body: '', headers: JSON_BODY }, code: 'empty_body', words: EMPTY },
	{ kind: 'corrections', sent: { json: { position: 4 } }, code: 'missing_field', words: ['A card or a count of the table is expected.',
		'Her skal være et kort eller et af bordets tal.', 'Hier wird eine Karte oder eine Zahl des Tisches erwartet.',
		'Εδώ χρειάζεται ένα φύλλο ή ένας αριθμός του τραπεζιού.'] },
	{ kind: 'corrections', sent: { json: { position: 64, card: '8D' } }, code: 'invalid_value', words: [
		'A whole number from 0 to 63 is expected here.', 'Her skal stå et helt tal fra 0 til 63.',
		'Hier wird eine ganze Zahl von 0 bis 63 erwartet.', 'Εδώ χρειάζεται ένας ακέραιος αριθμός από 0 έως 63.'] },
	{ kind: 'undo', sent: { json: { steps: 0 } }, code: 'invalid_value', words: ['A number from 1 to 1000 is expected here, or its negative.',
		'Her skal stå et tal fra 1 til 1000, eller det samme med minus.', 'Hier wird eine Zahl von 1 bis 1000 erwartet, oder dieselbe mit Minus.',
		'Εδώ χρειάζεται ένας αριθμός από 1 έως 1000, ή ο ίδιος με μείον.'] },
];

for (const [number, language] of LANGUAGES.entries()) {
	test(`${language}: invalid input is rejected in the session's language, whatever the client accepts`, async () => {
		const { id } = await api.begun({ language });

		for (const { kind, sent, code, words } of misunderstood) {
			const headers = { ...sent.headers, 'accept-language': LANGUAGES[(number + 1) % 4] };
			const problem = await api.send('POST', `/v1/sessions/${id}/${kind}`, { ...sent, headers });

			assertProblem(problem, 400, code);
			assert.equal(problem.body.detail, words[number], kind);
			assert.equal(problem.body.errors[0].detail, words[number], kind);
		}
	});
	test(`${language}: invalid input without a session is rejected in the client's language`, async () => {
		const sent = { body: '', headers: { ...JSON_BODY, 'accept-language': language } };

		const problem = await api.send('POST', '/v1/sessions', sent);
		assertProblem(problem, 400, 'empty_body');
		assert.equal(problem.body.detail, EMPTY[number]);
		// An unknown session is found before its body is read.
		const unknown = await api.send('POST', `/v1/sessions/${'0'.repeat(32)}/moves`, sent);
		assertProblem(unknown, 404, 'unknown_session');
		assert.equal(unknown.body.detail, UNKNOWN[number]);
	});
}

test('errors of JSON syntax are reported in English', async () => {
	const { id } = await api.begun({ language: 'de' });
	const problem = await api.send('POST', `/v1/sessions/${id}/moves`, { body: '{"type":', headers: JSON_BODY });

	assertProblem(problem, 400, 'invalid_json');
	assert.match(problem.body.detail, /^line 1, column 8: /);
});

test('a range of one value is not called a range in any language', async () => {
	const { body: { games } } = await api.get('/v1/games');
	const lists = games.flatMap(({ name, options }) => options.filter(({ type }) => type === 'list').map((option) => [name, option.name]));
	const bodies = lists.flatMap(([game, option]) => [1, 2, 70].map((length) => ({ game, rules: { [option]: Array(length).fill('AS') } })));
	let said = 0;

	for (const language of LANGUAGES) {
		for (const body of [...bodies, { game: 'ten-twenty-thirty', rules: { order: ['B3'] } }, { game: 'ten-twenty-thirty', rules: { deck: ['AS', '2S'] } }]) {
			const { body: { detail = '' } } = await api.post('/v1/sessions', { ...body, language });
			said += /\b(3|52)\b/.test(detail) ? 1 : 0;
			assert.doesNotMatch(detail, /(\d+) [^\d\s]+ \1(?!\d)/, detail);
		}
	}
	assert.ok(said >= 2 * LANGUAGES.length, `${said} errors name a length`);
});
