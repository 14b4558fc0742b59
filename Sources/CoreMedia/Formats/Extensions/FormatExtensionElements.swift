// The statements of a format, one after the other, and compared.

extension CMFormatDescription.Extensions: Collection {
  /// A value and its name.
  public typealias Element = (key: Key, value: Value)

  /// A position among the values.
  public struct Index: Comparable {
    fileprivate let place: [CFString: Any].Index

    /// Whether `left` comes before `right`.
    public static func < (left: Index, right: Index) -> Bool { left.place < right.place }
  }

  /// The first place.
  public var startIndex: Index { Index(place: values.startIndex) }
  /// Behind the last place.
  public var endIndex: Index { Index(place: values.endIndex) }

  /// The place after `index`.
  public func index(after index: Index) -> Index { Index(place: values.index(after: index.place)) }

  /// The value at `index`.
  public subscript(index: Index) -> Element {
    let (key, value) = values[index.place]
    return (Key(rawValue: key), Value(value))
  }
}

extension CMFormatDescription.Extensions: Hashable {
  /// The values are equal.
  public static func == (left: Self, right: Self) -> Bool {
    left.values.count == right.values.count && left.allSatisfy { right[$0.key] == $0.value }
  }

  /// Hashes the names.
  public func hash(into hasher: inout Hasher) { hasher.combine(Set(values.keys)) }
}
