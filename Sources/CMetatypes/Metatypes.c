#include "CMetatypes.h"

#include <stddef.h>
#include <stdint.h>

// The words by which Foundation exports NSObject's metadata, and the form of its `init()` that also allocates. The symbols' names are
// Swift's ABI: "Foundation.NSObject.__allocating_init() -> Foundation.NSObject".
extern const uintptr_t foundation_nsobject[] __asm__("$s10Foundation8NSObjectCN");
extern const char foundation_nsobject_init __asm__("$s10Foundation8NSObjectCACycfC");

// How many words of the metadata are looked at: NSObject has fewer methods.
enum { METADATA_WORDS = 64 };

typedef __attribute__((swiftcall)) void *(*allocating_init)(__attribute__((swift_context)) const void *metatype);

// The place of `init()` among the methods of NSObject, and so of every class beneath it: subclasses put their own at the same place.
static size_t place_of_init(void) {
  for (size_t place = 0; place < METADATA_WORDS; place++) {
    if (foundation_nsobject[place] == (uintptr_t)&foundation_nsobject_init) return place;
  }
  return 0;
}

void *gstedit_object_of_class(const void *metatype) {
  const size_t place = place_of_init();
  if (place == 0) return NULL;
  const allocating_init make = (allocating_init)((const uintptr_t *)metatype)[place];
  return make(metatype);
}
