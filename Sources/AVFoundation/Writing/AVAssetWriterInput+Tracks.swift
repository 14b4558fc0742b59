import EditServices
import Foundation
import Rendering

/// Associations of an input's track with others.
extension AVAssetWriterInput {
  /// Whether the track of `input` can be `trackAssociationType` to this one: another track, of the kind that such a one is of, and of neither
  /// writer has started.
  public func canAddTrackAssociation(withTrackOf input: AVAssetWriterInput, type trackAssociationType: String) -> Bool {
    guard let kind = TrackAssociation.Kind(letters: trackAssociationType) else { return false }
    guard input !== self, !hasStarted, !input.hasStarted, input.engine != nil, engine != nil else { return false }
    return switch kind {
    case .audioFallback: mediaType == .audio && input.mediaType == .audio
    case .chapterList: input.mediaType == .text && mediaType != .text
    case .forcedSubtitlesOnly: input.mediaType == .subtitle && mediaType == .subtitle
    case .selectionFollower: true
    case .timecode: input.mediaType == .timecode && mediaType != .timecode
    case .metadataReferent: mediaType == .metadata
    }
  }

  /// Says that the track of `input`, of the same writer, is `trackAssociationType` to this one ("tmcd", "cdsc", "chap"). In MP4 and QuickTime
  /// only.
  ///
  /// Where ``canAddTrackAssociation(withTrackOf:type:)`` says no, it ends the process, with the words of AVFoundation's exception.
  public func addTrackAssociation(withTrackOf input: AVAssetWriterInput, type trackAssociationType: String) {
    guard canAddTrackAssociation(withTrackOf: input, type: trackAssociationType),
      let kind = TrackAssociation.Kind(letters: trackAssociationType), let engine, let other = input.engine
    else {
      Misuse.raise(
        "*** -[AVAssetWriterInput addTrackAssociationWithTrackOfInput:type:] cannot add the track association "
          + trackAssociationType)
    }
    engine.addTrackAssociation(withTrackOf: other, type: kind)
  }
}

extension TrackAssociation.Kind {
  /// The kind that movies and AVFoundation call `letters`; nil of another one.
  init?(letters: String) {
    switch letters {
    case "fall": self = .audioFallback
    case "chap": self = .chapterList
    case "forc": self = .forcedSubtitlesOnly
    case "folw": self = .selectionFollower
    case "tmcd": self = .timecode
    case "cdsc": self = .metadataReferent
    default: return nil
    }
  }
}
