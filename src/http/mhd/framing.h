/*
 * The framing of HTTP/1.x, checked byte by byte before libmicrohttpd parses it.
 *
 * Version 0.9.75 accepts bare LF in lines and in chunk framing, folded header lines and blanks in
 * the request line; it answers some malformed lengths twice; and a request with more parameters
 * than its memory pool holds makes it drop the connection without any callback. A proxy in front
 * may read such bytes differently, and then the bytes of one client become a request of another
 * (RFC 9112, 11.2). A message that passes this check is read the same way by every parser and fits
 * into the pool. Pure: no sockets, no memory of its own.
 */
#ifndef HTTP_MHD_FRAMING_H
#define HTTP_MHD_FRAMING_H

#include "base/limits.h" /* MAX_HEADER_BYTES: request line and header lines together */

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum {
	/*
	 * libmicrohttpd's pool of a connection. Above 32 KiB it comes from the system, which has it
	 * back when the connection ends; free() would keep it between the pieces of others.
	 */
	CONNECTION_MEMORY = 36 * 1024,
	HEAD_MEMORY = 22 * 1024,    /* of these: for a head, as stored by libmicrohttpd */
	RECORD_MEMORY = 64,         /* of a header line, a query parameter or a cookie */
	MAX_RECORDS = 160,          /* maximum beside a read buffer of half the pool */
	MAX_SIZE_LINE = 256,        /* the size of a chunk and its extension */
	MAX_EXTENSION_BYTES = 4096, /* of all chunks of a body together */
	MAX_TRAILER_BYTES = 512,
	MAX_EMPTY_LINES = 2, /* before a request line, see RFC 9112, 2.2 */
};

struct http_error {
	int status; /* 0: no error */
	const char *code;
	const char *detail;
};

enum framing_state {
	FRAMING_START, /* between two messages */
	FRAMING_EMPTY_LF,
	FRAMING_METHOD,
	FRAMING_TARGET,
	FRAMING_VERSION,
	FRAMING_LINE, /* the beginning of a header line or of a trailer line */
	FRAMING_NAME,
	FRAMING_VALUE,
	FRAMING_LINE_LF,
	FRAMING_HEAD_LF,
	FRAMING_BODY,
	FRAMING_SIZE,
	FRAMING_EXTENSION,
	FRAMING_SIZE_LF,
	FRAMING_DATA,
	FRAMING_DATA_CR,
	FRAMING_DATA_LF,
	FRAMING_REST, /* unknown framing: the request is refused by its header, the rest is not read
		       */
	FRAMING_STATES,
};

enum framing_field {
	FIELD_OTHER,
	FIELD_LENGTH,
	FIELD_ENCODING,
	FIELD_COOKIE,
	FIELD_UPGRADE,
};

/* Zero-initialised: a new connection. */
struct framing {
	enum framing_state state;
	enum framing_field field;
	const struct http_error *fault; /* the first one; nothing is read after it */
	unsigned bytes;                 /* of the head, later of the trailers */
	unsigned records;
	unsigned cookie_bytes;
	unsigned line; /* bytes of the part that is being read: version, name, value, size line */
	unsigned extension_bytes;
	unsigned empty_lines, lengths, encodings;
	bool has_query, is_chunked, in_trailers;
	bool upgrade;       /* this message requests another protocol */
	bool after_upgrade; /* an earlier message of the same piece did */
	uint64_t left;      /* of the body or of the chunk */
	char name[17];
};

/*
 * Reads the next piece of a client's input. False at the first error; `*good` is then the offset of
 * the malformed message in this piece, SIZE_MAX if it began in an earlier one.
 */
bool framing_feed(struct framing *framing, const char *bytes, size_t length, size_t *good);

#endif
