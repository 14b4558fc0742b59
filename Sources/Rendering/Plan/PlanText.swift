import EditingModel
import MediaFormats
import MediaTime
import Subtitles

extension RenderPlan {
  /// The plan as canonical text: the same for the same plan, one fact a line, exact times beside those for people.
  ///
  /// ```
  /// picture 1280x720 yuv420p, limited 1/1/1
  ///   450 frames of 1001/30000 s to 00:00:15.015, from 00:00:00.000 of the composition
  ///   run 0: frames 0..<240 from cat (track 1, segment 0), 1280x720 I420
  ///     source 0 + k · 1001/30000 s, frames 0…239 (240 frames)
  ///   frames 0..<210 at 00:00:00.000: passthrough run 0
  ///   frames 210..<240 at 00:00:07.007: mix on #000000
  ///     run 1 at 1280x720+0+0, opacity 1
  ///     run 0 at 1280x720+0+0, opacity 1 → 0.033333
  /// sound 48000 Hz, 2 channels, 720720 samples to 00:00:15.015
  ///   track 3
  ///     samples 0..<384000 at 00:00:00.000: cat (track 3, segment 0) from sample 0, AAC 48000 Hz, 2 channels
  ///     samples 384000..<720720 at 00:00:08.000: silence
  ///     volume 0..<720720: 1
  /// subtitles en, default
  ///   1 s to 7/2 s: Where is everybody?
  /// ```
  ///
  /// Where a range is rendered, the text is that of the range alone, its frames and samples counted from its start.
  ///
  /// Runs stand in the order in which they begin, trees of layers that are tracks after them, spans and strips in that of the plan, and the
  /// layers of a span bottom to top. A custom compositor and its instruction stand with the parameters they have, as JSON with sorted keys,
  /// and with the tracks whose frames they get; "still" where the same source frames make the same picture. Ranges are half-open where they
  /// are written `a..<b` and closed where they are written `a…b`. `a → b` is a straight line, of a curve from its first frame to its last,
  /// of a volume from its first sample to the one after its last. `[a b c d tx ty]` is a transform. Numbers that are not whole have at most
  /// six decimals; times are exact, and those written `00:00:07.007` are the output's, rounded down to milliseconds. `5/2×` is a speed, the
  /// source's duration over its target's.
  public var text: String {
    var lines = PlanLines()
    let (picture, sound) = (renderedPart.picture, renderedPart.sound)
    if let picture { lines.add(picture) } else { lines.add("no picture") }
    if let sound { lines.add(sound) } else { lines.add("no sound") }
    for track in renderedSubtitles { lines.add(track) }
    return lines.text
  }
}

/// The lines of a plan's text, as they are written.
private struct PlanLines {
  /// The text so far, every line with its end.
  private(set) var text = ""

  /// Adds a line, `depth` levels in.
  mutating func add(_ line: String, depth: Int = 0) {
    text += String(repeating: "  ", count: depth) + line + "\n"
  }

  mutating func add(_ picture: PicturePlan) {
    func time(of frame: Int) -> String { ((try? picture.time(of: frame)) ?? .zero).timecode }
    add("picture \(picture.size) \(picture.pixelFormat.rawValue), \(picture.colorimetry)")
    add(
      "\(picture.times) to \(time(of: picture.frameCount)), from \(picture.origin.timecode) of the composition",
      depth: 1)
    if picture.hardwareDecoding != .off { add("decoders in hardware: \(picture.hardwareDecoding.rawValue)", depth: 1) }
    for (index, run) in picture.runs.enumerated() { add(run, number: index, on: picture.grid) }
    for (index, track) in picture.layerTracks.enumerated() { add(track, number: index) }
    for span in picture.spans { add(span, at: time(of: span.frames.lowerBound)) }
    if let overlay = picture.overlay {
      for frames in overlay.frames {
        add(
          "frames \(frames) at \(time(of: frames.lowerBound)): layers \(overlay.showsVideo ? "around" : "over") the frame",
          depth: 1)
      }
      addResources(of: overlay)
    }
  }

  mutating func add(_ track: LayerTrack, number: Int) {
    let seen = track.drawing.frames.map { "\($0)" }.joined(separator: ", ")
    add(
      "layers \(number): track \(track.trackID), drawn in \(track.renderSize), "
        + (seen.isEmpty ? "never seen" : "frames \(seen)"),
      depth: 1)
    addResources(of: track.drawing)
  }

  private mutating func addResources(of drawing: LayerOverlay) {
    for picture in drawing.pictures {
      add("picture \(picture.source.asset.name), \(picture.facts.size) \(picture.facts.format)", depth: 2)
    }
    for (family, substitute) in drawing.fontSubstitutes.sorted(by: { $0.key < $1.key }) {
      add(substitute.isEmpty ? "no font for \(family)" : "font \(substitute) instead of \(family)", depth: 2)
    }
  }

  mutating func add(_ run: SourceRun, number: Int, on grid: FrameGrid) {
    add("run \(number): frames \(run.frames) from \(run.clip), \(run.facts.size) \(run.facts.format)", depth: 1)
    guard run.facts.timing != .still else { return add("source still", depth: 2) }
    let speed = run.step == grid.frameDuration ? "" : (try? run.step / grid.frameDuration).map { " at \($0)×" } ?? ""
    let times = run.numbers == nil ? " + k · \(run.step) s" : " s on"
    add("source \(run.firstTime)\(times)\(speed), frames \(run.sourceFrames)", depth: 2)
  }

  mutating func add(_ span: PictureSpan, at time: String) {
    let start = "frames \(span.frames) at \(time): \(span.method.name) "
    switch span.method {
    case .empty(let background):
      add(start + "\(background.hexadecimal)", depth: 1)
    case .passthrough(let run):
      add(start + "run \(run)", depth: 1)
    case .mix(let background, let layers):
      add(start + "on \(background.hexadecimal)", depth: 1)
      for layer in layers { add(layer) }
    case .warp(let background, let layers):
      add(start + "on \(background.hexadecimal)", depth: 1)
      for layer in layers { add(layer) }
    case .custom(let call):
      func text(of parameters: JSONValue?) -> String { parameters.map { " told \($0)" } ?? "" }
      let (compositor, instruction) = (call.compositor, call.instruction)
      add(
        start + "“\(compositor.name)”\(text(of: compositor.parameters)), instruction \(call.instructionIndex)"
          + "\(text(of: instruction.parameters))\(call.containsTweening ? "" : ", still")"
          + "\(call.colorimetry.map { ", in \($0)" } ?? "")",
        depth: 1)
      for source in call.sources { add("track \(source.trackID) from \(source.feed)", depth: 2) }
    }
  }

  mutating func add(_ layer: MixLayer) {
    let crop = layer.crop.map { " crop \($0.geometry)" } ?? ""
    let orientation = layer.orientation == .up ? "" : " turned \(layer.orientation)"
    let motion = layer.motion.map { ", moved by \($0.text(\.numbers))" } ?? ""
    add(
      "run \(layer.run)\(crop)\(orientation) at \(layer.place)\(motion), opacity \(layer.opacity.text(\.decimals))",
      depth: 2)
    if let backdrop = layer.backdrop { add(backdrop) }
  }

  mutating func add(_ layer: WarpLayer) {
    let crop = layer.crop.map { " crop \($0.text(\.numbers))" } ?? ""
    add(
      "\(layer.feed)\(crop) by \(layer.transform.text(\.numbers)), opacity \(layer.opacity.text(\.decimals))",
      depth: 2)
    if let backdrop = layer.backdrop { add(backdrop) }
  }

  mutating func add(_ backdrop: Backdrop) {
    let crop = backdrop.pictureCrop.map { " crop \($0.geometry)" } ?? ""
    let orientation = backdrop.orientation == .up ? "" : " turned \(backdrop.orientation)"
    add("made of\(crop)\(orientation) at \(backdrop.place)", depth: 3)
    add("over blurred crop \(backdrop.crop.geometry)\(orientation) in \(backdrop.size)", depth: 3)
  }

  mutating func add(_ sound: SoundPlan) {
    func time(of sample: Int64) -> String { ((try? sound.grid.time(of: sample)) ?? .zero).timecode }
    let lossless = sound.losslessFormat.map { ", lossless \($0.rawValue)" } ?? ""
    add(
      "sound \(sound.grid.rate) Hz, \(channels(sound.channels)), \(sound.sampleCount) samples to "
        + "\(time(of: sound.sampleCount))\(lossless)")
    for strip in sound.strips {
      add("track \(strip.trackID)", depth: 1)
      for piece in strip.pieces {
        let facts = piece.sound?.facts
        let media = facts.map { ", \($0.codec) \($0.sampleRate) Hz, \(channels($0.channels))" } ?? ""
        let source = piece.sound.map { "\($0.clip) from sample \($0.place)\(media)" } ?? "silence"
        add("samples \(piece.samples) at \(time(of: piece.samples.lowerBound)): \(source)", depth: 2)
      }
      for piece in strip.volume.pieces {
        add("volume \(piece.range): \(line(from: piece.first.decimals, to: piece.last.decimals))", depth: 2)
      }
    }
  }

  mutating func add(_ track: SubtitleTrack) {
    let facts = [
      track.languageTag ?? "of no language", track.name.map { "“\($0)”" }, track.isForced ? "forced" : nil,
      track.isDefault ? "default" : nil,
    ].compactMap(\.self)
    add("subtitles \(facts.joined(separator: ", "))")
    for cue in track.document.cues {
      let text = cue.text.inline.split(separator: "\n", omittingEmptySubsequences: false).joined(separator: " / ")
      add("\(cue.start) s to \(cue.end) s: \(text)", depth: 1)
    }
  }

  private func channels(_ count: Int) -> String { count == 1 ? "1 channel" : "\(count) channels" }
}

extension PicturePlan {
  /// "450 frames of 1001/30000 s", and by which rule they show pictures where that is not the grid's.
  fileprivate var times: String {
    let count = "\(frameCount) frames"
    guard case .constant(let start, let frameDuration, _) = timing else {
      return "\(count) at their pictures' own times, usually \(grid.frameDuration) s"
    }
    let from = start == .zero ? "" : " after \(start) s"
    let rule =
      switch rule {
      case .grid: ""
      case .nearestPicture: ", each showing the nearest picture,"
      case .source: ", each picture at its own time,"
      }
    return "\(count) of \(frameDuration) s\(from)\(rule)"
  }
}

/// "1", or "1 → 0.2" where the line is not level.
private func line(from first: String, to last: String) -> String {
  first == last ? first : "\(first) → \(last)"
}

extension Curve {
  /// The line of a constant curve, or a curve's lines with their frames.
  fileprivate func text(_ number: (Value) -> String) -> String {
    if pieces.count == 1, let piece = pieces.first { return line(from: number(piece.first), to: number(piece.last)) }
    return pieces.map { "\($0.range) \(line(from: number($0.first), to: number($0.last)))" }.joined(separator: ", ")
  }
}

extension StripSound {
  /// "16000", and where it plays at another speed "16000 + 1/3 at 5/2×, pitch preserved".
  fileprivate var place: String {
    guard let speed else { return "\(firstSample)" }
    let offset = speed.offset == .zero ? "" : " + \(speed.offset)"
    let pitch =
      switch speed.pitch {
      case .preserve: "pitch preserved"
      case .varispeed: "varispeed"
      }
    return "\(firstSample)\(offset) at \(speed.rate)×, \(pitch)"
  }
}

extension Double {
  /// The number with at most six decimals, none that are zero.
  fileprivate var decimals: String {
    let scaled = (self * 1_000_000).rounded()
    guard let millionths = Int64(exactly: scaled) else { return description }
    let digits = String(1_000_000 + millionths.magnitude % 1_000_000).dropFirst()
    let fraction = digits.reversed().drop { $0 == "0" }.reversed()
    let whole = "\(millionths < 0 ? "-" : "")\(millionths.magnitude / 1_000_000)"
    return fraction.isEmpty ? whole : "\(whole).\(String(fraction))"
  }
}

extension Transform {
  /// "[a b c d tx ty]".
  fileprivate var numbers: String { "[\([a, b, c, d, tx, ty].map(\.decimals).joined(separator: " "))]" }
}

extension Point {
  /// "[x y]".
  fileprivate var numbers: String { "[\(x.decimals) \(y.decimals)]" }
}

extension Rectangle {
  /// "640x360+320+180", as X11 writes a geometry, with decimals where edges lie between pixels.
  fileprivate var geometry: String {
    "\(width.decimals)x\(height.decimals)\(x < 0 ? "" : "+")\(x.decimals)\(y < 0 ? "" : "+")\(y.decimals)"
  }

  /// "[x y width height]".
  fileprivate var numbers: String { "[\([x, y, width, height].map(\.decimals).joined(separator: " "))]" }
}
