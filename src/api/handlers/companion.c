/* The companion page: its files with the headers that restrict browsers, and the QR code that opens
 * it elsewhere. */
#include "api/handlers/handlers.h"
#include "api/handlers/invitation.h"
#include "api/pipeline/authorization.h"
#include "base/arena.h"
#include "site/site.h"

#include <makker/version.h>

#include <string.h>

/* The page loads everything from its own origin, has no inline code or style, and appears in no
 * other page's frame. */
static const struct http_header security_headers[] = {
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

static void add_security_headers(struct call *call)
{
	for (size_t i = 0; i < sizeof security_headers / sizeof security_headers[0]; i++) {
		call_header(call, security_headers[i].name, security_headers[i].value);
	}
}

/* Each coding of a file has different bytes, so it has an entity tag of its own. */
static void add_file_etag(struct call *call, const struct site_file *file, bool packed)
{
	struct mk_text text;

	mk_text_fixed(&text, call->etag, sizeof call->etag);
	mk_text_char(&text, '"');
	mk_text_put(&text, file->digest);
	mk_text_put(&text, packed ? ".gz\"" : "\"");
	call_header(call, "ETag", call->etag);
}

/* Browsers cache it and revalidate each time. */
static void respond_file(struct call *call, int status, const struct site_file *file)
{
	bool packed = file->packed &&
		      media_takes_gzip(http_request_header(call->request, "Accept-Encoding"));
	const char *known = http_request_header(call->request, "If-None-Match");

	add_security_headers(call);
	add_file_etag(call, file, packed);
	call_header(call, "Cache-Control", "no-cache");
	call_header(call, "Vary", "Accept-Encoding");
	if (status == 200 && known && etag_is_known(known, call->etag)) {
		call_respond_empty(call, 304);
		return;
	}
	if (packed) {
		call_header(call, "Content-Encoding", "gzip");
	}
	call_respond_bytes(call, status, site_type(file->path), packed ? file->packed : file->bytes,
		packed ? file->packed_length : file->length);
}

static void respond_path(struct call *call, int status, const char *path)
{
	const struct site_file *file = site_find(call->api->options.site, path);

	if (file) {
		respond_file(call, status, file);
	} else {
		call_refuse(call, 404, "not_found", "the page has no such file");
	}
}

/* A client that prefers text gets a line. */
static void respond_document(struct call *call, int status)
{
	if (call_wants(call, MEDIA_TEXT)) {
		struct mk_text line;

		call_text(call, &line, 96);
		mk_text_format(&line, "Makker %s, see /openapi.yaml\n", mk_version());
		call_respond(call, status, MEDIA_TEXT "; charset=utf-8", &line);
	} else {
		respond_path(call, status, "index.html");
	}
}

void start_page_get(struct call *call)
{
	respond_document(call, 200);
}

/* The page is sent even if the session or the store fails; it displays the problem itself. */
static void on_session_of_page(void *context, enum mk_status status, const struct session *session,
	const struct mk_error *error)
{
	struct call *call = context;

	(void)session;
	(void)error;
	if (call_is_connected(call)) {
		respond_document(call, status == MK_NOT_FOUND ? 404 : 200);
	}
}

void session_page_get(struct call *call)
{
	sessions_get(call->api->options.sessions, call->id, on_session_of_page, call);
}

/* ---- the QR code ---------------------------------------------------------------------------- */

/* Initial sizes; the texts grow. */
enum { ADDRESS_SIZE = 256, PICTURE_SIZE = 16384 };

/* The token is in the fragment, which browsers do not send. */
static void add_token(const struct call *call, struct mk_text *address)
{
	size_t length;
	const char *token =
		authorization_required(call) ? authorization_token(call, &length) : NULL;

	if (token) {
		mk_text_put(address, "#token=");
		mk_text_add(address, token, length);
	}
}

static enum mk_status write_address(
	struct call *call, struct mk_text *address, struct mk_error *error)
{
	const struct api_options *options = &call->api->options;
	char lan[LAN_ADDRESS_SIZE] = "";
	const struct public_address public = {
		.public_url = options->public_url,
		.host = http_request_host(call->request),
		.lan_address = lan,
		.secure = http_request_is_secure(call->request),
	};
	enum mk_status status;

	if (options->in_network) {
		public_address_of_lan(lan);
	}
	status = public_address_write(address, &public, error);
	mk_text_put(address, "/s/");
	mk_text_put(address, call->id);
	add_token(call, address);
	return status;
}

static void on_session_of_code(void *context, enum mk_status status, const struct session *session,
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
	call_text(call, &address, ADDRESS_SIZE);
	call_text(call, &picture, PICTURE_SIZE);
	if (write_address(call, &address, &fault) != MK_OK) {
		call_fail(call, &fault);
	} else if (!qr_write(&picture, address.bytes)) {
		/* An address of MAX_QR_LENGTH bytes, a session and a token fit in a code. */
		call_fail_busy(call);
	} else {
		add_security_headers(call);
		call_header(call, "Cache-Control", "no-store");
		call_respond(call, 200, MEDIA_SVG, &picture);
	}
}

/* Only the companion's token passes (api_routes): the code must not contain a stronger one. */
void session_qr_get(struct call *call)
{
	call_read_session(call, on_session_of_code);
}

/* ---- files ---------------------------------------------------------------------------------- */

void companion_get(struct call *call)
{
	static const char folder[] = "/companion/";
	const char *path = http_request_path(call->request);
	bool inside = strncmp(path, folder, sizeof folder - 1) == 0;

	respond_path(call, 200, path + (inside ? sizeof folder - 1 : 1));
}
