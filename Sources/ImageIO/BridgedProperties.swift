// swift-format-ignore-file: AlwaysUseLowerCamelCase

public import CoreGraphics
public import Foundation

// On Apple's platforms a dictionary of Foundation's is one of Core Foundation's, too. Here these are Swift's own: what takes them takes
// Foundation's as well.

/// Adds `image` as the function of the same name does, with properties in a dictionary of Foundation's.
@_disfavoredOverload
public func CGImageDestinationAddImage(_ idst: CGImageDestination, _ image: CGImage, _ properties: NSDictionary?) {
  CGImageDestinationAddImage(idst, image, properties.map { $0.attributes })
}

/// Adds a picture of `isrc` as the function of the same name does, with properties in a dictionary of Foundation's.
@_disfavoredOverload
public func CGImageDestinationAddImageFromSource(
  _ idst: CGImageDestination, _ isrc: CGImageSource, _ index: Int, _ properties: NSDictionary?
) { CGImageDestinationAddImageFromSource(idst, isrc, index, properties.map { $0.attributes }) }

/// Sets properties of the file as the function of the same name does, out of a dictionary of Foundation's.
@_disfavoredOverload
public func CGImageDestinationSetProperties(_ idst: CGImageDestination, _ properties: NSDictionary?) {
  CGImageDestinationSetProperties(idst, properties.map { $0.attributes })
}
