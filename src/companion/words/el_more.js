// What the page says in Greek after its first view.

export const more = {
	why: 'Γιατί αυτή η κίνηση;',
	why_between: 'Πολύ πιθανό: μεταξύ {0} και {1}.',
	why_exact: 'Είναι ακριβές.',
	why_no_value: 'Δεν υπολογίστηκε πόσο καλή είναι.',
	why_reasons: 'Λόγοι',
	why_runner_up: 'Η δεύτερη καλύτερη κίνηση',
	why_no_other: 'Καμία άλλη δεν υπολογίστηκε: έδειχναν σαφώς χειρότερες.',
	why_as_good: 'το ίδιο καλή',
	why_better: 'καλύτερη από αυτήν',
	why_percent_less: '{0} ποσοστιαίες μονάδες λιγότερο',
	why_points_less: '{0} πόντοι λιγότεροι',
	why_line: 'Πώς μπορεί να συνεχιστεί',
	why_more: 'άλλες {0} κινήσεις',
	why_show: 'Δείξ’ το στο τραπέζι',
	why_next: 'Επόμενο',
	why_now: 'Το τραπέζι τώρα',
};
