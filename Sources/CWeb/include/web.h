#ifndef CAIRN_WEB_H
#define CAIRN_WEB_H

#include <stddef.h>

/// A file of web/: its path below that folder, and its bytes.
typedef struct {
  const char *path;
  const unsigned char *bytes;
  size_t count;
} cairn_web_file;

/// The files, sorted by path.
const cairn_web_file *cairn_web_files(void);

/// The number of files.
size_t cairn_web_file_count(void);

#endif
