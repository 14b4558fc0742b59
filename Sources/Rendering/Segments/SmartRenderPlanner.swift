public import EditingModel
public import MediaFormats
import MediaTime

/// The coded media of a film: their packets can be copied, or a sentence that says why not.
public typealias CodedMedia = [CompositionTrackSegment.Source: Result<CodedPictures, UncopiedMedia>]

/// The reason for which no packet of a media track of pictures or of sound can be copied.
public struct UncopiedMedia: Error, Hashable, Sendable {
  /// A sentence.
  public var sentence: String

  /// Nothing is copied, for what `sentence` says.
  public init(_ sentence: String) { self.sentence = sentence }
}

/// Chooses the frames of a film that are copied, packet by packet: a pure function of the plan, the settings and the media's packets.
///
/// ```
///  plan       ├─ one picture as it is ──────────────┤├─ fade ─┤├─ …
///  media         · K · · · · K · · · ·│ · ·
///  copied          ├──────────────────┤                from an entry point on, up to where nothing is missing
/// ```
struct SmartRenderPlanner {
  private let picture: PicturePlan
  private let settings: ExportSettings
  private let media: CodedMedia

  /// The fewest frames that are copied: fewer would not save the key frame that has to follow them. Where every picture is one, a stretch
  /// that is not interrupted may have fewer.
  private static let fewest = 12

  /// A stretch of frames that are copied, or encoded.
  struct Stretch: Hashable {
    var frames: Range<Int>
    var copied: CopiedPictures?
  }

  /// A planner for `picture`, encoded as `settings`, whose media is as `media` says.
  init(_ picture: PicturePlan, as settings: ExportSettings, _ media: CodedMedia) {
    (self.picture, self.settings, self.media) = (picture, settings, media)
  }

  /// The stretches, which are together the rendered frames, and how they stand side by side.
  func plan() -> (stretches: [Stretch], smart: SmartRendering) {
    var found = Findings()
    if let reason = settings.reasonToEncode {
      found.encode(picture.range, reason)
    } else {
      for span in picture.spans { choose(in: span, &found) }
      keepOneConfiguration(&found)
      if settings.video?.codec == .ffv1, found.stretches.contains(where: { $0.copied == nil }) {
        found.encodeCopies("The header of FFV1 tells of all pictures alike, and others of the film are encoded.") { _ in
          true
        }
      }
    }
    let isEncodedToo = found.stretches.contains { $0.copied == nil }
    let delay = max(found.delays.values.max() ?? 0, isEncodedToo ? settings.video?.codec.decodingDelay ?? 0 : 0)
    let smart = SmartRendering(
      decodingDelay: delay, parameterSet: parameterSet(found),
      repeatsParameterSets: isEncodedToo && settings.video?.codec == .hevc, reasons: found.reasons)
    return (found.stretches, smart)
  }

  // MARK: Spans

  private func choose(in span: PictureSpan, _ found: inout Findings) {
    let frames = span.frames.clamped(to: picture.range)
    guard !frames.isEmpty else { return }
    guard case .passthrough(let number) = span.method else {
      found.encode(frames, span.method.reasonToEncode)
      return
    }
    let run = picture.runs[number]
    let pictures: CodedPictures
    switch media[run.source] ?? .failure(UncopiedMedia("Its packets are not known.")) {
    case .success(let known): pictures = known
    case .failure(let reason):
      found.encode(frames, reason.sentence)
      return
    }
    if let reason = reasonToEncode(run, pictures) {
      found.encode(frames, reason)
      return
    }
    var next = frames.lowerBound
    for covered in (picture.overlay?.frames ?? []).map({ $0.clamped(to: frames) }) where !covered.isEmpty {
      choose(next..<covered.lowerBound, of: run, pictures, &found)
      found.encode(covered, "Layers are drawn over the picture.")
      next = covered.upperBound
    }
    choose(next..<frames.upperBound, of: run, pictures, &found)
  }

  /// The reason for which the frames of `run`, whose media is `pictures`, cannot be packets of the film; nil where they
  /// can.
  private func reasonToEncode(_ run: SourceRun, _ pictures: CodedPictures) -> String? {
    guard let video = settings.video else { return "There are no pictures." }
    let facts = run.facts
    guard pictures.codec == video.codec else {
      return "The media is \(pictures.codec.format.title), and the film is \(video.codec.format.title)."
    }
    guard facts.size == picture.size, facts.cleanAperture == nil, facts.pixelAspect == .one,
      facts.orientation == .up
    else { return "The media's pictures have another size or shape, or are turned." }
    let format = video.pixelFormat ?? picture.pixelFormat
    guard pictures.pixelFormat == format else { return "The media's samples are stored otherwise (\(facts.format))." }
    let profile = video.codec.hasOneProfile ? video.profile(for: format)?.name : nil
    guard !video.codec.hasOneProfile || pictures.profile == profile else {
      return "The media's profile is \(pictures.profile ?? "not known"), and the film's is \(profile ?? "another one")."
    }
    guard !facts.isInterlaced else { return "The media's frames hold two fields." }
    guard !facts.hasAlpha else { return "The media has alpha." }
    let colors = facts.colorimetry.completed(height: facts.size.height, output: picture.colorimetry)
    guard colors == video.codec.colorimetry(in: picture.colorimetry), facts.light == picture.light else {
      return "The media's colors are others than the film's (\(colors.words))."
    }
    return nil
  }

  /// Adds the copyable parts of `frames` of `run`, each of which is an unchanged picture of its media.
  private func choose(_ frames: Range<Int>, of run: SourceRun, _ pictures: CodedPictures, _ found: inout Findings) {
    var first = frames.lowerBound
    while first < frames.upperBound {
      let number = run.sourceFrame(at: first)
      var end = first + 1
      while end < frames.upperBound, run.sourceFrame(at: end) == number + (end - first) { end += 1 }
      let isInterrupted = end - first < frames.count
      copy(first..<end, from: number, of: run.source, pictures, isInterrupted: isInterrupted, &found)
      first = end
    }
  }

  /// Copies what can be of `frames`, which are frame `number` of `source` and the following ones.
  private func copy(
    _ frames: Range<Int>, from number: Int, of source: CompositionTrackSegment.Source, _ pictures: CodedPictures,
    isInterrupted: Bool, _ found: inout Findings
  ) {
    let end = number + frames.count
    let isIntra = settings.video?.codec.format.keyframeInterval == 1
    let fewest = isIntra && !isInterrupted ? 1 : Self.fewest
    var next = number
    /// The place of the last copy's beginning among the packets.
    var copied: Int?
    let places = frames.count < fewest ? [] : pictures.entryPoints(from: number)
    for place in places {
      guard let first = pictures.frames[place], first < end else { break }
      guard first >= next, let run = pictures.closedRun(from: place, before: end), run.frames.count >= fewest
      else { continue }
      found.encode(shift(next..<first), copied.map { pictures.reasonForEnd($0, before: first) } ?? Self.lateEntry)
      found.copy(shift(run.frames), CopiedPictures(source, frames: run.frames), delay: run.delay)
      (next, copied) = (run.frames.upperBound, place)
    }
    let reason = isInterrupted ? Self.interruption : Self.lateEntry
    found.encode(shift(next..<end), copied.map { pictures.reasonForEnd($0, before: end) } ?? reason)

    func shift(_ numbers: Range<Int>) -> Range<Int> {
      (numbers.lowerBound - number + frames.lowerBound)..<(numbers.upperBound - number + frames.lowerBound)
    }
  }

  private static let lateEntry =
    "The media cannot be decoded from here on: a picture that needs no other comes later, or too late."
  private static let interruption = "Frames of the media are left out or repeated, or too few follow one another."

  // MARK: Configurations

  /// Keeps the copies with one decoder's configuration: that of most frames.
  private func keepOneConfiguration(_ found: inout Findings) {
    var counts: [[UInt8]: Int] = [:]
    for copy in found.copies { counts[configuration(of: copy.source), default: 0] += copy.frames.count }
    guard counts.count > 1, let most = counts.values.max(),
      let kept = found.copies.first(where: { counts[configuration(of: $0.source)] == most })
    else { return }
    found.encodeCopies("The media's parameter sets contradict those of \(kept.source.asset.name).") {
      configuration(of: $0.source) != configuration(of: kept.source)
    }
  }

  private func configuration(of source: CompositionTrackSegment.Source) -> [UInt8] {
    guard case .success(let pictures)? = media[source] else { return [] }
    return pictures.configuration
  }

  /// The least number that no copied picture calls a parameter set by.
  private func parameterSet(_ found: Findings) -> Int {
    let used = found.copies.reduce(into: Set<Int>()) { used, copy in
      if case .success(let pictures)? = media[copy.source] { used.formUnion(pictures.parameterSets) }
    }
    return (0...used.count).first { !used.contains($0) } ?? 0
  }
}

extension SmartRenderPlanner {
  /// The choices so far.
  private struct Findings {
    private(set) var stretches: [Stretch] = []
    private(set) var reasons: [SmartRendering.Reason] = []
    /// The packets by which frames are decoded after they are due, by the copies.
    private(set) var delays: [CopiedPictures: Int] = [:]

    var copies: [CopiedPictures] { stretches.compactMap(\.copied) }

    mutating func encode(_ frames: Range<Int>, _ reason: String) {
      guard !frames.isEmpty else { return }
      if let last = reasons.last, last.sentence == reason, last.frames.upperBound == frames.lowerBound {
        reasons[reasons.count - 1].frames = last.frames.lowerBound..<frames.upperBound
      } else {
        reasons.append(SmartRendering.Reason(frames, reason))
      }
      if let last = stretches.last, last.copied == nil {
        stretches[stretches.count - 1].frames = last.frames.lowerBound..<frames.upperBound
      } else {
        stretches.append(Stretch(frames: frames))
      }
    }

    mutating func copy(_ frames: Range<Int>, _ pictures: CopiedPictures, delay: Int) {
      stretches.append(Stretch(frames: frames, copied: pictures))
      delays[pictures] = delay
    }

    /// Encodes the copies that `isMeant`, for `reason`.
    mutating func encodeCopies(_ reason: String, where isMeant: (CopiedPictures) -> Bool) {
      let (old, oldReasons) = (stretches, reasons)
      (stretches, reasons) = ([], [])
      for stretch in old {
        guard let copied = stretch.copied else {
          for known in oldReasons where stretch.frames.overlaps(known.frames) {
            encode(known.frames.clamped(to: stretch.frames), known.sentence)
          }
          continue
        }
        if isMeant(copied) {
          delays[copied] = nil
          encode(stretch.frames, reason)
        } else {
          stretches.append(stretch)
        }
      }
    }
  }
}

extension CodedPictures {
  /// The reason for which a copy that begins with the packet at `place` ends before frame `end`: a sentence.
  fileprivate func reasonForEnd(_ place: Int, before end: Int) -> String {
    let packets = frames[place...].prefix { ($0 ?? .min) < end }
    return packets.contains(nil)
      ? "A packet that is not presented stands among the pictures, which may refer to it."
      : "Pictures that are presented later are decoded before."
  }
}

extension PictureSpan.Method {
  /// The reason for which its frames are encoded: a sentence.
  fileprivate var reasonToEncode: String {
    switch self {
    case .empty: "Nothing of the media is seen."
    case .passthrough: ""
    case .mix, .warp: "The picture is composed: of several, or of one that is scaled, moved, cropped or faded."
    case .custom: "A custom compositor makes the pictures."
    }
  }
}

extension ExportSettings {
  /// The reason for which no picture of such a file is copied: a sentence; nil where some may be.
  public var reasonToEncode: String? {
    if let reason = reasonForOneEncoder { return reason }
    guard let video else { return nil }
    guard ![.png, .webp, .gif].contains(video.codec) else {
      return "\(video.codec.format.title) is not copied amid a film."
    }
    if video.profile != nil, !video.codec.hasOneProfile {
      return "A profile is asked for, which the media may not have."
    }
    if let interval = video.keyframeInterval, interval != video.codec.format.keyframeInterval {
      return "An interval of key frames is asked for, which the media does not have."
    }
    return nil
  }
}

extension VideoCodec {
  /// Whether all pictures of a film are of one profile, which its packets, or its header, name.
  fileprivate var hasOneProfile: Bool { self == .prores || self == .dnxhr }

  /// Limit of the packets by which an encoder's pictures are decoded after they are due: those that pictures between
  /// them refer to.
  fileprivate var decodingDelay: Int {
    switch self {
    case .h264, .hevc: 2
    case .vp8, .vp9, .av1, .prores, .dnxhr, .mjpeg, .ffv1, .png, .webp, .gif: 0
    }
  }
}
