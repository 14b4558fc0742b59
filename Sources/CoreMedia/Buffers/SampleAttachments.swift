import CoreVideo

/// The attachments of a buffer's samples: values, until a program asks for them as an object that it can change.
struct SampleAttachments {
  private var kept: [CFString: Any]
  /// The object that programs have; from then on it alone holds the values.
  private var shared: CFMutableDictionary?

  /// The attachments `values`.
  init(_ values: [CFString: Any]) { kept = values }

  /// The values by their names.
  var values: [CFString: Any] {
    get {
      guard let shared else { return kept }
      return Dictionary(
        shared.compactMap { key, value in (key as? CFString).map { ($0, value) } }, uniquingKeysWith: { $1 })
    }
    set {
      guard let shared else { return kept = newValue }
      shared.removeAllObjects()
      shared.addEntries(from: newValue)
    }
  }

  /// The values as an object: what is changed in it is changed here.
  mutating func object() -> CFMutableDictionary {
    if let shared { return shared }
    let object = NSMutableDictionary()
    object.addEntries(from: kept)
    (shared, kept) = (object, [:])
    return object
  }
}
