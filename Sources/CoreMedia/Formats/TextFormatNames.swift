// swift-format-ignore-file: AlwaysUseLowerCamelCase

public import CoreVideo

// The names of text, subtitles and captions.

/// A format of text, four letters.
public typealias CMTextFormatType = FourCharCode
/// QuickTime's text (`'text'`).
public let kCMTextFormatType_QTText: CMTextFormatType = 0x7465_7874
/// 3GPP's timed text (`'tx3g'`).
public let kCMTextFormatType_3GText: CMTextFormatType = 0x7478_3367

/// A format of subtitles, four letters.
public typealias CMSubtitleFormatType = FourCharCode
/// 3GPP's timed text (`'tx3g'`).
public let kCMSubtitleFormatType_3GText: CMSubtitleFormatType = 0x7478_3367
/// WebVTT (`'wvtt'`).
public let kCMSubtitleFormatType_WebVTT: CMSubtitleFormatType = 0x7776_7474

/// The format of captions for people who do not hear.
public typealias CMClosedCaptionFormatDescription = CMFormatDescription
/// A format of captions, four letters.
public typealias CMClosedCaptionFormatType = FourCharCode
/// CEA-608 (`'c608'`).
public let kCMClosedCaptionFormatType_CEA608: CMClosedCaptionFormatType = 0x6336_3038
/// CEA-708 (`'c708'`).
public let kCMClosedCaptionFormatType_CEA708: CMClosedCaptionFormatType = 0x6337_3038
/// ATSC A/53 part 4 (`'atcc'`).
public let kCMClosedCaptionFormatType_ATSC: CMClosedCaptionFormatType = 0x6174_6363

extension CMFormatDescription.MediaSubType {
  /// QuickTime's text.
  public static let qt = Self(rawValue: kCMTextFormatType_QTText)
  /// 3GPP's timed text.
  public static let mobile3GPP = Self(rawValue: kCMTextFormatType_3GText)
  /// WebVTT.
  public static let webVTT = Self(rawValue: kCMSubtitleFormatType_WebVTT)
  /// CEA-608.
  public static let cea608 = Self(rawValue: kCMClosedCaptionFormatType_CEA608)
  /// CEA-708.
  public static let cea708 = Self(rawValue: kCMClosedCaptionFormatType_CEA708)
  /// ATSC A/53 part 4.
  public static let atsc = Self(rawValue: kCMClosedCaptionFormatType_ATSC)
}

/// Display flags: scrolling, and the filling of the text's place: bits.
public typealias CMTextDisplayFlags = UInt32
/// Text rolls in.
public let kCMTextDisplayFlag_scrollIn: CMTextDisplayFlags = 0x20
/// Text rolls out.
public let kCMTextDisplayFlag_scrollOut: CMTextDisplayFlags = 0x40
/// The bits that say whither text rolls.
public let kCMTextDisplayFlag_scrollDirectionMask: CMTextDisplayFlags = 0x180
/// Upwards.
public let kCMTextDisplayFlag_scrollDirection_bottomToTop: CMTextDisplayFlags = 0
/// To the left.
public let kCMTextDisplayFlag_scrollDirection_rightToLeft: CMTextDisplayFlags = 0x80
/// Downwards.
public let kCMTextDisplayFlag_scrollDirection_topToBottom: CMTextDisplayFlags = 0x100
/// To the right.
public let kCMTextDisplayFlag_scrollDirection_leftToRight: CMTextDisplayFlags = 0x180
/// Karaoke goes on from one part of the text to the next.
public let kCMTextDisplayFlag_continuousKaraoke: CMTextDisplayFlags = 0x800
/// Text runs downwards.
public let kCMTextDisplayFlag_writeTextVertically: CMTextDisplayFlags = 0x2_0000
/// The text's place is filled with the background.
public let kCMTextDisplayFlag_fillTextRegion: CMTextDisplayFlags = 0x4_0000
/// The text's place counts, and is not the foot of the picture.
public let kCMTextDisplayFlag_obeySubtitleFormatting: CMTextDisplayFlags = 0x2000_0000
/// Some subtitles are shown whatever a person chooses.
public let kCMTextDisplayFlag_forcedSubtitlesPresent: CMTextDisplayFlags = 0x4000_0000
/// All are.
public let kCMTextDisplayFlag_allSubtitlesForced: CMTextDisplayFlags = 0x8000_0000

/// The justification of text, across or down.
public typealias CMTextJustificationValue = Int8
/// At the left, or at the top.
public let kCMTextJustification_left_top: CMTextJustificationValue = 0
/// In the middle.
public let kCMTextJustification_centered: CMTextJustificationValue = 1
/// At the right, or at the bottom.
public let kCMTextJustification_bottom_right: CMTextJustificationValue = -1

/// Display flags: a number.
public let kCMTextFormatDescriptionExtension_DisplayFlags: CFString = "DisplayFlags"
/// The color behind text: a dictionary.
public let kCMTextFormatDescriptionExtension_BackgroundColor: CFString = "BackgroundColor"
/// Red: up to 255 of 3GPP's text, up to 65,535 of QuickTime's.
public let kCMTextFormatDescriptionColor_Red: CFString = "Red"
/// Green.
public let kCMTextFormatDescriptionColor_Green: CFString = "Green"
/// Blue.
public let kCMTextFormatDescriptionColor_Blue: CFString = "Blue"
/// Alpha, of 3GPP's text.
public let kCMTextFormatDescriptionColor_Alpha: CFString = "Alpha"
/// The text's place in its track: a dictionary.
public let kCMTextFormatDescriptionExtension_DefaultTextBox: CFString = "DefaultTextBox"
/// The upper edge, in pixels.
public let kCMTextFormatDescriptionRect_Top: CFString = "Top"
/// The left edge.
public let kCMTextFormatDescriptionRect_Left: CFString = "Left"
/// The lower edge.
public let kCMTextFormatDescriptionRect_Bottom: CFString = "Bottom"
/// The right edge.
public let kCMTextFormatDescriptionRect_Right: CFString = "Right"
/// The default style of text: a dictionary.
public let kCMTextFormatDescriptionExtension_DefaultStyle: CFString = "DefaultStyle"
/// The first character that looks so.
public let kCMTextFormatDescriptionStyle_StartChar: CFString = "StartChar"
/// The number of the font.
public let kCMTextFormatDescriptionStyle_Font: CFString = "Font"
/// Bold (1), italic (2), underlined (4).
public let kCMTextFormatDescriptionStyle_FontFace: CFString = "FontFace"
/// The color of text: a dictionary.
public let kCMTextFormatDescriptionStyle_ForegroundColor: CFString = "ForegroundColor"
/// The size, in pixels.
public let kCMTextFormatDescriptionStyle_FontSize: CFString = "FontSize"
/// The horizontal justification of 3GPP's text.
public let kCMTextFormatDescriptionExtension_HorizontalJustification: CFString = "HorizontalJustification"
/// The vertical justification of it.
public let kCMTextFormatDescriptionExtension_VerticalJustification: CFString = "VerticalJustification"
/// The character behind the last that looks so, of 3GPP's text.
public let kCMTextFormatDescriptionStyle_EndChar: CFString = "EndChar"
/// The names of 3GPP's fonts by their numbers, which are text: a dictionary.
public let kCMTextFormatDescriptionExtension_FontTable: CFString = "FontTable"
/// The horizontal justification of QuickTime's text.
public let kCMTextFormatDescriptionExtension_TextJustification: CFString = "TextJustification"
/// The height of a line of QuickTime's text.
public let kCMTextFormatDescriptionStyle_Height: CFString = "Height"
/// The ascent of its letters.
public let kCMTextFormatDescriptionStyle_Ascent: CFString = "Ascent"
/// The name of QuickTime's font.
public let kCMTextFormatDescriptionExtension_DefaultFontName: CFString = "DefaultFontName"
