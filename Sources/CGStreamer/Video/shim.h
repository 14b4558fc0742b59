// What Swift sees of this library; see the shims for what it cannot import.
#include <gst/video/video.h>
#include <gst/video/videooverlay.h>
