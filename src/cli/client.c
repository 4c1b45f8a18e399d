/* One HTTP connection to a daemon. A problem document (RFC 9457) becomes an error. */
#include "cli/client.h"

#include <makker/version.h>

#include <ctype.h>
#include <curl/curl.h>
#include <errno.h>
#include <jansson.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum {
	KEY_TOKEN = 0x1001, /* no letter */
	URL_SIZE = 1024,
	MAX_TOKEN_LENGTH = 256,
	MAX_BODY_LENGTH = 4 * 1024 * 1024,
	CONNECT_TIMEOUT_MS = 5000,
	ANSWER_TIMEOUT_MS = 30000,
};

static const char default_url[] = "http://127.0.0.1:8377";

struct client {
	CURL *curl;
	char url[URL_SIZE];
	char *body;
	size_t length;
	json_t *json;
	char problem[CURL_ERROR_SIZE];
};

/* ---- --url ---------------------------------------------------------------------------------- */

static const struct argp_option options[] = {
	{"url", 'u', "URL", 0, "daemon or unix:/PATH (default: MAKKER_URL, else port 8377 here)",
		5},
	{"token", KEY_TOKEN, "TOKEN", 0,
		"access token; prefer MAKKER_TOKEN, which other users cannot see", 5},
	{0},
};

static error_t parse_client_option(int key, char *word, struct argp_state *state)
{
	const char **url = state->input;

	switch (key) {
	case 'u':
		*url = word;
		return 0;
	case KEY_TOKEN:
		/* All clients of this program read the environment. */
		return setenv("MAKKER_TOKEN", word, 1) == 0 ? 0 : errno;
	default:
		return ARGP_ERR_UNKNOWN;
	}
}

const struct argp client_argp = {.options = options, .parser = parse_client_option};

/* ---- Set-up --------------------------------------------------------------------------------- */

static const char *find_url(const char *url)
{
	if (!url) {
		url = getenv("MAKKER_URL");
	}
	return url && *url ? url : default_url;
}

/* The path of "unix:/run/makker.sock"; NULL for other addresses. */
static const char *socket_path(const char *url)
{
	return strncmp(url, "unix:/", 6) == 0 ? url + 5 : NULL;
}

static enum mk_status check_url(const char *url, struct mk_error *error)
{
	if (strncmp(url, "http://", 7) != 0 && strncmp(url, "https://", 8) != 0 &&
		!socket_path(url)) {
		return mk_fail(error, MK_MALFORMED, "invalid_url", "--url",
			"invalid URL '%.80s': must begin with http://, https:// or unix:/", url);
	}
	if (strlen(url) >= URL_SIZE / 2) {
		return mk_fail(error, MK_MALFORMED, "invalid_url", "--url", "too long");
	}
	return MK_OK;
}

/* The token becomes part of a header, so line ends are invalid. */
static enum mk_status check_token(const char *token, struct mk_error *error)
{
	size_t length = token ? strlen(token) : 0;
	bool is_plain = true;

	for (size_t i = 0; i < length; i++) {
		is_plain = is_plain && token[i] > ' ' && token[i] <= '~';
	}
	if (!is_plain || length > MAX_TOKEN_LENGTH) {
		return mk_fail(error, MK_MALFORMED, "invalid_token", "--token",
			"invalid token: must be letters, digits and -._~+/=, at most %d",
			MAX_TOKEN_LENGTH);
	}
	return MK_OK;
}

/* libcurl's write callback; another length than `count` ends the transfer. */
static size_t append_body(char *bytes, size_t one, size_t count, void *context)
{
	struct client *client = context;
	char *grown;

	(void)one; /* always 1 */
	if (client->length + count >= MAX_BODY_LENGTH) {
		return 0;
	}
	grown = realloc(client->body, client->length + count + 1);
	if (!grown) {
		return 0;
	}
	memcpy(grown + client->length, bytes, count);
	client->body = grown;
	client->length += count;
	grown[client->length] = '\0';
	return count;
}

static void set_curl_options(struct client *client)
{
	CURL *curl = client->curl;
	char agent[96]; /* copied by libcurl */

	snprintf(agent, sizeof agent, "makker/%s", mk_version());
	curl_easy_setopt(curl, CURLOPT_PROTOCOLS_STR, "http,https");
	/* A proxy of the environment is not meant for a daemon, which runs near the table. */
	curl_easy_setopt(curl, CURLOPT_PROXY, "");
	curl_easy_setopt(curl, CURLOPT_UNIX_SOCKET_PATH, socket_path(client->url));
	curl_easy_setopt(curl, CURLOPT_NOSIGNAL, 1L);
	curl_easy_setopt(curl, CURLOPT_CONNECTTIMEOUT_MS, (long)CONNECT_TIMEOUT_MS);
	curl_easy_setopt(curl, CURLOPT_USERAGENT, agent);
	curl_easy_setopt(curl, CURLOPT_ERRORBUFFER, client->problem);
	curl_easy_setopt(curl, CURLOPT_WRITEFUNCTION, append_body);
	curl_easy_setopt(curl, CURLOPT_WRITEDATA, client);
}

struct client *client_create(const char *url, struct mk_error *error)
{
	struct client *client;

	url = find_url(url);
	if (check_url(url, error) != MK_OK || check_token(getenv("MAKKER_TOKEN"), error) != MK_OK) {
		return NULL;
	}
	curl_global_init(CURL_GLOBAL_DEFAULT);
	client = calloc(1, sizeof *client);
	if (!client || !(client->curl = curl_easy_init())) {
		mk_fail(error, MK_FULL, "no_memory", "", "out of memory");
		free(client);
		curl_global_cleanup();
		return NULL;
	}
	snprintf(client->url, sizeof client->url, "%s", url);
	if (client->url[strlen(client->url) - 1] == '/') {
		client->url[strlen(client->url) - 1] = '\0';
	}
	set_curl_options(client);
	return client;
}

static void free_response(struct client *client)
{
	json_decref(client->json);
	client->json = NULL;
	free(client->body);
	client->body = NULL;
	client->length = 0;
}

void client_destroy(struct client *client)
{
	if (!client) {
		return;
	}
	free_response(client);
	curl_easy_cleanup(client->curl);
	free(client);
	curl_global_cleanup();
}

/* ---- One request ---------------------------------------------------------------------------- */

static struct curl_slist *write_headers(const struct client_request *request)
{
	char type[128];
	char key[128];
	char authorization[MAX_TOKEN_LENGTH + 32];
	const char *token = getenv("MAKKER_TOKEN");
	struct curl_slist *headers = curl_slist_append(NULL, "Accept: application/json");

	/* Otherwise libcurl waits up to a second for "100 Continue" before bodies over 1 KiB. */
	headers = curl_slist_append(headers, "Expect:");
	if (request->content_type) {
		snprintf(type, sizeof type, "Content-Type: %s", request->content_type);
		headers = curl_slist_append(headers, type);
	}
	if (request->key) {
		snprintf(key, sizeof key, "Idempotency-Key: %s", request->key);
		headers = curl_slist_append(headers, key);
	}
	if (token && *token) {
		snprintf(authorization, sizeof authorization, "Authorization: Bearer %s", token);
		headers = curl_slist_append(headers, authorization);
	}
	return headers;
}

static void set_request(struct client *client, const struct client_request *request,
	const char *url, struct curl_slist *headers)
{
	CURL *curl = client->curl;

	curl_easy_setopt(curl, CURLOPT_URL, url);
	curl_easy_setopt(curl, CURLOPT_HTTPHEADER, headers);
	curl_easy_setopt(curl, CURLOPT_TIMEOUT_MS,
		request->timeout_s ? 1000L * request->timeout_s
				   : ANSWER_TIMEOUT_MS + 1000L * request->wait_s);
	if (request->body) {
		curl_easy_setopt(curl, CURLOPT_POSTFIELDSIZE_LARGE, (curl_off_t)request->length);
		curl_easy_setopt(curl, CURLOPT_POSTFIELDS, request->body);
	} else {
		curl_easy_setopt(curl, CURLOPT_HTTPGET, 1L);
	}
	curl_easy_setopt(curl, CURLOPT_CUSTOMREQUEST, request->method);
}

static CURLcode perform_request(struct client *client, const struct client_request *request)
{
	char url[URL_SIZE];
	struct curl_slist *headers;
	CURLcode code;

	snprintf(url, sizeof url, "%s%s",
		socket_path(client->url) ? "http://localhost" : client->url, request->path);
	headers = write_headers(request);
	set_request(client, request, url, headers);
	client->problem[0] = '\0';
	code = curl_easy_perform(client->curl);
	curl_easy_setopt(client->curl, CURLOPT_HTTPHEADER, NULL);
	curl_slist_free_all(headers);
	return code;
}

/* ---- The response --------------------------------------------------------------------------- */

const char *client_text(const json_t *json, const char *name)
{
	const char *text = json_string_value(json_object_get(json, name));

	return text ? text : "";
}

static void receive_response(struct client *client, struct client_answer *answer)
{
	curl_off_t retry = 0;
	long status = 0;

	curl_easy_getinfo(client->curl, CURLINFO_RESPONSE_CODE, &status);
	curl_easy_getinfo(client->curl, CURLINFO_RETRY_AFTER, &retry);
	if (client->length > 0) {
		client->json =
			json_loadb(client->body, client->length, JSON_REJECT_DUPLICATES, NULL);
	}
	*answer = (struct client_answer){
		.status = (int)status,
		.retry_after_s = retry < 3600 ? (int)retry : 3600,
		.body = client->body ? client->body : "",
		.json = client->json,
	};
}

static enum mk_status status_of_http(int http)
{
	switch (http) {
	case 404:
		return MK_NOT_FOUND;
	case 409:
	case 412:
		return MK_CONFLICT;
	case 429:
	case 502:
	case 503:
	case 504:
		return MK_BUSY;
	default:
		return MK_IMPOSSIBLE;
	}
}

/* The detail of a problem document, with the first of its pointers. */
static enum mk_status fail_with_problem(const struct client_answer *answer, struct mk_error *error)
{
	const json_t *first = json_array_get(json_object_get(answer->json, "errors"), 0);
	const char *detail = client_text(answer->json, "detail");

	if (!*detail) {
		detail = client_text(answer->json, "title");
	}
	if (!*detail) {
		return mk_fail(error, status_of_http(answer->status), "unexpected_answer", "",
			"the daemon responded with HTTP status %d", answer->status);
	}
	return mk_fail(error, status_of_http(answer->status), "problem",
		client_text(first, "pointer"), "%s%s", detail,
		answer->status == 401 ? " (--token, or MAKKER_TOKEN)" : "");
}

/* The text of the system ("connection refused"); that of libcurl names another address. */
static const char *connect_error(const struct client *client, char text[CURL_ERROR_SIZE])
{
	long cause = 0;

	if (curl_easy_getinfo(client->curl, CURLINFO_OS_ERRNO, &cause) != CURLE_OK || !cause) {
		return "no connection";
	}
	snprintf(text, CURL_ERROR_SIZE, "%s", strerror((int)cause));
	*text = (char)tolower((unsigned char)*text);
	return text;
}

static enum mk_status fail_no_response(
	const struct client *client, CURLcode code, struct mk_error *error)
{
	char text[CURL_ERROR_SIZE];

	switch ((int)code) {
	case CURLE_COULDNT_CONNECT:
		return mk_fail(error, MK_IO, "no_answer", "", "%s; is makkerd running at %s?",
			connect_error(client, text), client->url);
	case CURLE_COULDNT_RESOLVE_HOST:
		return mk_fail(error, MK_IO, "no_answer", "",
			"unknown host; is makkerd running at %s?", client->url);
	case CURLE_OPERATION_TIMEDOUT:
		return mk_fail(error, MK_IO, "no_answer", "", "no response from %s: timed out",
			client->url);
	default:
		return mk_fail(error, MK_IO, "no_answer", client->url, "%s",
			*client->problem ? client->problem : curl_easy_strerror(code));
	}
}

enum mk_status client_send(struct client *client, const struct client_request *request,
	struct client_answer *answer, struct mk_error *error)
{
	CURLcode code;

	free_response(client);
	*answer = (struct client_answer){.body = ""};
	code = perform_request(client, request);
	if (code != CURLE_OK) {
		return fail_no_response(client, code, error);
	}
	receive_response(client, answer);
	if (answer->status < 200 || answer->status > 299) {
		return fail_with_problem(answer, error);
	}
	if (!json_is_object(answer->json)) {
		return mk_fail(error, MK_IMPOSSIBLE, "unexpected_answer", client->url,
			"not a response of a daemon");
	}
	return MK_OK;
}
