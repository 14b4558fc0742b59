// What Swift sees of this library.
#include <ebur128.h>
