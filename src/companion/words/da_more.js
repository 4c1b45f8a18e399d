// What the page says in Danish after its first view.

export const more = {
	why: 'Hvorfor dette træk?',
	why_between: 'Højst sandsynligt mellem {0} og {1}.',
	why_exact: 'Det er nøjagtigt.',
	why_no_value: 'Hvor godt det er, er ikke beregnet.',
	why_reasons: 'Grunde',
	why_runner_up: 'Det næstbedste træk',
	why_no_other: 'Ingen af de andre er beregnet: de så klart dårligere ud.',
	why_as_good: 'lige så godt',
	why_better: 'bedre end dette',
	why_percent_less: '{0} procentpoint mindre',
	why_points_less: '{0} point mindre',
	why_line: 'Det, der kan følge',
	why_more: '{0} træk mere',
	why_show: 'Vis det på bordet',
	why_next: 'Næste',
	why_now: 'Bordet nu',
};
