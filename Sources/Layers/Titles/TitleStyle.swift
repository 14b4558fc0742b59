public import ModelValues

/// A title's look, its place and its motion. Lengths are parts of the picture's height or of the font's size, so that
/// one style fits all pictures.
public struct TitleStyle: Hashable, Sendable {
  /// The font's family, as fontconfig knows it.
  public var fontFamily = "sans"
  /// The height of the em, as a part of the picture's height.
  public var fontSize = 0.08
  /// The weight of strokes, 100…1000.
  public var fontWeight: Double = 600
  /// Whether letters are slanted.
  public var isItalic = false
  /// Whether all letters are capitals.
  public var isUppercase = false
  /// The space added between letters, in ems.
  public var kern: Double = 0
  /// The distance of baselines, in multiples of the font's own.
  public var lineHeight: Double = 1
  /// The color of the letters.
  public var color = Color(red: 1, green: 1, blue: 1)
  /// The color of words that are highlighted, and of the bar of a lower third.
  public var highlightColor = Color(red: 1, green: 0.8, blue: 0.2)
  /// The color of the letters' outline; nil for none.
  public var outlineColor: Color?
  /// The width of the outline, in ems.
  public var outlineWidth = 0.06
  /// The opacity of the shadow behind the letters.
  public var shadowOpacity = 0.6
  /// The color of the box behind the lines; nil for none.
  public var boxColor: Color?
  /// The padding of the box around the lines on each side, in ems.
  public var boxPadding = 0.35
  /// The radius of the box's corners, in ems.
  public var boxCornerRadius = 0.15
  /// Whether there is a bar in the highlight color before the lines.
  public var laterLines: Double = 1
  /// Whether a bar in the highlight color stands before the lines.
  public var hasBar = false
  /// Its place.
  public var place = TitlePlace.center
  /// The part of the title-safe area's width that lines may take.
  public var width: Double = 1
  /// Its entrance.
  public var entrance = TitleMotion.fade
  /// The duration of its entrance, in seconds; at most half of the time that it is seen.
  public var entranceDuration = 0.5
  /// Its exit.
  public var exit = TitleMotion.fade
  /// The duration of its exit, in seconds; at most half of the time that it is seen.
  public var exitDuration = 0.5
  /// The action in it.
  public var action = TitleAction.none
  /// The number that `{count}` begins with.
  public var countFrom: Double = 0
  /// The number that `{count}` ends with.
  public var countTo: Double = 100

  /// White letters in the middle that fade in and out.
  public init() {}

  private init(_ change: (inout TitleStyle) -> Void) { change(&self) }
}

extension TitleStyle {
  /// The styles that there are, by name.
  public static let standards: [(name: String, style: TitleStyle)] = [
    ("plain", TitleStyle()), ("title", title), ("subtitle", subtitle), ("lowerThird", lowerThird), ("credits", credits),
    ("caption", caption),
    ("quote", quote), ("counter", counter), ("typewriter", typewriter), ("karaoke", karaoke), ("headline", headline),
    ("chapter", chapter), ("watermark", watermark),
  ]

  /// Large, in the middle, with room between the letters.
  public static let title = TitleStyle {
    $0.fontSize = 0.11
    $0.fontWeight = 700
    $0.kern = 0.02
    $0.entrance = .rise
    $0.entranceDuration = 0.8
  }

  /// A subtitle, at the bottom, with an outline that is read on anything.
  public static let subtitle = TitleStyle {
    $0.fontSize = 0.055
    $0.fontWeight = 500
    $0.outlineColor = .black
    $0.place = .bottom
    $0.shadowOpacity = 0.4
    ($0.entrance, $0.exit) = (.none, .none)
  }

  /// A name, and below it smaller what it stands for, behind a bar at the lower left; at the right the bar stands at the right.
  public static let lowerThird = TitleStyle {
    $0.fontSize = 0.06
    $0.fontWeight = 700
    $0.laterLines = 0.65
    $0.boxColor = Color(red: 0.05, green: 0.06, blue: 0.09, alpha: 0.78)
    $0.boxPadding = 0.45
    $0.boxCornerRadius = 0
    $0.shadowOpacity = 0
    $0.hasBar = true
    $0.place = .bottomLeft
    ($0.entrance, $0.exit) = (.wipe, .fade)
    $0.entranceDuration = 0.6
  }

  /// Names that pass from below to above.
  public static let credits = TitleStyle {
    $0.fontSize = 0.05
    $0.fontWeight = 400
    $0.lineHeight = 1.25
    $0.action = .roll
    ($0.entrance, $0.exit) = (.none, .none)
  }

  /// A remark in a box at the bottom.
  public static let caption = TitleStyle {
    $0.fontSize = 0.045
    $0.fontWeight = 500
    $0.boxColor = Color(red: 0, green: 0, blue: 0, alpha: 0.72)
    $0.shadowOpacity = 0
    $0.place = .bottom
    ($0.entranceDuration, $0.exitDuration) = (0.25, 0.25)
  }

  /// A quotation, slanted, in a serif; a last line says who, smaller.
  public static let quote = TitleStyle {
    $0.fontFamily = "serif"
    $0.fontSize = 0.075
    $0.fontWeight = 400
    $0.isItalic = true
    $0.lineHeight = 1.15
    $0.laterLines = 0.6
    $0.width = 0.75
    ($0.entranceDuration, $0.exitDuration) = (1, 1)
  }

  /// A number that counts.
  public static let counter = TitleStyle {
    $0.fontSize = 0.16
    $0.fontWeight = 800
    $0.fontFamily = "monospace"
    $0.action = .count
    $0.entrance = .pop
    $0.exit = .fade
  }

  /// Letters that are typed.
  public static let typewriter = TitleStyle {
    $0.fontFamily = "monospace"
    $0.fontSize = 0.06
    $0.fontWeight = 500
    $0.action = .type
    $0.width = 0.9
    $0.entrance = .none
  }

  /// A line of a song whose words light up.
  public static let karaoke = TitleStyle {
    $0.fontSize = 0.075
    $0.fontWeight = 700
    $0.outlineColor = .black
    $0.outlineWidth = 0.05
    $0.action = .highlight
    $0.place = .bottom
    ($0.entranceDuration, $0.exitDuration) = (0.2, 0.2)
  }

  /// Capitals in a colored box at the top.
  public static let headline = TitleStyle {
    $0.fontSize = 0.055
    $0.fontWeight = 800
    $0.isUppercase = true
    $0.kern = 0.04
    $0.boxColor = Color(red: 0.76, green: 0.11, blue: 0.13)
    $0.boxCornerRadius = 0
    $0.shadowOpacity = 0
    $0.place = .topLeft
    ($0.entrance, $0.exit) = (.slideLeft, .slideLeft)
  }

  /// A chapter's number and its name below, thin and wide.
  public static let chapter = TitleStyle {
    $0.fontSize = 0.05
    $0.fontWeight = 300
    $0.isUppercase = true
    $0.kern = 0.25
    $0.laterLines = 1.6
    $0.lineHeight = 1.2
    ($0.entrance, $0.exit) = (.zoom, .fade)
    ($0.entranceDuration, $0.exitDuration) = (1, 0.7)
  }

  /// A small faint mark at the upper right, with an outline that is seen on bright ground.
  public static let watermark = TitleStyle {
    $0.fontSize = 0.03
    $0.fontWeight = 600
    $0.color = Color(red: 1, green: 1, blue: 1, alpha: 0.7)
    $0.outlineColor = Color(red: 0, green: 0, blue: 0, alpha: 0.35)
    $0.outlineWidth = 0.07
    $0.shadowOpacity = 0.5
    $0.place = .topRight
    ($0.entrance, $0.exit) = (.none, .none)
  }
}

extension TitleStyle: PropertyCoded, Codable {
  static var properties: [CodedProperty<TitleStyle>] {
    [
      .value("fontFamily", \.fontFamily), .value("fontSize", \.fontSize), .value("fontWeight", \.fontWeight),
      .value("isItalic", \.isItalic), .value("isUppercase", \.isUppercase), .value("kern", \.kern),
      .value("lineHeight", \.lineHeight), .value("color", \.color), .value("highlightColor", \.highlightColor),
      .value("outlineColor", \.outlineColor), .value("outlineWidth", \.outlineWidth),
      .value("shadowOpacity", \.shadowOpacity), .value("boxColor", \.boxColor), .value("boxPadding", \.boxPadding),
      .value("boxCornerRadius", \.boxCornerRadius), .value("laterLines", \.laterLines), .value("hasBar", \.hasBar),
      .value("place", \.place), .value("width", \.width), .value("entrance", \.entrance),
      .value("entranceDuration", \.entranceDuration), .value("exit", \.exit),
      .value("exitDuration", \.exitDuration), .value("action", \.action), .value("countFrom", \.countFrom),
      .value("countTo", \.countTo),
    ]
  }

  /// Reads the properties that are there; the others have their defaults.
  public init(from decoder: any Decoder) throws { self = try Self.decoded(from: decoder) }

  /// Writes what is not the default.
  public func encode(to encoder: any Encoder) throws { try encodeProperties(to: encoder) }

  /// The names of the properties.
  public static var propertyNames: [String] { properties.map(\.name) }

  /// Changes the properties that `decoder` has.
  public mutating func change(by decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: PropertyName.self)
    try container.refuseNames(besides: Set(Self.propertyNames))
    try container.decode(Self.properties, into: &self)
  }
}
