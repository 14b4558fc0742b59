// swift-format-ignore-file: AlwaysUseLowerCamelCase

public import CoreGraphics

// MARK: Dictionaries of one kind of file, or of one kind of statement

/// TIFF's tags, in a dictionary of their own.
public let kCGImagePropertyTIFFDictionary: CFString = "{TIFF}"
/// The properties of a GIF, in a dictionary of their own.
public let kCGImagePropertyGIFDictionary: CFString = "{GIF}"
/// The fields of JFIF's header, in a dictionary of their own.
public let kCGImagePropertyJFIFDictionary: CFString = "{JFIF}"
/// A photograph's tags, in a dictionary of their own.
public let kCGImagePropertyExifDictionary: CFString = "{Exif}"
/// The properties of a PNG, an animated one too, in a dictionary of their own.
public let kCGImagePropertyPNGDictionary: CFString = "{PNG}"
/// IPTC's fields, in a dictionary of their own; they are neither read nor written.
public let kCGImagePropertyIPTCDictionary: CFString = "{IPTC}"
/// The place of a photograph's taking, in a dictionary of its own.
public let kCGImagePropertyGPSDictionary: CFString = "{GPS}"
/// The properties of a raw file, in a dictionary of their own; not read.
public let kCGImagePropertyRawDictionary: CFString = "{Raw}"
/// The properties of CIFF, in a dictionary of their own; not read.
public let kCGImagePropertyCIFFDictionary: CFString = "{CIFF}"
/// Photoshop's resources, in a dictionary of their own; not read.
public let kCGImageProperty8BIMDictionary: CFString = "{8BIM}"
/// The properties of a DNG, in a dictionary of their own; not read.
public let kCGImagePropertyDNGDictionary: CFString = "{DNG}"
/// Further properties of lens and camera, in a dictionary of their own; not read.
public let kCGImagePropertyExifAuxDictionary: CFString = "{ExifAux}"
/// The properties of an OpenEXR, in a dictionary of their own; not read.
public let kCGImagePropertyOpenEXRDictionary: CFString = "{OpenEXR}"
/// The properties of a Targa picture, in a dictionary of their own; not read.
public let kCGImagePropertyTGADictionary: CFString = "{TGA}"
/// The properties of a HEIF of moving pictures, in a dictionary of their own.
public let kCGImagePropertyHEICSDictionary: CFString = "{HEICS}"
/// The properties of a HEIF, in a dictionary of their own; not read.
public let kCGImagePropertyHEIFDictionary: CFString = "{HEIF}"
/// The properties of a WebP, in a dictionary of their own.
public let kCGImagePropertyWebPDictionary: CFString = "{WebP}"
/// The properties of an AVIF of moving pictures, in a dictionary of their own.
public let kCGImagePropertyAVISDictionary: CFString = "{AVIS}"
/// The list of a file's pictures, in a dictionary of its own; not read.
public let kCGImagePropertyFileContentsDictionary: CFString = "{FileContents}"
/// The notes of Apple's cameras, in a dictionary of their own; neither read nor written.
public let kCGImagePropertyMakerAppleDictionary: CFString = "{MakerApple}"
/// The notes of Canon's cameras, in a dictionary of their own; not read.
public let kCGImagePropertyMakerCanonDictionary: CFString = "{MakerCanon}"
/// The notes of Nikon's cameras, in a dictionary of their own; not read.
public let kCGImagePropertyMakerNikonDictionary: CFString = "{MakerNikon}"
/// The notes of Minolta's cameras, in a dictionary of their own; not read.
public let kCGImagePropertyMakerMinoltaDictionary: CFString = "{MakerMinolta}"
/// The notes of Fuji's cameras, in a dictionary of their own; not read.
public let kCGImagePropertyMakerFujiDictionary: CFString = "{MakerFuji}"
/// The notes of Olympus' cameras, in a dictionary of their own; not read.
public let kCGImagePropertyMakerOlympusDictionary: CFString = "{MakerOlympus}"
/// The notes of Pentax' cameras, in a dictionary of their own; not read.
public let kCGImagePropertyMakerPentaxDictionary: CFString = "{MakerPentax}"

// MARK: Of a file

/// The number of the file's bytes.
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
/// The turn that sets the picture upright, as a number of ``CGImagePropertyOrientation``.
public let kCGImagePropertyOrientation: CFString = "Orientation"
/// Whether components are floating-point numbers.
public let kCGImagePropertyIsFloat: CFString = "IsFloat"
/// Whether pixels are numbers of colors in a table.
public let kCGImagePropertyIsIndexed: CFString = "IsIndexed"
/// Whether pixels may be less than opaque.
public let kCGImagePropertyHasAlpha: CFString = "HasAlpha"
/// The color model: one of the models below.
public let kCGImagePropertyColorModel: CFString = "ColorModel"
/// The name of the color profile.
public let kCGImagePropertyProfileName: CFString = "ProfileName"
/// The number of the primary picture.
public let kCGImagePropertyPrimaryImage: CFString = "PrimaryImage"
/// The number of pictures.
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
