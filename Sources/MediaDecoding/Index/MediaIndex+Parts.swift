package import Containers
import EditingModel
import MediaFormats
import MediaTime
import Rendering

extension MediaIndex {
  /// One of the parts of a movie's media that are shown one after another (ISO/IEC 14496-12 §8.6.6), as pictures.
  ///
  /// ```
  ///  media   K ▪ ▪ a ▪ ▪ K ▪ ▪ b ▪ ▪ ▪        a part begins anywhere: what lies between the key frame and it is decoded and hidden
  ///  shown         a ▪ ▪ ▪ ▪ │ b ▪ ▪
  ///                          ▲ a new decoder
  /// ```
  package struct VideoPart: Hashable, Sendable, Codable {
    /// The stream of its packets, whose times are those of the whole film.
    package var stored: StoredStream
    /// The number of its first frame in the track.
    package var firstFrame: Int
    /// The beginning of that frame, in nanoseconds of stream time: before the part's, where that begins inside of it.
    package var firstTime: Int64

    package init(stored: StoredStream, firstFrame: Int, firstTime: Int64) {
      (self.stored, self.firstFrame, self.firstTime) = (stored, firstFrame, firstTime)
    }
  }

  /// The same as sound.
  package struct AudioPart: Hashable, Sendable, Codable {
    /// Access to its samples.
    package var access: AudioAccess
    /// Its first sample on the asset's count.
    package var firstSample: Int64
    /// The number of its samples.
    package var sampleCount: Int64

    package init(access: AudioAccess, firstSample: Int64, sampleCount: Int64) {
      (self.access, self.firstSample, self.sampleCount) = (access, firstSample, sampleCount)
    }
  }

  /// Whether a track shows several parts of its media.
  package var showsSeveralParts: Bool {
    videoAccess.contains { !$0.parts.isEmpty } || audioAccess.contains { !$0.parts.isEmpty }
  }

  /// One of several files, or parts of one, whose sound is heard one after another.
  struct SoundLink: Sendable {
    /// The index of its file.
    var index: MediaIndex
    /// The sample of the asset at its own time zero.
    var start: Int64
    /// One past its last sample, on the asset's count.
    var end: Int64
    /// The beginning of the next one; the sound is silent between.
    var next: Int64
  }

  /// The sound of track `track`: one link, where it is one file.
  func links(ofAudioTrack track: Int) -> [SoundLink] {
    let parts = audioAccess[track].parts
    guard parts.isEmpty else {
      return parts.enumerated().map { number, part in
        var index = self
        index.audioAccess[track] = part.access
        index.facts.audioTracks[track].firstSample = part.firstSample
        index.facts.audioTracks[track].sampleCount = part.sampleCount
        let end = part.firstSample + part.sampleCount
        let next = parts.indices.contains(number + 1) ? parts[number + 1].firstSample : end
        return SoundLink(index: index, start: 0, end: min(end, next), next: next)
      }
    }
    var start: Int64 = 0
    return (links.isEmpty ? [self] : links).map { index in
      let facts = index.facts.audioTracks[track]
      defer { start += facts.sampleCount }
      let end = start + facts.firstSample + facts.sampleCount
      return SoundLink(index: index, start: start, end: end, next: end)
    }
  }
}

extension MediaIndex.VideoAccess {
  /// The number of the part that holds frame number `frame`; nil where the media is one.
  package func part(ofFrame frame: Int) -> Int? {
    parts.isEmpty ? nil : max(0, parts.partitioningIndex { $0.firstFrame > frame } - 1)
  }

  /// The frames of part number `part`, as far as it is known where they end.
  package func frames(ofPart part: Int) -> Range<Int> {
    parts[part].firstFrame..<(part + 1 < parts.count ? parts[part + 1].firstFrame : .max)
  }
}
