import MediaTime
import ModelValues

/// Writes Advanced SubStation Alpha: one style, and overrides for what looks otherwise.
enum SubStationWriter {
  /// The script's own pixels.
  private static let size = Size(width: 1_920, height: 1_080)

  /// The events of `document`.
  static func text(of document: SubtitleDocument) -> String {
    var text = header(of: document)
    for cue in document.cues {
      let voice = cue.text.runs.first?.voice?.filter { $0 != "," && $0 != "\n" } ?? ""
      text += "Dialogue: \(cue.layer),\(time(cue.start)),\(time(cue.end)),Default,\(voice),0,0,0,,\(markup(of: cue))\n"
    }
    return text
  }

  /// The header before the events.
  static func header(of document: SubtitleDocument) -> String {
    let title = document.title.map { "Title: \($0.replacing("\n", with: " "))\n" } ?? ""
    let language = document.language.map { "Language: \($0)\n" } ?? ""
    return """
      [Script Info]
      \(title)\(language)ScriptType: v4.00+
      PlayResX: \(Int(size.width))
      PlayResY: \(Int(size.height))
      ScaledBorderAndShadow: yes
      WrapStyle: 0

      [V4+ Styles]
      Format: Name, Fontname, Fontsize, PrimaryColour, SecondaryColour, OutlineColour, BackColour, Bold, Italic, Underline, StrikeOut, ScaleX, ScaleY, Spacing, Angle, BorderStyle, Outline, Shadow, Alignment, MarginL, MarginR, MarginV, Encoding
      Style: Default,sans,63,&H00FFFFFF,&H0000FFFF,&H00000000,&H80000000,0,0,0,0,100,100,0,0,1,3,0,2,96,96,54,1

      [Events]
      Format: Layer, Start, End, Style, Name, MarginL, MarginR, MarginV, Effect, Text

      """
  }

  /// Hundredths of a second, which are all that there is.
  private static func time(_ time: Rational) -> String { TimeText.text(time, hourDigits: 1, fractionDigits: 2) }

  /// The text of `cue` with its overrides.
  static func markup(of cue: SubtitleCue) -> String {
    var start = ""
    let place = cue.placement
    if place.keypad != 2 { start += "\\an\(place.keypad)" }
    if let position = place.position, case .part(let part) = place.line, place.region == nil {
      let (x, y) = (Int((position * size.width).rounded()), Int((part * size.height).rounded()))
      start = "\\an\(keypad(of: place))\\pos(\(x),\(y))"
    }
    if cue.fadeIn > .zero || cue.fadeOut > .zero {
      start +=
        "\\fad(\((try? cue.fadeIn.rounded(scaledBy: 1_000)) ?? 0),\((try? cue.fadeOut.rounded(scaledBy: 1_000)) ?? 0))"
    }
    var text = start.isEmpty ? "" : "{\(start)}"
    let beats = beats(of: cue)
    for (run, beat) in zip(cue.text.runs, beats) { text += markup(of: run, beat: beat) }
    return text
  }

  /// The anchor of a box whose edges say it, rather than where it stands.
  private static func keypad(of place: SubtitlePlacement) -> Int {
    let column =
      switch place.positionAlignment {
      case .start: 1
      case .center: 2
      case .end: 3
      case nil: (place.keypad - 1) % 3 + 1
      }
    return column + (place.lineAlignment == .start ? 6 : place.lineAlignment == .center ? 3 : 0)
  }

  /// The time for which each run is sung, in hundredths of a second, in a cue of runs that have times; nil for the
  /// others.
  private static func beats(of cue: SubtitleCue) -> [Int64?] {
    let times = cue.text.runs.map(\.time)
    guard times.contains(where: { $0 != nil }) else { return times.map { _ in nil } }
    func hundredths(_ time: Rational) -> Int64 { (try? (time - cue.start).rounded(scaledBy: 100)) ?? 0 }
    return times.indices.map { index in
      guard let own = times[index], index == 0 || times[index - 1] != own else { return times[index] == nil ? 0 : nil }
      let next = times[(index + 1)...].lazy.compactMap(\.self).first { $0 != own } ?? cue.end
      return max(0, hundredths(next) - hundredths(own))
    }
  }

  private static func markup(of run: SubtitleText.Run, beat: Int64?) -> String {
    let style = run.style
    var tags = ""
    if let beat, run.time != nil { tags += "\\k\(beat)" }
    if let color = style.color {
      tags += "\\1c\(SubStationColor.text(color.opaque).replacing("&H00", with: "&H"))&"
      if color.alpha < 1 { tags += "\\1a\(alpha(color))" }
    }
    if let color = style.unsaidColor {
      tags += "\\2c\(SubStationColor.text(color.opaque).replacing("&H00", with: "&H"))&"
    }
    if let color = style.outlineColor {
      tags += "\\3c\(SubStationColor.text(color.opaque).replacing("&H00", with: "&H"))&"
    }
    if let width = style.outlineWidth { tags += "\\bord\(short(width * size.height))" }
    if let family = style.fontFamily { tags += "\\fn\(family.filter { $0 != "\\" && $0 != "}" && $0 != "{" })" }
    if let em = style.fontSize { tags += "\\fs\(short(em * size.height * 1.17))" }
    for (isSet, name) in [
      (style.isBold, "b"), (style.isItalic, "i"), (style.isUnderlined, "u"), (style.isStruckThrough, "s"),
    ] where isSet {
      tags += "\\\(name)1"
    }
    let text = run.inline.replacing("\n", with: "\\N").replacing("\u{A0}", with: "\\h").replacing("{", with: "(")
      .replacing("}", with: ")")
    return tags.isEmpty ? text : "{\(tags)}\(text){\\r}"
  }

  private static func alpha(_ color: Color) -> String {
    "&H" + SubStationColor.text(color).dropFirst(2).prefix(2) + "&"
  }

  private static func short(_ number: Double) -> String {
    let rounded = (number * 100).rounded() / 100
    return rounded == rounded.rounded() ? "\(Int(rounded))" : "\(rounded)"
  }
}
