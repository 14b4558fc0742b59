// swift-format-ignore-file: AlwaysUseLowerCamelCase

public import CoreGraphics

// MARK: Dictionaries of one kind of file, or of one kind of statement

/// What TIFF's tags say, in a dictionary of its own.
public let kCGImagePropertyTIFFDictionary: CFString = "{TIFF}"
/// What a GIF says, in a dictionary of its own.
public let kCGImagePropertyGIFDictionary: CFString = "{GIF}"
/// What JFIF's header says, in a dictionary of its own.
public let kCGImagePropertyJFIFDictionary: CFString = "{JFIF}"
/// What a photograph's tags say, in a dictionary of its own.
public let kCGImagePropertyExifDictionary: CFString = "{Exif}"
/// What a PNG says, an animated one too, in a dictionary of its own.
public let kCGImagePropertyPNGDictionary: CFString = "{PNG}"
/// What IPTC's fields say, in a dictionary of its own; they are neither read nor written.
public let kCGImagePropertyIPTCDictionary: CFString = "{IPTC}"
/// Where a photograph was taken, in a dictionary of its own.
public let kCGImagePropertyGPSDictionary: CFString = "{GPS}"
/// What a raw file says, in a dictionary of its own; not read.
public let kCGImagePropertyRawDictionary: CFString = "{Raw}"
/// What CIFF says, in a dictionary of its own; not read.
public let kCGImagePropertyCIFFDictionary: CFString = "{CIFF}"
/// What Photoshop's resources say, in a dictionary of its own; not read.
public let kCGImageProperty8BIMDictionary: CFString = "{8BIM}"
/// What a DNG says, in a dictionary of its own; not read.
public let kCGImagePropertyDNGDictionary: CFString = "{DNG}"
/// What else is known of lens and camera, in a dictionary of its own; not read.
public let kCGImagePropertyExifAuxDictionary: CFString = "{ExifAux}"
/// What an OpenEXR says, in a dictionary of its own; not read.
public let kCGImagePropertyOpenEXRDictionary: CFString = "{OpenEXR}"
/// What a Targa picture says, in a dictionary of its own; not read.
public let kCGImagePropertyTGADictionary: CFString = "{TGA}"
/// What a HEIF of moving pictures says, in a dictionary of its own.
public let kCGImagePropertyHEICSDictionary: CFString = "{HEICS}"
/// What a HEIF says, in a dictionary of its own; not read.
public let kCGImagePropertyHEIFDictionary: CFString = "{HEIF}"
/// What a WebP says, in a dictionary of its own.
public let kCGImagePropertyWebPDictionary: CFString = "{WebP}"
/// What an AVIF of moving pictures says, in a dictionary of its own.
public let kCGImagePropertyAVISDictionary: CFString = "{AVIS}"
/// What pictures a file holds, in a dictionary of its own; not read.
public let kCGImagePropertyFileContentsDictionary: CFString = "{FileContents}"
/// What Apple's cameras say, in a dictionary of its own; neither read nor written.
public let kCGImagePropertyMakerAppleDictionary: CFString = "{MakerApple}"
/// What Canon's cameras say, in a dictionary of its own; not read.
public let kCGImagePropertyMakerCanonDictionary: CFString = "{MakerCanon}"
/// What Nikon's cameras say, in a dictionary of its own; not read.
public let kCGImagePropertyMakerNikonDictionary: CFString = "{MakerNikon}"
/// What Minolta's cameras say, in a dictionary of its own; not read.
public let kCGImagePropertyMakerMinoltaDictionary: CFString = "{MakerMinolta}"
/// What Fuji's cameras say, in a dictionary of its own; not read.
public let kCGImagePropertyMakerFujiDictionary: CFString = "{MakerFuji}"
/// What Olympus' cameras say, in a dictionary of its own; not read.
public let kCGImagePropertyMakerOlympusDictionary: CFString = "{MakerOlympus}"
/// What Pentax' cameras say, in a dictionary of its own; not read.
public let kCGImagePropertyMakerPentaxDictionary: CFString = "{MakerPentax}"

// MARK: Of a file

/// How many bytes the file has.
public let kCGImagePropertyFileSize: CFString = "FileSize"

// MARK: Of a picture

/// Pixels down, as stored: before the picture is turned.
public let kCGImagePropertyPixelHeight: CFString = "PixelHeight"
/// Pixels across, as stored: before the picture is turned.
public let kCGImagePropertyPixelWidth: CFString = "PixelWidth"
/// Pixels an inch, down.
public let kCGImagePropertyDPIHeight: CFString = "DPIHeight"
/// Pixels an inch, across.
public let kCGImagePropertyDPIWidth: CFString = "DPIWidth"
/// Bits of a component in the file; pictures in memory have eight.
public let kCGImagePropertyDepth: CFString = "Depth"
/// How the picture is turned to stand upright, as a number of ``CGImagePropertyOrientation``.
public let kCGImagePropertyOrientation: CFString = "Orientation"
/// Whether components are floating-point numbers.
public let kCGImagePropertyIsFloat: CFString = "IsFloat"
/// Whether pixels are numbers of colors in a table.
public let kCGImagePropertyIsIndexed: CFString = "IsIndexed"
/// Whether pixels may be less than opaque.
public let kCGImagePropertyHasAlpha: CFString = "HasAlpha"
/// What components mean: one of the models below.
public let kCGImagePropertyColorModel: CFString = "ColorModel"
/// The name of the color profile.
public let kCGImagePropertyProfileName: CFString = "ProfileName"
/// The number of the primary picture.
public let kCGImagePropertyPrimaryImage: CFString = "PrimaryImage"
/// How many pictures there are.
public let kCGImagePropertyImageCount: CFString = "ImageCount"
/// Pixels across.
public let kCGImagePropertyWidth: CFString = "Width"
/// Pixels down.
public let kCGImagePropertyHeight: CFString = "Height"
/// Bytes from one row to the next.
public let kCGImagePropertyBytesPerRow: CFString = "BytesPerRow"
/// The name of the color space.
public let kCGImagePropertyNamedColorSpace: CFString = "NamedColorSpace"
/// The pixel format.
public let kCGImagePropertyPixelFormat: CFString = "PixelFormat"
/// The number of a picture.
public let kCGImagePropertyImageIndex: CFString = "ImageIndex"
/// The pictures, an array of dictionaries.
public let kCGImagePropertyImages: CFString = "Images"

// MARK: Models of colors

/// Red, green and blue.
public let kCGImagePropertyColorModelRGB: CFString = "RGB"
/// Levels of grey.
public let kCGImagePropertyColorModelGray: CFString = "Gray"
/// The inks of printing.
public let kCGImagePropertyColorModelCMYK: CFString = "CMYK"
/// Lightness, and two of color.
public let kCGImagePropertyColorModelLab: CFString = "Lab"
