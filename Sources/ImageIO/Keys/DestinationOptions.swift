// swift-format-ignore-file: AlwaysUseLowerCamelCase

public import CoreGraphics

/// The quality of a picture in a lossy format, from 0 to 1, of JPEG and WebP; 1 is WebP without loss. Unless it is
/// given, 0.9.
public let kCGImageDestinationLossyCompressionQuality: CFString = "kCGImageDestinationLossyCompressionQuality"
/// The color that a picture with alpha is laid over where the type has none, a `CGColor`; white unless it is given.
public let kCGImageDestinationBackgroundColor: CFString = "kCGImageDestinationBackgroundColor"
/// The most pixels across and down; a larger picture is made smaller.
public let kCGImageDestinationImageMaxPixelSize: CFString = "kCGImageDestinationImageMaxPixelSize"
/// Whether a thumbnail is put into the file; none is.
public let kCGImageDestinationEmbedThumbnail: CFString = "kCGImageDestinationEmbedThumbnail"
/// Whether colors are brought into sRGB; they are in sRGB.
public let kCGImageDestinationOptimizeColorForSharing: CFString = "kCGImageDestinationOptimizeColorForSharing"
