#ifndef GSTEDIT_PAGE_H
#define GSTEDIT_PAGE_H

#include <stddef.h>

/// A file of the studio's page.
typedef struct {
  /// Its name, without a folder.
  const char *name;
  /// What it holds.
  const unsigned char *bytes;
  /// How many bytes that are.
  size_t count;
} gstedit_page_file;

/// How many files there are.
size_t gstedit_page_file_count(void);

/// File number `index`, from 0.
gstedit_page_file gstedit_page_file_at(size_t index);

#endif
