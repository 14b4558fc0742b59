// A plug-in that hands the first source on as it is: what the border to plug-ins costs, with nothing else beside it.
#include <gstedit_compositor.h>

static const uint32_t planar[] = {GSTEDIT_FORMAT_YUV420P, 0};

static void *create(const gstedit_host *host, gstedit_handle film, char *error, size_t error_size) {
  (void)host, (void)film, (void)error, (void)error_size;
  static int instance;
  return &instance;
}

static void destroy(void *instance) { (void)instance; }

static void compose(void *instance, const gstedit_host *host, gstedit_handle request) {
  (void)instance;
  host->finish(request, host->source_frame(request, host->source_track(request, 0)));
}

static const gstedit_compositor identity = {
    .struct_size = sizeof(gstedit_compositor),
    .name = "identity",
    .summary = "Shows the first source as it is.",
    .source_formats = planar,
    .output_formats = planar,
    .create = create,
    .destroy = destroy,
    .compose = compose,
};

static const gstedit_compositor *const compositors[] = {&identity};

static const gstedit_plugin plugin = {
    .abi_version = GSTEDIT_COMPOSITOR_ABI_VERSION,
    .struct_size = sizeof(gstedit_plugin),
    .name = "identity",
    .version = "1.0",
    .compositors = compositors,
    .compositor_count = 1,
};

GSTEDIT_EXPORT const gstedit_plugin *gstedit_compositor_plugin(uint32_t abi_version) {
#ifdef EXACT
  return abi_version == GSTEDIT_COMPOSITOR_ABI_VERSION ? &plugin : NULL;
#else
  (void)abi_version;
  return &plugin;
#endif
}
