// XXH3 as inline functions: nothing is linked.
#ifndef CAIRN_CXXHASH_SHIM_H
#define CAIRN_CXXHASH_SHIM_H

#define XXH_INLINE_ALL
#include <xxhash.h>

/// The 64-bit XXH3 hash of `count` bytes.
static inline unsigned long long cairn_xxh3(const void *bytes, size_t count) {
  return XXH3_64bits(bytes, count);
}

/// Asks the processor for the line of memory at an address that is going to be used.
static inline void cairn_prefetch(const void *address) {
  __builtin_prefetch(address);
}

#endif
