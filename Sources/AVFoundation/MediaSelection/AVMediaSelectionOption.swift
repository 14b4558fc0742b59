import CoreMedia
public import Foundation
import MediaFormats

/// One of several ways to present the media of an asset: a sound in a language, subtitles (`AVMediaSelectionOption`). It is a track of the
/// asset. Immutable. Threads: any.
///
/// Options of one track are equal.
open class AVMediaSelectionOption: NSObject, NSCopying, @unchecked Sendable {
  // @unchecked: immutable.
  /// The track.
  let track: AVAssetTrack
  /// Facts that the track's header states.
  private let header: HeaderFacts.Track?

  init(_ track: AVAssetTrack, _ header: HeaderFacts.Track?) {
    (self.track, self.header) = (track, header)
    super.init()
  }

  // MARK: What it is

  /// The kind of media.
  open var mediaType: AVMediaType { track.mediaType }
  /// The four letters of its formats, as numbers; none of those that have other names.
  open var mediaSubTypes: [NSNumber] {
    if case .ancillary(let track) = track.content {
      return track.fourLetters.map { [NSNumber(value: $0)] } ?? []
    }
    let formats = track.formatDescriptions.compactMap { $0 as? CMFormatDescription }
    return formats.map { NSNumber(value: CMFormatDescriptionGetMediaSubType($0)) }
  }
  /// Whether its media have the characteristic, or its author's tags state it.
  open func hasMediaCharacteristic(_ mediaCharacteristic: AVMediaCharacteristic) -> Bool {
    track.hasMediaCharacteristic(mediaCharacteristic) || header?.tags.contains(mediaCharacteristic.rawValue) == true
  }
  /// Whether a player plays it: sounds and pictures that are read here. Of text there is no player here that shows it.
  open var isPlayable: Bool { track.isPlayable }

  // MARK: What it is called

  /// The language, a BCP 47 tag ("de-CH"); nil where nothing says.
  open var extendedLanguageTag: String? { track.extendedLanguageTag ?? track.languageCode }
  /// The language; nil where nothing says.
  open var locale: Locale? { extendedLanguageTag.map { Locale(identifier: $0) } }
  /// Name of the option in the language of the machine.
  open var displayName: String { displayName(with: .current) }

  /// Name of the option in the language of `locale`: its title, that in this language where there are several, or else the name of its language.
  open func displayName(with locale: Locale) -> String {
    let titles = track.metadata.filter { item in
      let isTitle = item.commonKey == .commonKeyTitle || item.key.map { "\($0)" } == "name"
      return isTitle && item.stringValue?.isEmpty == false
    }
    let own = AVMetadataItem.metadataItems(from: titles, with: locale).first ?? titles.first
    if let title = own?.stringValue { return title }
    let tag = extendedLanguageTag ?? "und"
    return locale.localizedString(forIdentifier: tag) ?? locale.localizedString(forIdentifier: "und") ?? tag
  }

  // MARK: Metadata

  /// The track's metadata in the common key space. Blocks.
  open var commonMetadata: [AVMetadataItem] { track.commonMetadata }
  /// The kinds of metadata that it has. Blocks.
  open var availableMetadataFormats: [String] { track.availableMetadataFormats.map(\.rawValue) }
  /// The track's metadata of `format`. Blocks.
  open func metadata(forFormat format: String) -> [AVMetadataItem] {
    track.metadata(forFormat: AVMetadataFormat(rawValue: format))
  }

  // MARK: Others

  /// The option of `mediaSelectionGroup` that goes with it: what the movie's header names as such, or else, with a sound, the subtitles of its
  /// language that are all forced; nil where there is none.
  open func associatedMediaSelectionOption(
    in mediaSelectionGroup: AVMediaSelectionGroup
  ) -> AVMediaSelectionOption? {
    let others = mediaSelectionGroup.options.filter { $0 != self }
    let kinds = mediaType == .audio ? ["folw"] : ["forc", "folw"]
    let followers = kinds.flatMap { kind in
      header?.associations.filter { $0.type == kind }.flatMap(\.tracks) ?? []
    }
    if let named = followers.lazy.compactMap({ id in others.first { $0.track.trackID == id } }).first { return named }
    guard mediaType == .audio, let language = MediaLanguage(extendedLanguageTag) else { return nil }
    return others.first { other in
      other.hasMediaCharacteristic(.containsOnlyForcedSubtitles)
        && MediaLanguage(other.extendedLanguageTag).map(language.isSame) == true
    }
  }

  private static let (typeKey, numberKey) = ("MediaSelectionOptionsMediaType", "MediaSelectionOptionsPersistentID")

  /// Identification of the option, by which it is found again (``AVMediaSelectionGroup/mediaSelectionOption(withPropertyList:)``): a dictionary that
  /// can be stored as a property list.
  open func propertyList() -> Any {
    [Self.typeKey: mediaType.rawValue, Self.numberKey: Int(track.trackID)] as [String: Any]
  }

  /// Whether `propertyList` is of this one.
  func isDescribed(by propertyList: Any) -> Bool {
    guard let values = propertyList as? [String: Any] else { return false }
    return values[Self.typeKey] as? String == mediaType.rawValue
      && (values[Self.numberKey] as? NSNumber)?.int32Value == track.trackID
  }

  // MARK: As an object

  /// Itself.
  open func copy(with zone: NSZone? = nil) -> Any { self }
  /// Options of one track are equal.
  open override func isEqual(_ object: Any?) -> Bool { (object as? AVMediaSelectionOption)?.track == track }
  /// Follows from the track's.
  open override var hash: Int { track.hash }
  /// The kind, the number and the language.
  open override var description: String {
    "<\(type(of: self)): \(mediaType.rawValue), track \(track.trackID), language \(extendedLanguageTag ?? "unknown")>"
  }
}
