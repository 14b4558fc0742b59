// What a compiled plug-in relies on and a later header must not move: fails to compile where it did.
#include "gstedit_compositor.h"

_Static_assert(GSTEDIT_COMPOSITOR_ABI_VERSION == 2, "a new version says what it adds");
_Static_assert(offsetof(gstedit_plugin, abi_version) == 0, "found whatever the version");
_Static_assert(offsetof(gstedit_plugin, compositors) == 24, "");
_Static_assert(offsetof(gstedit_compositor, struct_size) == 0, "found whatever the size");
_Static_assert(offsetof(gstedit_compositor, create) == 56, "");
_Static_assert(offsetof(gstedit_compositor, supports_wide_color_source_frames) == 104, "what version 1 has");
_Static_assert(offsetof(gstedit_context, primaries) == 24, "what version 1 has");
_Static_assert(offsetof(gstedit_host, number) == 8, "");
_Static_assert(sizeof(gstedit_parameter) == 64, "an array's element never grows");
_Static_assert(sizeof(gstedit_frame) == 16 + 4 * 32, "");
