public import Foundation

/// Alternate tracks of an asset: one of a group is played, or none.
///
/// | tracks of | alternates |
/// |---|---|
/// | sound, pictures | by the alternate group in a movie's header |
/// | sound, pictures without a header's statement | where not more than one is enabled, or each is in a language of its own |
/// | text | always |
///
/// A single track makes no group, except of text, which can be turned off. Chapter titles are no text to select.
struct AlternateTracks {
  /// Characteristic of the tracks: audible, visual or legible.
  let characteristic: AVMediaCharacteristic
  /// The tracks, in the asset's order.
  let tracks: [AVAssetTrack]

  /// The characteristics that groups are made of.
  private static let kinds: [AVMediaCharacteristic] = [.audible, .visual, .legible]

  /// All groups of `asset`, whose header says `header`. Blocks until the asset is loaded.
  ///
  /// - Throws: `RenderError` where the asset cannot be read.
  static func groups(of asset: AVAsset, _ header: HeaderFacts) throws -> [AlternateTracks] {
    let (tracks, chapters) = (try asset.trackObjects(), header.chapterTracks)
    return kinds.flatMap { kind -> [AlternateTracks] in
      let own = tracks.filter { $0.selectionKind == kind && !chapters.contains($0.trackID) }
      guard kind != .legible else { return own.isEmpty ? [] : [AlternateTracks(characteristic: kind, tracks: own)] }
      var groups: [(number: Int, tracks: [AVAssetTrack])] = []
      for track in own {
        guard let number = header.track(track.trackID)?.alternateGroup, number > 0 else { continue }
        if let index = groups.firstIndex(where: { $0.number == number }) {
          groups[index].tracks.append(track)
        } else {
          groups.append((number, [track]))
        }
      }
      if groups.isEmpty, areAlternatives(own) { groups = [(0, own)] }
      return groups.filter { $0.tracks.count > 1 }.map { AlternateTracks(characteristic: kind, tracks: $0.tracks) }
    }
  }

  /// Whether `tracks` of one kind, without statements in the header, are alternates.
  private static func areAlternatives(_ tracks: [AVAssetTrack]) -> Bool {
    if tracks.filter(\.isEnabled).count <= 1 { return true }
    let languages = tracks.compactMap { MediaLanguage($0.extendedLanguageTag ?? $0.languageCode) }
    return languages.count == tracks.count && Set(languages).count == tracks.count
  }
}

extension AVAssetTrack {
  /// The kind of options that it can be one of; nil of data.
  fileprivate var selectionKind: AVMediaCharacteristic? {
    switch mediaType {
    case .audio: .audible
    case .video: .visual
    case .text, .subtitle, .closedCaption: .legible
    default: nil
    }
  }
}

/// Tracks of an asset that stand for one another, by their numbers (`AVAssetTrackGroup`). Immutable. Threads: any.
open class AVAssetTrackGroup: NSObject, NSCopying, @unchecked Sendable {
  // @unchecked: immutable.
  private let numbers: [CMPersistentTrackID]

  init(_ tracks: AlternateTracks) {
    numbers = tracks.tracks.map(\.trackID)
    super.init()
  }

  /// The numbers of its tracks, boxed.
  open var trackIDs: [NSNumber] { numbers.map { NSNumber(value: $0) } }

  /// Itself.
  open func copy(with zone: NSZone? = nil) -> Any { self }
  /// Groups of the same tracks are equal.
  open override func isEqual(_ object: Any?) -> Bool { (object as? AVAssetTrackGroup)?.numbers == numbers }
  /// Follows from the numbers.
  open override var hash: Int { numbers.hashValue }
}
