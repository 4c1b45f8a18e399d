// What the address names is asked for first of all, while the page itself is still on its way: the files of
// the view, and what it shows.

import { request, fetchStart } from './request.js';
import { languageOf } from './languages.js';
import { rememberedPreferences } from './preferences.js';
import { takeToken } from './token.js';

/** The table's, null on the start page. */
export const id = /^\/s\/([0-9a-f]{32})$/.exec(location.pathname)?.[1] ?? null;

// Tables are mostly of the first game; another one's drawing comes when that is known.
const VIEWS = {
	table: ['table_view', 'games/klondike_table', 'cards/face'],
	start: ['start_view'],
	statistics: ['statistics_view', 'simulations', 'charts'],
};

/** The view that is shown: one of those. */
export const viewName = id ? 'table' : location.hash === '#statistics' ? 'statistics' : 'start';

takeToken(id);

for (const name of VIEWS[viewName]) {
	document.head.append(Object.assign(document.createElement('link'), { rel: 'modulepreload', href: `/companion/${name}.js` }));
}

const language = languageOf(rememberedPreferences().language);

/** The table, or what the start page tells. Who waits for it hears when it did not come; else it is asked for again. */
export const first = id ? request('GET', `/v1/sessions/${id}?language=${language}`) : fetchStart(language);
first.catch(() => {});
