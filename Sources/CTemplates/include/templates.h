#ifndef CAIRN_TEMPLATES_H
#define CAIRN_TEMPLATES_H

#include <stddef.h>

/// A file of templates/: its path below that folder and its text.
typedef struct {
  const char *path;
  const char *text;
} cairn_template;

/// The files, sorted by path.
const cairn_template *cairn_templates(void);

/// The number of files.
size_t cairn_template_count(void);

#endif
