/*
 * Compaction of idle sessions in memory: zeros, most of their bytes, are run-length encoded. It is
 * lossless, because the evidence of snapshots is in no journal.
 */
#ifndef SESSION_REST_H
#define SESSION_REST_H

struct cached_session;

/* Compacts an idle loaded session; without memory it stays as it is. */
void session_compact(struct cached_session *cached);

/* It is about to be used. Without memory nothing is known of it any more: the journal has it. */
void session_expand(struct cached_session *cached);

#endif
