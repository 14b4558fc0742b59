import EditServices
import EditingModel
public import Foundation
import GstEdit
import MediaFormats
import Rendering
import Waiting

extension AVAssetTrackAccess where Self: AVAsset {
  /// All metadata of the asset, in the file's own key spaces; none of a composition. Blocks. Pictures come without
  /// their bytes.
  public var metadata: [AVMetadataItem] { (try? statedItems()) ?? [] }
}

extension AVAsset {
  /// The metadata in the common key space. Blocks.
  public var commonMetadata: [AVMetadataItem] { metadata.common }
  /// The kinds of metadata that it has. Blocks.
  public var availableMetadataFormats: [AVMetadataFormat] { metadata.formats }
  /// The metadata of `format`. Blocks.
  public func metadata(forFormat format: AVMetadataFormat) -> [AVMetadataItem] {
    metadata.stated(in: format)
  }
  /// Date at which it was made; nil where it does not say. Blocks.
  public var creationDate: AVMetadataItem? { metadata.first { $0.commonKey == .commonKeyCreationDate } }

  /// The metadata of `format`.
  public func loadMetadata(for format: AVMetadataFormat) async throws -> [AVMetadataItem] {
    try await load(.metadata).stated(in: format)
  }

  /// Its metadata. Blocks.
  ///
  /// - Throws: `RenderError` where it cannot be read.
  func items() throws -> [AVMetadataItem] {
    guard case .file(let file) = source else { return [] }
    try awaitFile()
    return try file.items(ofTrack: nil)
  }

  /// Its metadata.
  ///
  /// - Throws: As AVFoundation does.
  fileprivate func loadItems() async throws -> [AVMetadataItem] {
    guard case .file(let file) = source else { return [] }
    return try await file.loadItems(ofTrack: nil)
  }
}

extension URLAsset {
  /// The metadata of the file, or of its track `number`. Blocks.
  ///
  /// - Throws: `RenderError` where it cannot be read.
  fileprivate func items(ofTrack number: CMPersistentTrackID?) throws -> [AVMetadataItem] {
    let reference = reference
    return try CallingThread.run { try await MediaInspector().metadata(of: reference) }.avItems(ofTrack: number)
  }

  /// The metadata of the file, or of its track `number`.
  ///
  /// - Throws: As AVFoundation does.
  fileprivate func loadItems(ofTrack number: CMPersistentTrackID?) async throws -> [AVMetadataItem] {
    let reference = reference
    return try await translated { try await MediaInspector().metadata(of: reference).avItems(ofTrack: number) }
  }
}

extension [AVMetadataItem] {
  /// The items that mean the same in all kinds of file.
  fileprivate var common: [AVMetadataItem] { filter { $0.commonKey != nil } }
  /// The items in the words of `format`.
  fileprivate func stated(in format: AVMetadataFormat) -> [AVMetadataItem] {
    filter { $0.keySpace.map { AVMetadataFormat($0) } == format }
  }
  /// The kinds of metadata that they are of, each once.
  fileprivate var formats: [AVMetadataFormat] {
    compactMap(\.keySpace).reduce(into: []) { formats, space in
      if !formats.contains(AVMetadataFormat(space)) { formats.append(AVMetadataFormat(space)) }
    }
  }
}

extension AVPartialAsyncProperty where Root: AVAsset {
  /// All metadata of the asset.
  public static var metadata: AVAsyncProperty<Root, [AVMetadataItem]> { .statements("metadata") { $0 } }
  /// The metadata in the common key space.
  public static var commonMetadata: AVAsyncProperty<Root, [AVMetadataItem]> {
    .statements("commonMetadata") { $0.common }
  }
  /// The kinds of metadata that it has.
  public static var availableMetadataFormats: AVAsyncProperty<Root, [AVMetadataFormat]> {
    .statements("availableMetadataFormats") { $0.formats }
  }
  /// Date at which it was made; nil where it does not say.
  public static var creationDate: AVAsyncProperty<Root, AVMetadataItem?> {
    .statements("creationDate") { $0.first { $0.commonKey == .commonKeyCreationDate } }
  }
}

extension AVAsyncProperty where Root: AVAsset {
  /// A property derived from the asset's metadata.
  fileprivate static func statements(
    _ key: String, _ value: @escaping @Sendable ([AVMetadataItem]) -> Value
  ) -> AVAsyncProperty<Root, Value> {
    AVAsyncProperty(
      key, prepare: { _ = try await $0.loadItems() }, status: { $0.contentStatus }, { value(try $0.items()) })
  }
}

extension AVAssetTrack {
  /// All metadata of the track, in the file's own key spaces; none of a composition's. Blocks.
  public var metadata: [AVMetadataItem] { (try? items()) ?? [] }
  /// The metadata in the common key space. Blocks.
  public var commonMetadata: [AVMetadataItem] { metadata.common }
  /// The kinds of metadata that it has. Blocks.
  public var availableMetadataFormats: [AVMetadataFormat] { metadata.formats }
  /// The track's metadata of `format`. Blocks.
  public func metadata(forFormat format: AVMetadataFormat) -> [AVMetadataItem] {
    metadata.stated(in: format)
  }
  /// The track's metadata of `format`.
  public func loadMetadata(for format: AVMetadataFormat) async throws -> [AVMetadataItem] {
    try await load(.metadata).stated(in: format)
  }

  func items() throws -> [AVMetadataItem] { try file?.items(ofTrack: trackID) ?? [] }
}

extension AVPartialAsyncProperty where Root: AVAssetTrack {
  /// All metadata of the track.
  public static var metadata: AVAsyncProperty<Root, [AVMetadataItem]> { .trackStatements("metadata") { $0 } }
  /// The metadata in the common key space.
  public static var commonMetadata: AVAsyncProperty<Root, [AVMetadataItem]> {
    .trackStatements("commonMetadata") { $0.common }
  }
  /// The kinds of metadata that it has.
  public static var availableMetadataFormats: AVAsyncProperty<Root, [AVMetadataFormat]> {
    .trackStatements("availableMetadataFormats") { $0.formats }
  }
}

extension AVAsyncProperty where Root: AVAssetTrack {
  /// A property derived from the track's metadata.
  fileprivate static func trackStatements(
    _ key: String, _ value: @escaping @Sendable ([AVMetadataItem]) -> Value
  ) -> AVAsyncProperty<Root, Value> {
    AVAsyncProperty(
      key, prepare: { _ = try await $0.file?.loadItems(ofTrack: $0.trackID) }, status: { $0.contentStatus },
      { value(try $0.items()) })
  }
}

extension AVPartialAsyncProperty where Root: AVMetadataItem {
  /// Value of the statement.
  public static var value: AVAsyncProperty<Root, (any NSCopying & NSObjectProtocol)?> { .there("value") { $0.value } }
  /// The value as text.
  public static var stringValue: AVAsyncProperty<Root, String?> { .there("stringValue") { $0.stringValue } }
  /// The value as a number.
  public static var numberValue: AVAsyncProperty<Root, NSNumber?> { .there("numberValue") { $0.numberValue } }
  /// The value as a date.
  public static var dateValue: AVAsyncProperty<Root, Date?> { .there("dateValue") { $0.dateValue } }
  /// The value's bytes.
  public static var dataValue: AVAsyncProperty<Root, Data?> { .there("dataValue") { $0.dataValue } }
}

extension AVAsyncProperty where Root: AVMetadataItem {
  /// A property of the value.
  fileprivate static func there(
    _ key: String, _ value: @escaping @Sendable (Root) -> Value
  ) -> AVAsyncProperty<Root, Value> {
    AVAsyncProperty(key, prepare: { try await $0.loadValue() }, status: { $0.valueStatus }, value)
  }
}

extension FileMetadata {
  /// Its items of the track `number`, or, where that is nil, of the file, as AVFoundation has them.
  fileprivate func avItems(ofTrack number: CMPersistentTrackID?) -> [AVMetadataItem] {
    items.filter { $0.trackNumber == number }.map { AVMetadataItem($0) }
  }
}

extension AVMetadataItem {
  /// The engine's `item`.
  fileprivate convenience init(_ item: MetadataItem) {
    var state = State()
    state.identifier = .init(space: item.identifier.keySpace.rawValue, key: item.identifier.key)
    state.extendedLanguageTag = item.languageTag
    switch item.value {
    case .text(let text): state.value = NSString(string: text)
    case .integer(let number): state.value = NSNumber(value: number)
    case .real(let number): state.value = NSNumber(value: number)
    case .data(let data):
      state.value = data.bytes.map { NSData(data: Data($0)) }
      state.dataType = data.mediaType
    }
    self.init(state)
  }

  /// The engine's item, as files are written with it: common keys by QuickTime's. Nil of one that states nothing.
  var writtenItem: MetadataItem? {
    guard let parts = identifier?.parts else { return nil }
    var written = MetadataIdentifier(MetadataKeySpace(rawValue: parts.space), parts.key)
    if parts.space == AVMetadataKeySpace.common.rawValue {
      let names = [
        "creationDate": "creationdate", "copyrights": "copyright", "albumName": "album",
        "location": "location.ISO6709", "subject": "keywords",
      ]
      written = MetadataIdentifier(.quickTimeMetadata, "com.apple.quicktime.\(names[parts.key] ?? parts.key)")
    }
    if let data = dataValue {
      let stated = MetadataData(mediaType: dataType, byteCount: data.count, bytes: [UInt8](data))
      return MetadataItem(written, .data(stated), languageTag: extendedLanguageTag)
    }
    return stringValue.map { MetadataItem(written, .text($0), languageTag: extendedLanguageTag) }
  }
}

extension FileMetadata {
  /// The metadata of a file that is to state `items`. QuickTime movies keep the keys of QuickTime's metadata, by which common items are
  /// written too; MP4 keeps them where an item names one of them, and has common items in the list of iTunes else.
  init(stating items: [AVMetadataItem]) {
    self.init(items: items.compactMap(\.writtenItem))
    keepsQuickTimeKeys = items.contains { $0.keySpace == .quickTimeMetadata }
  }
}
