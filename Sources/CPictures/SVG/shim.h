// What Swift sees of this library.
#include <librsvg/rsvg.h>
