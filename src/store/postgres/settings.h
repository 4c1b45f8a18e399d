/* What is set on each connection before anything else. */
#ifndef STORE_POSTGRES_SETTINGS_H
#define STORE_POSTGRES_SETTINGS_H

/*
 * What the statements count on, whatever the server's defaults are: a commit is durable; no time
 * limit on a commit, since PostgreSQL would then answer it before the standby has it. Rows are
 * found by their keys, one after another: a plan that was made while a table was nearly empty would
 * go through all of it later, and lock rows in another order.
 */
#define POSTGRES_SETTINGS \
	"SELECT set_config('synchronous_commit', CASE current_setting('synchronous_commit')" \
	"  WHEN 'remote_apply' THEN 'remote_apply' ELSE 'on' END, false)," \
	" set_config('default_transaction_isolation', 'read committed', false)," \
	" set_config('statement_timeout', '0', false)," \
	" set_config('idle_in_transaction_session_timeout', '30s', false)," \
	" set_config('lock_timeout', '5s', false)," \
	" set_config('enable_seqscan', 'off', false), set_config('enable_hashjoin', 'off', false)," \
	" set_config('enable_mergejoin', 'off', false), set_config('jit', 'off', false)"

#endif
