import Compositing
import CoreGraphics
import EditServices
import EditingModel
import Foundation
import GstEdit
import MediaFormats
import MediaTime
import PictureFiles
import Rendering
import Synchronization
import Waiting

extension SourceContents {
  /// The picture number `index`, as it is stored. Blocks.
  ///
  /// - Throws: `RenderError`, `PictureError` or `CompositingError` where it cannot be decoded.
  func picture(_ index: Int, _ facts: PictureFacts) throws -> CGImage? {
    if isReadOneByOne(facts) { return try frame(index) }
    // TIFF's decoder has turned a part already: back from the upright picture.
    guard kind == .tiff, let orientation = facts.orientation, orientation != .up else {
      return try decoded(index, facts, isUpright: false)
    }
    let upright = try decoded(index, facts, isUpright: true)
    return upright?.turned(by: orientation.inverse, fitting: nil)
  }

  /// The picture number `index`, made smaller where it is larger than `limit` either way, and turned upright where it `isUpright`.
  /// Blocks.
  ///
  /// - Throws: As ``picture(_:_:)``.
  func thumbnail(_ index: Int, _ facts: PictureFacts, fitting limit: Int?, isUpright: Bool) throws -> CGImage? {
    // Films have even sizes.
    guard !isReadOneByOne(facts), facts.timing == nil, kind != .tiff || isUpright else {
      let orientation = isUpright ? facts.orientation ?? .up : .up
      return try picture(index, facts)?.turned(by: orientation, fitting: limit)
    }
    return try decoded(index, facts, isUpright: isUpright, fitting: limit)
  }

  /// Whether the module that reads such files gives their pictures without the engine.
  private func isReadOneByOne(_ facts: PictureFacts) -> Bool {
    kind == .gif || kind == .webP || kind == .png && facts.animation != nil
  }

  /// The picture number `index` of a GIF, a WebP or an animated PNG, whole.
  private func frame(_ index: Int) throws -> CGImage? {
    try animation.withLock { animation -> CGImage? in
      let pictures = try animation ?? opened()
      animation = pictures
      let key = pictures.keyPictures.last { $0 <= index } ?? 0
      if index < pictures.position || key > pictures.position { pictures.move(toKeyPicture: key) }
      do {
        while pictures.position < index { _ = try pictures.next() }
        return try CGImage(PixelBuffer(try pictures.next()))
      } catch {
        // Where it stands now is not known.
        animation = nil
        throw error
      }
    }
  }

  private func opened() throws -> any PictureAnimation {
    switch kind {
    case .gif: try AnimationFile.gif(file.url.path)
    case .webP: try AnimationFile.webP(file.url.path)
    default: try AnimationFile.png(file.url.path)
    }
  }

  /// The picture number `index`, as the engine's image generator makes it.
  private func decoded(
    _ index: Int, _ facts: PictureFacts, isUpright: Bool, fitting limit: Int? = nil
  ) throws -> CGImage? {
    let (url, name) = (file.url, file.name)
    let time = try facts.timing.map { try CMTime(exactly: $0.start(of: index)) } ?? .zero
    let image = try CallingThread.run {
      var generator = ImageGenerator(
        of: AssetReference(url: url, name: name), track: nil, renderer: Engine.renderer())
      generator.pixelFormat = .rgba
      (generator.toleranceBefore, generator.toleranceAfter) = (.zero, .zero)
      (generator.apertureMode, generator.appliesPreferredTransform) = (.encoded, isUpright)
      generator.maximumSize = limit.map { PixelSize(width: $0, height: $0) }
      return try await generator.image(at: time)
    }
    return try CGImage(image.picture)
  }
}

extension PixelBuffer {
  /// `picture`, which is of eight bits, in `rgba`.
  fileprivate convenience init(_ picture: RawPicture) throws {
    try self.init(format: .rgba, width: picture.width, height: picture.height)
    let (plane, parts) = (planes[0], picture.layout == .rgb ? 3 : 4)
    try withMutableBytes(ofPlane: 0) { target in
      for row in 0..<picture.height {
        var (to, from) = (plane.row(row).lowerBound, row * picture.rowBytes)
        for _ in 0..<picture.width {
          for part in 0..<3 { target[to + part] = picture.bytes[from + part] }
          target[to + 3] = picture.layout == .rgba ? picture.bytes[from + 3] : 255
          (to, from) = (to + 4, from + parts)
        }
      }
    }
  }
}
