// XXH3 as inline functions; no library is linked.
#ifndef CAIRN_CXXHASH_SHIM_H
#define CAIRN_CXXHASH_SHIM_H

#define XXH_INLINE_ALL
#include <xxhash.h>

/// Returns the 64-bit XXH3 hash of `count` bytes.
static inline unsigned long long cairn_xxh3(const void *bytes, size_t count) {
  return XXH3_64bits(bytes, count);
}

/// A 128-bit number.
typedef struct {
  unsigned long long high;
  unsigned long long low;
} cairn_hash128;

/// Returns the 128-bit XXH3 hash of `count` bytes.
static inline cairn_hash128 cairn_xxh3_128(const void *bytes, size_t count) {
  XXH128_hash_t hash = XXH3_128bits(bytes, count);
  return (cairn_hash128){hash.high64, hash.low64};
}

/// Returns the state of an incremental 128-bit hash; NULL if memory cannot be allocated.
static inline void *cairn_xxh3_128_begin(void) {
  XXH3_state_t *state = XXH3_createState();
  if (state != NULL) XXH3_128bits_reset(state);
  return state;
}

/// Adds `count` bytes to the hash.
static inline void cairn_xxh3_128_add(void *state, const void *bytes, size_t count) {
  XXH3_128bits_update((XXH3_state_t *)state, bytes, count);
}

/// Returns the hash of the bytes added so far.
static inline cairn_hash128 cairn_xxh3_128_hash(const void *state) {
  XXH128_hash_t hash = XXH3_128bits_digest((const XXH3_state_t *)state);
  return (cairn_hash128){hash.high64, hash.low64};
}

static inline void cairn_xxh3_128_end(void *state) { XXH3_freeState((XXH3_state_t *)state); }

/// Prefetches the cache line at `address`.
static inline void cairn_prefetch(const void *address) {
  __builtin_prefetch(address);
}

#endif
