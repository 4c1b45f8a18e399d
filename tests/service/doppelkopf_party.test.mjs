// Whole matches of Doppelkopf over HTTP, deal after deal to their end, under each preset: random legal events from hands that
// the test deals itself, and impossible events in between, which must be rejected with their place and change nothing.

import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { Api } from './api.mjs';
import { startDaemon } from './daemon.mjs';

const api = new Api(await startDaemon(after));

// DOPPELKOPF_PARTIES in the environment plays more of them, with other seeds.
const PARTIES = Number(process.env.DOPPELKOPF_PARTIES ?? 1);
const SUITS = 'CSHD';
const POINTS = { A: 11, 0: 10, K: 4, Q: 3, J: 2, 9: 0 };
const EVENT = ['seat', 'card', 'announce', 'team', 'reservation', 'cards', 'shift', 'return', 'trumps', 'take'];

/** Numbers that look random and are the same each time. */
function chance(seed) {
	let state = seed >>> 0;
	return (below) => {
		state = (state + 0x6d2b79f5) >>> 0;
		let mixed = Math.imul(state ^ (state >>> 15), state | 1);
		mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
		return ((mixed ^ (mixed >>> 14)) >>> 0) % below;
	};
}

function deckOf({ nines }) {
	const ranks = nines ? 'A0KQJ9' : 'A0KQJ';
	return [...SUITS].flatMap((suit) => [...ranks].flatMap((rank) => [rank + suit, rank + suit]));
}

function shuffled(cards, below) {
	const deck = [...cards];
	for (let i = deck.length - 1; i > 0; i--) {
		const j = below(i + 1);
		[deck[i], deck[j]] = [deck[j], deck[i]];
	}
	return deck;
}

// The ranks that are trumps whatever their suit, then the suit.
const TRUMPS = {
	solo_clubs: ['QJ', 'C'], solo_spades: ['QJ', 'S'], solo_hearts: ['QJ', 'H'], solo_queens: ['Q'], solo_jacks: ['J'],
	solo_meatless: [''], solo_kings: ['K'], solo_queens_jacks: ['QJ'], solo_kings_jacks: ['KJ'], solo_kings_queens: ['KQ'],
	solo_koehler: ['KQJ'],
};

function colour(card, game) {
	const [pictures, suit] = TRUMPS[game] ?? ['QJ', 'D'];
	const isTrump = pictures.includes(card[0]) || card[1] === suit || (suit && card === '0H');
	return isTrump ? 'T' : card[1];
}

function followers(hand, { game, trick: { cards } }) {
	const led = cards.length ? hand.filter((card) => colour(card, game) === colour(cards[0], game)) : [];
	return led.length ? led : hand;
}

const take = (hand, card) => hand.splice(hand.indexOf(card), 1);
const count = (cards, card) => cards.filter((other) => other === card).length;
const isTrump = (card) => colour(card, 'normal') === 'T';

const sum = (numbers) => numbers.reduce((a, b) => a + b, 0);

/** No more games are left than soli are owed, or the pot is empty. */
function areSoliDue({ games_left: left, mandatory_soli_left: owed, points_played: played }, { points }) {
	return sum(owed) > 0 && ((left !== null && sum(owed) >= left) || (points > 0 && played >= points));
}

/** Half of all deals have a hand of few trumps or one with both queens of clubs. */
function unusual(deck, kind) {
	const isAhead = [() => false, () => false, (card) => !isTrump(card), (card) => card === 'QC'][kind];
	const ahead = deck.filter(isAhead).slice(0, 9);
	return [...ahead, ...deck.filter((card) => !isAhead(card)), ...deck.filter(isAhead).slice(9)];
}

/** The four hands of a deal, and the next event of each seat. */
class Deal {
	constructor(rules, below) {
		const deck = unusual(shuffled(deckOf(rules), below), below(4));
		const turned = below(4);
		const at = (seat) => ((seat + turned) & 3) * deck.length / 4;
		this.hands = [0, 1, 2, 3].map((seat) => deck.slice(at(seat), at(seat) + deck.length / 4));
		this.isRe = this.hands.map((hand) => hand.includes('QC'));
		Object.assign(this, { rules, below });
	}

	pick(list) {
		return list[this.below(list.length)];
	}

	next({ table, moves }) {
		const { phase, seat_to_play: seat } = table;
		if (seat === 0) {
			return this.own(moves, table);
		}
		return this[phase](seat, this.hands[seat], table);
	}

	/** Something that the daemon lists for the advised seat: mostly a card. */
	own(moves, table) {
		const mine = moves.filter((move) => move.seat === 0);
		assert.ok(mine.length > 0, JSON.stringify(table));
		const plain = mine.filter(({ kind, reservation }) => kind === 'play' || reservation === 'none');
		const move = this.pick(plain.length && this.below(4) ? plain : mine);
		const event = Object.fromEntries(EVENT.filter((name) => move[name] !== undefined && move[name] !== null).map((name) => [name, move[name]]));
		return move.take ? { ...event, cards: this.passed } : event;
	}

	reservations(seat, hand, { score_table }) {
		const choices = ['none', 'none', 'none', 'none', 'none', 'none'];
		const trumps = hand.filter(isTrump);
		const nines = hand.filter(([rank]) => rank === '9').length;
		const kings = hand.filter(([rank]) => rank === 'K').length;
		if (areSoliDue(score_table, this.rules)) {
			return { seat, reservation: this.pick(['solo_clubs', 'solo_queens', 'solo_jacks', 'solo_meatless', 'solo_hearts']) };
		}
		if (count(hand, 'QC') === 2) {
			choices.push('marriage', 'marriage', 'marriage', 'marriage', 'marriage', 'marriage');
		}
		if ((this.rules.throw_nines && nines >= this.rules.throw_nines) || (this.rules.throw_kings && kings >= this.rules.throw_kings)) {
			choices.push('throw', 'throw');
		}
		if (this.rules.poverty && trumps.length <= 3) {
			return { seat, reservation: 'poverty', cards: 3 };
		}
		if (this.below(6) === 0) {
			choices.push('solo_queens', 'solo_spades', 'solo_meatless');
		}
		return { seat, reservation: this.pick(choices) };
	}

	poverty_shift(seat, hand) {
		this.passed = [...hand.filter(isTrump), ...hand.filter((card) => !isTrump(card))].slice(0, 3);
		return { seat, shift: 3 };
	}

	poverty_offer(seat) {
		return { seat, take: this.below(2) === 1 };
	}

	poverty_return(seat, hand, { soloist }) {
		this.passed = shuffled(hand, this.below).slice(0, 3);
		return soloist === 0 ? { seat, return: this.passed } : { seat, return: 3, trumps: this.passed.filter(isTrump).length };
	}

	playing(seat, hand, table) {
		if (this.below(8) === 0 && this.maySpeak(seat, hand, table)) {
			const team = this.isRe[seat] ? 're' : 'contra';
			return { seat, announce: team, team };
		}
		if (this.below(2) === 0 && this.hasSwines(seat, hand, table)) {
			return { seat, announce: 'swines' };
		}
		return { seat, card: this.pick(followers(hand, table)) };
	}

	/** Re or contra by another player who knows the own team: in a normal game, in time. */
	maySpeak(seat, hand, { game, announcements }) {
		const said = announcements.some(({ team }) => (team === 're') === this.isRe[seat]);
		return game === 'normal' && !said && hand.length >= this.rules.cards_for_re;
	}

	hasSwines(seat, hand, { game, swines }) {
		return this.rules.swines && game === 'normal' && swines === null && count(hand, 'AD') === 2 && hand.length === 12;
	}

	/** Applies an event to the hands. */
	follow(event, before) {
		const { seat } = event;
		if (event.card) {
			take(this.hands[seat], event.card);
		} else if (event.shift) {
			this.give(seat, event.shift);
		} else if (event.take) {
			this.hands[seat].push(...this.passed);
		} else if (event.return) {
			this.give(seat, event.return);
			const given = Array.isArray(event.return) ? event.return : this.passed;
			this.hands[before.soloist].push(...given);
		}
	}

	give(seat, cards) {
		const given = Array.isArray(cards) ? cards : this.passed;
		given.forEach((card) => take(this.hands[seat], card));
		this.passed = seat === 0 && Array.isArray(cards) ? [...(this.passed ?? []), ...cards].slice(-3) : given;
	}

	/** Impossible events at present, with the possible error codes. */
	wrong({ table }) {
		const { phase, seat_to_play: seat, hand } = table;
		const seen = [...hand, ...table.trick.cards, ...table.tricks.flatMap(({ cards }) => cards)];
		const twice = [...new Set(seen)].filter((card) => count(seen, card) === 2);
		const list = [
			[{ seat: 9, card: 'AS' }, ['invalid_value'], '/seat'],
			[{ seat, card: '2S' }, ['no_such_card', 'wrong_phase'], undefined],
			[{ seat, announce: 'boo' }, ['invalid_value'], '/announce'],
		];
		if (phase === 'playing') {
			const other = (seat + 1 + this.below(3)) & 3;
			const foreign = deckOf(this.rules).find((card) => !hand.includes(card));
			list.push([{ seat: other, card: this.pick(this.hands[other].concat('AS')) }, ['other_turn'], '/seat']);
			list.push([{ seat, reservation: 'none' }, ['wrong_phase'], '/reservation']);
			if (seat !== 0 && twice.length) {
				list.push([{ seat, card: this.pick(twice) }, ['card_gone'], '/card']);
			}
			if (seat === 0) {
				list.push([{ seat, card: foreign }, ['not_in_hand'], '/card']);
				const revokes = hand.filter((card) => !followers(hand, table).includes(card));
				revokes.forEach((card) => list.push([{ seat, card }, ['must_follow'], '/card']));
			}
			if (table.tricks.length > 9) {
				list.push([{ seat: 2, announce: 'black', team: 're' }, ['too_late', 'other_party', 'too_early'], '/announce']);
				list.push([{ seat: 1, announce: 'contra', team: 'contra' }, ['too_late', 'other_party', 'too_early'], '/announce']);
			}
		} else {
			list.push([{ seat: (seat + 1) & 3, reservation: 'none' }, phase === 'reservations' ? ['other_turn'] : ['other_turn', 'wrong_phase'], undefined]);
			list.push([{ seat: 1, announce: 're', team: 're' }, ['too_early'], '/announce']);
		}
		return this.pick(list);
	}
}

const still = ({ updated_at, observed, advice, ...session }) => session;

async function refuse(deal, session) {
	const [event, codes, pointer] = deal.wrong(session);
	const answer = await api.move(session.id, event);

	const details = `${JSON.stringify(event)} in ${JSON.stringify(session.table)}: ${answer.text}`;
	assert.ok([400, 409, 422].includes(answer.status), details);
	assert.ok(codes.includes(answer.body.code), details);
	assert.ok(pointer === undefined || answer.body.errors?.some((error) => error.pointer === pointer), details);
	assert.deepEqual(still((await api.session(session.id)).body), still(session));
}

async function playDeal(session, rules, below) {
	const deal = new Deal(rules, below);
	const { status, body } = await api.move(session.id, { hand: deal.hands[0], dealer: session.table.score_table.next_dealer });

	assert.equal(status, 200, JSON.stringify(body));
	let now = (await api.session(session.id)).body;
	while (now.table.phase !== 'over') {
		if (below(4) === 0) {
			await refuse(deal, now);
		}
		const event = deal.next(now);
		const answer = await (event.shift || event.return ? api.snapshot(now.id, event) : api.move(now.id, event));
		assert.equal(answer.status, 200, `${JSON.stringify(event)} in ${JSON.stringify(now.table)}: ${answer.text}`);
		deal.follow(event, now.table);
		now = (await api.session(now.id)).body;
		assert.deepEqual([...now.table.hand].sort(), [...deal.hands[0]].sort());
	}
	return now;
}

function checkEnd({ table }, games) {
	if (table.game === 'thrown') {
		assert.equal(table.score_table.games, games);
		return;
	}
	const { rows, sums } = table.score_table;
	assert.equal(table.score_table.games, games + 1);
	assert.equal(sum(table.points), 240);
	assert.equal(sum(rows.at(-1).points), 0);
	assert.deepEqual(sums, [0, 1, 2, 3].map((seat) => sum(rows.map(({ points }) => points[seat]))));
	table.tricks.forEach(({ cards, points }) => assert.equal(points, sum(cards.map(([rank]) => POINTS[rank]))));
}

const ENDS = ['won', 'lost', 'drawn'];
const MAX_DEALS = 60;

async function playParty(preset, seed, fields) {
	const below = chance(seed);
	let session = await api.create({ game: 'doppelkopf', strategy: 'random', preset, ...fields });
	const { rules } = session;

	for (let deals = 0; !ENDS.includes(session.status); deals++) {
		assert.ok(deals < MAX_DEALS, 'the party comes to an end');
		const { games } = session.table.score_table;
		session = await playDeal(session, rules, below);
		checkEnd(session, games);
	}
	const { games, points_played: played } = session.table.score_table;
	assert.ok(games === rules.games || (rules.points > 0 && played >= rules.points));
	assert.equal(sum(session.table.score_table.mandatory_soli_left), 0);
	const more = await api.move(session.id, { hand: new Deal(rules, below).hands[0] });
	assert.equal(more.body.code, 'game_over', more.text);
	assert.deepEqual(still((await api.session(session.id)).body), still(session));
}

for (const preset of ['ddv', 'freedoko', 'nonines']) {
	test(`a whole match by the rules of ${preset}, with impossible events in between`, async () => {
		for (let seed = 1; seed <= PARTIES; seed++) {
			await playParty(preset, seed, { rules: { games: 6 } });
		}
	});

	test(`a match of ${preset} until the pot is empty and every player has played a solo`, async () => {
		for (let seed = 1; seed <= PARTIES; seed++) {
			await playParty(preset, 1000 + seed, { rules: { games: 0, points: 3, mandatory_soli: 1 } });
		}
	});
}
