/* Text as a QR code. */
#ifndef API_HANDLERS_QR_H
#define API_HANDLERS_QR_H

#include <makker/text.h>
#include <stdbool.h>

/*
 * Writes an SVG picture whose title is the text. False where that is too long for one
 * (over 2331 bytes), or without memory.
 */
bool qr_write(struct mk_text *out, const char *words);

#endif
