// What Swift sees of this library.
#include <ass/ass.h>
#include <malloc.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

static inline void libass_shim_say_nothing(int level, const char *format, va_list arguments, void *data) {
  (void)level, (void)format, (void)arguments, (void)data;
}

/// Keeps the library from writing to standard error. Swift has no functions with lists of arguments.
static inline void libass_shim_silence(ASS_Library *library) {
  ass_set_message_cb(library, libass_shim_say_nothing, NULL);
}

/// How many bytes say where an event stands among others; 0 where nothing is decided. Their type is the library's own.
static inline size_t libass_shim_place_size(const ASS_Event *event) {
  return event->render_priv ? malloc_usable_size(event->render_priv) : 0;
}

/// Copies what says where an event stands, as many bytes as there are.
static inline void libass_shim_copy_place(const ASS_Event *event, void *bytes) {
  memcpy(bytes, event->render_priv, libass_shim_place_size(event));
}

/// Puts such a copy back.
static inline void libass_shim_put_place(ASS_Event *event, const void *bytes) {
  memcpy(event->render_priv, bytes, libass_shim_place_size(event));
}

/// Has an event stand nowhere yet, as before it was first seen.
static inline void libass_shim_clear_place(ASS_Event *event) {
  free(event->render_priv);
  event->render_priv = NULL;
}
