/*
 * Object pools are disabled under AddressSanitizer: reused memory would hide reads of uninitialized
 * members and use after free.
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
