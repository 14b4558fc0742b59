// What Swift sees of this library.
#include <libheif/heif.h>
