// Starts the requests of the first view while the page is still loading: its modules and its data.

import { request, fetchStart } from './request.js';
import { languageOf } from './languages.js';
import { rememberedPreferences } from './preferences.js';
import { takeToken } from './token.js';

/** Session id; null on the start page. */
export const id = /^\/s\/([0-9a-f]{32})$/.exec(location.pathname)?.[1] ?? null;

// Most tables are of the default game; the drawing of another one is loaded once the session is known.
const VIEWS = {
	table: ['table_view', 'games/klondike_table'],
	start: ['start_view'],
	statistics: ['statistics_view', 'simulations', 'charts'],
};

/** Name of the current view, a key of VIEWS. */
export const viewName = id ? 'table' : location.hash === '#statistics' ? 'statistics' : 'start';

takeToken(id);

// Before the first paint, so that a dark phone sees nothing light.
document.documentElement.dataset.theme = rememberedPreferences().theme ?? 'auto';

if (viewName !== 'table') {
	document.head.append(Object.assign(document.createElement('link'), { rel: 'preload', as: 'style', href: '/companion/start.css' }));
}

const language = languageOf(rememberedPreferences().language);

for (const name of [`words/${language}`, ...VIEWS[viewName]]) {
	document.head.append(Object.assign(document.createElement('link'), { rel: 'modulepreload', href: `/companion/${name}.js` }));
}

/** Promise of the session or of the start page's data. A failure is handled by its user. */
export const first = id ? request('GET', `/v1/sessions/${id}?language=${language}`) : fetchStart(language);
first.catch(() => {});
