// swift-format-ignore-file: AlwaysUseLowerCamelCase

public import CoreVideo

// SAFETY: what functions write is in variables of these functions.

/// The statements of formats of text.
extension CMFormatDescription {
  /// The display flags: scrolling, and the filling of the text's place.
  ///
  /// - Throws: `valueNotAvailable` of other formats; so do the others.
  public func displayFlags() throws -> Extensions.Value.TextDisplayFlags {
    var flags: CMTextDisplayFlags = 0
    try NSError.check(unsafe CMTextFormatDescriptionGetDisplayFlags(self, displayFlagsOut: &flags))
    return .init(rawValue: flags)
  }

  /// The justification of text across and down.
  public func justification() throws -> (
    horizontal: Extensions.Value.TextJustification, vertical: Extensions.Value.TextJustification
  ) {
    var (across, down): (CMTextJustificationValue, CMTextJustificationValue) = (0, 0)
    try NSError.check(
      unsafe CMTextFormatDescriptionGetJustification(self, horizontalOut: &across, verticalOut: &down))
    return (.init(rawValue: across), .init(rawValue: down))
  }

  /// The text's place in its track, counted from the top, or from the bottom of a track of `heightOfTextTrack`.
  public func defaultTextBox(originIsAtTopLeft: Bool, heightOfTextTrack: CGFloat) throws -> CGRect {
    var box = CGRect.zero
    try NSError.check(
      unsafe CMTextFormatDescriptionGetDefaultTextBox(
        self, originIsAtTopLeft: originIsAtTopLeft, heightOfTextTrack: heightOfTextTrack, defaultTextBoxOut: &box))
    return box
  }

  /// The style of text where samples do not state it; the components are red, green, blue and alpha from 0 to 1.
  public func defaultStyle() throws -> (
    localFontID: Int, bold: Bool, italic: Bool, underline: Bool, fontSize: CGFloat, colorComponents: [CGFloat]
  ) {
    var (font, size): (UInt16, CGFloat) = (0, 0)
    var (isBold, isItalic, isUnderlined) = (false, false, false)
    var color: [CGFloat] = [0, 0, 0, 0]
    try NSError.check(
      unsafe CMTextFormatDescriptionGetDefaultStyle(
        self, localFontIDOut: &font, boldOut: &isBold, italicOut: &isItalic, underlineOut: &isUnderlined,
        fontSizeOut: &size, colorComponentsOut: &color))
    return (Int(font), isBold, isItalic, isUnderlined, size, color)
  }

  /// The name of the font with the number `localFontID`.
  public func fontName(localFontID: Int) throws -> String {
    guard let number = UInt16(exactly: localFontID) else { throw Error.valueNotAvailable }
    var name: CFString?
    try NSError.check(unsafe CMTextFormatDescriptionGetFontName(self, localFontID: number, fontNameOut: &name))
    guard let name else { throw Error.valueNotAvailable }
    return name
  }
}

extension CMFormatDescription.Extensions.Key {
  /// The display flags.
  public static let displayFlags = Self(rawValue: kCMTextFormatDescriptionExtension_DisplayFlags)
  /// The color behind text.
  public static let backgroundColor = Self(rawValue: kCMTextFormatDescriptionExtension_BackgroundColor)
  /// The text's place in its track.
  public static let defaultTextBox = Self(rawValue: kCMTextFormatDescriptionExtension_DefaultTextBox)
  /// The default style of text.
  public static let defaultStyle = Self(rawValue: kCMTextFormatDescriptionExtension_DefaultStyle)
  /// The horizontal justification of 3GPP's text.
  public static let horizontalJustification = Self(
    rawValue: kCMTextFormatDescriptionExtension_HorizontalJustification)
  /// The vertical justification of it.
  public static let verticalJustification = Self(rawValue: kCMTextFormatDescriptionExtension_VerticalJustification)
  /// The names of 3GPP's fonts.
  public static let fontTable = Self(rawValue: kCMTextFormatDescriptionExtension_FontTable)
  /// The horizontal justification of QuickTime's text.
  public static let textJustification = Self(rawValue: kCMTextFormatDescriptionExtension_TextJustification)
  /// The name of QuickTime's font.
  public static let defaultFontName = Self(rawValue: kCMTextFormatDescriptionExtension_DefaultFontName)
}

extension CMFormatDescription.Extensions.Value {
  /// The display flags: scrolling, and the filling of the text's place.
  public struct TextDisplayFlags: RawRepresentable, Hashable, Sendable {
    /// The bits.
    public var rawValue: CMTextDisplayFlags
    /// The flags of these bits.
    public init(rawValue: CMTextDisplayFlags) { self.rawValue = rawValue }
    /// Text rolls in.
    public static let scrollIn = Self(rawValue: kCMTextDisplayFlag_scrollIn)
    /// Text rolls out.
    public static let scrollOut = Self(rawValue: kCMTextDisplayFlag_scrollOut)
    /// The bits that say whither text rolls.
    public static let scrollDirectionMask = Self(rawValue: kCMTextDisplayFlag_scrollDirectionMask)
    /// Upwards.
    public static let scrollDirection_bottomToTop = Self(rawValue: kCMTextDisplayFlag_scrollDirection_bottomToTop)
    /// To the left.
    public static let scrollDirection_rightToLeft = Self(rawValue: kCMTextDisplayFlag_scrollDirection_rightToLeft)
    /// Downwards.
    public static let scrollDirection_topToBottom = Self(rawValue: kCMTextDisplayFlag_scrollDirection_topToBottom)
    /// To the right.
    public static let scrollDirection_leftToRight = Self(rawValue: kCMTextDisplayFlag_scrollDirection_leftToRight)
    /// Karaoke goes on from one part of the text to the next.
    public static let continuousKaraoke = Self(rawValue: kCMTextDisplayFlag_continuousKaraoke)
    /// Text runs downwards.
    public static let writeTextVertically = Self(rawValue: kCMTextDisplayFlag_writeTextVertically)
    /// The text's place is filled with the background.
    public static let fillTextRegion = Self(rawValue: kCMTextDisplayFlag_fillTextRegion)
    /// The text's place counts, and is not the foot of the picture.
    public static let obeySubtitleFormatting = Self(rawValue: kCMTextDisplayFlag_obeySubtitleFormatting)
    /// Some subtitles are shown whatever a person chooses.
    public static let forcedSubtitlesPresent = Self(rawValue: kCMTextDisplayFlag_forcedSubtitlesPresent)
    /// All are.
    public static let allSubtitlesForced = Self(rawValue: kCMTextDisplayFlag_allSubtitlesForced)
    /// Whither text rolls.
    public var scrollDirection: Self { Self(rawValue: rawValue & kCMTextDisplayFlag_scrollDirectionMask) }
  }

  /// The justification of text, across or down.
  public struct TextJustification: RawRepresentable, Hashable, Sendable {
    /// The number.
    public var rawValue: CMTextJustificationValue
    /// The justification of this number.
    public init(rawValue: CMTextJustificationValue) { self.rawValue = rawValue }
    /// At the left.
    public static let left = Self(rawValue: kCMTextJustification_left_top)
    /// At the top.
    public static let top = Self(rawValue: kCMTextJustification_left_top)
    /// In the middle.
    public static let centered = Self(rawValue: kCMTextJustification_centered)
    /// At the bottom.
    public static let bottom = Self(rawValue: kCMTextJustification_bottom_right)
    /// At the right.
    public static let right = Self(rawValue: kCMTextJustification_bottom_right)
  }

  /// The face of letters.
  public struct FontFace: OptionSet, Hashable, Sendable {
    /// The bits.
    public var rawValue: UInt8
    /// The face of these bits.
    public init(rawValue: UInt8) { self.rawValue = rawValue }
    /// Thick.
    public static let bold = FontFace(rawValue: 1)
    /// Slanted.
    public static let italic = FontFace(rawValue: 2)
    /// With a line under it.
    public static let underline = FontFace(rawValue: 4)
    /// All of these.
    public static let all: FontFace = [.bold, .italic, .underline]
  }

  /// All of these flags.
  public static func textDisplayFlags(_ textDisplayFlags: Set<TextDisplayFlags>) -> Self {
    Self(NSNumber(value: textDisplayFlags.reduce(0) { $0 | $1.rawValue }))
  }
  /// The justification of text.
  public static func textJustification(_ textJustification: TextJustification) -> Self {
    Self(NSNumber(value: textJustification.rawValue))
  }
  /// A place in a track of text, in pixels.
  public static func textRect(top: Int, left: Int, bottom: Int, right: Int) -> Self {
    numbers([
      kCMTextFormatDescriptionRect_Top: top, kCMTextFormatDescriptionRect_Left: left,
      kCMTextFormatDescriptionRect_Bottom: bottom, kCMTextFormatDescriptionRect_Right: right,
    ])
  }
  /// A color of QuickTime's text, of components from 0 to 1.
  public static func qtTextColor(red: CGFloat, green: CGFloat, blue: CGFloat, alpha: CGFloat) -> Self {
    color([red, green, blue, alpha], upTo: 65_535)
  }
  /// A color of 3GPP's text, of components from 0 to 1.
  public static func mobile3GPPTextColor(red: CGFloat, green: CGFloat, blue: CGFloat, alpha: CGFloat) -> Self {
    color([red, green, blue, alpha], upTo: 255)
  }
  /// Fonts by their numbers.
  public static func fontTable(_ fontTable: [Int: String]) -> Self {
    Self(Dictionary(uniqueKeysWithValues: fontTable.map { ("\($0)", $1 as Any) }))
  }

  /// The style of QuickTime's text.
  public static func qtTextDefaultStyle(
    startChar: Int, height: Int, ascent: Int, localFontID: Int, fontFace: FontFace, fontSize: Int,
    foregroundColor: Self, defaultFontName: String?
  ) -> Self {
    var all = style(startChar, localFontID, fontFace, fontSize, foregroundColor)
    all[kCMTextFormatDescriptionStyle_Height] = NSNumber(value: height)
    all[kCMTextFormatDescriptionStyle_Ascent] = NSNumber(value: ascent)
    all[kCMTextFormatDescriptionExtension_DefaultFontName] = defaultFontName
    return Self(all)
  }
  /// The style of 3GPP's text.
  public static func mobile3GPPTextDefaultStyle(
    startChar: Int, endChar: Int, localFontID: Int, fontFace: FontFace, fontSize: Int, foregroundColor: Self
  ) -> Self {
    var all = style(startChar, localFontID, fontFace, fontSize, foregroundColor)
    all[kCMTextFormatDescriptionStyle_EndChar] = NSNumber(value: endChar)
    return Self(all)
  }

  private static func style(
    _ start: Int, _ font: Int, _ face: FontFace, _ size: Int, _ color: Self
  ) -> [CFString: Any] {
    [
      kCMTextFormatDescriptionStyle_StartChar: NSNumber(value: start),
      kCMTextFormatDescriptionStyle_Font: NSNumber(value: font),
      kCMTextFormatDescriptionStyle_FontFace: NSNumber(value: face.rawValue),
      kCMTextFormatDescriptionStyle_FontSize: NSNumber(value: size),
      kCMTextFormatDescriptionStyle_ForegroundColor: color.propertyListRepresentation,
    ]
  }

  private static func color(_ parts: [CGFloat], upTo most: CGFloat) -> Self {
    let keys = [
      kCMTextFormatDescriptionColor_Red, kCMTextFormatDescriptionColor_Green, kCMTextFormatDescriptionColor_Blue,
      kCMTextFormatDescriptionColor_Alpha,
    ]
    let levels = parts.map { $0.isFinite ? Int((min(max(0, $0), 1) * most).rounded()) : 0 }
    return numbers(Dictionary(uniqueKeysWithValues: zip(keys, levels)))
  }

  private static func numbers(_ numbers: [CFString: Int]) -> Self {
    Self(numbers.mapValues { NSNumber(value: $0) as Any })
  }
}
