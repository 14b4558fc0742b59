// What Swift sees of these libraries.
#include <hb-ot.h>
#include <pango/pangocairo.h>
