// The phone as the camera: sends its pictures to the service while they change, and draws the cards that the service has read and the
// suggested move over them.

import { cardSign, language, noteText, say } from './words.js';

const JPEG_QUALITY = 0.85;
const MAX_SIDE_PX = 1920; // the longer side of a picture that is sent
const COMPARED_SIZE_PX = [48, 27]; // width and height of the pictures that are compared
const MIN_DIFFERENCE = 10; // of 255, mean of the channels: a pixel that differs by more has changed
const MIN_CHANGED_PIXELS = 2; // fewer are noise
const NEXT_PICTURE_MS = 150; // from an answer to the next picture
const UNCHANGED_PICTURE_MS = 2000; // interval of pictures of an unchanged table
const POLL_MS = 500; // interval of requests after a single photograph: the daemon's answer comes later
const RETRY_MS = 1500;
const LABEL_HEIGHT = 0.34; // of a card's name, in widths of the card
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

/** A button for each answer. The buttons are replaced only when the question changes. */
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

/** Speaks the advice, a question or a contradiction, but not a request for another picture, because the page sends one anyway. */
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

/** The mapping from pixels of the picture to pixels of the canvas, which shows the whole picture. */
function scaling([width, height]) {
	const scale = Math.min(overlay.width / width, overlay.height / height);
	const [left, top] = [(overlay.width - width * scale) / 2, (overlay.height - height * scale) / 2];
	return ([x, y]) => [left + x * scale, top + y * scale];
}

function tracePolygon(context, points) {
	context.beginPath();
	points.forEach(([x, y], i) => (i ? context.lineTo(x, y) : context.moveTo(x, y)));
	context.closePath();
}

function drawCard(context, toCanvas, { card, p, outline }, unit) {
	const corners = outline.map(toCanvas);
	const sure = p >= 0.9;
	tracePolygon(context, corners);
	context.strokeStyle = sure ? '#3ddc97' : '#ffb020';
	context.lineWidth = 2 * unit;
	context.stroke();
	const sign = cardSign(card);
	if (!sign) {
		return;
	}
	const text = sure ? sign : `${sign}?`;
	const [x, y] = corners[3]; // the lower left corner: rank and suit of the card itself stay visible
	const size = Math.max(9 * unit, Math.min(16 * unit, LABEL_HEIGHT * Math.hypot(corners[2][0] - x, corners[2][1] - y)));
	context.font = `bold ${size}px system-ui, sans-serif`;
	context.fillStyle = 'rgb(0 0 0 / 75%)';
	context.fillRect(x, y - 1.4 * size, context.measureText(text).width + 0.6 * size, 1.4 * size);
	context.fillStyle = '#fff';
	context.fillText(text, x + 0.3 * size, y - 0.35 * size);
}

function drawArrow(context, [[x1, y1], [x2, y2]], unit) {
	const bend = Math.min(80 * unit, Math.hypot(x2 - x1, y2 - y1) * 0.2);
	const [mx, my] = [(x1 + x2) / 2, (y1 + y2) / 2 - bend];
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
	const toCanvas = scaling(view.size);
	if (view.mat) {
		tracePolygon(context, view.mat.map(toCanvas));
		context.strokeStyle = 'rgb(255 255 255 / 60%)';
		context.lineWidth = unit;
		context.stroke();
	}
	view.cards.forEach((card) => drawCard(context, toCanvas, card, unit));
	if (view.arrow) {
		drawArrow(context, view.arrow.map(toCanvas), unit);
	}
}

// ---- Pictures -----------------------------------------------------------------------------------

const scaledCanvas = (source, width, height, [w, h] = [width, height]) => {
	const canvas = Object.assign(document.createElement('canvas'), { width: w, height: h });
	canvas.getContext('2d', { willReadFrequently: w < 100 }).drawImage(source, 0, 0, w, h);
	return canvas;
};

/** True if the picture differs from the last one for which this was true; compared at a small size. */
function hasChanged() {
	const canvas = scaledCanvas(video, 0, 0, COMPARED_SIZE_PX);
	const pixels = canvas.getContext('2d').getImageData(0, 0, ...COMPARED_SIZE_PX).data;
	const { last } = state;
	let differing = last ? 0 : MIN_CHANGED_PIXELS;
	for (let i = 0; last && i < pixels.length; i += 4) {
		differing += Math.abs(pixels[i] - last[i]) + Math.abs(pixels[i + 1] - last[i + 1]) + Math.abs(pixels[i + 2] - last[i + 2]) > 3 * MIN_DIFFERENCE;
	}
	if (differing >= MIN_CHANGED_PIXELS) {
		state.last = pixels;
	}
	return differing >= MIN_CHANGED_PIXELS;
}

async function sendPicture(source, width, height, alone) {
	const scale = Math.min(1, MAX_SIDE_PX / Math.max(width, height));
	const canvas = scaledCanvas(source, width, height, [Math.round(width * scale), Math.round(height * scale)]);
	const jpeg = await new Promise((then) => { canvas.toBlob(then, 'image/jpeg', JPEG_QUALITY); });
	state.socket?.send(new Blob([new Uint8Array([alone ? 1 : 0]), jpeg]));
}

async function sendNext() {
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
		setTimeout(sendNext, NEXT_PICTURE_MS);
	} else if (state.live && (hasChanged() || view?.moving || view?.again || Date.now() - state.sentAt > UNCHANGED_PICTURE_MS)) {
		state.sentAt = Date.now();
		await sendPicture(video, video.videoWidth, video.videoHeight, false);
	} else if (view?.size) {
		state.socket.send('same');
	}
}

// ---- The service --------------------------------------------------------------------------------

function onAnswer({ data }) {
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
	state.timer = setTimeout(sendNext, state.live ? NEXT_PICTURE_MS : POLL_MS);
}

function onClose({ code }) {
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
		sendNext();
	});
	socket.addEventListener('message', onAnswer);
	socket.addEventListener('close', (event) => (opened ? onClose(event) : connectByRequests()));
}

/** iPhones open no websocket to a self-signed certificate, even if the player has accepted it for the page. */
async function connectByRequests() {
	try {
		const answer = await fetch('phone', { method: 'POST', body: greeting });
		if (!answer.ok) {
			onClose({ code: answer.status === 403 ? WRONG_KEY : 0 });
			return;
		}
		const { phone } = await answer.json();
		state.socket = { readyState: WebSocket.OPEN, send: (message) => post(phone, message) };
		sendNext();
	} catch {
		onClose({ code: 0 });
	}
}

async function post(phone, message) {
	try {
		const answer = await fetch('message', { method: 'POST', headers: { 'Makker-Phone': phone }, body: message });
		if (answer.ok) {
			onAnswer({ data: await answer.text() });
		} else {
			onClose({ code: answer.status === 409 ? REPLACED : 0 });
		}
	} catch {
		onClose({ code: 0 });
	}
}

// ---- The camera ---------------------------------------------------------------------------------

const stayAwake = () => navigator.wakeLock?.request('screen').catch(() => {});

/** Shows that the camera is not open. `why`: a key of words.js. */
function showCameraError(why) {
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
		showCameraError('no_camera');
		return;
	}
	// Another program has taken the camera, or its permission was withdrawn.
	video.srcObject.getVideoTracks().forEach((track) => track.addEventListener('ended', () => showCameraError('ended')));
	photograph.hidden = true;
	await video.play();
	state.live = true;
	state.camera = '';
	stayAwake();
	render();
	sendNext();
}

async function onPhotograph({ target }) {
	const [file] = target.files;
	if (!file) {
		return;
	}
	target.value = '';
	photograph.src = URL.createObjectURL(file);
	photograph.hidden = false;
	clearTimeout(state.timer);
	state.isNoPicture = await photograph.decode().then(() => false, () => true);
	state.hasPhotograph = !state.isNoPicture; // until it is answered: without a connection it is sent when there is one again
	if (state.hasPhotograph) {
		state.problem = state.socket ? 'reading' : 'lost';
	}
	render();
	sendNext();
}

document.documentElement.lang = language;
element('start').textContent = say('start');
element('take').firstElementChild.textContent = say('take');
element('speak').textContent = say('speak');
element('page').textContent = say('page');
element('start').addEventListener('click', start);
element('take').querySelector('input').addEventListener('change', onPhotograph);
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
	showCameraError('insecure');
}
connect();
