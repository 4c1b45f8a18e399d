// Charts: a histogram, and a rate over time with its confidence interval.

import { h } from './dom.js';

const WIDTH = 320;
const HEIGHT = 120;
const GAP = 1;
const SCALE = 14; // height of an axis label

const written = (text, at) => h('text', { key: text, class: 'scale', ...at }, text);

/** `bins`: [{from, to, games}]; `format` formats a length. */
export function Histogram(bins, label, format) {
	const most = Math.max(1, ...bins.map(({ games }) => games));
	const step = WIDTH / Math.max(1, bins.length);
	const bar = ({ games }, index) => {
		const tall = (HEIGHT * games) / most;
		return h('path', { class: 'bin', d: `M${(index * step + GAP / 2).toFixed(2)} ${HEIGHT}v${(-tall).toFixed(2)}h${(step - GAP).toFixed(2)}v${tall.toFixed(2)}z` });
	};
	return h('svg', { class: 'chart', viewBox: `-2 -4 ${WIDTH + 4} ${HEIGHT + 8 + SCALE}`, role: 'img', 'aria-label': label },
		bins.map(bar), h('path', { class: 'grid', d: `M0 ${HEIGHT}H${WIDTH}` }),
		bins.length > 0 && written(format(bins[0].from), { x: '0', y: String(HEIGHT + SCALE) }),
		bins.length > 1 && written(format(bins.at(-1).to), { x: String(WIDTH), y: String(HEIGHT + SCALE), 'text-anchor': 'end' }));
}

/** `points`: [{played, share, low, high}], ordered by `played`. `format` formats a share. */
export function RateCurve(points, label, format) {
	const [first, last] = [points[0].played, points.at(-1).played];
	const x = ({ played }) => (WIDTH * (played - first)) / Math.max(1, last - first);
	const y = (share) => HEIGHT * (1 - share);
	const line = (list, name) => list.map((point) => `${x(point).toFixed(1)} ${y(point[name]).toFixed(1)}`);
	const band = [...line(points, 'low'), ...line([...points].reverse(), 'high')];
	return h('svg', { class: 'chart', viewBox: `-4 -6 ${WIDTH + 8} ${HEIGHT + 12}`, role: 'img', 'aria-label': label },
		[0, 0.5, 1].map((share) => h('path', { class: 'grid', d: `M0 ${y(share)}H${WIDTH}` })),
		[0.5, 1].map((share) => written(format(share), { x: '0', y: String(y(share) + SCALE - 2) })),
		h('path', { class: 'band', d: `M${band.join('L')}Z` }),
		h('path', { class: 'line', d: `M${line(points, 'share').join('L')}` }));
}
