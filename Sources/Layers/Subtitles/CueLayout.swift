import MediaTime
import ModelValues
import Subtitles

/// The places and the look of a cue's letters, as layers.
///
/// ```
///  the cue: seen over its time                  fades; filled with its region's color
///   └ the text: as wide as its lines may be     lights up word by word
/// ```
///
/// Vertical writing is laid out horizontally, and the small letters of ruby stand in parentheses behind their base.
struct CueLayout {
  let style: TitleStyle
  let size: Size
  let regions: [SubtitleRegion]

  /// The free margin on each side, as a part of the picture, for a cue without a place of its own (EBU R 95).
  private static let margin = 0.05
  /// The distance of baselines, in ems, as most fonts have it.
  private static let lineHeight = 1.2

  private var em: Double { style.fontSize * size.height }

  /// The layer of `cue`, beside those that are in `stacks`.
  func layer(of cue: SubtitleCue, above stacks: inout CueStacks) -> Layer {
    let place = place(of: cue)
    let height = height(of: cue, in: place.frame.width)
    var body = Layer(.text(textLayer(of: cue, place)))
    body.name = cue.text.inline
    body.bounds = Rectangle(Size(width: place.frame.width, height: place.frame.height))
    body.position = Point(x: place.frame.width / 2, y: place.frame.height / 2)
    if place.vertical != .center {
      let offset = stacks.offset(of: cue, height: height)
      body.position.y += place.vertical == .top ? offset : -offset
    }
    if style.shadowOpacity > 0 {
      body.shadowOpacity = style.shadowOpacity
      body.shadowRadius = 0.06 * em
      body.shadowOffset = Size(width: 0, height: 0.04 * em)
    }
    if let words = saying(cue) { body.animations = [words] }

    var layer = Layer()
    layer.name = cue.text.inline
    layer.bounds = body.bounds
    layer.anchorPoint = Point(x: 0, y: 0)
    layer.position = Point(x: place.frame.x, y: place.frame.y)
    layer.backgroundColor = place.background
    layer.timing.beginTime = cue.start.seconds
    // As a difference of the rounded times, so that the frame at the end's time is the first without it.
    layer.timing.duration = cue.end.seconds - cue.start.seconds
    layer.sublayers = [body]
    layer.animations = fades(of: cue)
    return layer
  }

  // MARK: Places

  /// The place of lines.
  private struct Place {
    var frame: Rectangle
    var horizontal: TextAlignmentMode
    var vertical: TextVerticalAlignmentMode
    var background: Color?
  }

  private func place(of cue: SubtitleCue) -> Place {
    let placement = cue.placement
    let horizontal: TextAlignmentMode =
      switch placement.alignment {
      case .start: .natural
      case .left: .left
      case .center: .center
      case .end, .right: .right
      }
    if let name = placement.region, let region = regions.first(where: { $0.identifier == name }) {
      let part = region.frame
      let frame = Rectangle(
        x: part.x * size.width, y: part.y * size.height, width: max(1, part.width * size.width),
        height: max(1, part.height * size.height))
      return Place(
        frame: frame, horizontal: horizontal, vertical: Self.vertical(region.displayAlignment),
        background: region.backgroundColor)
    }
    let across = across(placement)
    let (x, width) = (across.start * size.width, across.length * size.width)
    let height = height(of: cue, in: width)
    let free = Self.margin * size.height
    func frame(_ top: Double, _ bottom: Double) -> Rectangle {
      Rectangle(x: x, y: top, width: width, height: max(1, bottom - top))
    }
    guard placement.writing == .horizontal, let line = placement.line else {
      return Place(frame: frame(free, size.height - free), horizontal: horizontal, vertical: .bottom)
    }
    switch line {
    case .number(let number):
      let step = em * Self.lineHeight
      // Lines beyond the picture come back into it, as WebVTT has it.
      let way = min(
        Double(number < 0 ? -1 - max(-1_000, number) : min(1_000, number)) * step, size.height - 2 * free - height)
      return number < 0
        ? Place(frame: frame(free, size.height - free - max(0, way)), horizontal: horizontal, vertical: .bottom)
        : Place(frame: frame(free + max(0, way), size.height - free), horizontal: horizontal, vertical: .top)
    case .part(let part):
      let at = part * size.height
      switch placement.lineAlignment {
      case .start:
        let top = max(0, min(at, size.height - height))
        return Place(frame: frame(top, max(size.height, top + 1)), horizontal: horizontal, vertical: .top)
      case .center:
        return Place(
          frame: frame(at - size.height / 2, at + size.height / 2), horizontal: horizontal, vertical: .center)
      case .end:
        return Place(frame: frame(0, max(min(height, size.height), at)), horizontal: horizontal, vertical: .bottom)
      }
    }
  }

  private static func vertical(_ edge: SubtitlePlacement.Edge) -> TextVerticalAlignmentMode {
    edge == .start ? .top : edge == .center ? .center : .bottom
  }

  /// The beginning of the box across the picture, and its length, in parts of the width (W3C WebVTT §7.2.2).
  private func across(_ placement: SubtitlePlacement) -> (start: Double, length: Double) {
    let edge: SubtitlePlacement.Edge =
      switch placement.alignment {
      case .start, .left: .start
      case .center: .center
      case .end, .right: .end
      }
    guard placement.position != nil || placement.size != 1 else { return (Self.margin, 1 - 2 * Self.margin) }
    let position = placement.position ?? edge.part
    let anchor = placement.positionAlignment ?? edge
    let room =
      switch anchor {
      case .start: 1 - position
      case .center: 2 * min(position, 1 - position)
      case .end: position
      }
    let length = min(placement.size, max(0.25, room))
    return (position - anchor.part * length, length)
  }

  /// The height of the lines of `cue` where they may be `width` wide, by the number of letters.
  private func height(of cue: SubtitleCue, in width: Double) -> Double {
    let em = cue.text.runs.map { ($0.style.fontSize ?? style.fontSize) * size.height }.max() ?? em
    let lines = cue.text.inline.split(separator: "\n", omittingEmptySubsequences: false).reduce(0) { lines, line in
      lines + max(1, Int((Double(line.count) * em * 0.5 / max(1, width)).rounded(.up)))
    }
    let padding = style.boxColor == nil ? 0.15 : 2 * style.boxPadding + 0.1
    return Double(min(lines, 1_000)) * em * Self.lineHeight * max(0.5, style.lineHeight) + padding * em
  }

  // MARK: Letters

  private func textLayer(of cue: SubtitleCue, _ place: Place) -> TextLayer {
    var layer = style.textLayer(attributed(cue) { _ in true }, em: em)
    layer.alignmentMode = place.horizontal
    layer.verticalAlignmentMode = place.vertical
    return layer
  }

  /// The text of `cue`; what `isSpoken` does not hold of is in the color of what is still to be said.
  private func attributed(_ cue: SubtitleCue, isSpoken: (SubtitleText.Run) -> Bool) -> AttributedText {
    var runs: [AttributedText.Run] = []
    for run in cue.text.runs {
      var attributes = attributes(of: run)
      if !isSpoken(run) {
        attributes.foregroundColor = run.style.unsaidColor ?? (run.style.color ?? style.color).dimmed
      }
      runs.append(AttributedText.Run(style.isUppercase ? run.text.uppercased() : run.text, attributes))
      if let annotation = run.annotation {
        attributes.fontSize = (attributes.fontSize ?? em) * 0.6
        runs.append(AttributedText.Run("(\(annotation))", attributes))
      }
    }
    return AttributedText(runs)
  }

  private func attributes(of run: SubtitleText.Run) -> TextAttributes {
    var attributes = TextAttributes()
    let own = run.style
    attributes.fontFamily = own.fontFamily
    attributes.fontSize = own.fontSize.map { max(1, $0 * size.height) }
    if own.isBold { attributes.fontWeight = max(700, style.fontWeight) }
    if own.isItalic || style.isItalic { attributes.isItalic = true }
    if own.isUnderlined { attributes.underlineStyle = .single }
    if own.isStruckThrough { attributes.strikethroughStyle = .single }
    attributes.foregroundColor = own.color
    attributes.backgroundColor = own.backgroundColor
    attributes.language = run.language
    if style.kern != 0 { attributes.kern = style.kern * em }
    if let color = own.outlineColor ?? style.outlineColor {
      let width = own.outlineWidth.map { 2 * $0 * size.height } ?? style.outlineWidth * (attributes.fontSize ?? em)
      if width > 0 { (attributes.strokeColor, attributes.strokeWidth) = (color, width) }
    }
    return attributes
  }

  // MARK: What goes on

  /// The words of `cue` as they are said, one after another; nil where they have no times.
  private func saying(_ cue: SubtitleCue) -> LayerAnimation? {
    let times = Set(cue.text.runs.compactMap(\.time)).filter { $0 > cue.start && $0 < cue.end }.sorted()
    guard !times.isEmpty, times.count < LayerLimits.animations else { return nil }
    let length = cue.end.seconds - cue.start.seconds
    var animation = KeyframeAnimation(keyPath: .string)
    animation.values = ([cue.start] + times).map { now in
      .text(attributed(cue) { run in run.time.map { $0 <= now } ?? true })
    }
    animation.keyTimes = [0] + times.map { ($0.seconds - cue.start.seconds) / length } + [1]
    animation.calculationMode = .discrete
    animation.duration = length
    animation.fillMode = .both
    animation.isRemovedOnCompletion = false
    return .keyframe(animation)
  }

  private func fades(of cue: SubtitleCue) -> [LayerAnimation] {
    let length = cue.end.seconds - cue.start.seconds
    func fade(_ from: Double, _ to: Double, at begin: Double, lasting time: Double) -> LayerAnimation {
      var animation = BasicAnimation(keyPath: .opacity)
      (animation.fromValue, animation.toValue) = (.number(from), .number(to))
      (animation.beginTime, animation.duration) = (begin, time)
      animation.isRemovedOnCompletion = false
      animation.fillMode = to == 0 ? .forwards : .backwards
      return .basic(animation)
    }
    let (entrance, exit) = (min(cue.fadeIn.seconds, length), min(cue.fadeOut.seconds, length))
    return (entrance > 0 ? [fade(0, 1, at: 0, lasting: entrance)] : [])
      + (exit > 0 ? [fade(1, 0, at: length - exit, lasting: exit)] : [])
  }
}

extension Color {
  /// The color of words that are still to be said.
  fileprivate var dimmed: Color { Color(red: red, green: green, blue: blue, alpha: alpha * 0.5) }
}
