import EditServices
import EditingModel
import MediaFormats

/// The treatment of alternate tracks (`AVAssetTrackGroupOutputHandling`).
public struct AVAssetTrackGroupOutputHandling: OptionSet, Hashable, Sendable {
  /// Bits.
  public var rawValue: UInt
  /// The handling of these bits.
  public init(rawValue: UInt) { self.rawValue = rawValue }
  /// All of them are exported.
  public static let preserveAlternateTracks = AVAssetTrackGroupOutputHandling(rawValue: 1)
}

extension AVAsset {
  /// The places, among its sounds, of those that stand for another one and are not played by themselves. Blocks until it is loaded.
  ///
  /// - Throws: `RenderError` where it cannot be read.
  func alternateSounds() throws -> Set<Int> {
    let groups = try AlternateTracks.groups(of: self, HeaderFacts(of: self))
    let alternates = groups.filter { $0.characteristic == .audible }.flatMap(\.tracks).filter { !$0.isPlayedByItself }
    return Set(
      alternates.compactMap { track in
        guard case .file(_, let sound) = track.content else { return nil }
        return sound.index
      })
  }
}

extension ExportRequest {
  /// Leaves out the further sounds that are of the `places` among the sounds of their file.
  mutating func leaveOut(_ places: Set<Int>) {
    let isKept = separateSounds.map { sound in
      let source = sound.composition.tracks.first?.segments.lazy.compactMap(\.source).first
      return source.map { !places.contains($0.trackIndex) } ?? true
    }
    // Values of tracks are those of the pictures, of the first sound, and then of these.
    func kept<Value>(_ values: [Value]) -> [Value] {
      let others = values.count - isKept.count
      return others < 0 ? values : values[..<others] + zip(values[others...], isKept).filter { $0.1 }.map { $0.0 }
    }
    (languages, titles, enabledTracks) = (kept(languages), kept(titles), kept(enabledTracks))
    separateSounds = kept(separateSounds)
  }
}
