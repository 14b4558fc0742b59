// What Swift sees of this library.
#include <openjpeg.h>
