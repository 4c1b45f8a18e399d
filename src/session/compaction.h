/*
 * Sessions in memory that nobody has used for a while: most of what they hold is zeros, and is kept
 * without them. Nothing is lost by that, what the pictures said included, which is in no journal.
 */
#ifndef SESSION_REST_H
#define SESSION_REST_H

struct cached_session;

/* An idle session that is known comes to rest; without memory for it everything stays as it is. */
void session_compact(struct cached_session *cached);

/* It is about to be used. Without memory nothing is known of it any more: the journal has it. */
void session_expand(struct cached_session *cached);

#endif
