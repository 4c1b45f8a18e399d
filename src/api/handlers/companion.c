/* The companion page: the files of the site, as browsers shall treat them. */
#include "api/handlers/handlers.h"
#include "api/handlers/qr.h"
#include "api/handlers/reach.h"
#include "api/pipeline/call.h"
#include "api/pipeline/media.h"
#include "site/site.h"

#include <string.h>

/*
 * The page takes everything from where it came from, has no code or style written into it, and is
 * shown in no other page's frame.
 */
static const struct http_header guards[] = {
	{"Content-Security-Policy",
		"default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'; "
		"connect-src 'self'; manifest-src 'self'; worker-src 'self'; base-uri 'none'; "
		"form-action 'none'; frame-ancestors 'none'"},
	{"X-Content-Type-Options", "nosniff"},
	{"Referrer-Policy", "no-referrer"},
	{"Cross-Origin-Resource-Policy", "same-origin"},
	{"Permissions-Policy",
		"camera=(), microphone=(), geolocation=(), payment=(), usb=(), display-capture=()"},
};

static void guard(struct call *call)
{
	for (size_t i = 0; i < sizeof guards / sizeof guards[0]; i++) {
		call_header(call, guards[i].name, guards[i].value);
	}
}

/* Each form of a file is something else byte by byte, so it has a tag of its own. */
static void write_tag(struct call *call, const struct site_file *file, bool packed)
{
	struct mk_text text;

	mk_text_fixed(&text, call->etag, sizeof call->etag);
	mk_text_char(&text, '"');
	mk_text_put(&text, file->digest);
	mk_text_put(&text, packed ? ".gz\"" : "\"");
	call_header(call, "ETag", call->etag);
}

/* Browsers keep it, and ask each time whether it is still the same. */
static void answer_file(struct call *call, int status, const struct site_file *file)
{
	bool packed = file->packed &&
		      media_takes_gzip(http_request_header(call->request, "Accept-Encoding"));
	const char *known = http_request_header(call->request, "If-None-Match");

	guard(call);
	write_tag(call, file, packed);
	call_header(call, "Cache-Control", "no-cache");
	call_header(call, "Vary", "Accept-Encoding");
	if (status == 200 && known && condition_knows(known, call->etag)) {
		call_empty(call, 304);
		return;
	}
	if (packed) {
		call_header(call, "Content-Encoding", "gzip");
	}
	call_bytes(call, status, site_type(file->path), packed ? file->packed : file->bytes,
		packed ? file->packed_length : file->length);
}

static void answer_path(struct call *call, int status, const char *path)
{
	const struct site_file *file = site_find(call->api->options.site, path);

	if (file) {
		answer_file(call, status, file);
	} else {
		call_problem(call, &(struct problem){.http = 404,
					   .code = "not_found",
					   .detail = "the page has no such file"});
	}
}

/* Who does not want a page gets a line, as ever. */
static void answer_document(struct call *call, int status)
{
	static const char line[] = "Makker " MAKKER_VERSION ", see /openapi.yaml\n";

	if (call_wants(call, MEDIA_TEXT)) {
		call_bytes(call, status, MEDIA_TEXT "; charset=utf-8", line, sizeof line - 1);
	} else {
		answer_path(call, status, "index.html");
	}
}

void start_page_get(struct call *call)
{
	answer_document(call, 200);
}

/* The page itself tells what is the matter with its table, or with the store. */
static void on_found(void *context, enum mk_status status, const struct session *session,
	const struct mk_error *error)
{
	struct call *call = context;

	(void)session;
	(void)error;
	if (call_is_connected(call)) {
		answer_document(call, status == MK_NOT_FOUND ? 404 : 200);
	}
}

void table_page_get(struct call *call)
{
	sessions_get(call->api->options.sessions, call->id, on_found, call);
}

/* ---- the way to another phone --------------------------------------------------------------- */

/* Enough for most; they grow where it is not. */
enum { ADDRESS_ROOM = 256, PICTURE_ROOM = 16384 };

/* In the fragment, which browsers keep to themselves. */
static void add_token(const struct call *call, struct mk_text *address)
{
	size_t length;
	const char *token = authorization_required(call) ? access_token(call, &length) : NULL;

	if (token) {
		mk_text_put(address, "#token=");
		mk_text_add(address, token, length);
	}
}

static enum mk_status write_address(
	struct call *call, struct mk_text *address, struct mk_error *error)
{
	const struct api_options *options = &call->api->options;
	char lan[REACH_LAN_ROOM] = "";
	const struct reach reach = {
		.public_url = options->public_url,
		.host = http_request_host(call->request),
		.lan = lan,
		.secure = http_request_is_secure(call->request),
	};
	enum mk_status status;

	if (options->in_network) {
		reach_lan(lan);
	}
	status = reach_write(address, &reach, error);
	mk_text_put(address, "/s/");
	mk_text_put(address, call->id);
	add_token(call, address);
	return status;
}

static void on_invited(void *context, enum mk_status status, const struct session *session,
	const struct mk_error *error)
{
	struct call *call = context;
	struct mk_text address;
	struct mk_text picture;
	struct mk_error fault;

	(void)session;
	if (!call_is_connected(call)) {
		return;
	}
	if (status != MK_OK) {
		call_fail(call, error);
		return;
	}
	call_text(call, &address, ADDRESS_ROOM);
	call_text(call, &picture, PICTURE_ROOM);
	if (write_address(call, &address, &fault) != MK_OK) {
		call_fail(call, &fault);
	} else if (!qr_write(&picture, address.bytes)) {
		/* An address of MAX_QR_LENGTH bytes, a session and a token fit in a code. */
		call_problem(call,
			&(struct problem){
				.http = 503, .code = "busy", .detail = "out of memory just now"});
	} else {
		guard(call);
		call_header(call, "Cache-Control", "no-store");
		call_reply(call, 200, MEDIA_SVG, &picture);
	}
}

/* Only the companion's token gets here (api_routes): nothing stronger may stand in the code. */
void table_code_get(struct call *call)
{
	sessions_get(call->api->options.sessions, call->id, on_invited, call);
}

/* ---- files ---------------------------------------------------------------------------------- */

void companion_get(struct call *call)
{
	static const char folder[] = "/companion/";
	const char *path = http_request_path(call->request);
	bool inside = strncmp(path, folder, sizeof folder - 1) == 0;

	answer_path(call, 200, path + (inside ? sizeof folder - 1 : 1));
}
