#ifndef GSTEDIT_METATYPES_H
#define GSTEDIT_METATYPES_H

/// Makes an object of the class `metatype`, a subclass of Foundation's NSObject, by `init()`, as `+[Class new]` does:
/// Swift's source has no way to call `init()` of a class known by its metatype alone.
///
/// The object is returned with a reference owned by the caller; NULL where the layout of Foundation's NSObject is not a
/// known one.
void *_Nullable gstedit_object_of_class(const void *_Nonnull metatype);

#endif
