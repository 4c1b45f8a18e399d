// The result of a game as a picture to share. It says what anyone may know: no name of a table or a player, no address, no card of the
// table. Loaded when it is asked for.

import { rankSign } from './cards.js';
import { loadWords, titleOf } from './games/generic.js';

export const WIDTH = 1080;
export const HEIGHT = 1350;
export const MARGIN = 80; // on both sides of a text
const CARDS = { middle: 306, width: 246, apart: 210, turn: 0.07, sink: 12 }; // each shows its rank and suit
const TEXTS = { top: 560, bottom: 1196 }; // between the cards and the signature
const SIGNATURE = { baseline: 1276, size: 46 };
const LINE = 1.2; // of the font's size
const GAP = 22;
const SMALLER = 0.96; // a step towards a size that fits

/** What the texts look like, by what they say: as many lines as the size allows, and not more. */
const STYLES = {
	headline: { size: 148, weight: 800, colour: '--accent', lines: 1 },
	game: { size: 66, weight: 700, colour: '--felt-ink', lines: 2 },
	variant: { size: 46, weight: 500, colour: '--felt-ink', lines: 2 },
	figures: { size: 78, weight: 750, colour: '--felt-ink', lines: 1 },
	remark: { size: 50, weight: 650, colour: '--accent', lines: 2 },
	note: { size: 42, weight: 500, colour: '--felt-ink', lines: 3 },
};

// ---- Texts ----------------------------------------------------------------------------------------------

/** The lines of a text that are at most this wide; null where a single word is wider. */
function broken(text, width, measure) {
	const lines = [];
	for (const word of text.split(' ')) {
		const longer = lines.length > 0 ? `${lines.at(-1)} ${word}` : word;
		if (measure(word) > width) {
			return null;
		}
		if (lines.length > 0 && measure(longer) <= width) {
			lines[lines.length - 1] = longer;
		} else {
			lines.push(word);
		}
	}
	return lines.map((line) => line.replace(/ ·$/, ''));
}

/** A text at the largest size at which it fits: {lines, size, ...style}. */
function fitted({ kind, text }, scale, measure) {
	const style = STYLES[kind];
	for (let size = style.size * scale; ; size *= SMALLER) {
		const lines = broken(text, WIDTH - 2 * MARGIN, (one) => measure(one, size, style.weight));
		if (lines && lines.length <= style.lines) {
			return { ...style, lines, size };
		}
	}
}

const heightOf = (blocks) => blocks.reduce((sum, { lines, size }) => sum + lines.length * size * LINE, GAP * (blocks.length - 1));

/** The lines as they are drawn, {text, baseline, size, weight, colour}: in the middle of the room for them, smaller where there are many. */
export function layTexts(texts, measure) {
	const room = TEXTS.bottom - TEXTS.top;
	let scale = 1;
	let blocks = texts.map((one) => fitted(one, scale, measure));
	while (heightOf(blocks) > room) {
		scale *= SMALLER;
		blocks = texts.map((one) => fitted(one, scale, measure));
	}
	let top = TEXTS.top + (room - heightOf(blocks)) / 2;
	return blocks.flatMap(({ lines, ...style }) => {
		const placed = lines.map((text, place) => ({ ...style, text, baseline: top + (place + 0.85) * style.size * LINE }));
		top += lines.length * style.size * LINE + GAP;
		return placed;
	});
}

// ---- Cards ----------------------------------------------------------------------------------------------

/** Cards that stand for a game that was won. */
const FACES = { doppelkopf: ['0H', 'QC', 'QS', 'QH'], 'ten-twenty-thirty': ['KS', '0H', 'QC'], 'take-away': [] };
const KINGS = ['KS', 'KH', 'KC', 'KD'];
const BACKS = 4;

/** The attributes of the cards: faces of a game that was won, otherwise backs. */
function cardsOf({ game, status }, { deck, fourColour, back }, language) {
	const faces = status === 'won' ? FACES[game] ?? KINGS : [];
	return faces.length > 0 ? faces.map((code) => ({ code, deck, letter: rankSign(code[0], language), ...(fourColour ? { 'four-colour': '' } : {}) }))
		: Array.from({ length: BACKS }, () => ({ back }));
}

/** A shape of a card as the style sheet has it. */
function drawShape(brush, shape) {
	const { fill, stroke, strokeWidth, strokeLinecap, strokeLinejoin } = getComputedStyle(shape);
	const number = (name) => Number(shape.getAttribute(name));
	const path = new Path2D(shape.getAttribute('d') ?? undefined);
	if (shape.localName === 'rect') {
		path.roundRect(number('x'), number('y'), number('width'), number('height'), number('rx'));
	} else if (shape.localName === 'circle') {
		path.arc(number('cx'), number('cy'), number('r'), 0, 2 * Math.PI);
	}
	brush.save();
	const moved = shape.transform.baseVal.consolidate()?.matrix;
	if (moved) {
		brush.transform(moved.a, moved.b, moved.c, moved.d, moved.e, moved.f);
	}
	if (fill !== 'none') {
		brush.fillStyle = fill;
		brush.fill(path);
	}
	if (stroke !== 'none') {
		Object.assign(brush, { strokeStyle: stroke, lineWidth: parseFloat(strokeWidth), lineCap: strokeLinecap, lineJoin: strokeLinejoin });
		brush.stroke(path);
	}
	brush.restore();
}

/** A card, 100 by 140, around the middle. */
function drawCard(brush, card) {
	brush.translate(-50, -70);
	brush.save();
	Object.assign(brush, { fillStyle: '#0000', shadowColor: 'rgb(0 0 0 / 40%)', shadowBlur: 24, shadowOffsetY: 8 });
	brush.fillStyle = '#fff';
	brush.beginPath();
	brush.roundRect(1, 1, 98, 138, 9);
	brush.fill();
	brush.restore();
	const image = card.querySelector('img');
	if (image) {
		brush.drawImage(image, 0, 0, 100, 140);
	}
	card.querySelectorAll('svg > *').forEach((shape) => drawShape(brush, shape));
}

/** The cards as a fan. They stand in the page meanwhile, unseen: the style sheet has their colours. */
async function drawCards(brush, list) {
	const box = Object.assign(document.createElement('div'), { inert: true });
	Object.assign(box.style, { position: 'fixed', top: 0, left: 0, width: '100px', visibility: 'hidden' });
	box.setAttribute('aria-hidden', 'true');
	const cards = list.map((attributes) => {
		const card = document.createElement('mk-card');
		Object.entries(attributes).forEach(([name, value]) => card.setAttribute(name, value));
		return card;
	});
	box.append(...cards);
	document.body.append(box);
	try {
		await Promise.all([...box.querySelectorAll('img')].map((image) => image.decode()));
		cards.forEach((card, place) => {
			const from = place - (cards.length - 1) / 2;
			brush.save();
			brush.translate(WIDTH / 2 + CARDS.apart * from, CARDS.middle + CARDS.sink * from ** 2);
			brush.rotate(CARDS.turn * from);
			brush.scale(CARDS.width / 100, CARDS.width / 100);
			drawCard(brush, card);
			brush.restore();
		});
	} finally {
		box.remove();
	}
}

// ---- The picture ------------------------------------------------------------------------------------------

/** What measures and draws a text: [measure, write]. */
function penOf(brush) {
	const { fontFamily } = getComputedStyle(document.documentElement);
	const use = (size, weight) => { brush.font = `${weight} ${size}px ${fontFamily}`; };
	brush.textAlign = 'center';
	return [
		(text, size, weight) => {
			use(size, weight);
			return brush.measureText(text).width;
		},
		({ text, baseline, size, weight, colour }) => {
			use(size, weight);
			brush.fillStyle = getComputedStyle(document.documentElement).getPropertyValue(colour);
			brush.fillText(text, WIDTH / 2, baseline);
		},
	];
}

/** Gives a function that measures texts as the picture does. */
export const measurer = () => penOf(document.createElement('canvas').getContext('2d'))[0];

/** The texts of the picture: of the game its name and variant, then what the end of the game says. */
export async function textsOf({ session, module, headline, figures, remarks, notes }, language, t) {
	await loadWords(language).catch(() => { /* without a connection it is named as in the API */ });
	const variant = session.preset && module.presetTitle(session.preset, language);
	const game = titleOf(session.game, language) ?? session.game;
	return [
		['headline', t(headline)], ['game', game], ['variant', variant !== game && variant], ['figures', figures],
		...remarks.map((text) => ['remark', text]), ...notes.map((text) => ['note', text]),
	].filter(([, text]) => text).map(([kind, text]) => ({ kind, text }));
}

/** The picture as a PNG. */
export async function drawResult(result, { preferences, language }, t) {
	const canvas = Object.assign(document.createElement('canvas'), { width: WIDTH, height: HEIGHT });
	const brush = canvas.getContext('2d');
	const [measure, write] = penOf(brush);
	const texts = await textsOf(result, language, t);
	brush.fillStyle = getComputedStyle(document.documentElement).getPropertyValue('--felt');
	brush.fillRect(0, 0, WIDTH, HEIGHT);
	await drawCards(brush, cardsOf(result.session, preferences, language));
	layTexts(texts, measure).forEach(write);
	write({ text: 'Makker', weight: 700, colour: '--felt-ink', ...SIGNATURE });
	return new Promise((resolve, reject) => { canvas.toBlob((blob) => (blob ? resolve(blob) : reject(new Error('no picture'))), 'image/png'); });
}

// ---- Sharing ----------------------------------------------------------------------------------------------

const KEPT_MS = 60_000; // until a browser that asks where to put a file has read it

function download(file) {
	const address = URL.createObjectURL(file);
	Object.assign(document.createElement('a'), { href: address, download: file.name }).click();
	setTimeout(() => URL.revokeObjectURL(address), KEPT_MS);
}

const SETTLED = ['AbortError', 'InvalidStateError']; // the player has changed their mind; the picture is being shared already
let drawing = false;

/** Shares the picture where the browser shares files, otherwise it is downloaded. A second tap while it is drawn does nothing. */
export async function shareResult(result, state, t) {
	if (drawing) {
		return;
	}
	drawing = true;
	const picture = await drawResult(result, state, t).finally(() => { drawing = false; });
	const file = new File([picture], 'makker.png', { type: 'image/png' });
	if (!navigator.canShare?.({ files: [file] })) {
		download(file);
		return;
	}
	await navigator.share({ files: [file] }).catch(({ name }) => {
		if (!SETTLED.includes(name)) {
			download(file);
		}
	});
}
