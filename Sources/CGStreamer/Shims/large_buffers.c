// libavutil's function of this name, as libavcodec calls it: buffers of some 64 MB and more come from the kernel, which
// gives zeros, and are not filled with them once more. FFmpeg 5.1's encoder of FFV1 asks for 148 bytes for each pixel,
// while a picture takes some three: if filled, the rest would take memory, 1.4 GB for a photograph.

#define _GNU_SOURCE
#include <dlfcn.h>
#include <limits.h>
#include <stdlib.h>
#include <string.h>

void av_fast_mallocz(void *pointer, unsigned int *size, size_t least);

#ifdef __GLIBC__
typedef void (*function)(void *, unsigned int *, size_t);

/// A block of zeros; NULL where there is no memory.
static void *zeros(size_t size) {
  void *block = NULL;
  // As aligned as libavutil's own.
  if (posix_memalign(&block, 64, size) != 0) return NULL;
  // The mark of a block that was mapped for itself, in the size in front of it.
  size_t head;
  memcpy(&head, (char *)block - sizeof head, sizeof head);
  if (!(head & 2)) memset(block, 0, size);
  return block;
}

void av_fast_mallocz(void *pointer, unsigned int *size, size_t least) {
  size_t room = least + least / 16 + 32;
  if (least <= *size || least < (size_t)64 << 20 || room > INT_MAX) {
    function next = (function)dlsym(RTLD_NEXT, "av_fast_mallocz");
    if (next) next(pointer, size, least);
    return;
  }
  void *block;
  memcpy(&block, pointer, sizeof block);
  free(block);
  block = zeros(room);
  memcpy(pointer, &block, sizeof block);
  *size = block ? (unsigned int)room : 0;
}
#endif
