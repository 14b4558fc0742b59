// What Swift sees of this library.
#include <zlib.h>

// The macro is no function that Swift could call.
static inline int gstedit_inflate_init(z_stream *stream) { return inflateInit(stream); }
