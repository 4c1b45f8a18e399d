/*
 * Lists of spare objects are off under AddressSanitizer: reused memory hides from it what is read
 * before it is set, and what is used after it was given back.
 */
#ifndef BASE_SANITIZER_H
#define BASE_SANITIZER_H

#if defined __SANITIZE_ADDRESS__
#define KEEPS_SPARE 0
#elif defined __has_feature
#if __has_feature(address_sanitizer)
#define KEEPS_SPARE 0
#endif
#endif
#ifndef KEEPS_SPARE
#define KEEPS_SPARE 1
#endif

#endif
