public import ModelValues

/// The properties of a layer of text (`CATextLayer`). It is laid out in the layer's bounds, in any script, from the left or the
/// right, with emoji.
public struct TextLayer: Hashable, Sendable {
  /// The text.
  public var string: AttributedText = ""
  /// The font's family where a run names none, as fontconfig knows it.
  public var fontFamily = "sans"
  /// The height of the em where a run gives none, in pixels.
  public var fontSize: Double = 36
  /// The weight of letters where a run has none, 100…1000.
  public var fontWeight: Double = 400
  /// The color of the letters where a run has none.
  public var foregroundColor = Color(red: 1, green: 1, blue: 1)
  /// The alignment of lines across the bounds.
  public var alignmentMode: TextAlignmentMode = .natural
  /// The alignment of the lines as a whole down the bounds.
  public var verticalAlignmentMode: TextVerticalAlignmentMode = .top
  /// Whether lines break at the bounds' width.
  public var isWrapped = false
  /// Whether lines that break are made a little shorter where a paragraph's last one would be a single short word.
  public var avoidsWidows = false
  /// The place of the "…" in lines that do not fit.
  public var truncationMode: TextTruncationMode = .none
  /// The distance of baselines, in multiples of the font's own.
  public var lineHeightMultiple: Double = 1
  /// The space added between lines, in pixels.
  public var lineSpacing: Double = 0
  /// The direction of a paragraph.
  public var writingDirection: TextWritingDirection = .natural
  /// The color of a box behind the lines, as wide as the widest; nil for none.
  public var boxColor: Color?
  /// The padding of the box around the lines on each side, in pixels.
  public var boxPadding: Double = 0
  /// The radius of the box's corners, in pixels.
  public var boxCornerRadius: Double = 0
  /// The color of a bar inside the box's left edge, or its right one where lines stand at the right; nil for none.
  public var boxEdgeColor: Color?
  /// The width of the bar, in pixels.
  public var boxEdgeWidth: Double = 0

  /// An empty text.
  public init() {}

  /// A text.
  public init(_ string: AttributedText) { self.string = string }
}

extension TextLayer: ExpressibleByStringLiteral {
  /// A text in one run.
  public init(stringLiteral value: String) { string = AttributedText(value) }
}

/// The alignment of lines of text across (`CATextLayerAlignmentMode`).
public enum TextAlignmentMode: String, Hashable, Sendable, Codable, CaseIterable {
  /// At the side where the paragraph's script begins.
  case natural
  case left, right, center
  /// At both sides, but for a paragraph's last line.
  case justified
}

/// The alignment of lines of text down.
public enum TextVerticalAlignmentMode: String, Hashable, Sendable, Codable, CaseIterable {
  case top, center, bottom
}

/// The place of the "…" in text that does not fit (`CATextLayerTruncationMode`).
public enum TextTruncationMode: String, Hashable, Sendable, Codable, CaseIterable {
  /// Nowhere: it is cut off where the layer masks to its bounds, and else overflows.
  case none
  case start, middle, end
}

/// The direction of text (`NSWritingDirection`).
public enum TextWritingDirection: String, Hashable, Sendable, Codable, CaseIterable {
  /// As each paragraph's first strong letter says (Unicode's rules P2 and P3).
  case natural
  case leftToRight, rightToLeft
}

extension TextLayer: PropertyCoded {
  static var properties: [CodedProperty<TextLayer>] {
    [
      .value("string", \.string), .value("fontFamily", \.fontFamily), .value("fontSize", \.fontSize),
      .value("fontWeight", \.fontWeight), .value("foregroundColor", \.foregroundColor),
      .value("alignmentMode", \.alignmentMode), .value("verticalAlignmentMode", \.verticalAlignmentMode),
      .value("isWrapped", \.isWrapped), .value("avoidsWidows", \.avoidsWidows),
      .value("truncationMode", \.truncationMode),
      .value("lineHeightMultiple", \.lineHeightMultiple), .value("lineSpacing", \.lineSpacing),
      .value("writingDirection", \.writingDirection), .value("boxColor", \.boxColor),
      .value("boxPadding", \.boxPadding), .value("boxCornerRadius", \.boxCornerRadius),
      .value("boxEdgeColor", \.boxEdgeColor), .value("boxEdgeWidth", \.boxEdgeWidth),
    ]
  }
}
