// The phone as the camera: its pictures go to the service while they change, what the service has read and the suggested move are
// drawn over them.

import { cardSign, language, noteText, say } from './words.js';

const QUALITY = 0.85; // of a JPEG
const SIDE = 1920; // pixels: the longer side of what is sent
const SMALL = [48, 27]; // a picture to compare
const DIFFERENT = 10; // of 255: a small pixel that differs by more has changed
const SOME = 2; // small pixels; fewer are noise
const PAUSE_MS = 150; // between an answer and the next picture
const QUIET_MS = 2000; // a picture of a table that seems unchanged
const POLL_MS = 500; // after a single photograph: the daemon's answer comes later
const RETRY_MS = 1500;
const LABEL = 0.34; // height of a card's name, in widths of the card
const WRONG_KEY = 4001, REPLACED = 4002;

const element = (id) => document.getElementById(id);
const video = element('video'), photograph = element('photograph'), overlay = element('overlay');
const key = new URLSearchParams(location.hash.slice(1)).get('key') ?? '';

const state = { socket: null, view: null, problem: null, camera: '', live: false, spoken: '', speaks: false, last: null, sentAt: 0, timer: 0, reply: null, hasPhotograph: false, isNoPicture: false };

// ---- Words --------------------------------------------------------------------------------------

function render() {
	const { view, problem } = state;
	const notes = (view?.notes ?? []).map(noteText);
	const { question } = view ?? {};
	if (question && !question.answers.length) {
		notes.push(say('answer_there'));
	}
	const waiting = view?.moving && state.live ? say('moving') : '';
	element('advice').textContent = view?.instruction ?? question?.text ?? view?.message ?? say(state.live ? (view ? 'reading' : 'starting') : 'place');
	element('notes').textContent = problem ? say(problem) : state.isNoPicture ? say('no_picture') : notes.join(' · ') || waiting || (state.camera && say(state.camera));
	renderAnswers(question);
	const { page } = view ?? {};
	element('page').hidden = !page || /^https?:\/\/(127\.|localhost|\[::1\])/.test(page) && !/^(127\.|localhost|\[::1\])/.test(location.hostname);
	element('page').href = page || '#';
	draw();
	speak();
}

/** A button for each answer. They stay the same ones until another question comes. */
function renderAnswers(question) {
	const box = element('answers');
	const shown = JSON.stringify(question?.answers.length ? question : null);
	if (box.dataset.question !== shown) {
		box.dataset.question = shown;
		box.hidden = shown === 'null';
		box.replaceChildren(...(question?.answers ?? []).map((text, number) => {
			const button = Object.assign(document.createElement('button'), { type: 'button', textContent: text });
			button.addEventListener('click', () => {
				state.reply ??= { text: JSON.stringify({ question: question.text, answer: number }), isSent: false };
				render();
			});
			return button;
		}));
	}
	for (const button of box.children) {
		button.setAttribute('aria-disabled', state.reply !== null);
	}
}

/** The advice, a question or a contradiction; not the request for another picture, which the page sends unasked. */
function speak() {
	const { instruction, question, message, sync } = state.view ?? {};
	const text = instruction ?? question?.text ?? (sync === 'desynced' ? message : '');
	if (!state.speaks || !text || text === state.spoken) {
		return;
	}
	state.spoken = text;
	speechSynthesis.cancel();
	const utterance = new SpeechSynthesisUtterance(text);
	utterance.lang = language;
	speechSynthesis.speak(utterance);
}

// ---- Drawing ------------------------------------------------------------------------------------

/** From pixels of the picture to pixels of the canvas, which shows all of it. */
function scaling([width, height]) {
	const scale = Math.min(overlay.width / width, overlay.height / height);
	const [left, top] = [(overlay.width - width * scale) / 2, (overlay.height - height * scale) / 2];
	return ([x, y]) => [left + x * scale, top + y * scale];
}

function trace(context, points) {
	context.beginPath();
	points.forEach(([x, y], i) => (i ? context.lineTo(x, y) : context.moveTo(x, y)));
	context.closePath();
}

function drawCard(context, place, { card, p, outline }, unit) {
	const corners = outline.map(place);
	const sure = p >= 0.9;
	trace(context, corners);
	context.strokeStyle = sure ? '#3ddc97' : '#ffb020';
	context.lineWidth = 2 * unit;
	context.stroke();
	const sign = cardSign(card);
	if (!sign) {
		return;
	}
	const text = sure ? sign : `${sign}?`;
	const [x, y] = corners[3]; // the lower left corner: rank and suit of the card itself stay visible
	const size = Math.max(9 * unit, Math.min(16 * unit, LABEL * Math.hypot(corners[2][0] - x, corners[2][1] - y)));
	context.font = `bold ${size}px system-ui, sans-serif`;
	context.fillStyle = 'rgb(0 0 0 / 75%)';
	context.fillRect(x, y - 1.4 * size, context.measureText(text).width + 0.6 * size, 1.4 * size);
	context.fillStyle = '#fff';
	context.fillText(text, x + 0.3 * size, y - 0.35 * size);
}

function drawArrow(context, [[x1, y1], [x2, y2]], unit) {
	const bow = Math.min(80 * unit, Math.hypot(x2 - x1, y2 - y1) * 0.2);
	const [mx, my] = [(x1 + x2) / 2, (y1 + y2) / 2 - bow];
	const angle = Math.atan2(y2 - my, x2 - mx);
	const path = new Path2D(`M${x1} ${y1}Q${mx} ${my} ${x2} ${y2}`);
	for (const turn of [-2.6, 2.6]) {
		path.moveTo(x2, y2);
		path.lineTo(x2 + 22 * unit * Math.cos(angle + turn), y2 + 22 * unit * Math.sin(angle + turn));
	}
	context.lineCap = context.lineJoin = 'round';
	for (const [color, width] of [['rgb(0 0 0 / 70%)', 11], ['#ffe14d', 6]]) {
		context.strokeStyle = color;
		context.lineWidth = width * unit;
		context.stroke(path);
	}
}

function draw() {
	const unit = devicePixelRatio;
	overlay.width = overlay.clientWidth * unit;
	overlay.height = overlay.clientHeight * unit;
	const context = overlay.getContext('2d');
	const { view } = state;
	if (!view?.size) {
		return;
	}
	const place = scaling(view.size);
	if (view.mat) {
		trace(context, view.mat.map(place));
		context.strokeStyle = 'rgb(255 255 255 / 60%)';
		context.lineWidth = unit;
		context.stroke();
	}
	view.cards.forEach((card) => drawCard(context, place, card, unit));
	if (view.arrow) {
		drawArrow(context, view.arrow.map(place), unit);
	}
}

// ---- Pictures -----------------------------------------------------------------------------------

const canvasOf = (source, width, height, [w, h] = [width, height]) => {
	const canvas = Object.assign(document.createElement('canvas'), { width: w, height: h });
	canvas.getContext('2d', { willReadFrequently: w < 100 }).drawImage(source, 0, 0, w, h);
	return canvas;
};

/** True if the small picture differs from the last one that was sent. */
function hasChanged() {
	const canvas = canvasOf(video, 0, 0, SMALL);
	const pixels = canvas.getContext('2d').getImageData(0, 0, ...SMALL).data;
	const { last } = state;
	let differing = last ? 0 : SOME;
	for (let i = 0; last && i < pixels.length; i += 4) {
		differing += Math.abs(pixels[i] - last[i]) + Math.abs(pixels[i + 1] - last[i + 1]) + Math.abs(pixels[i + 2] - last[i + 2]) > 3 * DIFFERENT;
	}
	if (differing >= SOME) {
		state.last = pixels;
	}
	return differing >= SOME;
}

async function sendPicture(source, width, height, alone) {
	const scale = Math.min(1, SIDE / Math.max(width, height));
	const canvas = canvasOf(source, width, height, [Math.round(width * scale), Math.round(height * scale)]);
	const jpeg = await new Promise((then) => { canvas.toBlob(then, 'image/jpeg', QUALITY); });
	state.socket?.send(new Blob([new Uint8Array([alone ? 1 : 0]), jpeg]));
}

async function next() {
	if (state.socket?.readyState !== WebSocket.OPEN) {
		return;
	}
	const { view } = state;
	if (state.reply && !state.reply.isSent) {
		state.reply.isSent = true;
		state.socket.send(state.reply.text);
	} else if (state.hasPhotograph) {
		await sendPicture(photograph, photograph.naturalWidth, photograph.naturalHeight, true);
	} else if (state.live && !video.videoWidth) {
		setTimeout(next, PAUSE_MS);
	} else if (state.live && (hasChanged() || view?.moving || view?.again || Date.now() - state.sentAt > QUIET_MS)) {
		state.sentAt = Date.now();
		await sendPicture(video, video.videoWidth, video.videoHeight, false);
	} else if (view?.size) {
		state.socket.send('same');
	}
}

// ---- The service --------------------------------------------------------------------------------

function answered({ data }) {
	const view = JSON.parse(data);
	state.view = view.size ? view : { ...state.view, ...view };
	state.problem = null;
	if (state.reply?.isSent) {
		state.reply = null;
	} else {
		state.hasPhotograph = false;
	}
	render();
	clearTimeout(state.timer);
	state.timer = setTimeout(next, state.live ? PAUSE_MS : POLL_MS);
}

function closed({ code }) {
	state.socket = state.reply = null;
	state.problem = { [WRONG_KEY]: 'wrong_key', [REPLACED]: 'replaced' }[code] ?? 'lost';
	state.last = null;
	render();
	if (state.problem === 'lost') {
		setTimeout(connect, RETRY_MS);
	}
}

const greeting = JSON.stringify({ key, language });

function connect() {
	const socket = new WebSocket(`${location.protocol.replace('http', 'ws')}//${location.host}/live`);
	let opened = false;
	socket.addEventListener('open', () => {
		opened = true;
		state.socket = socket;
		socket.send(greeting);
		next();
	});
	socket.addEventListener('message', answered);
	socket.addEventListener('close', (how) => (opened ? closed(how) : connectByRequests()));
}

/** iPhones open no websocket to a certificate that no authority has signed, even if it was accepted for the page. */
async function connectByRequests() {
	try {
		const answer = await fetch('phone', { method: 'POST', body: greeting });
		if (!answer.ok) {
			closed({ code: answer.status === 403 ? WRONG_KEY : 0 });
			return;
		}
		const { phone } = await answer.json();
		state.socket = { readyState: WebSocket.OPEN, send: (message) => post(phone, message) };
		next();
	} catch {
		closed({ code: 0 });
	}
}

async function post(phone, message) {
	try {
		const answer = await fetch('message', { method: 'POST', headers: { 'Makker-Phone': phone }, body: message });
		if (answer.ok) {
			answered({ data: await answer.text() });
		} else {
			closed({ code: answer.status === 409 ? REPLACED : 0 });
		}
	} catch {
		closed({ code: 0 });
	}
}

// ---- The camera ---------------------------------------------------------------------------------

const stayAwake = () => navigator.wakeLock?.request('screen').catch(() => {});

/** The camera is not open: why, in the page's words. */
function showWithout(why) {
	state.live = false;
	state.camera = why;
	element('start').hidden = why === 'insecure';
	element('take').hidden = false;
	render();
}

async function start() {
	element('start').hidden = element('take').hidden = true;
	try {
		video.srcObject = await navigator.mediaDevices.getUserMedia({
			audio: false, video: { facingMode: 'environment', width: { ideal: 1920 }, height: { ideal: 1080 } },
		});
	} catch {
		showWithout('no_camera');
		return;
	}
	// Another program has taken the camera, or its permission was withdrawn.
	video.srcObject.getVideoTracks().forEach((track) => track.addEventListener('ended', () => showWithout('ended')));
	photograph.hidden = true;
	await video.play();
	state.live = true;
	state.camera = '';
	stayAwake();
	render();
	next();
}

async function taken({ target }) {
	const [file] = target.files;
	if (!file) {
		return;
	}
	target.value = '';
	photograph.src = URL.createObjectURL(file);
	photograph.hidden = false;
	clearTimeout(state.timer);
	state.isNoPicture = await photograph.decode().then(() => false, () => true);
	state.hasPhotograph = !state.isNoPicture; // until it was answered: without a connection it is sent when there is one
	if (state.hasPhotograph) {
		state.problem = state.socket ? 'reading' : 'lost';
	}
	render();
	next();
}

document.documentElement.lang = language;
element('start').textContent = say('start');
element('take').firstElementChild.textContent = say('take');
element('speak').textContent = say('speak');
element('page').textContent = say('page');
element('start').addEventListener('click', start);
element('take').querySelector('input').addEventListener('change', taken);
element('speak').hidden = !('speechSynthesis' in window);
element('speak').addEventListener('click', ({ target }) => {
	state.speaks = !state.speaks;
	state.spoken = '';
	target.setAttribute('aria-pressed', state.speaks);
	speak();
});
addEventListener('resize', draw);
document.addEventListener('visibilitychange', () => {
	if (document.visibilityState === 'visible' && state.live) {
		stayAwake();
		video.play().catch(() => {}); // some browsers pause it when the page is hidden
	}
});
if (navigator.mediaDevices?.getUserMedia) {
	render();
} else {
	showWithout('insecure');
}
connect();
