// What Swift sees of this library.
#include <webp/demux.h>
