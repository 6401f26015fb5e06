// Hashes of whole buffers as hexadecimal digits. The types of libmd's functions come from headers that
// Swift does not need.
#ifndef CAIRN_CLIBMD_SHIM_H
#define CAIRN_CLIBMD_SHIM_H

#include <sys/types.h>

#include <md5.h>
#include <sha2.h>

/// Writes the SHA-256 hash of `count` bytes to `digits`: 64 digits and a zero.
static inline void cairn_sha256(const void *bytes, size_t count, char *digits) {
  SHA256Data((const uint8_t *)bytes, count, digits);
}

/// Writes the MD5 hash of `count` bytes to `digits`: 32 digits and a zero.
static inline void cairn_md5(const void *bytes, size_t count, char *digits) {
  MD5Data((const uint8_t *)bytes, count, digits);
}

#endif
