import Documents
import GstEdit

/// The text of `gstedit explain`.
///
/// ```
/// 00:00:07.500 (15/2 s)
/// frame 225 of 450, at 00:00:07.507 (30030/4000 s), by mix
///   instruction 1, from 00:00:07.000 to 00:00:08.000 (/videoComposition/instructions/1)
///   track 1, on top: cat (track 1, segment 0), frame 225 at 00:00:07.507
///     opacity    0.4925: ramp from 1 at 7 s to 0 at 8 s (/videoComposition/instructions/1/layers/0/opacity/0)
///     transform  1 0 0 1 0 0: nothing is set
///     place      1280 × 720 at 0, 0
///   track 2, below: cat (track 2, segment 0), frame 330 at 00:00:11.011
/// sample 360000 of 720000
///   track 3: cat (track 3, segment 0) at 00:00:07.500
///     gain       1: nothing is set
/// ```
struct ExplanationText {
  /// The lines so far.
  private(set) var text = ""
  private let model: ResolvedProject

  init(_ project: ProjectExplanation) {
    self.model = project.model
    let explanation = project.explanation
    add(explanation.exactTime.timecodeAndSeconds, depth: 0)
    if let picture = explanation.picture { add(picture) } else { add("no picture", depth: 0) }
    if let sound = explanation.sound { add(sound) } else { add("no sound", depth: 0) }
  }

  private mutating func add(_ line: String, depth: Int) {
    text += String(repeating: "  ", count: depth) + line + "\n"
  }

  private mutating func add(_ picture: PictureExplanation) {
    add(
      "frame \(picture.frame) of \(picture.frameCount), at \(picture.exactFrameTime.timecodeAndSeconds), by \(picture.method)",
      depth: 0)
    let range = picture.timeRange
    let times = [range.start, range.end].compactMap { $0.rational?.timecode }.joined(separator: " to ")
    if let instruction = picture.instruction {
      let pointer = model.pointer(to: ModelLocation(.instruction(instruction)))
      add("instruction \(instruction), from \(times) (\(pointer))", depth: 1)
    } else {
      add("no instructions: tracks are stacked, the first on top", depth: 1)
    }
    for (index, layer) in picture.layers.enumerated() { add(layer, isTopmost: index == 0) }
    for layer in picture.drawnLayers.reversed() {
      let name = layer.name.map { " “\($0.prefix(60).replacing("\n", with: " "))”" } ?? ""
      let opacity = layer.isHidden ? "not seen" : "opacity \(DecimalText.short(layer.opacity))"
      add("\(layer.type)\(name), over the tracks: \(opacity) (\(model.pointer(to: layer.location)))", depth: 1)
    }
    if let colors = picture.compositorColors {
      add("the compositor takes and gives \(colors.source); its frame is converted to \(colors.target)", depth: 1)
    }
  }

  private mutating func add(_ layer: PictureExplanation.Layer, isTopmost: Bool) {
    let name = "track \(layer.trackID), \(isTopmost ? "on top" : "below")"
    if let clip = layer.clip, let frame = layer.sourceFrame {
      add("\(name): \(clip.reference), frame \(frame.number) at \(frame.exactTimestamp.timecode)", depth: 1)
    } else if let tree = layer.tree, layer.visibility == .shown {
      add("\(name): layers (\(model.pointer(to: tree)))", depth: 1)
    } else {
      add("\(name): \(Self.words(for: layer.visibility))", depth: 1)
    }
    if layer.visibility == .trackDisabled || layer.visibility == .gap { return }
    if let clip = layer.clip, clip.rate != .one {
      add("speed", "\(clip.rate)× (\(model.pointer(to: clip.location)))")
    }
    if let decoder = layer.decoder {
      add(
        "decoder", decoder.name + (decoder.isHardware ? ", in hardware" : "") + (decoder.note.map { " (\($0))" } ?? ""))
    }
    if let colors = layer.sourceFrame?.colors {
      let isMapped = colors.source.isHighDynamicRange && !colors.target.isHighDynamicRange
      add("color", "\(colors.source), converted to \(colors.target)\(isMapped ? " by tone mapping" : "")")
    }
    add("opacity", layer.opacity) { DecimalText.short($0) }
    if let fit = layer.fit {
      let frame = layer.frame.map { frame in
        let numbers = frame.components.map(DecimalText.short)
        return " in \(numbers[2]) × \(numbers[3]) at \(numbers[0]), \(numbers[1])"
      }
      add("fit", fit.rawValue + (frame ?? ""))
    }
    add("transform", layer.transform) { $0.components.map(DecimalText.short).joined(separator: " ") }
    if let crop = layer.crop {
      add("crop", crop) { $0.components.map(DecimalText.short).joined(separator: " ") }
    }
    if let clip = layer.clipRectangle {
      add("clip", clip) { $0.components.map(DecimalText.short).joined(separator: " ") }
    }
    if let place = layer.place {
      let numbers = place.components.map(DecimalText.short)
      add("place", "\(numbers[2]) × \(numbers[3]) at \(numbers[0]), \(numbers[1])")
    }
  }

  private mutating func add(_ sound: SoundExplanation) {
    add("sample \(sound.sample) of \(sound.sampleCount), at \(sound.sampleRate) Hz", depth: 0)
    for track in sound.tracks {
      if let clip = track.clip {
        add("track \(track.trackID): \(clip.reference) at \(clip.exactSourceTime.timecode)", depth: 1)
      } else {
        add("track \(track.trackID): \(Self.words(for: track.audibility))", depth: 1)
      }
      if track.audibility == .trackDisabled || track.audibility == .gap { continue }
      if let clip = track.clip, let pitch = track.pitch {
        add("speed", speed(of: clip, pitch, isOfMix: track.isPitchOfMix))
      }
      add("gain", DecimalText.short(track.gain))
      add("volume", track.volume) { DecimalText.short($0) }
      if track.trackVolume != 1 {
        add("times", "\(DecimalText.short(track.trackVolume)): the track's own (\(model.pointer(to: track.location)))")
      }
    }
  }

  /// "2×, pitch preserved (/composition/tracks/1/segments/0)".
  private func speed(of clip: ExplainedClip, _ pitch: TimePitch, isOfMix: Bool) -> String {
    let words =
      switch pitch {
      case .preserve: "pitch preserved"
      case .varispeed: "pitch follows"
      }
    let source = isOfMix ? ", as the audio mix says" : ""
    return "\(clip.rate)×, \(words)\(source) (\(model.pointer(to: clip.location)))"
  }

  /// Adds a property of a layer or a track.
  private mutating func add(_ name: String, _ fact: String) {
    add(name + String(repeating: " ", count: max(1, 11 - name.count)) + fact, depth: 2)
  }

  /// Adds a value with its cause and the cause's pointer.
  private mutating func add<Value>(_ name: String, _ explained: ExplainedValue<Value>, _ words: (Value) -> String) {
    let cause =
      switch explained.entry {
      case nil: "nothing is set"
      case .setting(let at, _): "set at \(at.rational?.timecode ?? "\(at)")"
      case .ramp(let range, let from, let to):
        "ramp from \(words(from)) at \(range.start.rational?.timecode ?? "\(range.start)") to \(words(to)) at "
          + "\(range.end.rational?.timecode ?? "\(range.end)")"
      }
    let place = explained.location.map { " (\(model.pointer(to: $0)))" } ?? ""
    add(name, "\(words(explained.value)): \(cause)\(place)")
  }

  private static func words(for visibility: PictureExplanation.Visibility) -> String {
    switch visibility {
    case .shown: "shown"
    case .trackDisabled: "not seen, the track takes no part"
    case .gap: "not seen, the track shows nothing here"
    case .transparent: "not seen, it is transparent"
    case .outside: "not seen, it lies outside the picture"
    case .covered: "not seen, it is covered"
    case .notRequired: "not seen, the compositor does not ask for it"
    }
  }

  private static func words(for audibility: SoundExplanation.Audibility) -> String {
    switch audibility {
    case .heard: "heard"
    case .trackDisabled: "not heard, the track takes no part"
    case .gap: "not heard, the track plays nothing here"
    case .silent: "not heard, its gain is 0"
    case .frozen: "not heard, it is slower than sound can be played"
    }
  }
}

extension Rational {
  /// "00:00:07.500 (15/2 s)".
  fileprivate var timecodeAndSeconds: String { "\(timecode) (\(self) s)" }
}
