// swift-format-ignore-file: AlwaysUseLowerCamelCase

public import CoreGraphics

/// Properties of the file: its size, and of an animation its loop count and picture size. Numbers are
/// `NSNumber`s. Blocks. Nil where it is no picture.
public func CGImageSourceCopyProperties(_ isrc: CGImageSource, _ options: CFDictionary?) -> CFDictionary? {
  guard let (contents, facts) = isrc.facts(of: 0) else { return nil }
  var properties: [String: Any] = [:]
  if let size = try? contents.file.url.resourceValues(forKeys: [.fileSizeKey]).fileSize {
    properties[kCGImagePropertyFileSize] = NSNumber(value: size)
  }
  if let names = AnimationNames(contents.kind), let animation = facts.animation {
    properties[names.dictionary] = names.properties(of: animation, facts)
  }
  return properties
}

/// The properties of picture number `index`: its size as stored, its depth, how it is turned, how long it is shown, and what the tags of
/// a photograph say. Numbers are `NSNumber`s. Blocks. Nil where there is no such picture.
public func CGImageSourceCopyPropertiesAtIndex(
  _ isrc: CGImageSource, _ index: Int, _ options: CFDictionary?
) -> CFDictionary? {
  guard let (contents, facts) = isrc.facts(of: index) else { return nil }
  return facts.properties(of: index, contents.kind)
}

/// The auxiliary data of picture number `index`, such as depths: none, as they are not read.
public func CGImageSourceCopyAuxiliaryDataInfoAtIndex(
  _ isrc: CGImageSource, _ index: Int, _ auxiliaryImageDataType: CFString
) -> CFDictionary? { nil }
