public import ModelValues

/// Text in runs with a look each (`NSAttributedString`). In project files it is a string, or an array of runs.
public struct AttributedText: Hashable, Sendable {
  /// A piece of text that looks one way.
  public struct Run: Hashable, Sendable {
    /// The text.
    public var text: String
    /// Its look, where it differs from its layer's.
    public var attributes: TextAttributes

    /// `text`, looking as its layer says but for `attributes`.
    public init(_ text: String, _ attributes: TextAttributes = TextAttributes()) {
      self.text = text
      self.attributes = attributes
    }
  }

  /// The runs, one after another in the order that they are read.
  public var runs: [Run]

  /// The text of these runs.
  public init(_ runs: [Run]) { self.runs = runs }

  /// The text in one run, or none where it is empty.
  public init(_ text: String) { runs = text.isEmpty ? [] : [Run(text)] }

  /// The whole text.
  public var text: String { runs.map(\.text).joined() }

  var isFinite: Bool {
    runs.allSatisfy { run in
      let attributes = run.attributes
      let numbers = [
        attributes.fontSize, attributes.fontWeight, attributes.strokeWidth, attributes.kern, attributes.baselineOffset,
      ]
      let colors = [attributes.foregroundColor, attributes.backgroundColor, attributes.strokeColor]
      return numbers.allSatisfy { $0?.isFinite != false }
        && colors.allSatisfy { $0.map { LayerValue.color($0).isFinite } != false }
    }
  }
}

extension AttributedText: ExpressibleByStringLiteral {
  /// The text in one run.
  public init(stringLiteral value: String) { self.init(value) }
}

/// The look of a run of text; nil stands for its layer's.
public struct TextAttributes: Hashable, Sendable {
  /// The font's family, as fontconfig knows it: "DejaVu Sans", or "sans", "serif", "monospace".
  public var fontFamily: String?
  /// The height of the font's em, in pixels.
  public var fontSize: Double?
  /// The weight of strokes, 100…1000 as in CSS: 400 is regular, 700 bold.
  public var fontWeight: Double?
  /// Whether it is slanted.
  public var isItalic: Bool?
  /// The color of the letters.
  public var foregroundColor: Color?
  /// The color behind the letters.
  public var backgroundColor: Color?
  /// The color of the letters' outline.
  public var strokeColor: Color?
  /// The width of the outline, in pixels; 0 is none.
  public var strokeWidth: Double?
  /// The addition to the space after each letter, in pixels.
  public var kern: Double?
  /// The distance of the letters above the line, in pixels.
  public var baselineOffset: Double?
  /// The line under the letters.
  public var underlineStyle: TextLineStyle?
  /// The line through the letters.
  public var strikethroughStyle: TextLineStyle?
  /// The language, as in BCP 47, where the letters' shapes depend on it: "sr", "zh-Hant".
  public var language: String?

  /// Attributes that leave everything to the layer.
  public init() {}
}

/// A line that goes with text (`NSUnderlineStyle`).
public enum TextLineStyle: String, Hashable, Sendable, Codable, CaseIterable {
  case none, single, thick, double
}

extension TextAttributes: PropertyCoded {
  static var properties: [CodedProperty<TextAttributes>] {
    [
      .value("fontFamily", \.fontFamily), .value("fontSize", \.fontSize), .value("fontWeight", \.fontWeight),
      .value("isItalic", \.isItalic), .value("foregroundColor", \.foregroundColor),
      .value("backgroundColor", \.backgroundColor), .value("strokeColor", \.strokeColor),
      .value("strokeWidth", \.strokeWidth), .value("kern", \.kern), .value("baselineOffset", \.baselineOffset),
      .value("underlineStyle", \.underlineStyle), .value("strikethroughStyle", \.strikethroughStyle),
      .value("language", \.language),
    ]
  }
}

extension AttributedText.Run: PropertyCoded, Codable {
  init() { self.init("") }

  static var properties: [CodedProperty<AttributedText.Run>] {
    [.value("text", \.text)] + TextAttributes.properties.map { $0.lifted(\.attributes) }
  }

  /// Reads `text` and the attributes, all in one object.
  public init(from decoder: any Decoder) throws { self = try Self.decoded(from: decoder) }

  /// Writes `text` and the attributes that are not nil.
  public func encode(to encoder: any Encoder) throws { try encodeProperties(to: encoder) }
}

extension AttributedText: Codable {
  /// Reads a string, or an array of runs.
  public init(from decoder: any Decoder) throws {
    let container = try decoder.singleValueContainer()
    if let text = try? container.decode(String.self) {
      self.init(text)
    } else {
      self.init(try container.decode([Run].self))
    }
  }

  /// Writes a string where there is one run without attributes, and else the runs.
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    if self == AttributedText(text) { try container.encode(text) } else { try container.encode(runs) }
  }
}
