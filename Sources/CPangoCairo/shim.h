// What Swift sees of these libraries.
#include <pango/pangocairo.h>
