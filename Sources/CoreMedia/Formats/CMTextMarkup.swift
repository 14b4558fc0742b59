// swift-format-ignore-file: AlwaysUseLowerCamelCase

public import CoreVideo

// Attributes of text that is read over a film, as attributed strings and rules of style have them (CMTextMarkup.h).

/// The color of the letters: four numbers 0…1, the opacity, red, green and blue.
public let kCMTextMarkupAttribute_ForegroundColorARGB: CFString = "CMForegroundColorARGB"
/// The color of the box that the text stands in, as that of the letters.
public let kCMTextMarkupAttribute_BackgroundColorARGB: CFString = "CMBackgroundColorARGB"
/// The color behind each letter, as that of the letters.
public let kCMTextMarkupAttribute_CharacterBackgroundColorARGB: CFString = "CMCharacterBackgroundColorARGB"
/// Whether it is bold.
public let kCMTextMarkupAttribute_BoldStyle: CFString = "CMBoldStyle"
/// Whether it is slanted.
public let kCMTextMarkupAttribute_ItalicStyle: CFString = "CMItalicStyle"
/// Whether a line stands under it.
public let kCMTextMarkupAttribute_UnderlineStyle: CFString = "CMUnderlineStyle"
/// The font's family.
public let kCMTextMarkupAttribute_FontFamilyName: CFString = "CMFontFamilyName"
/// The fonts' families in order of preference; the first installed one is used.
public let kCMTextMarkupAttribute_FontFamilyNameList: CFString = "CMFontFamilyNameList"
/// The kind of font: a `kCMTextMarkupGenericFontName_…`.
public let kCMTextMarkupAttribute_GenericFontFamilyName: CFString = "CMGenericFontFamilyName"
/// The height of the em in hundredths of the picture's height.
public let kCMTextMarkupAttribute_BaseFontSizePercentageRelativeToVideoHeight: CFString = "CMBaseFontSizePercentage"
/// The size of the letters in hundredths of that of the text around them.
public let kCMTextMarkupAttribute_RelativeFontSize: CFString = "CMRelativeFontSize"
/// The order in which the lines of vertical writing follow each other: a `kCMTextVerticalLayout_…`.
public let kCMTextMarkupAttribute_VerticalLayout: CFString = "CMVerticalLayout"
/// The alignment of lines in their box: a `kCMTextMarkupAlignmentType_…`.
public let kCMTextMarkupAttribute_Alignment: CFString = "CMWritingDirectionAlignment"
/// The place of the box along the lines, in hundredths of the picture.
public let kCMTextMarkupAttribute_TextPositionPercentageRelativeToWritingDirection: CFString =
  "CMWritingDirectionTextPositionPercentage"
/// The place of the box across the lines, in hundredths of the picture.
public let kCMTextMarkupAttribute_OrthogonalLinePositionPercentageRelativeToWritingDirection: CFString =
  "CMWritingDirectionOrthogonalLinePositionPercentage"
/// The length of the box along the lines, in hundredths of the picture.
public let kCMTextMarkupAttribute_WritingDirectionSizePercentage: CFString = "CMWritingDirectionSizePercentage"
/// The look of the letters' edges: a `kCMTextMarkupCharacterEdgeStyle_…`.
public let kCMTextMarkupAttribute_CharacterEdgeStyle: CFString = "CMCharacterEdgeStyle"

// MARK: Values

/// Each line right of the one before.
public let kCMTextVerticalLayout_LeftToRight: CFString = "CMVerticalLayout_LeftToRight"
/// Each line left of the one before.
public let kCMTextVerticalLayout_RightToLeft: CFString = "CMVerticalLayout_RightToLeft"

/// The side at which the script begins.
public let kCMTextMarkupAlignmentType_Start: CFString = "CMWDA_start"
/// In the middle.
public let kCMTextMarkupAlignmentType_Middle: CFString = "CMWDA_middle"
/// The side at which the script ends.
public let kCMTextMarkupAlignmentType_End: CFString = "CMWDA_end"
/// On the left.
public let kCMTextMarkupAlignmentType_Left: CFString = "CMWDA_left"
/// On the right.
public let kCMTextMarkupAlignmentType_Right: CFString = "CMWDA_right"

/// Letters without edges.
public let kCMTextMarkupCharacterEdgeStyle_None: CFString = "CMCharacterEdgeStyle_None"
/// Letters that stand out.
public let kCMTextMarkupCharacterEdgeStyle_Raised: CFString = "CMCharacterEdgeStyle_Raised"
/// Letters that lie lower.
public let kCMTextMarkupCharacterEdgeStyle_Depressed: CFString = "CMCharacterEdgeStyle_Depressed"
/// Letters with an outline.
public let kCMTextMarkupCharacterEdgeStyle_Uniform: CFString = "CMCharacterEdgeStyle_Uniform"
/// Letters with a shadow.
public let kCMTextMarkupCharacterEdgeStyle_DropShadow: CFString = "CMCharacterEdgeStyle_DropShadow"

/// Whatever font there is.
public let kCMTextMarkupGenericFontName_Default: CFString = "CMGenericFontName_Default"
/// A font with serifs.
public let kCMTextMarkupGenericFontName_Serif: CFString = "CMGenericFontName_Serif"
/// A font without serifs.
public let kCMTextMarkupGenericFontName_SansSerif: CFString = "CMGenericFontName_SansSerif"
/// A font whose letters are equally wide.
public let kCMTextMarkupGenericFontName_Monospace: CFString = "CMGenericFontName_Monospace"
/// A font with serifs whose letters are of their own widths.
public let kCMTextMarkupGenericFontName_ProportionalSerif: CFString = "CMGenericFontName_ProportionalSerif"
/// A font without serifs whose letters are of their own widths.
public let kCMTextMarkupGenericFontName_ProportionalSansSerif: CFString = "CMGenericFontName_ProportionalSansSerif"
/// A font with serifs whose letters are equally wide.
public let kCMTextMarkupGenericFontName_MonospaceSerif: CFString = "CMGenericFontName_MonospaceSerif"
/// A font without serifs whose letters are equally wide.
public let kCMTextMarkupGenericFontName_MonospaceSansSerif: CFString = "CMGenericFontName_MonospaceSansSerif"
/// A font as of everyday handwriting.
public let kCMTextMarkupGenericFontName_Casual: CFString = "CMGenericFontName_Casual"
/// A font whose letters are joined.
public let kCMTextMarkupGenericFontName_Cursive: CFString = "CMGenericFontName_Cursive"
/// A font that decorates.
public let kCMTextMarkupGenericFontName_Fantasy: CFString = "CMGenericFontName_Fantasy"
/// A font of small capitals.
public let kCMTextMarkupGenericFontName_SmallCapital: CFString = "CMGenericFontName_SmallCapital"
