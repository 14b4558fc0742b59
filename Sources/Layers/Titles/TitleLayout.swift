import MediaTime
public import ModelValues

extension Title {
  /// The title in a picture of `size`, in its pixels, at the movie's time.
  ///
  /// ```
  ///  the title: seen over its time range        carries what comes and goes
  ///   └ the text: the title-safe area            carries what goes on: types, counts, rolls
  /// ```
  public func layer(in size: Size) -> Layer {
    let em = style.fontSize * size.height
    let duration = timeRange.duration.seconds
    var safe = Rectangle(
      x: size.width * 0.05, y: size.height * 0.05, width: size.width * 0.9, height: size.height * 0.9)
    let part = style.place.part
    let spare = safe.width * (1 - max(0, min(1, style.width)))
    safe = Rectangle(x: safe.x + spare * part.x, y: safe.y, width: safe.width - spare, height: safe.height)
    // The box lies in the safe area, not only the text.
    let inset = style.boxColor == nil ? 0 : style.boxPadding * em
    safe = Rectangle(
      x: safe.x + inset, y: safe.y + inset, width: max(1, safe.width - 2 * inset),
      height: max(1, safe.height - 2 * inset))

    var body = Layer(.text(textLayer(em: em)))
    body.name = text
    body.bounds = Rectangle(Size(width: safe.width, height: safe.height))
    body.position = Point(x: safe.width / 2, y: safe.height / 2)
    if style.shadowOpacity > 0 {
      body.shadowOpacity = style.shadowOpacity
      body.shadowRadius = 0.06 * em
      body.shadowOffset = Size(width: 0, height: 0.04 * em)
    }
    body.animations = actions(over: duration, em: em, in: safe, of: size)

    var title = Layer()
    title.name = text
    title.bounds = body.bounds
    title.anchorPoint = part
    title.position = Point(x: safe.x + part.x * safe.width, y: safe.y + part.y * safe.height)
    title.timing.beginTime = timeRange.start.seconds
    title.timing.duration = duration
    title.sublayers = [body]
    let motion = TitleMotionPlan(style: style, duration: duration, em: em, safe: safe, size: size)
    motion.add(to: &title)
    return title
  }

  /// The text as it stands in a picture of `size`, and the part of the title-safe area that its lines may take, in the text's own plane.
  package func text(in size: Size) -> (layer: TextLayer, bounds: Rectangle)? {
    guard let body = layer(in: size).sublayers.first, let text = body.kind.text else { return nil }
    return (text, body.bounds)
  }

  private func textLayer(em: Double) -> TextLayer {
    var layer = style.textLayer(attributed(shown, em: em), em: em)
    layer.avoidsWidows = true
    let part = style.place.part
    layer.alignmentMode = part.x == 0 ? .left : part.x == 1 ? .right : .center
    layer.verticalAlignmentMode =
      style.action == .roll ? .top : part.y == 0 ? .top : part.y == 1 ? .bottom : .center
    if style.hasBar {
      layer.boxEdgeColor = style.highlightColor
      layer.boxEdgeWidth = 0.12 * em
    }
    return layer
  }

  /// The text as it is shown, where nothing goes on in it.
  private var shown: String {
    let text = style.isUppercase ? text.uppercased() : text
    return style.action == .count ? text.replacing("{count}", with: style.countTo.countText) : text
  }

  /// `text` in runs: the first line, and the later ones in their size.
  private func attributed(_ text: String, em: Double, color: ((Int) -> Color?)? = nil) -> AttributedText {
    let end = text.firstIndex(of: "\n").map { text.index(after: $0) } ?? text.endIndex
    var runs: [AttributedText.Run] = []
    for (piece, scale) in [(text[..<end], 1), (text[end...], style.laterLines)] where !piece.isEmpty {
      var attributes = TextAttributes()
      if scale != 1 { attributes.fontSize = em * scale }
      if scale < 1 { attributes.fontWeight = min(style.fontWeight, 400) }
      if style.isItalic { attributes.isItalic = true }
      if style.kern != 0 { attributes.kern = style.kern * em * scale }
      if let color = style.outlineColor {
        attributes.strokeColor = color
        attributes.strokeWidth = style.outlineWidth * em * scale
      }
      runs.append(AttributedText.Run(String(piece), attributes))
    }
    return AttributedText(runs)
  }

  // MARK: What goes on

  private func actions(over duration: Double, em: Double, in safe: Rectangle, of size: Size) -> [LayerAnimation] {
    switch style.action {
    case .none: []
    case .roll: [roll(over: duration, em: em, in: safe, of: size)]
    case .type: [changing(typed(em: em), over: max(0.1, min(duration * 0.6, Double(shown.count) / 12)))]
    case .highlight: [changing(highlighted(em: em), over: duration * 0.9)]
    case .count: [changing(counted(em: em, over: duration), over: max(0.1, duration * 0.75))]
    }
  }

  /// From below the picture to above it, at an even pace. How high the text is depends on the font; a line is taken for one and a half ems.
  private func roll(over duration: Double, em: Double, in safe: Rectangle, of size: Size) -> LayerAnimation {
    let lines = Double(text.split(separator: "\n", omittingEmptySubsequences: false).count)
    let height = lines * 1.5 * em * style.lineHeight * max(1, style.laterLines)
    let middle = safe.height / 2
    var animation = BasicAnimation(keyPath: .positionY)
    animation.fromValue = .number(middle + size.height - safe.y)
    animation.toValue = .number(middle - safe.y - height)
    animation.duration = duration
    animation.isRemovedOnCompletion = false
    animation.fillMode = .both
    return .basic(animation)
  }

  /// One text after another, at even distances over `duration`, and the last one from then on.
  private func changing(_ texts: [AttributedText], over duration: Double) -> LayerAnimation {
    var animation = KeyframeAnimation(keyPath: .string)
    animation.values = texts.map(LayerValue.text)
    animation.calculationMode = .discrete
    animation.duration = duration
    animation.fillMode = .both
    animation.isRemovedOnCompletion = false
    return .keyframe(animation)
  }

  /// The text with its first letters seen and the rest clear, so that no letter moves.
  private func typed(em: Double) -> [AttributedText] {
    let letters = Array(shown)
    let count = min(letters.count, LayerLimits.animations - 1)
    return (0...count).map { number in
      let seen = number == count ? letters.count : number
      return attributed(shown, em: em).colored { $0 < seen ? nil : Color.clear }
    }
  }

  /// The text with its first words in the highlight color.
  private func highlighted(em: Double) -> [AttributedText] {
    let letters = Array(shown)
    let ends = letters.indices.filter { letters[$0].isWhitespace } + [letters.count]
    return ([0] + ends).prefix(LayerLimits.animations).map { end in
      attributed(shown, em: em).colored { $0 < end ? style.highlightColor : nil }
    }
  }

  /// The text with each number on the way, sixty a second at most.
  private func counted(em: Double, over duration: Double) -> [AttributedText] {
    let steps = max(
      1, min(abs(style.countTo - style.countFrom).rounded(.up), (duration * 60).rounded(), 5_000))
    let text = style.isUppercase ? text.uppercased() : text
    return (0...Int(steps)).map { step in
      let number = style.countFrom + (style.countTo - style.countFrom) * Double(step) / steps
      return attributed(text.replacing("{count}", with: number.rounded().countText), em: em)
    }
  }
}

extension AttributedText {
  /// The text with the letters in the color that `color` gives for their number from 0; nil leaves a letter as it is.
  fileprivate func colored(_ color: (Int) -> Color?) -> AttributedText {
    var (result, number) = ([Run](), 0)
    for run in runs {
      for letter in run.text {
        var attributes = run.attributes
        if let color = color(number) {
          attributes.foregroundColor = color
          if color == Color.clear { attributes.strokeWidth = nil }
        }
        if let last = result.last, last.attributes == attributes {
          result[result.count - 1].text.append(letter)
        } else {
          result.append(Run(String(letter), attributes))
        }
        number += 1
      }
    }
    return AttributedText(result)
  }
}

extension Double {
  /// A whole number as it is counted; one that is not with a decimal.
  fileprivate var countText: String {
    guard abs(self) < 1e15 else { return "\(self)" }
    return self == rounded() ? "\(Int(self))" : "\((self * 10).rounded() / 10)"
  }
}

extension TitleStyle {
  /// A layer of `text` in the style's letters of the height `em`, over its box. Lines are as long as they fit.
  func textLayer(_ text: AttributedText, em: Double) -> TextLayer {
    var layer = TextLayer(text)
    layer.fontFamily = fontFamily
    layer.fontSize = em
    layer.fontWeight = fontWeight
    layer.foregroundColor = color
    layer.isWrapped = true
    layer.lineHeightMultiple = lineHeight
    layer.boxColor = boxColor
    layer.boxPadding = boxPadding * em
    layer.boxCornerRadius = boxCornerRadius * em
    return layer
  }
}
