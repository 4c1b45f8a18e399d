/* The states of the framing check: one function for each, which reads to the end of its state. */
#include "http/mhd/framing.h"

#include <ctype.h>
#include <string.h>
#include <strings.h>

/* Classes of bytes, one bit each. */
enum { CONTROL = 1, BLANK = 2, TOKEN = 4, SEPARATOR = 8 };

/* Tokens as in RFC 9110, 5.6.2. `&` and `?` separate query parameters. */
static const unsigned char kinds[256] = {
	[0 ... 8] = CONTROL,
	['\t'] = BLANK,
	[10 ... 31] = CONTROL,
	[' '] = BLANK,
	['!'] = TOKEN,
	['#'] = TOKEN,
	['$'] = TOKEN,
	['%'] = TOKEN,
	['&'] = TOKEN | SEPARATOR,
	['\''] = TOKEN,
	['*'] = TOKEN,
	['+'] = TOKEN,
	['-'] = TOKEN,
	['.'] = TOKEN,
	['0' ... '9'] = TOKEN,
	['?'] = SEPARATOR,
	['A' ... 'Z'] = TOKEN,
	['^' ... 'z'] = TOKEN,
	['|'] = TOKEN,
	['~'] = TOKEN,
	[0x7f] = CONTROL,
};

static bool is(char byte, unsigned kind)
{
	return (kinds[(unsigned char)byte] & kind) != 0;
}

/*
 * Eight bytes at once: the high bit of each that is less than `limit`, or equals `byte`. (A borrow
 * may set that of a byte above one that counts anyway.)
 */
static const uint64_t ones = 0x0101010101010101;

static inline uint64_t bytes_below(uint64_t word, unsigned limit)
{
	return (word - ones * limit) & ~word & ones * 0x80;
}

static inline uint64_t bytes_equal(uint64_t word, unsigned byte)
{
	return bytes_below(word ^ ones * byte, 1);
}

static inline bool may_end_value(uint64_t word)
{
	return (bytes_below(word, ' ') | bytes_equal(word, 0x7f)) != 0;
}

static inline bool may_end_target(uint64_t word)
{
	return (bytes_below(word, '!') | bytes_equal(word, 0x7f) | bytes_equal(word, '&') |
		       bytes_equal(word, '?')) != 0;
}

static inline const char *skip_words(
	const char *at, const char *end, bool (*may_end)(uint64_t word))
{
	uint64_t word;

	while (end - at >= (ptrdiff_t)sizeof word) {
		memcpy(&word, at, sizeof word);
		if (may_end(word)) {
			break;
		}
		at += sizeof word;
	}
	return at;
}

/* ---- Faults --------------------------------------------------------------------------------- */

#define BAD_REQUEST(detail) \
	{ \
		400, "invalid_request", detail \
	}

static const struct http_error bad_request_line = BAD_REQUEST("The request line is malformed.");
static const struct http_error bad_line = BAD_REQUEST(
	"A header line is folded, holds a control character or does not end with CR LF.");
static const struct http_error bad_name = BAD_REQUEST("A header has a name that is no token.");
static const struct http_error bad_length = BAD_REQUEST("A Content-Length is no number.");
static const struct http_error two_lengths =
	BAD_REQUEST("There must not be more than one Content-Length.");
static const struct http_error bad_chunk = BAD_REQUEST("A chunk is malformed.");
static const struct http_error leading_zeros =
	BAD_REQUEST("A Content-Length or the size of a chunk has too many leading zeros.");
static const struct http_error long_extension = BAD_REQUEST("A chunk extension is too long.");
static const struct http_error bad_version = {
	505, "invalid_version", "Only HTTP/1.0 and HTTP/1.1 are served here."};
static const struct http_error long_target = {
	414, "target_too_long", "The target is too long or has too many parameters."};
static const struct http_error large_header = {431, "header_too_large",
	"The header is larger than 16 KiB or has too many lines, parameters and cookies."};
static const struct http_error large_trailer = {
	431, "header_too_large", "The trailer is larger than 512 bytes."};
static const struct http_error large_body = {
	413, "too_large", "The body is larger than is accepted here."};

static const char *stop(struct framing *framing, const struct http_error *fault)
{
	framing->fault = fault;
	return NULL;
}

static const char *enter(struct framing *framing, enum framing_state state, const char *at)
{
	framing->state = state;
	framing->line = 0;
	return at;
}

/* One byte that must be `wanted`. */
static const char *expect(struct framing *framing, const char *at, char wanted,
	enum framing_state state, const struct http_error *fault)
{
	return *at == wanted ? enter(framing, state, at + 1) : stop(framing, fault);
}

/* ---- The request line ----------------------------------------------------------------------- */

/* The end of a line: both bytes at once if the second one has arrived. */
static const char *expect_line_end(struct framing *framing, const char *at, const char *end)
{
	if (end - at >= 2 && at[0] == '\r' && at[1] == '\n') {
		return enter(framing, FRAMING_LINE, at + 2);
	}
	return expect(framing, at, '\r', FRAMING_LINE_LF, &bad_line);
}

static const char *finish_message(struct framing *framing, const char *at)
{
	bool after_upgrade = framing->after_upgrade || framing->upgrade;

	*framing = (struct framing){.after_upgrade = after_upgrade};
	return at;
}

static const char *read_start(struct framing *framing, const char *at, const char *end)
{
	(void)end;
	if (*at == '\r' && framing->empty_lines++ < MAX_EMPTY_LINES) {
		return enter(framing, FRAMING_EMPTY_LF, at + 1);
	}
	return is(*at, TOKEN) ? enter(framing, FRAMING_METHOD, at)
			      : stop(framing, &bad_request_line);
}

static const char *read_empty_lf(struct framing *framing, const char *at, const char *end)
{
	(void)end;
	return expect(framing, at, '\n', FRAMING_START, &bad_request_line);
}

static const char *read_method(struct framing *framing, const char *at, const char *end)
{
	while (at < end && is(*at, TOKEN)) {
		at++;
	}
	return at == end ? at : expect(framing, at, ' ', FRAMING_TARGET, &bad_request_line);
}

static void count_parameter(struct framing *framing, char byte)
{
	framing->has_query = framing->has_query || byte == '?';
	framing->records += framing->has_query;
}

static const char *read_target(struct framing *framing, const char *at, const char *end)
{
	const char *from = at;

	for (;; at++) {
		at = skip_words(at, end, may_end_target);
		while (at < end && !is(*at, CONTROL | BLANK | SEPARATOR)) {
			at++;
		}
		if (at == end || !is(*at, SEPARATOR)) {
			break;
		}
		count_parameter(framing, *at);
	}
	framing->line += (unsigned)(at - from);
	if (at == end) {
		return at;
	}
	return framing->line == 0 ? stop(framing, &bad_request_line)
				  : expect(framing, at, ' ', FRAMING_VERSION, &bad_request_line);
}

/* "HTTP/1.1", and the CR behind it. */
static const char *read_version(struct framing *framing, const char *at, const char *end)
{
	static const char form[] = "HTTP/0.0\r";
	static const char usual[] = "HTTP/1.1\r\n";

	if (framing->line == 0 && (size_t)(end - at) >= sizeof usual - 1 &&
		memcmp(at, usual, sizeof usual - 1) == 0) {
		return enter(framing, FRAMING_LINE, at + sizeof usual - 1);
	}
	for (; at < end; at++) {
		char wanted = form[framing->line];
		bool fits = wanted == '0' ? isdigit((unsigned char)*at) != 0 : *at == wanted;

		if (!fits) {
			return stop(framing, &bad_request_line);
		}
		if (framing->line == 5 && *at != '1') {
			return stop(framing, &bad_version);
		}
		if (++framing->line == sizeof form - 1) {
			return enter(framing, FRAMING_LINE_LF, at + 1);
		}
	}
	return at;
}

/* ---- Header lines --------------------------------------------------------------------------- */

static const char *read_plain_bytes(struct framing *framing, const char *at, const char *end)
{
	(void)framing;
	at = skip_words(at, end, may_end_value);
	while (at < end && !is(*at, CONTROL)) {
		at++;
	}
	return at;
}

/* Rejects a number with too many digits. */
static const char *stop_number(struct framing *framing, bool begins_with_zero)
{
	return stop(framing, begins_with_zero ? &leading_zeros : &large_body);
}

/* Digits after blanks. libmicrohttpd takes trailing blanks for part of the number. */
static const char *read_length(struct framing *framing, const char *at, const char *end)
{
	enum { MAX_DIGITS = 18 };
	const uint64_t smallest = 100000000000000000; /* of MAX_DIGITS digits */

	for (; at < end && *at != '\r'; at++) {
		if (is(*at, BLANK) && framing->line == 0) {
			continue;
		}
		if (!isdigit((unsigned char)*at)) {
			return stop(framing, &bad_length);
		}
		if (++framing->line > MAX_DIGITS) {
			return stop_number(framing, framing->left < smallest);
		}
		framing->left = framing->left * 10 + (uint64_t)(*at - '0');
	}
	return at < end && framing->line == 0 ? stop(framing, &bad_length) : at;
}

static const char *read_encoding(struct framing *framing, const char *at, const char *end)
{
	static const char chunked[] = "chunked";

	for (; at < end && !is(*at, CONTROL); at++) {
		if (is(*at, BLANK) && framing->line == 0) {
			continue;
		}
		framing->is_chunked = framing->line < sizeof chunked - 1 &&
				      tolower((unsigned char)*at) == chunked[framing->line] &&
				      (framing->line == 0 || framing->is_chunked);
		framing->line++;
	}
	if (at < end && framing->line < sizeof chunked - 1) {
		framing->is_chunked = false;
	}
	return at;
}

/* libmicrohttpd copies the value and keeps a record of each cookie. */
static const char *read_cookies(struct framing *framing, const char *at, const char *end)
{
	const char *from = at;

	for (; at < end && !is(*at, CONTROL); at++) {
		framing->records += *at == ';' || *at == ',' || *at == '=';
	}
	framing->cookie_bytes += (unsigned)(at - from);
	return at;
}

static const char *read_header_value(struct framing *framing, const char *at, const char *end)
{
	static const char *(*const readers[])(
		struct framing * framing, const char *at, const char *end) = {
		[FIELD_OTHER] = read_plain_bytes,
		[FIELD_LENGTH] = read_length,
		[FIELD_ENCODING] = read_encoding,
		[FIELD_COOKIE] = read_cookies,
		[FIELD_UPGRADE] = read_plain_bytes,
	};

	at = readers[framing->field](framing, at, end);
	if (!at || at == end) {
		return at;
	}
	return expect_line_end(framing, at, end);
}

static enum framing_field field_of(const struct framing *framing)
{
#define ROW(name, field) \
	{ \
		name, sizeof(name) - 1, field \
	}
	static const struct {
		const char *name;
		unsigned length;
		enum framing_field field;
	} fields[] = {
		ROW("content-length", FIELD_LENGTH),
		ROW("transfer-encoding", FIELD_ENCODING),
		ROW("cookie", FIELD_COOKIE),
		ROW("upgrade", FIELD_UPGRADE),
	};

	for (size_t i = 0; !framing->in_trailers && i < sizeof fields / sizeof *fields; i++) {
		if (fields[i].length == framing->line &&
			strncasecmp(fields[i].name, framing->name, framing->line) == 0) {
			return fields[i].field;
		}
	}
	return FIELD_OTHER;
}

static void begin_value(struct framing *framing)
{
	framing->field = field_of(framing);
	framing->records++;
	framing->upgrade = framing->upgrade || framing->field == FIELD_UPGRADE;
	framing->lengths += framing->field == FIELD_LENGTH;
	framing->encodings += framing->field == FIELD_ENCODING;
	framing->is_chunked = framing->is_chunked && framing->field != FIELD_ENCODING;
}

/* A long name is truncated: no field of framing has such a name. */
static void append_name(struct framing *framing, const char *part, size_t length)
{
	size_t kept = framing->line < sizeof framing->name ? framing->line : sizeof framing->name;
	size_t free = sizeof framing->name - kept;

	memcpy(framing->name + kept, part, length < free ? length : free);
	framing->line += (unsigned)length;
}

static const char *read_header_name(struct framing *framing, const char *at, const char *end)
{
	const char *from = at;

	while (at < end && is(*at, TOKEN)) {
		at++;
	}
	append_name(framing, from, (size_t)(at - from));
	if (at == end) {
		return at;
	}
	if (*at != ':') {
		return stop(framing, &bad_name);
	}
	begin_value(framing);
	if (framing->lengths > 1) {
		return stop(framing, &two_lengths);
	}
	enter(framing, FRAMING_VALUE, at + 1);
	return at + 1 == end ? end : read_header_value(framing, at + 1, end);
}

static const char *read_line(struct framing *framing, const char *at, const char *end)
{
	if (*at == '\r') {
		return enter(framing, FRAMING_HEAD_LF, at + 1);
	}
	if (is(*at, BLANK)) {
		return stop(framing, &bad_line);
	}
	return is(*at, TOKEN) ? read_header_name(framing, enter(framing, FRAMING_NAME, at), end)
			      : stop(framing, &bad_name);
}

static const char *read_line_lf(struct framing *framing, const char *at, const char *end)
{
	(void)end;
	return expect(framing, at, '\n', FRAMING_LINE, &bad_line);
}

/*
 * Finds the framing of the body. check_header() rejects contradictory headers, and nothing more is
 * read.
 */
static enum framing_state state_of_body(const struct framing *framing)
{
	if (framing->encodings == 0) {
		return FRAMING_BODY;
	}
	return framing->encodings == 1 && framing->is_chunked && framing->lengths == 0
		       ? FRAMING_SIZE
		       : FRAMING_REST;
}

static const char *read_head_lf(struct framing *framing, const char *at, const char *end)
{
	enum framing_state state = state_of_body(framing);

	(void)end;
	if (*at != '\n') {
		return stop(framing, &bad_line);
	}
	if (framing->in_trailers || (state == FRAMING_BODY && framing->left == 0)) {
		return finish_message(framing, at + 1);
	}
	return enter(framing, state, at + 1);
}

/* ---- The body ------------------------------------------------------------------------------- */

static const char *skip(struct framing *framing, const char *at, const char *end)
{
	uint64_t there = (uint64_t)(end - at);
	uint64_t length = framing->left < there ? framing->left : there;

	framing->left -= length;
	return at + length;
}

static const char *read_body(struct framing *framing, const char *at, const char *end)
{
	at = skip(framing, at, end);
	return framing->left == 0 ? finish_message(framing, at) : at;
}

static int digit_of(char byte)
{
	static const char digits[] = "0123456789abcdef";
	const char *digit = byte ? strchr(digits, tolower((unsigned char)byte)) : NULL;

	return digit ? (int)(digit - digits) : -1;
}

static const char *read_size(struct framing *framing, const char *at, const char *end)
{
	enum { MAX_DIGITS = 15 };

	for (; at < end && digit_of(*at) >= 0; at++) {
		if (++framing->line > MAX_DIGITS) {
			return stop_number(framing, framing->left >> (MAX_DIGITS - 1) * 4 == 0);
		}
		framing->left = framing->left * 16 + (uint64_t)digit_of(*at);
	}
	if (at == end) {
		return at;
	}
	if (framing->line == 0) {
		return stop(framing, &bad_chunk);
	}
	if (*at == ';') {
		return enter(framing, FRAMING_EXTENSION, at + 1);
	}
	return expect(framing, at, '\r', FRAMING_SIZE_LF, &bad_chunk);
}

static const char *read_extension(struct framing *framing, const char *at, const char *end)
{
	const char *from = at;

	at = read_plain_bytes(framing, at, end);
	framing->line += (unsigned)(at - from);
	framing->extension_bytes += (unsigned)(at - from);
	if (framing->line > MAX_SIZE_LINE || framing->extension_bytes > MAX_EXTENSION_BYTES) {
		return stop(framing, &long_extension);
	}
	return at == end ? at : expect(framing, at, '\r', FRAMING_SIZE_LF, &bad_chunk);
}

static const char *read_size_lf(struct framing *framing, const char *at, const char *end)
{
	(void)end;
	if (framing->left > 0) {
		return expect(framing, at, '\n', FRAMING_DATA, &bad_chunk);
	}
	framing->in_trailers = true;
	framing->bytes = 0;
	return expect(framing, at, '\n', FRAMING_LINE, &bad_chunk);
}

static const char *read_data(struct framing *framing, const char *at, const char *end)
{
	at = skip(framing, at, end);
	return framing->left == 0 ? enter(framing, FRAMING_DATA_CR, at) : at;
}

static const char *read_data_cr(struct framing *framing, const char *at, const char *end)
{
	(void)end;
	return expect(framing, at, '\r', FRAMING_DATA_LF, &bad_chunk);
}

static const char *read_data_lf(struct framing *framing, const char *at, const char *end)
{
	(void)end;
	return expect(framing, at, '\n', FRAMING_SIZE, &bad_chunk);
}

static const char *read_rest(struct framing *framing, const char *at, const char *end)
{
	(void)framing;
	(void)at;
	return end;
}

/* ---- All of it ------------------------------------------------------------------------------ */

/* `limit`: the error if the head is too large in this state; NULL: not part of a head. */
static const struct {
	const char *(*read)(struct framing *framing, const char *at, const char *end);
	const struct http_error *limit;
} states[FRAMING_STATES] = {
	[FRAMING_START] = {read_start, NULL},
	[FRAMING_EMPTY_LF] = {read_empty_lf, NULL},
	[FRAMING_METHOD] = {read_method, &long_target},
	[FRAMING_TARGET] = {read_target, &long_target},
	[FRAMING_VERSION] = {read_version, &long_target},
	[FRAMING_LINE] = {read_line, &large_header},
	[FRAMING_NAME] = {read_header_name, &large_header},
	[FRAMING_VALUE] = {read_header_value, &large_header},
	[FRAMING_LINE_LF] = {read_line_lf, &large_header},
	[FRAMING_HEAD_LF] = {read_head_lf, &large_header},
	[FRAMING_BODY] = {read_body, NULL},
	[FRAMING_SIZE] = {read_size, NULL},
	[FRAMING_EXTENSION] = {read_extension, NULL},
	[FRAMING_SIZE_LF] = {read_size_lf, NULL},
	[FRAMING_DATA] = {read_data, NULL},
	[FRAMING_DATA_CR] = {read_data_cr, NULL},
	[FRAMING_DATA_LF] = {read_data_lf, NULL},
	[FRAMING_REST] = {read_rest, NULL},
};

static bool fits(const struct framing *framing)
{
	if (framing->in_trailers) {
		return framing->bytes <= MAX_TRAILER_BYTES && framing->records <= MAX_RECORDS;
	}
	return framing->bytes <= MAX_HEADER_BYTES && framing->records <= MAX_RECORDS &&
	       framing->bytes + framing->cookie_bytes + framing->records * RECORD_MEMORY <=
		       HEAD_MEMORY;
}

/* A head only grows, so its limits are checked at its end or at that of the piece. */
static const char *step(struct framing *framing, const char *at, const char *end)
{
	const struct http_error *limit = states[framing->state].limit;
	const char *next = states[framing->state].read(framing, at, end);

	if (!next || !limit || framing->state == FRAMING_START) {
		return next;
	}
	framing->bytes += (unsigned)(next - at);
	if ((next < end && framing->state < FRAMING_HEAD_LF) || fits(framing)) {
		return next;
	}
	return stop(framing, framing->in_trailers ? &large_trailer : limit);
}

static bool read_piece(
	struct framing *framing, const char *bytes, size_t length, size_t stride, size_t *good)
{
	const char *at = bytes;
	const char *end = bytes + length;

	*good = SIZE_MAX;
	framing->after_upgrade = false;
	while (at && at < end) {
		if (framing->state == FRAMING_START && framing->empty_lines == 0) {
			*good = (size_t)(at - bytes);
		}
		at = step(framing, at, stride < (size_t)(end - at) ? at + stride : end);
	}
	return !framing->fault;
}

/*
 * A state reads as far as possible and may exceed a limit before it finds another fault. The order
 * must not depend on how the bytes were split, so a faulty piece is read again, byte by byte.
 */
bool framing_feed(struct framing *framing, const char *bytes, size_t length, size_t *good)
{
	struct framing before = *framing;

	*good = SIZE_MAX;
	if (framing->fault || read_piece(framing, bytes, length, length, good)) {
		return !framing->fault;
	}
	*framing = before;
	return read_piece(framing, bytes, length, 1, good);
}
