// What Swift sees of zimg, and what it cannot import: macros, and arrays of structures without names.
#include <zimg.h>

static const unsigned gstedit_zimg_version = ZIMG_API_VERSION;
static const unsigned gstedit_zimg_whole = ZIMG_BUFFER_MAX;

static inline void gstedit_zimg_set_input(
    zimg_image_buffer_const *buffer, int plane, const void *data, ptrdiff_t stride, unsigned mask) {
  buffer->version = ZIMG_API_VERSION;
  buffer->plane[plane].data = data;
  buffer->plane[plane].stride = stride;
  buffer->plane[plane].mask = mask;
}

static inline void gstedit_zimg_set_output(
    zimg_image_buffer *buffer, int plane, void *data, ptrdiff_t stride, unsigned mask) {
  buffer->version = ZIMG_API_VERSION;
  buffer->plane[plane].data = data;
  buffer->plane[plane].stride = stride;
  buffer->plane[plane].mask = mask;
}

#if defined(__x86_64__)
// Whether the processor and the system have AVX.
static inline int gstedit_has_avx(void) { return __builtin_cpu_supports("avx"); }
#endif
