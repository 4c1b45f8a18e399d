// What the page says in English after its first view.

export const more = {
	why: 'Why this move?',
	why_between: 'Very likely between {0} and {1}.',
	why_exact: 'That is exact.',
	why_no_value: 'How good it is was not calculated.',
	why_reasons: 'Reasons',
	why_runner_up: 'The next best move',
	why_no_other: 'None of the others was calculated: they looked clearly worse.',
	why_as_good: 'just as good',
	why_better: 'better than this one',
	why_percent_less: '{0} percentage points less',
	why_points_less: '{0} points less',
	why_line: 'What may follow',
	why_more: '{0} more moves',
	why_show: 'Show it on the table',
	why_next: 'Next',
	why_now: 'The table now',
};
