// What Swift sees of this library; see the shims for what it cannot import.
#include <gst/controller/gstinterpolationcontrolsource.h>
#include <gst/controller/gstdirectcontrolbinding.h>
