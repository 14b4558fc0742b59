/// A property of objects of a class by its key: what key-value coding, default values and copies are made of.
///
/// Each class lists its own once, over those of its superclass.
struct KeyedProperty<Owner: AnyObject>: Sendable {
  /// A path that closures on any thread may hold.
  typealias Path<Class, Value> = any ReferenceWritableKeyPath<Class, Value> & Sendable

  /// Whether an object is of a class that has the property.
  let isOf: @Sendable (Owner) -> Bool
  /// The value as an object; nil for nothing.
  let get: @Sendable (Owner) -> Any?
  /// Sets the value, where an object is one of the property's.
  let set: @Sendable (Owner, Any?) -> Void
  /// Gives the second object what the first has.
  let copy: @Sendable (Owner, Owner) -> Void

  /// The property at `path` of a class that is the owner's, or below it.
  init<Class, Value: KeyedValue>(_ path: Path<Class, Value>) {
    self.init(path, \.object) { Value.value(of: $0) }
  }

  /// The property at `path` that holds any object.
  init<Class>(any path: Path<Class, Any?>) { self.init(path, { $0 }, { .some($0) }) }

  private init<Class, Value>(
    _ path: Path<Class, Value>, _ object: @escaping @Sendable (Value) -> Any?,
    _ value: @escaping @Sendable (Any?) -> Value?
  ) {
    isOf = { $0 is Class }
    get = { ($0 as? Class).flatMap { object($0[keyPath: path]) } }
    set = { owner, new in
      if let owner = owner as? Class, let value = value(new) { owner[keyPath: path] = value }
    }
    copy = { from, to in
      if let from = from as? Class, let to = to as? Class { to[keyPath: path] = from[keyPath: path] }
    }
  }
}
