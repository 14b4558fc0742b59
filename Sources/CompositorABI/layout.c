// What a compiled plug-in relies on and a later header must not move: fails to compile where it did.
#include "gstedit_compositor.h"

_Static_assert(GSTEDIT_COMPOSITOR_ABI_VERSION == 1, "a new version has layouts of its own");
_Static_assert(offsetof(gstedit_plugin, abi_version) == 0, "found whatever the version");
_Static_assert(offsetof(gstedit_plugin, compositors) == 24, "");
_Static_assert(offsetof(gstedit_compositor, struct_size) == 0, "found whatever the size");
_Static_assert(offsetof(gstedit_compositor, create) == 56, "");
_Static_assert(offsetof(gstedit_host, number) == 8, "");
_Static_assert(sizeof(gstedit_parameter) == 64, "an array's element never grows");
_Static_assert(sizeof(gstedit_frame) == 16 + 4 * 32, "");
