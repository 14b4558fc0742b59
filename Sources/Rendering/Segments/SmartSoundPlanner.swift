public import MediaFormats
import MediaTime

/// Decides whether a sound of a film can be the packets of its media: a pure function of the plan, the settings and the media's packets.
///
/// ```
///  strip      · · ├───────── a.mp4 ─────────┤ · ·      one stretch, at volume 1 and its own speed
///  film       · · ├─ packets, as they are ──┤ · ·      in the codec, at the rate and for the speakers of the film
/// ```
public struct SmartSoundPlanner {
  private let sound: SoundPlan
  private let settings: ExportSettings

  /// A planner for `sound`, encoded as `settings`, complete.
  public init(_ sound: SoundPlan, as settings: ExportSettings) {
    (self.sound, self.settings) = (sound, settings)
  }

  /// The media track whose packets the plan depends on; nil where none can be copied whatever they are.
  public var source: CopiedSound.Source? {
    let found = found()
    return found.reasons.isEmpty ? found.stretch?.sound.source : nil
  }

  /// The plan, where the packets of ``source`` are `coded`, or cannot be copied.
  public func plan(_ coded: Result<CodedSound, UncopiedMedia>?) -> SmartSound {
    let (stretch, reasons) = found()
    guard reasons.isEmpty, let stretch, let audio = settings.audio else { return SmartSound(encodedBecause: reasons) }
    let known: CodedSound
    switch coded {
    case .success(let sound): known = sound
    case .failure(let reason): return SmartSound(encodedBecause: [reason.sentence])
    case nil: return SmartSound(encodedBecause: ["The media's packets are not known."])
    }
    guard known.codec == audio.codec else {
      return SmartSound(
        encodedBecause: [
          "The media's sound is \(known.codec.format.title), and the film's is \(audio.codec.format.title)."
        ])
    }
    guard let copied = known.copied(stretch.samples, of: stretch.sound.source, at: stretch.start) else {
      return SmartSound(encodedBecause: ["The media has no packets for all of the samples."])
    }
    guard copied.hiddenAtStart <= Int64(sound.grid.rate) else {
      return SmartSound(encodedBecause: ["Decoding has to begin more than a second before the sound does."])
    }
    // Readers differ in what they make of several packets of Opus before the sound: this one takes its times for later ones.
    guard settings.fileType.isMovie || audio.codec != .opus || copied.hiddenAtStart < copied.packetLength else {
      return SmartSound(encodedBecause: ["Decoding has to begin before the packet with which the sound does."])
    }
    // Readers take where the only track begins for the beginning, and where it ends for the end.
    guard settings.video != nil || copied.start == 0 && copied.end == Int64(sound.range.count) else {
      return SmartSound(encodedBecause: ["Nothing is heard at an end of the film, which has no pictures beside."])
    }
    // Some readers take the statement about the last packet of AC-3 in Matroska for the one before.
    guard settings.fileType.isMovie || audio.codec != .ac3 || copied.hiddenAtEnd == 0 else {
      return SmartSound(encodedBecause: ["The sound ends amid a packet, which \(title) does not say of AC-3."])
    }
    return SmartSound(copied)
  }

  /// The container, in a sentence: "a Matroska file".
  private var title: String {
    let title = settings.fileType.format.title
    return title.prefix(1).lowercased() + title.dropFirst()
  }

  // MARK: Stretches

  /// Something of a media track that is heard, as it is there.
  private struct Stretch {
    var sound: StripSound
    /// The samples that are heard, on the asset's count.
    var samples: Range<Int64>
    /// The output samples at which it is, from the first that is rendered on.
    var start: Int64
    var end: Int64 { start + Int64(samples.count) }
  }

  /// The stretch of the sound, and the reasons against copying it, a sentence each.
  private func found() -> (stretch: Stretch?, reasons: [String]) {
    if let reason = settings.reasonToEncodeSound { return (nil, [reason]) }
    let strips = sound.strips.map { (strip: $0, heard: stretches(of: $0)) }
    let all = strips.flatMap(\.heard).sorted { $0.start < $1.start }
    let joined = joined(all)
    guard let first = joined.first else { return (nil, ["Nothing of the media is heard."]) }
    var reasons: [String] = []
    // In order, some begin before others end.
    let isMixed = zip(joined, joined.dropFirst()).contains { $1.start < $0.end }
    if isMixed { reasons.append("Several tracks are mixed.") }
    if isMixed ? strips.contains(where: { $0.heard.count > 1 }) : joined.count > 1 {
      reasons.append("Several stretches follow one another, and packets are not cut at a sample.")
    }
    if all.contains(where: { $0.sound.speed != nil }) {
      reasons.append("The media is played at another speed.")
    }
    if strips.contains(where: { strip, heard in heard.contains { !isUnchanged(strip, in: $0) } }) {
      reasons.append("The volume is changed.")
    }
    if let facts = all.map(\.sound.facts).first(where: { $0.sampleRate != sound.grid.rate }) {
      reasons.append("The media has \(facts.sampleRate) samples a second, and the film \(sound.grid.rate).")
    }
    if let facts = all.map(\.sound.facts).first(where: { $0.layout != sound.layout }) {
      reasons.append("The media has other speakers (\(facts.layout)) than the film (\(sound.layout)).")
    }
    if first.start > 0, !settings.fileType.isMovie {
      reasons.append("Nothing is heard at the beginning, which \(title) has no edit list to say.")
    }
    return (first, reasons)
  }

  /// The stretches of `strip` that are heard; media that go on without a seam are one.
  private func stretches(of strip: Strip) -> [Stretch] {
    var stretches: [Stretch] = []
    for piece in strip.pieces where piece.samples.overlaps(sound.range) {
      guard let media = piece.sound else { continue }
      let output = piece.samples.clamped(to: sound.range)
      let first = media.firstSample + output.lowerBound - piece.samples.lowerBound
      var stretch = Stretch(
        sound: media, samples: first..<(first + Int64(output.count)), start: output.lowerBound - sound.range.lowerBound)
      if media.speed == nil, media.facts.sampleRate == sound.grid.rate {
        // Before and behind its samples the media is silent.
        let held = stretch.samples.clamped(
          to: media.facts.firstSample..<(media.facts.firstSample + media.facts.sampleCount))
        guard !held.isEmpty else { continue }
        stretch.start += held.lowerBound - first
        stretch.samples = held
      }
      if isHeard(strip, in: stretch) { stretches.append(stretch) }
    }
    return joined(stretches)
  }

  /// `stretches`, in the order of their beginnings, where those that go on without a seam are one: on one track or from track to track.
  private func joined(_ stretches: [Stretch]) -> [Stretch] {
    stretches.reduce(into: []) { joined, stretch in
      if let last = joined.last, isSeamless(last, stretch) {
        joined[joined.count - 1].samples = last.samples.lowerBound..<stretch.samples.upperBound
      } else {
        joined.append(stretch)
      }
    }
  }

  /// Whether `next` goes on where `last` ends, in the film and in the media.
  private func isSeamless(_ last: Stretch, _ next: Stretch) -> Bool {
    last.sound.source == next.sound.source && last.sound.speed == nil && next.sound.speed == nil
      && last.end == next.start && last.samples.upperBound == next.samples.lowerBound
  }

  /// Whether `strip` is not silenced by its volume in all of `stretch`.
  private func isHeard(_ strip: Strip, in stretch: Stretch) -> Bool {
    let range = output(stretch)
    return strip.volume.pieces.contains { $0.range.overlaps(range) && ($0.first != 0 || $0.last != 0) }
  }

  /// Whether the volume of `strip` is 1 in all of `stretch`.
  private func isUnchanged(_ strip: Strip, in stretch: Stretch) -> Bool {
    let range = output(stretch)
    return strip.volume.pieces.allSatisfy { !$0.range.overlaps(range) || $0.first == 1 && $0.last == 1 }
  }

  /// The output samples at which `stretch` is heard.
  private func output(_ stretch: Stretch) -> Range<Int64> {
    (stretch.start + sound.range.lowerBound)..<(stretch.end + sound.range.lowerBound)
  }
}

extension ExportSettings {
  /// The reason for which no sound of such a file is copied: a sentence; nil where some may be.
  fileprivate var reasonToEncodeSound: String? {
    guard let audio else { return "There is no sound." }
    let title = audio.codec.format.title
    if audio.codec.format.isLossless { return "\(title) loses nothing: encoded, it has the same samples." }
    guard fileType.isMovie || fileType == .mkv || fileType == .webm else {
      return "\(fileType.format.title) does not say which samples of its packets are presented."
    }
    if audio.bitrate != nil { return "A bit rate is asked for, which the media may not have." }
    return nil
  }
}
