import EditServices
import EditingModel
import MediaFormats
import MediaTime
import Rendering

/// The verification of a file's sounds, each against the plan that it was made of.
extension FileVerification {
  /// The problems of the sounds of a file that holds `facts`.
  func soundProblems(_ facts: MediaFacts) -> [String] {
    let sounds = settings.audio == nil ? [] : ([plan] + otherSounds).compactMap(\.sound)
    let tracks = facts.audioTracks
    guard !sounds.isEmpty else { return tracks.isEmpty ? [] : ["It has sound, and was to have none."] }
    guard tracks.count == sounds.count else {
      let wanted = sounds.count == 1 ? "one" : "\(sounds.count)"
      return ["It has \(tracks.count) audio \(tracks.count == 1 ? "track" : "tracks") instead of \(wanted)."]
    }
    return zip(tracks, sounds).enumerated().flatMap { number, pair in
      problems(
        of: pair.0, madeOf: pair.1, copied: smartSounds.indices.contains(number) ? smartSounds[number].copied : nil,
        called: sounds.count == 1 ? ("It", "Its sound") : ("Sound \(number)", "Sound \(number)"))
    }
  }

  /// The problems of `track`, which was made of `sound`, or of packets that were `copied`. `names` are those of what has it
  /// and of itself.
  private func problems(
    of track: AudioTrackFacts, madeOf sound: SoundPlan, copied: CopiedSound?, called names: (owner: String, own: String)
  ) -> [String] {
    var problems: [String] = []
    if track.sampleRate != sound.grid.rate {
      problems.append("\(names.owner) has \(track.sampleRate) samples a second instead of \(sound.grid.rate).")
    }
    if track.channels != sound.channels {
      problems.append("\(names.owner) has \(track.channels) channels instead of \(sound.channels).")
    } else if storesSpeakers, sound.layout.mask != 0, track.layout.withSidesBehind != sound.layout.withSidesBehind {
      problems.append("\(names.own) is for the speakers of \(track.layout) instead of \(sound.layout).")
    }
    let slack = slack
    let (first, count) = (copied?.start ?? 0, copied?.samples.count ?? sound.range.count)
    let excess = track.sampleCount - Int64(count)
    // Samples are missing before the end of a film that ends early.
    let left = duration.map { Int64(($0.seconds - Self.tick) * Double(sound.grid.rate)) - first }
    let least = min(Int64(count), left ?? .max) - slack.missing
    if track.sampleCount < least || excess > slack.excess {
      problems.append("\(names.owner) has \(track.sampleCount) samples instead of \(count).")
    }
    if abs(track.firstSample - first) > slack.missing {
      problems.append("\(names.own) begins with sample \(track.firstSample) instead of \(first).")
    }
    return problems
  }

  /// The samples that a sound may have less, and more, than was written, since its container has no word for it:
  ///
  /// | container | what it does not say |
  /// |---|---|
  /// | transport stream | which samples of the first and of the last packet are to be heard |
  /// | Matroska with AC-3 | which samples of the last packet are to be heard |
  private var slack: (missing: Int64, excess: Int64) {
    if settings.fileType == .ts { return (2_048, 2_048) }
    return (0, settings.audio?.codec == .ac3 && isMatroska ? Self.packetOfAC3 - 1 : 0)
  }

  /// Whether the file says which speakers its channels are for: samples in Matroska do not.
  private var storesSpeakers: Bool { !(isMatroska && settings.audio?.codec == .pcm) }

  private var isMatroska: Bool { settings.fileType == .mkv || settings.fileType == .webm }

  /// The samples of a packet of AC-3.
  private static let packetOfAC3: Int64 = 1_536
}
