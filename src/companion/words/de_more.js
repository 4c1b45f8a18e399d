// What the page says in German after its first view.

export const more = {
	why: 'Warum dieser Zug?',
	why_between: 'Sehr wahrscheinlich zwischen {0} und {1}.',
	why_exact: 'Das ist genau.',
	why_no_value: 'Wie gut er ist, wurde nicht berechnet.',
	why_reasons: 'Gründe',
	why_runner_up: 'Der zweitbeste Zug',
	why_no_other: 'Von den anderen wurde keiner berechnet: Sie sahen deutlich schlechter aus.',
	why_as_good: 'genauso gut',
	why_better: 'besser als dieser',
	why_percent_less: '{0} Prozentpunkte weniger',
	why_points_less: '{0} Punkte weniger',
	why_line: 'Wie es weitergehen kann',
	why_more: 'noch {0} Züge',
	why_show: 'Auf dem Tisch zeigen',
	why_next: 'Weiter',
	why_now: 'Der Tisch jetzt',
};
