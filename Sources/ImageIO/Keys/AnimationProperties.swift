// swift-format-ignore-file: AlwaysUseLowerCamelCase

public import CoreGraphics

// MARK: GIF

/// The number of times that all pictures are shown again; 0 for ever. Missing where they are shown once.
public let kCGImagePropertyGIFLoopCount: CFString = "LoopCount"
/// Seconds that a picture is shown; a tenth where the file says a hundredth or less.
public let kCGImagePropertyGIFDelayTime: CFString = "DelayTime"
/// Seconds that the file says a picture is shown.
public let kCGImagePropertyGIFUnclampedDelayTime: CFString = "UnclampedDelayTime"
/// A picture's own colors; neither read nor written.
public let kCGImagePropertyGIFImageColorMap: CFString = "ImageColorMap"
/// Whether pictures share colors; never in what is written here.
public let kCGImagePropertyGIFHasGlobalColorMap: CFString = "HasGlobalColorMap"
/// Pixels across.
public let kCGImagePropertyGIFCanvasPixelWidth: CFString = "CanvasPixelWidth"
/// Pixels down.
public let kCGImagePropertyGIFCanvasPixelHeight: CFString = "CanvasPixelHeight"
/// The properties of each picture: an array of dictionaries.
public let kCGImagePropertyGIFFrameInfoArray: CFString = "FrameInfo"

// MARK: Animated PNG

/// The number of times that all pictures are shown; 0 for ever.
public let kCGImagePropertyAPNGLoopCount: CFString = "LoopCount"
/// Seconds that a picture is shown; a tenth where the file says a hundredth or less.
public let kCGImagePropertyAPNGDelayTime: CFString = "DelayTime"
/// Seconds that the file says a picture is shown.
public let kCGImagePropertyAPNGUnclampedDelayTime: CFString = "UnclampedDelayTime"
/// Pixels across.
public let kCGImagePropertyAPNGCanvasPixelWidth: CFString = "CanvasPixelWidth"
/// Pixels down.
public let kCGImagePropertyAPNGCanvasPixelHeight: CFString = "CanvasPixelHeight"
/// The properties of each picture: an array of dictionaries.
public let kCGImagePropertyAPNGFrameInfoArray: CFString = "FrameInfo"

// MARK: WebP

/// The number of times that all pictures are shown; 0 for ever.
public let kCGImagePropertyWebPLoopCount: CFString = "LoopCount"
/// Seconds that a picture is shown; a tenth where the file says a hundredth or less.
public let kCGImagePropertyWebPDelayTime: CFString = "DelayTime"
/// Seconds that the file says a picture is shown.
public let kCGImagePropertyWebPUnclampedDelayTime: CFString = "UnclampedDelayTime"
/// Pixels across.
public let kCGImagePropertyWebPCanvasPixelWidth: CFString = "CanvasPixelWidth"
/// Pixels down.
public let kCGImagePropertyWebPCanvasPixelHeight: CFString = "CanvasPixelHeight"
/// The properties of each picture: an array of dictionaries.
public let kCGImagePropertyWebPFrameInfoArray: CFString = "FrameInfo"

// MARK: HEIF of moving pictures

/// The number of times that all pictures are shown; 0 for ever.
public let kCGImagePropertyHEICSLoopCount: CFString = "LoopCount"
/// Seconds that a picture is shown.
public let kCGImagePropertyHEICSDelayTime: CFString = "DelayTime"
/// Seconds that the file says a picture is shown.
public let kCGImagePropertyHEICSUnclampedDelayTime: CFString = "UnclampedDelayTime"
/// Pixels across.
public let kCGImagePropertyHEICSCanvasPixelWidth: CFString = "CanvasPixelWidth"
/// Pixels down.
public let kCGImagePropertyHEICSCanvasPixelHeight: CFString = "CanvasPixelHeight"
/// The properties of each picture: an array of dictionaries.
public let kCGImagePropertyHEICSFrameInfoArray: CFString = "FrameInfo"
/// The table of samples; not read.
public let kCGImagePropertyHEICSSToCMap: CFString = "SToCMap"

// MARK: PNG

/// The file's gamma.
public let kCGImagePropertyPNGGamma: CFString = "Gamma"
/// The interlacing of rows: 0 for none.
public let kCGImagePropertyPNGInterlaceType: CFString = "InterlaceType"
/// Pixels a meter, across.
public let kCGImagePropertyPNGXPixelsPerMeter: CFString = "XPixelsPerMeter"
/// Pixels a meter, down.
public let kCGImagePropertyPNGYPixelsPerMeter: CFString = "YPixelsPerMeter"
/// The rendering intent of sRGB's colors in a smaller space.
public let kCGImagePropertyPNGsRGBIntent: CFString = "sRGBIntent"
/// The chromaticities of white, red, green and blue.
public let kCGImagePropertyPNGChromaticities: CFString = "Chromaticities"
/// Who made the picture; neither read nor written.
public let kCGImagePropertyPNGAuthor: CFString = "Author"
/// Who owns the picture; neither read nor written.
public let kCGImagePropertyPNGCopyright: CFString = "Copyright"
/// When the picture was made; neither read nor written.
public let kCGImagePropertyPNGCreationTime: CFString = "Creation Time"
/// The description of the picture; neither read nor written.
public let kCGImagePropertyPNGDescription: CFString = "Description"
/// When the picture was changed; neither read nor written.
public let kCGImagePropertyPNGModificationTime: CFString = "Modification Time"
/// The software that made the picture; neither read nor written.
public let kCGImagePropertyPNGSoftware: CFString = "Software"
/// The picture's title; neither read nor written.
public let kCGImagePropertyPNGTitle: CFString = "Title"
/// Anything else; neither read nor written.
public let kCGImagePropertyPNGComment: CFString = "Comment"
/// The disclaimer; neither read nor written.
public let kCGImagePropertyPNGDisclaimer: CFString = "Disclaimer"
/// The device that made the picture; neither read nor written.
public let kCGImagePropertyPNGSource: CFString = "Source"
/// The warning about the content; neither read nor written.
public let kCGImagePropertyPNGWarning: CFString = "Warning"
/// The pixel aspect ratio: a pixel's width over its height.
public let kCGImagePropertyPNGPixelsAspectRatio: CFString = "PixelsAspectRatio"
/// The filter of rows; the writer chooses.
public let kCGImagePropertyPNGCompressionFilter: CFString = "CompressionFilter"
/// The color that is clear.
public let kCGImagePropertyPNGTransparentColor: CFString = "TransparentColor"

// MARK: JFIF

/// The version, two numbers.
public let kCGImagePropertyJFIFVersion: CFString = "JFIFVersion"
/// Pixels across, in the unit.
public let kCGImagePropertyJFIFXDensity: CFString = "XDensity"
/// Pixels down, in the unit.
public let kCGImagePropertyJFIFYDensity: CFString = "YDensity"
/// The unit: 0 for the shape of pixels alone, 1 for an inch, 2 for a centimeter.
public let kCGImagePropertyJFIFDensityUnit: CFString = "DensityUnit"
/// Whether the picture becomes sharper as it is read.
public let kCGImagePropertyJFIFIsProgressive: CFString = "IsProgressive"
