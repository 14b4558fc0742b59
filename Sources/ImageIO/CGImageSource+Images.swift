// swift-format-ignore-file: AlwaysUseLowerCamelCase

public import CoreGraphics

/// Picture number `index` as it is stored, with eight bits a component, in RGB; of an animation what is seen then. Blocks. Nil where there
/// is none, or it is damaged.
public func CGImageSourceCreateImageAtIndex(_ isrc: CGImageSource, _ index: Int, _ options: CFDictionary?) -> CGImage? {
  guard let (contents, facts) = isrc.readablePicture(index) else { return nil }
  return Complaint.reporting(of: contents.file.name) { try contents.picture(index, facts) }
}

/// A small image of picture number `index`, of at most ``kCGImageSourceThumbnailMaxPixelSize`` pixels either way, turned upright with
/// ``kCGImageSourceCreateThumbnailWithTransform``. Blocks.
///
/// Nil where there is no such picture, and without ``kCGImageSourceCreateThumbnailFromImageAlways`` or
/// ``kCGImageSourceCreateThumbnailFromImageIfAbsent``, as thumbnails that files have are not read.
public func CGImageSourceCreateThumbnailAtIndex(
  _ isrc: CGImageSource, _ index: Int, _ options: CFDictionary?
) -> CGImage? {
  let options = options ?? [:]
  guard
    options.flag(kCGImageSourceCreateThumbnailFromImageAlways)
      || options.flag(kCGImageSourceCreateThumbnailFromImageIfAbsent),
    let (contents, facts) = isrc.readablePicture(index)
  else { return nil }
  let limit = options.integer(kCGImageSourceThumbnailMaxPixelSize).flatMap { $0 > 0 ? $0 : nil }
  let isUpright = options.flag(kCGImageSourceCreateThumbnailWithTransform)
  return Complaint.reporting(of: contents.file.name) {
    try contents.thumbnail(index, facts, fitting: limit, isUpright: isUpright)
  }
}

extension CGImageSource {
  /// The file of picture number `index`, and what it says; nil where there is no such picture, or not all of its bytes.
  fileprivate func readablePicture(_ index: Int) -> (contents: SourceContents, facts: PictureFacts)? {
    CGImageSourceGetStatusAtIndex(self, index) == .statusComplete ? facts(of: index) : nil
  }
}
