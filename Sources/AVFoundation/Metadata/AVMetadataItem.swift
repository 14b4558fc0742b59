import CoreGraphics
public import Foundation
import MediaFormats
import Synchronization
import Waiting

/// One statement that a file makes about itself (`AVMetadataItem`). Immutable; ``AVMutableMetadataItem`` is edited. Threads: any.
open class AVMetadataItem: NSObject, NSCopying, NSMutableCopying, AVAsynchronousKeyValueLoading, @unchecked Sendable {
  // @unchecked: the values are under a lock.
  private let state: Mutex<State>
  /// Loading of the value when it is needed; nil where it is there.
  private let loading: MetadataValueLoading?

  /// Fields of the statement.
  struct State: @unchecked Sendable {
    // @unchecked: values are kept and handed out as they are: numbers, texts, dates, data.
    var identifier: AVMetadataIdentifier?
    var value: (any NSCopying & NSObjectProtocol)?
    var extendedLanguageTag: String?
    var locale: Locale?
    var dataType: String?
    var startDate: Date?
    var extraAttributes: [AVMetadataExtraAttributeKey: Any]?
    var time = CMTime.invalid
    var duration = CMTime.invalid
  }

  /// One that states nothing.
  public override init() {
    state = Mutex(State())
    loading = nil
    super.init()
  }

  init(_ state: State, loading: MetadataValueLoading? = nil) {
    self.state = Mutex(state)
    self.loading = loading
    super.init()
  }

  /// One that states of itself what `metadataItem` does but the value, which `handler` is asked for when it is needed, once, on any thread. A
  /// getter of it blocks until then; it is nil where the program says that there is none.
  public convenience init(
    propertiesOf metadataItem: AVMetadataItem,
    valueLoadingHandler handler: @escaping @Sendable (AVMetadataItemValueRequest) -> Void
  ) {
    var state = metadataItem.values
    state.value = nil
    self.init(state, loading: MetadataValueLoading(handler))
  }

  /// Fields of the statement, as they are now.
  var values: State {
    get { state.withLock { $0 } }
    set {
      let new = newValue
      state.withLock { $0 = new }
    }
  }

  private func edit(_ edit: (inout State) -> Void) { state.withLock { edit(&$0) } }

  /// Identifier of the statement, with its key space.
  open internal(set) var identifier: AVMetadataIdentifier? {
    get { values.identifier }
    set { values.identifier = newValue }
  }
  /// The space of the key.
  open internal(set) var keySpace: AVMetadataKeySpace? {
    get { values.identifier.flatMap { $0.parts }.map { AVMetadataKeySpace($0.space) } }
    set { values.identifier = newValue.map { .init(space: $0.rawValue, key: values.identifier?.parts?.key ?? "") } }
  }
  /// The key, as its space has it.
  open internal(set) var key: (any NSCopying & NSObjectProtocol)? {
    get { values.identifier.flatMap { $0.parts }.map { NSString(string: $0.key) } }
    set {
      let space = values.identifier?.parts?.space ?? ""
      values.identifier = newValue.map { .init(space: space, key: "\($0)") }
    }
  }
  /// Key of the same meaning in any kind of file; nil where it means nothing that others have, too.
  public var commonKey: AVMetadataKey? {
    guard let parts = values.identifier?.parts else { return nil }
    if parts.space == AVMetadataKeySpace.common.rawValue { return AVMetadataKey(parts.key) }
    let identifier = MetadataIdentifier(MetadataKeySpace(rawValue: parts.space), parts.key)
    return CommonMetadataKey(identifier).map { AVMetadataKey($0.rawValue) }
  }
  /// Value of the statement; a copy of the one that is set.
  open internal(set) var value: (any NSCopying & NSObjectProtocol)? {
    get { values.value ?? loading?.value(for: self) }
    set { values.value = newValue.map { ($0.copy() as? any NSCopying & NSObjectProtocol) ?? $0 } }
  }
  /// The language of the value, a BCP 47 tag; nil where nothing says.
  open internal(set) var extendedLanguageTag: String? {
    get { values.extendedLanguageTag }
    set { edit { ($0.extendedLanguageTag, $0.locale) = (newValue, nil) } }
  }
  /// The language of the value, and how it is written; nil where nothing says. It is the same as ``extendedLanguageTag``, by another name.
  open internal(set) var locale: Locale? {
    get { values.locale ?? extendedLanguageTag.map { Locale(identifier: $0) } }
    set { edit { ($0.extendedLanguageTag, $0.locale) = (newValue?.identifier(.bcp47), newValue) } }
  }
  /// Type of the value, a uniform type identifier.
  open internal(set) var dataType: String? {
    get { values.dataType }
    set { values.dataType = newValue }
  }
  /// Time from which on it holds; invalid where it does all the time.
  open internal(set) var time: CMTime {
    get { values.time }
    set { values.time = newValue }
  }
  /// Duration for which it holds; invalid where it does all the time.
  open internal(set) var duration: CMTime {
    get { values.duration }
    set { values.duration = newValue }
  }
  /// The date from which on it holds; nil where it does not say.
  open internal(set) var startDate: Date? {
    get { values.startDate }
    set { edit { $0.startDate = newValue } }
  }
  /// Further attributes; nil without any. Files do not keep them.
  open internal(set) var extraAttributes: [AVMetadataExtraAttributeKey: Any]? {
    get { values.extraAttributes }
    set {
      var changed = values
      changed.extraAttributes = newValue
      values = changed
    }
  }

  /// The value as text; nil of data.
  public var stringValue: String? {
    switch value {
    case let text as NSString: text as String
    case let number as NSNumber: number.stringValue
    case let date as NSDate: ISO8601DateFormatter().string(from: date as Date)
    default: nil
    }
  }
  /// The value as a number, also where it is text; nil where it is none.
  public var numberValue: NSNumber? {
    (value as? NSNumber) ?? stringValue.flatMap { Double($0) }.map { NSNumber(value: $0) }
  }
  /// The value as a date, also where it is text; nil where it is none.
  public var dateValue: Date? {
    if let date = value as? NSDate { return date as Date }
    return stringValue.flatMap { ISO8601DateFormatter().date(from: $0) }
  }
  /// The value's bytes; nil where it has none.
  public var dataValue: Data? { (value as? NSData).map(\.content) }

  /// An immutable copy.
  open func copy(with zone: NSZone? = nil) -> Any { AVMetadataItem(values, loading: loading) }
  /// A mutable copy.
  open func mutableCopy(with zone: NSZone? = nil) -> Any { AVMutableMetadataItem(values, loading: loading) }

  // SAFETY: the error is written where the caller says, once.
  /// State of a property's loading: all of an item is there, but a value that a program gives when it is needed.
  open func statusOfValue(forKey key: String, error outError: NSErrorPointer) -> AVKeyValueStatus {
    unsafe Self.valueKeys.contains(key) ? valueStatus.keyValueStatus(outError) : .loaded
  }
  /// Loads the properties called `keys`, and calls `handler` once when they are loaded or failed.
  open func loadValuesAsynchronously(forKeys keys: [String], completionHandler handler: (@Sendable () -> Void)?) {
    let needsValue = keys.contains(where: Self.valueKeys.contains)
    Task.detached(executorPreference: WorkerThreads.shared) { [self] in
      if needsValue { try? await loadValue() }
      handler?()
    }
  }

  private static let valueKeys: Set<String> = ["value", "stringValue", "numberValue", "dateValue", "dataValue"]

  /// State of the value's loading.
  var valueStatus: PropertyStatus { values.value == nil ? loading?.status ?? .loaded : .loaded }

  /// Waits until the value is there.
  ///
  /// - Throws: The error of the program that gives it.
  func loadValue() async throws { if values.value == nil { try await loading?.load(for: self) } }

  /// The items of `items` that state `identifier`.
  public class func metadataItems(
    from items: [AVMetadataItem], filteredByIdentifier identifier: AVMetadataIdentifier
  ) -> [AVMetadataItem] {
    items.filter { item in
      item.identifier == identifier || item.commonKey.map { "comn/\($0.rawValue)" } == identifier.rawValue
    }
  }

  /// The items of `items` whose key is `key`, of the space `keySpace`; any where one is nil.
  public class func metadataItems(
    from items: [AVMetadataItem], withKey key: Any?, keySpace: AVMetadataKeySpace?
  ) -> [AVMetadataItem] {
    let name = key.map { ($0 as? AVMetadataKey)?.rawValue ?? "\($0)" }
    return items.filter { item in
      if keySpace == .common { return name == nil ? item.commonKey != nil : item.commonKey?.rawValue == name }
      return (keySpace == nil || item.keySpace == keySpace) && (name == nil || item.key.map { "\($0)" } == name)
    }
  }
}

extension AVMetadataItem {
  /// The items of `items` in the language of `locale`, of its country where both say one.
  public class func metadataItems(from items: [AVMetadataItem], with locale: Locale) -> [AVMetadataItem] {
    guard let language = MediaLanguage(locale.identifier) else { return [] }
    return items.filter { MediaLanguage($0.extendedLanguageTag).map(language.fits) ?? false }
  }

  /// The items of `items` in one of `preferredLanguages`, BCP 47 tags, in the order of those.
  public class func metadataItems(
    from items: [AVMetadataItem], filteredAndSortedAccordingToPreferredLanguages preferredLanguages: [String]
  ) -> [AVMetadataItem] {
    MediaLanguage.sorted(items, by: preferredLanguages, \.extendedLanguageTag)
  }

  /// The items of `items` that `metadataItemFilter` lets through.
  public class func metadataItems(
    from items: [AVMetadataItem], filteredBy metadataItemFilter: AVMetadataItemFilter
  ) -> [AVMetadataItem] {
    items.filter(metadataItemFilter.passes)
  }
}

/// Key of a further attribute of a statement (`AVMetadataExtraAttributeKey`).
public struct AVMetadataExtraAttributeKey: RawRepresentable, Hashable, Sendable {
  /// A word.
  public var rawValue: String
  /// The key of this word.
  public init(rawValue: String) { self.rawValue = rawValue }
  /// The URI of the value.
  public static let valueURI = AVMetadataExtraAttributeKey(rawValue: "URI")
  /// The URI that the value's counts from.
  public static let baseURI = AVMetadataExtraAttributeKey(rawValue: "baseURI")
  /// Other attributes.
  public static let info = AVMetadataExtraAttributeKey(rawValue: "info")
}

extension AVPartialAsyncProperty where Root: AVMetadataItem {
  /// Further attributes.
  public static var extraAttributes: AVAsyncProperty<Root, [AVMetadataExtraAttributeKey: Any]?> {
    AVAsyncProperty("extraAttributes", prepare: { _ in }, status: { _ in .loaded }, { $0.extraAttributes })
  }
}

/// A statement that is edited (`AVMutableMetadataItem`).
open class AVMutableMetadataItem: AVMetadataItem, @unchecked Sendable {
  // @unchecked: as its superclass.
  /// Identifier of the statement, with its key space.
  open override var identifier: AVMetadataIdentifier? {
    get { super.identifier }
    set { super.identifier = newValue }
  }
  /// The space of the key.
  open override var keySpace: AVMetadataKeySpace? {
    get { super.keySpace }
    set { super.keySpace = newValue }
  }
  /// The key, as its space has it.
  open override var key: (any NSCopying & NSObjectProtocol)? {
    get { super.key }
    set { super.key = newValue }
  }
  /// Value of the statement.
  open override var value: (any NSCopying & NSObjectProtocol)? {
    get { super.value }
    set { super.value = newValue }
  }
  /// The language of the value, a BCP 47 tag.
  open override var extendedLanguageTag: String? {
    get { super.extendedLanguageTag }
    set { super.extendedLanguageTag = newValue }
  }
  /// The language of the value, and how it is written.
  open override var locale: Locale? {
    get { super.locale }
    set { super.locale = newValue }
  }
  /// Type of the value, a uniform type identifier.
  open override var dataType: String? {
    get { super.dataType }
    set { super.dataType = newValue }
  }
  /// Time from which on it holds.
  open override var time: CMTime {
    get { super.time }
    set { super.time = newValue }
  }
  /// Duration for which it holds.
  open override var duration: CMTime {
    get { super.duration }
    set { super.duration = newValue }
  }
  /// The date from which on it holds.
  open override var startDate: Date? {
    get { super.startDate }
    set { super.startDate = newValue }
  }
  /// Further attributes. Files do not keep them.
  open override var extraAttributes: [AVMetadataExtraAttributeKey: Any]? {
    get { super.extraAttributes }
    set { super.extraAttributes = newValue }
  }
}

extension AVMetadataIdentifier {
  /// Space and key, the key without percent signs; nil of a text without a slash.
  var parts: (space: String, key: String)? {
    guard let slash = rawValue.firstIndex(of: "/") else { return nil }
    let key = String(rawValue[rawValue.index(after: slash)...])
    let space = String(rawValue[..<slash])
    return (space == Self.id3 ? AVMetadataKeySpace.id3.rawValue : space, key.replacingOccurrences(of: "%A9", with: "©"))
  }

  /// Name of the space of ID3 in identifiers, which is `org.id3` by itself.
  private static let id3 = "id3"

  /// The identifier of `key` in `space`.
  init(space: String, key: String) {
    let space = space == AVMetadataKeySpace.id3.rawValue ? Self.id3 : space
    self.init("\(space)/\(key.replacingOccurrences(of: "©", with: "%A9"))")
  }
}
