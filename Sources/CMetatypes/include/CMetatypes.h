#ifndef GSTEDIT_METATYPES_H
#define GSTEDIT_METATYPES_H

/// Makes an object of the class `metatype`, a subclass of Foundation's NSObject, by `init()`, as `+[Class new]` does: what no name
/// in Swift's source can call of a class of which nothing but the metatype is known.
///
/// The object is returned with a reference that is the caller's; NULL where Foundation's NSObject is laid out in no known way.
void *_Nullable gstedit_object_of_class(const void *_Nonnull metatype);

#endif
