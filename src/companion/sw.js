// Caches the page, so that it loads and can reconnect while the daemon is unreachable. The network is
// always tried first; the cache serves only if it fails or is slow. The API is never cached.

const SHELL = 'makker-shell';
const DOCUMENT = '/';
const NETWORK_TIMEOUT_MS = 4000;

const LANGUAGES = ['en', 'da', 'de', 'el'];

const isFile = ({ pathname, search }) =>
	search === '' && (pathname.startsWith('/companion/') || pathname === '/manifest.webmanifest');
const isPage = ({ pathname }) => pathname === DOCUMENT || /^\/s\/[^/]+$/.test(pathname);

const NAMED = {
	page: /(?:href|src)="(\/companion\/[^"?#]+|\/manifest\.webmanifest)"/g,
	module: /(?:(?:from |import |import\()'(?=\.)|loadStyle\('|style: ')([./][^']+\.(?:js|css))'/g,
};
/** The texts of the page, or of a game that names its own, in every language. */
const words = (suffix) => LANGUAGES.map((language) => `/companion/words/${language}${suffix}.js`);
const wordsNamedIn = (text) => [...text.matchAll(/ words: '(\w+)'/g)].flatMap(([, game]) => words(`_${game}`));
const namedIn = (text, kind, base) => [...text.matchAll(NAMED[kind])].map(([, path]) => new URL(path, base).pathname);

/** Caches these files and the modules that they import. */
async function keep(cache, paths, kept = new Set()) {
	const fresh = [...new Set(paths)].filter((path) => !kept.has(path));
	fresh.forEach((path) => kept.add(path));
	await cache.addAll(fresh);
	for (const path of fresh.filter((name) => name.endsWith('.js'))) {
		const text = await (await cache.match(path)).text();
		await keep(cache, [...namedIn(text, 'module', new URL(path, self.location)), ...wordsNamedIn(text)], kept);
	}
}

/** Caches the document with the files that it names and their imports. */
async function keepShell() {
	const cache = await caches.open(SHELL);
	const page = await fetch(DOCUMENT, { cache: 'no-cache', headers: { accept: 'text/html' } });
	if (!page.ok) {
		throw new Error(`the page answers ${page.status}`);
	}
	await keep(cache, [...namedIn(await page.clone().text(), 'page', self.location), ...words('')]);
	await cache.put(DOCUMENT, page);
}

/** Deletes the caches of other versions; files still in use are fetched again. */
async function dropOthers() {
	const names = await caches.keys();
	await Promise.all(names.filter((name) => name !== SHELL).map((name) => caches.delete(name)));
}

const slow = () => new Promise((resolve, reject) => {
	setTimeout(reject, NETWORK_TIMEOUT_MS, new Error('the network is slow'));
});

/** Returns the network's response and caches it under `key`; if the network fails or is slow, the cached one. */
async function answer(request, key, event) {
	const cache = await caches.open(SHELL);
	const fresh = fetch(request).then((response) => {
		if (response.ok && response.type === 'basic' && !response.redirected) {
			event.waitUntil(cache.put(key, response.clone()));
		}
		return response;
	});
	const kept = await cache.match(key);
	if (!kept) {
		return fresh;
	}
	event.waitUntil(fresh.catch(() => undefined));
	return Promise.race([fresh, slow()]).catch(() => kept);
}

self.addEventListener('install', (event) => {
	self.skipWaiting();
	event.waitUntil(keepShell());
});

self.addEventListener('activate', (event) => {
	event.waitUntil(dropOthers().then(() => self.clients.claim()));
});

self.addEventListener('fetch', (event) => {
	const { request } = event;
	const url = new URL(request.url);
	if (request.method !== 'GET' || url.origin !== self.location.origin) {
		return;
	}
	if (request.mode === 'navigate' && isPage(url)) {
		event.respondWith(answer(request, DOCUMENT, event));
	} else if (isFile(url)) {
		event.respondWith(answer(request, url.pathname, event));
	}
});
