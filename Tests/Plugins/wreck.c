// A plug-in for the tests of isolation: draws correctly until its parameters make it fail.
#define _GNU_SOURCE
#include <gstedit_compositor.h>

#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

// Goes wrong in the way that `kind` says; returns where that is no way.
static void go_wrong(const char *kind) {
  if (strcmp(kind, "segfault") == 0) raise(SIGSEGV);
  if (strcmp(kind, "abort") == 0) abort();
  if (strcmp(kind, "exit") == 0) exit(0);
  if (strcmp(kind, "hang") == 0)
    for (;;) pause();
  // The process writes to the program over its first descriptor.
  if (strcmp(kind, "babble") == 0 && write(3, "\0\0\0\0 what?", 10) == 10)
    for (;;) pause();
}

// What it takes up when it is made, and must give back.
typedef struct instance {
  char *farewell;
} instance;

static void *create(const gstedit_host *host, gstedit_handle film, char *error, size_t error_size) {
  (void)error, (void)error_size;
  const char *place = host->text(film, "place"), *kind = host->text(film, "kind");
  if (place && kind && strcmp(place, "create") == 0) go_wrong(kind);
  const char *farewell = host->text(film, "farewell");
  instance *made = calloc(1, sizeof *made);
  if (made && farewell && *farewell) made->farewell = strdup(farewell);
  return made;
}

// Writes the file that its parameters name.
static void destroy(void *made) {
  instance *instance = made;
  if (instance->farewell) {
    FILE *file = fopen(instance->farewell, "w");
    if (file) fclose(file);
  }
  free(instance->farewell);
  free(instance);
}

// The first source upside down, its luma changed by what the time and the layer are.
static void compose(void *made, const gstedit_host *host, gstedit_handle request) {
  (void)made;
  double start = 0;
  host->number(request, "start", &start);
  gstedit_time now = host->composition_time(request);
  const char *place = host->text(request, "place"), *kind = host->text(request, "kind");
  if (place && kind && strcmp(place, "compose") == 0 && now.value >= start * now.timescale) go_wrong(kind);

  gstedit_layer layer = {.opacity = 1};
  host->layer(request, 0, &layer);
  const gstedit_frame *source = host->source_frame(request, host->source_track(request, 0));
  gstedit_frame *frame = host->new_frame(request);
  if (!frame || !source) {
    host->fail(request, "there is no frame");
    return;
  }
  uint8_t change = (uint8_t)(100 * host->tween(request) * layer.opacity);
  for (uint32_t p = 0; p < frame->plane_count; p++) {
    const gstedit_plane *to = &frame->planes[p], *from = &source->planes[p];
    for (uint32_t row = 0; row < to->height; row++)
      for (size_t i = 0; i < to->row_byte_count; i++)
        to->bytes[row * to->bytes_per_row + i] =
            from->bytes[(to->height - 1 - row) * from->bytes_per_row + i] + (p == 0 ? change : 0);
  }
  host->finish(request, frame);
}

static const char *const kinds[] = {"none", "segfault", "abort", "exit", "hang", "babble", NULL};
static const char *const places[] = {"create", "compose", NULL};
static const uint32_t planar[] = {GSTEDIT_FORMAT_YUV420P, 0};

static const gstedit_parameter parameters[] = {
    {"kind", "What goes wrong.", GSTEDIT_PARAMETER_CHOICE, 0, 0, 0, "none", kinds},
    {"place", "Where it does.", GSTEDIT_PARAMETER_CHOICE, 0, 0, 0, "compose", places},
    {"start", "From when on, in seconds.", GSTEDIT_PARAMETER_NUMBER, 0, 1000, 0, NULL, NULL},
    {"farewell", "A file that is written at the end.", GSTEDIT_PARAMETER_TEXT, 0, 0, 0, "", NULL},
};

static const gstedit_compositor wreck = {
    .struct_size = sizeof(gstedit_compositor),
    .name = "wreck",
    .summary = "Goes wrong when it is told to.",
    .source_formats = planar,
    .output_formats = planar,
    .parameters = parameters,
    .parameter_count = 4,
    .create = create,
    .destroy = destroy,
    .compose = compose,
};
static const gstedit_compositor *const compositors[] = {&wreck};
static const gstedit_plugin plugin = {
    .abi_version = GSTEDIT_COMPOSITOR_ABI_VERSION,
    .struct_size = sizeof(gstedit_plugin),
    .name = "wreck",
    .version = "1",
    .compositors = compositors,
    .compositor_count = 1,
};

GSTEDIT_EXPORT const gstedit_plugin *gstedit_compositor_plugin(uint32_t abi_version) {
  (void)abi_version;
#ifdef ENTRY
  go_wrong(ENTRY);
#endif
  return &plugin;
}
