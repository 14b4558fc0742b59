// What Swift sees of this library; see the shims for what it cannot import.
#include <gst/audio/audio.h>
