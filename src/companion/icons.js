// The page's few icons, drawn by strokes.

import { h } from './dom.js';

const PATHS = {
	home: ['M4 11 12 4l8 7', 'M6 10v9h12v-9'],
	share: ['M4 4h6v6H4zM14 4h6v6h-6zM4 14h6v6H4z', 'M14 14h2v2h-2zM18 14h2M14 18v2M18 18h2v2'],
	history: ['M4 17l5-6 4 3 7-9', 'M4 20h16'],
	settings: ['M4 7h10M18 7h2M4 17h2M10 17h10', 'M14 7a2 2 0 1 0 4 0 2 2 0 1 0-4 0M6 17a2 2 0 1 0 4 0 2 2 0 1 0-4 0'],
	undo: ['M9 7 4 12l5 5', 'M4 12h10a6 6 0 0 1 6 6'],
	redo: ['M15 7l5 5-5 5', 'M20 12H10a6 6 0 0 0-6 6'],
	edit: ['M4 20l1-5L16 4l4 4L9 19z', 'M13 7l4 4'],
	speak: ['M4 10v4h4l5 4V6L8 10z', 'M16 9a4 4 0 0 1 0 6M18.5 6.5a8 8 0 0 1 0 11'],
	quiet: ['M4 10v4h4l5 4V6L8 10z', 'M16 9.5l5 5M21 9.5l-5 5'],
	close: ['M6 6l12 12M18 6 6 18'],
	check: ['M5 13l4 4L19 7'],
	eye: ['M3 12s3.5-6 9-6 9 6 9 6-3.5 6-9 6-9-6-9-6z', 'M9.5 12a2.5 2.5 0 1 0 5 0 2.5 2.5 0 1 0-5 0'],
	question: ['M9 9a3 3 0 1 1 4.5 2.6c-1 .6-1.5 1.2-1.5 2.4', 'M12 17.5v.5'],
	think: ['M5 12h.01M12 12h.01M19 12h.01'],
	lost: ['M3 9a14 14 0 0 1 18 0M6.5 13a9 9 0 0 1 11 0M12 18h.01', 'M4 4l16 16'],
	star: ['M12 4l2.4 5.2 5.6.6-4.2 3.8 1.2 5.6-5-2.9-5 2.9 1.2-5.6L4 9.8l5.6-.6z'],
};

export const icon = (name) => h('svg', { class: 'icon', viewBox: '0 0 24 24', 'aria-hidden': 'true' },
	PATHS[name].map((d) => h('path', { d })));
