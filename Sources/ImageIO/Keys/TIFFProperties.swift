// swift-format-ignore-file: AlwaysUseLowerCamelCase

public import CoreGraphics

/// The packing of the pixels, by TIFF's number.
public let kCGImagePropertyTIFFCompression: CFString = "Compression"
/// The photometric interpretation, by TIFF's number.
public let kCGImagePropertyTIFFPhotometricInterpretation: CFString = "PhotometricInterpretation"
/// The document that the picture is of.
public let kCGImagePropertyTIFFDocumentName: CFString = "DocumentName"
/// The description of the picture.
public let kCGImagePropertyTIFFImageDescription: CFString = "ImageDescription"
/// Who made the camera.
public let kCGImagePropertyTIFFMake: CFString = "Make"
/// The camera.
public let kCGImagePropertyTIFFModel: CFString = "Model"
/// The turn that sets the picture upright, as a number of ``CGImagePropertyOrientation``.
public let kCGImagePropertyTIFFOrientation: CFString = "Orientation"
/// Pixels across, in the unit.
public let kCGImagePropertyTIFFXResolution: CFString = "XResolution"
/// Pixels down, in the unit.
public let kCGImagePropertyTIFFYResolution: CFString = "YResolution"
/// The unit: 2 for an inch, 3 for a centimeter.
public let kCGImagePropertyTIFFResolutionUnit: CFString = "ResolutionUnit"
/// The software that made the file.
public let kCGImagePropertyTIFFSoftware: CFString = "Software"
/// The curve from samples to light.
public let kCGImagePropertyTIFFTransferFunction: CFString = "TransferFunction"
/// When the file was changed: "2024:05:31 12:00:00".
public let kCGImagePropertyTIFFDateTime: CFString = "DateTime"
/// Who made the picture.
public let kCGImagePropertyTIFFArtist: CFString = "Artist"
/// The computer that made the file.
public let kCGImagePropertyTIFFHostComputer: CFString = "HostComputer"
/// Who owns the picture.
public let kCGImagePropertyTIFFCopyright: CFString = "Copyright"
/// The chromaticity of white.
public let kCGImagePropertyTIFFWhitePoint: CFString = "WhitePoint"
/// The chromaticities of red, green and blue.
public let kCGImagePropertyTIFFPrimaryChromaticities: CFString = "PrimaryChromaticities"
/// Pixels across of a tile.
public let kCGImagePropertyTIFFTileWidth: CFString = "TileWidth"
/// Pixels down of a tile.
public let kCGImagePropertyTIFFTileLength: CFString = "TileLength"
