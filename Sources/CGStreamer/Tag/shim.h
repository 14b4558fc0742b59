// What Swift sees of this library; see the shims for what it cannot import.
#include <gst/tag/tag.h>
