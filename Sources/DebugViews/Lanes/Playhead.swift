import EditServices
import EditingModel
import MediaTime
import Rendering

/// The time that a debug view explains: a line through all rows, and below it what is shown and played there.
struct Playhead: Sendable {
  /// The time, in seconds of the film.
  let seconds: Double
  /// The line's label: "7.5 s".
  let label: String
  /// The picture and the sound there, a line each.
  let lines: [Line]

  /// A line of the explanation.
  struct Line: Hashable, Sendable {
    /// Its contents.
    var text: String
    /// The depth of its indentation: 1 for what is part of the line above.
    var depth: Int
  }

  /// The playhead at the time that `explanation` is about.
  init(_ explanation: Explanation) {
    seconds = explanation.exactTime.seconds
    label = "\(explanation.exactTime.decimalText) s"
    var lines: [Line] = []
    if let picture = explanation.picture { lines += Self.lines(of: picture) }
    if let sound = explanation.sound { lines += Self.lines(of: sound) }
    self.lines = lines
  }

  private static func lines(of picture: PictureExplanation) -> [Line] {
    var frame = "Frame \(picture.frame) of \(picture.frameCount), at \(ValueWords.time(picture.exactFrameTime.seconds))"
    frame += ", by \(picture.method)"
    if let instruction = picture.instruction {
      frame += ", for instruction \(instruction) (\(ValueWords.range(picture.timeRange)))"
    }
    let layers = picture.layers.map { layer -> Line in
      var words = ["Track \(layer.trackID)\(layer.clip.map { ": \($0.reference.asset.name)" } ?? "")"]
      if let frame = layer.sourceFrame { words.append("frame \(frame.number) of it") }
      words.append(Self.words(for: layer.visibility))
      if layer.visibility != .trackDisabled, layer.visibility != .gap {
        words.append("opacity \(explained(layer.opacity, ValueWords.number))")
        if layer.transform.entry != nil { words.append(explained(layer.transform, ValueWords.transform)) }
        if let crop = layer.crop { words.append("crop \(explained(crop, ValueWords.rectangle))") }
        if let clip = layer.clipRectangle { words.append("clip \(explained(clip, ValueWords.rectangle))") }
        if let place = layer.place { words.append("lies at \(ValueWords.rectangle(place))") }
      }
      return Line(text: words.joined(separator: ", "), depth: 1)
    }
    let drawn = picture.drawnLayers.reversed().map { layer -> Line in
      let seen = layer.isHidden ? "not seen" : "opacity \(ValueWords.number(layer.opacity))"
      return Line(text: "Over the tracks: \(layer.type)\(layer.name.map { " “\($0)”" } ?? ""), \(seen)", depth: 1)
    }
    return [Line(text: frame, depth: 0)] + drawn + layers
  }

  private static func lines(of sound: SoundExplanation) -> [Line] {
    [Line(text: "Sample \(sound.sample) of \(sound.sampleCount), at \(sound.sampleRate) Hz", depth: 0)]
      + sound.tracks.map { track -> Line in
        var words = ["Track \(track.trackID)\(track.clip.map { ": \($0.reference.asset.name)" } ?? "")"]
        if let clip = track.clip { words.append("at \(ValueWords.time(clip.exactSourceTime.seconds)) of it") }
        words.append(Self.words(for: track.audibility))
        if track.audibility != .trackDisabled, track.audibility != .gap {
          words.append("gain \(ValueWords.number(track.gain))")
          words.append("volume \(explained(track.volume, ValueWords.number))")
        }
        return Line(text: words.joined(separator: ", "), depth: 1)
      }
  }

  /// "0.5 (from 1 to 0 over 3–4 s)".
  private static func explained<Value>(_ explained: ExplainedValue<Value>, _ words: (Value) -> String) -> String {
    let value = words(explained.value)
    switch explained.entry {
    case nil: return value
    case .setting(let at, _): return "\(value) (set at \(ValueWords.time(at.seconds)))"
    case .ramp(let range, let from, let to):
      return "\(value) (from \(words(from)) to \(words(to)) over \(ValueWords.range(range)))"
    }
  }

  private static func words(for visibility: PictureExplanation.Visibility) -> String {
    switch visibility {
    case .shown: "shown"
    case .trackDisabled: "not seen: the track takes no part"
    case .gap: "not seen: the track shows nothing here"
    case .transparent: "not seen: it is transparent"
    case .outside: "not seen: it lies outside the picture"
    case .covered: "not seen: it is covered"
    case .notRequired: "not seen: the compositor does not ask for it"
    }
  }

  private static func words(for audibility: SoundExplanation.Audibility) -> String {
    switch audibility {
    case .heard: "heard"
    case .trackDisabled: "not heard: the track takes no part"
    case .gap: "not heard: the track plays nothing here"
    case .silent: "not heard: its gain is 0"
    case .frozen: "not heard: it is slower than sound can be played"
    }
  }
}
