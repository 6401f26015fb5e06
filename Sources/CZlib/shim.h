// Raw DEFLATE (RFC 1951) of whole buffers, and gzip files (RFC 1952) in parts. zlib's own functions
// for this are macros, or take several calls.
#ifndef CAIRN_CZLIB_SHIM_H
#define CAIRN_CZLIB_SHIM_H

#include <limits.h>
#include <stdlib.h>
#include <zlib.h>

/// Returns the CRC-32 checksum of `count` bytes. `count` must fit into 32 bits.
static inline unsigned int cairn_crc32(const void *bytes, size_t count) {
  return (unsigned int)crc32(0, (const Bytef *)bytes, (uInt)count);
}

/// Compresses `count` bytes into `output`. Returns the size of the result, or 0 if it does not fit
/// or memory cannot be allocated.
static inline size_t cairn_deflate(
    const void *bytes, size_t count, void *output, size_t capacity) {
  z_stream stream = {0};
  if (count > UINT_MAX || capacity > UINT_MAX) return 0;
  if (deflateInit2(&stream, 6, Z_DEFLATED, -15, 8, Z_DEFAULT_STRATEGY) != Z_OK) return 0;
  stream.next_in = (Bytef *)bytes;
  stream.avail_in = (uInt)count;
  stream.next_out = (Bytef *)output;
  stream.avail_out = (uInt)capacity;
  int result = deflate(&stream, Z_FINISH);
  size_t written = capacity - stream.avail_out;
  deflateEnd(&stream);
  return result == Z_STREAM_END ? written : 0;
}

/// Decompresses `count` bytes into `output`. Returns 1 if the result has exactly `size` bytes, and
/// 0 otherwise. Never writes more than `size` bytes.
static inline int cairn_inflate(const void *bytes, size_t count, void *output, size_t size) {
  z_stream stream = {0};
  if (count > UINT_MAX || size > UINT_MAX) return 0;
  if (inflateInit2(&stream, -15) != Z_OK) return 0;
  unsigned char none;
  stream.next_in = (Bytef *)bytes;
  stream.avail_in = (uInt)count;
  stream.next_out = size > 0 ? (Bytef *)output : &none;
  stream.avail_out = (uInt)size;
  int result = inflate(&stream, Z_FINISH);
  int isWhole = result == Z_STREAM_END && stream.total_out == size;
  inflateEnd(&stream);
  return isWhole;
}

/// Ends a reader of a gzip file and frees its memory.
static inline void cairn_gunzip_end(z_stream *stream) {
  if (!stream) return;
  inflateEnd(stream);
  free(stream);
}

/// Returns a reader at the start of a gzip file; NULL if memory cannot be allocated.
static inline z_stream *cairn_gunzip_start(void) {
  z_stream *stream = (z_stream *)calloc(1, sizeof(z_stream));
  if (!stream) return NULL;
  if (inflateInit2(stream, 15 + 16) == Z_OK) return stream;
  free(stream);
  return NULL;
}

/// Returns a second reader at the same place; NULL if memory cannot be allocated.
static inline z_stream *cairn_gunzip_copy(z_stream *stream) {
  z_stream *copy = (z_stream *)calloc(1, sizeof(z_stream));
  if (!copy) return NULL;
  if (inflateCopy(copy, stream) == Z_OK) return copy;
  free(copy);
  return NULL;
}

/// Decompresses `count` bytes into `output`, until either is used up. Sets `count` and `capacity` to
/// the numbers of bytes that were read and written. Returns 1 at the end of a compressed member, after
/// which another may begin, 0 before it, and -1 if the bytes are damaged.
static inline int cairn_gunzip(
    z_stream *stream, const void *bytes, size_t *count, void *output, size_t *capacity) {
  if (*count > UINT_MAX || *capacity > UINT_MAX) return -1;
  stream->next_in = (Bytef *)bytes;
  stream->avail_in = (uInt)*count;
  stream->next_out = (Bytef *)output;
  stream->avail_out = (uInt)*capacity;
  int result = inflate(stream, Z_NO_FLUSH);
  *count -= stream->avail_in;
  *capacity -= stream->avail_out;
  if (result == Z_STREAM_END) return inflateReset(stream) == Z_OK ? 1 : -1;
  return result == Z_OK || result == Z_BUF_ERROR ? 0 : -1;
}

#endif
