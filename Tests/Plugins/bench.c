// A plug-in for the tests: compositors that use every part of the interface, and break its rules where a test asks for it.
#include <gstedit_compositor.h>

#include <stdlib.h>
#include <string.h>

static const uint32_t planar[] = {GSTEDIT_FORMAT_YUV420P, 0};

typedef struct instance {
  double gain; // what the film's parameter was when the instance was made
} instance;

static void *create(const gstedit_host *host, gstedit_handle film, char *error, size_t error_size) {
  const char *note = host->text(film, "note");
  if (note && strcmp(note, "refuse") == 0) {
    strncpy(error, "the note says so", error_size);
    return NULL;
  }
  instance *made = calloc(1, sizeof *made);
  if (made) host->number(film, "gain", &made->gain);
  return made;
}

static void destroy(void *made) { free(made); }

// "scale": the first source's luma, times `gain`, or one grey where there is no source.
static void scale(void *made, const gstedit_host *host, gstedit_handle request) {
  double gain = 0;
  host->number(request, "gain", &gain);
  if (host->source_count(request) == 0) gain = ((instance *)made)->gain;
  const gstedit_frame *source = host->source_frame(request, host->source_track(request, 0));
  gstedit_frame *frame = host->new_frame(request);
  if (!frame) {
    host->fail(request, "no memory");
    return;
  }
  for (uint32_t p = 0; p < frame->plane_count; p++) {
    gstedit_plane *plane = &frame->planes[p];
    for (uint32_t row = 0; row < plane->height; row++) {
      uint8_t *to = plane->bytes + row * plane->bytes_per_row;
      const uint8_t *from = source ? source->planes[p].bytes + row * source->planes[p].bytes_per_row : NULL;
      for (size_t i = 0; i < plane->row_byte_count; i++)
        to[i] = p > 0 ? 128 : (uint8_t)(gain * (from ? from[i] : 100));
    }
  }
  host->finish(request, frame);
}

// "mistake": hands the first source on, and at the second half of the instruction does what `kind` says.
static gstedit_frame stray;
static void mistake(void *made, const gstedit_host *host, gstedit_handle request) {
  (void)made;
  const char *kind = host->text(request, "kind");
  const gstedit_frame *source = host->source_frame(request, host->source_track(request, 0));
  gstedit_layer layer;
  gstedit_time start, duration, now = host->composition_time(request);
  double behind[4] = {0};
  host->instruction_range(request, &start, &duration);
  host->background(request, behind);
  if (!kind || host->tween(request) < 0.5) {
    host->finish(request, source);
  } else if (strcmp(kind, "fail") == 0) {
    host->fail(request, now.value * 5 == now.timescale && start.value == 0 && host->layer(request, 0, &layer) == 1 &&
                            layer.track == 1 && layer.opacity == 0.75 && host->layer(request, 1, &layer) == 0 &&
                            behind[0] == 0.25 && behind[1] == 0.5 && behind[2] == 0.75 && behind[3] == 1
                        ? "the instruction is as it should be"
                        : "the instruction is another");
  } else if (strcmp(kind, "twice") == 0) {
    host->finish(request, source);
    host->finish(request, source);
  } else if (strcmp(kind, "stray") == 0) {
    host->finish(request, &stray);
  } else if (strcmp(kind, "cancelled") == 0) {
    host->finish_cancelled(request);
  } // else never
}

// "idle" returns without a frame.
static void idle(void *made, const gstedit_host *host, gstedit_handle request) {
  (void)made, (void)host, (void)request;
}

static const char *const kinds[] = {"fail", "twice", "stray", "cancelled", "never", NULL};

static const gstedit_parameter scale_parameters[] = {
    {"gain", "What luma is multiplied by.", GSTEDIT_PARAMETER_NUMBER, 0, 2, 1, NULL, NULL},
    {"steps", "A whole number.", GSTEDIT_PARAMETER_INTEGER, 1, 8, 2, NULL, NULL},
    {"inverted", "A yes or no.", GSTEDIT_PARAMETER_BOOLEAN, 0, 1, 0, NULL, NULL},
    {"note", "A text.", GSTEDIT_PARAMETER_TEXT, 0, 0, 0, "", NULL},
};
static const gstedit_parameter mistake_parameters[] = {
    {"kind", "What goes wrong.", GSTEDIT_PARAMETER_CHOICE, 0, 0, 0, "never", kinds},
};
#ifdef BAD_DEFAULT
static const gstedit_parameter bad_parameters[] = {
    {"gain", "Out of its range.", GSTEDIT_PARAMETER_NUMBER, 0, 1, 2, NULL, NULL},
};
#endif

static const gstedit_compositor scaling = {
    .struct_size = sizeof(gstedit_compositor),
    .name = "scale",
    .summary = "Multiplies luma.",
    .source_formats = planar,
    .output_formats = planar,
    .parameters = scale_parameters,
    .parameter_count = 4,
    .create = create,
    .destroy = destroy,
    .compose = scale,
};
static const gstedit_compositor mistaking = {
    .struct_size = sizeof(gstedit_compositor),
    .name = "mistake",
    .summary = "Does wrong.",
    .source_formats = planar,
    .output_formats = planar,
    .parameters = mistake_parameters,
    .parameter_count = 1,
    .create = create,
    .destroy = destroy,
    .start_request = mistake,
};
static const gstedit_compositor idling = {
#ifdef SMALL_TABLE
    .struct_size = 16,
#else
    .struct_size = sizeof(gstedit_compositor),
#endif
#ifdef SAME_NAME
    .name = "scale",
#else
    .name = "idle",
#endif
    .summary = "Does nothing.",
#ifndef NO_OUTPUT
    .output_formats = planar,
#endif
#ifdef BAD_DEFAULT
    .parameters = bad_parameters,
    .parameter_count = 1,
#endif
    .create = create,
    .destroy = destroy,
    .compose = idle,
#ifdef BOTH_WAYS
    .start_request = idle,
#endif
};

static const gstedit_compositor *const compositors[] = {
    &scaling,
    &mistaking,
    &idling,
};

#ifndef ABI_VERSION
#define ABI_VERSION GSTEDIT_COMPOSITOR_ABI_VERSION
#endif

static const gstedit_plugin plugin = {
    .abi_version = ABI_VERSION,
    .struct_size = sizeof(gstedit_plugin),
    .name = "bench",
    .version = "1.2",
    .compositors = compositors,
    .compositor_count = 3,
};

#ifndef NO_ENTRY
GSTEDIT_EXPORT const gstedit_plugin *gstedit_compositor_plugin(uint32_t abi_version) {
#ifdef PICKY
  return abi_version > 99 ? &plugin : NULL;
#else
  (void)abi_version;
  return &plugin;
#endif
}
#else
const gstedit_plugin *const unused = &plugin;
#endif
