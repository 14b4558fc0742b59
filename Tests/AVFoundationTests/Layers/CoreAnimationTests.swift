import AVFoundation
import TestSupport
import Testing

@Suite("Core Animation over films")
struct CoreAnimationTests {
  private static let size = CGSize(width: 320, height: 180)
  private static let white = CGColor(gray: 1, alpha: 1)

  /// A tree of the film's size with `layers` over its frames.
  private func tool(_ layers: [CALayer]) -> AVVideoCompositionCoreAnimationTool {
    let (parent, video) = (CALayer(), CALayer())
    parent.frame = CGRect(origin: .zero, size: Self.size)
    video.frame = parent.bounds
    parent.addSublayer(video)
    for layer in layers { parent.addSublayer(layer) }
    return AVVideoCompositionCoreAnimationTool(postProcessingAsVideoLayer: video, in: parent)
  }

  private func box(_ x: CGFloat, _ y: CGFloat, _ width: CGFloat, _ height: CGFloat) -> CALayer {
    let layer = CALayer()
    layer.frame = CGRect(x: x, y: y, width: width, height: height)
    layer.backgroundColor = Self.white
    return layer
  }

  /// A dark film of a second, and what shows it.
  private func film(
    _ tool: AVVideoCompositionCoreAnimationTool
  ) async throws -> (asset: AVURLAsset, composition: AVMutableVideoComposition) {
    let asset = AVURLAsset(url: try await FlatFilm(luma: 40) { $0.frameCount = 30 }.url())
    let composition = AVMutableVideoComposition(propertiesOf: asset)
    #expect(composition.renderSize == Self.size)
    composition.animationTool = tool
    return (asset, composition)
  }

  /// The frame at `time`.
  private func picture(_ tool: AVVideoCompositionCoreAnimationTool, at time: CMTime = .zero) async throws -> Greens {
    let (asset, composition) = try await film(tool)
    let generator = AVAssetImageGenerator(asset: asset)
    (generator.requestedTimeToleranceBefore, generator.requestedTimeToleranceAfter) = (.zero, .zero)
    generator.videoComposition = composition
    return Greens(try await generator.image(at: time).image)
  }

  @Test func `the origin is at the bottom left`() async throws {
    let image = try await picture(tool([box(10, 20, 40, 30)]))
    // From the top: rows 130…159, columns 10…49.
    #expect(image.green(12, 132) > 250 && image.green(47, 157) > 250)
    #expect(image.green(12, 127) < 60 && image.green(12, 162) < 60 && image.green(53, 140) < 60)
    #expect(image.green(12, 25) < 60)
  }

  @Test func `flipped geometry has its origin at the top left`() async throws {
    let flipped = CALayer()
    flipped.frame = CGRect(origin: .zero, size: Self.size)
    flipped.isGeometryFlipped = true
    flipped.addSublayer(box(10, 20, 40, 30))
    let image = try await picture(tool([flipped]))
    #expect(image.green(12, 22) > 250 && image.green(47, 47) > 250)
    #expect(image.green(12, 17) < 60 && image.green(12, 140) < 60)
    // The root's own flip, too.
    let (parent, video) = (CALayer(), CALayer())
    parent.frame = CGRect(origin: .zero, size: Self.size)
    video.frame = parent.bounds
    parent.isGeometryFlipped = true
    parent.addSublayer(video)
    parent.addSublayer(box(10, 20, 40, 30))
    let other = try await picture(
      AVVideoCompositionCoreAnimationTool(postProcessingAsVideoLayer: video, in: parent))
    #expect(other.green(12, 22) > 250 && other.green(12, 140) < 60)
  }

  @Test(arguments: [false, true]) func `pictures and letters stay upright`(isFlipped: Bool) async throws {
    let host = CALayer()
    host.frame = CGRect(origin: .zero, size: Self.size)
    host.isGeometryFlipped = isFlipped
    // A picture whose upper half is white, and whose lower half is black.
    let context = try #require(
      CGContext(
        data: nil, width: 20, height: 20, bitsPerComponent: 8, bytesPerRow: 0, space: CGColorSpaceCreateDeviceRGB(),
        bitmapInfo: CGImageAlphaInfo.premultipliedLast.rawValue))
    context.setFillColor(CGColor(gray: 0, alpha: 1))
    context.fill(CGRect(x: 0, y: 0, width: 20, height: 20))
    context.setFillColor(Self.white)
    context.fill(CGRect(x: 0, y: 10, width: 20, height: 10))
    let picture = CALayer()
    picture.frame = CGRect(x: 20, y: 60, width: 60, height: 60)
    picture.contents = context.makeImage()
    let letter = CATextLayer()
    letter.frame = CGRect(x: 160, y: 30, width: 120, height: 120)
    (letter.string, letter.fontSize, letter.foregroundColor) = ("L", 100, Self.white)
    letter.font = "DejaVuSans-Bold"
    host.addSublayer(picture)
    host.addSublayer(letter)
    let image = try await self.picture(tool([host]))
    #expect(image.green(50, 70) > 250 && image.green(50, 110) < 20)
    // An L has its bar below.
    let bright = (30..<150).filter { row in (160..<280).contains { image.green($0, row) > 200 } }
    let (top, bottom) = (try #require(bright.first), try #require(bright.last))
    func width(_ row: Int) -> Int { (160..<280).filter { image.green($0, row) > 200 }.count }
    #expect(bottom - top > 40 && width(bottom - 3) > 2 * width(top + 3))
  }

  @Test func `a frame stands in its layer, upright`() async throws {
    let (parent, video) = (CALayer(), CALayer())
    parent.frame = CGRect(origin: .zero, size: Self.size)
    parent.backgroundColor = Self.white
    video.frame = CGRect(x: 0, y: 0, width: 160, height: 90)
    parent.addSublayer(video)
    let image = try await picture(AVVideoCompositionCoreAnimationTool(postProcessingAsVideoLayer: video, in: parent))
    #expect(image.green(10, 100) < 60 && image.green(150, 170) < 60)
    #expect(image.green(10, 80) > 250 && image.green(170, 170) > 250)
  }

  @Test func `frames that fill the tree stay as they are in an export`() async throws {
    let folder = try ScratchFolder()
    let asset = AVURLAsset(url: try await Films.first())
    let composition = AVMutableVideoComposition(propertiesOf: asset)
    let title = box(300, 0, 20, 10)
    composition.animationTool = tool([title])
    let session = try #require(
      AVAssetExportSession(asset: asset, presetName: AVAssetExportPresetHighestQuality))
    session.videoComposition = composition
    #expect(session.videoComposition?.animationTool === composition.animationTool)
    let file = folder.url("film.mov")
    try await session.export(to: file, as: .mov)
    #expect(try await FilmReader.frames(file) == Films.frames(61, 0..<30))
    let luma = try await FilmReader.planes("y", of: file, width: 320, height: 180)
    #expect(luma[29 * 320 * 180 + 175 * 320 + 310] > 225)
  }

  @Test func `animations run in the film's time`() async throws {
    let layer = box(0, 0, 320, 180)
    layer.opacity = 0
    let fade = CABasicAnimation(keyPath: "opacity")
    (fade.fromValue, fade.toValue) = (0.0, 1 as Float)
    (fade.beginTime, fade.duration) = (AVCoreAnimationBeginTimeAtZero, 0.5)
    (fade.fillMode, fade.isRemovedOnCompletion) = (.forwards, false)
    layer.add(fade, forKey: "fade")
    let mover = box(0, 0, 20, 20)
    let move = CAKeyframeAnimation(keyPath: "position")
    move.values = [NSValue(cgPoint: CGPoint(x: 10, y: 10)), CGPoint(x: 10, y: 170)]
    (move.beginTime, move.duration, move.isRemovedOnCompletion) = (AVCoreAnimationBeginTimeAtZero, 1, false)
    mover.add(move, forKey: nil)
    mover.backgroundColor = CGColor(red: 0, green: 0, blue: 0, alpha: 1)
    let tool = tool([layer, mover])
    let start = try await picture(tool).green(200, 90)
    let middle = try await picture(tool, at: CMTime(value: 5, timescale: 20)).green(200, 90)
    let end = try await picture(tool, at: CMTime(value: 27, timescale: 30))
    #expect(start < 60 && abs(Int(middle) - (Int(start) + 255) / 2) < 12 && end.green(200, 90) > 250)
    // Nearly at the top.
    #expect(end.green(10, 24) < 20 && end.green(10, 60) > 250)
  }

  @Test func `a tree is a track of its own`() async throws {
    let badge = box(280, 140, 40, 40)
    let host = CALayer()
    host.frame = CGRect(origin: .zero, size: Self.size)
    host.addSublayer(badge)
    let (_, composition) = try await film(AVVideoCompositionCoreAnimationTool(additionalLayer: host, asTrackID: 77))
    let asset = AVURLAsset(url: try await FlatFilm(luma: 40) { $0.frameCount = 30 }.url())
    let below = try #require(composition.instructions.first as? AVVideoCompositionInstruction)
    let layer = AVMutableVideoCompositionLayerInstruction()
    layer.trackID = 77
    layer.setOpacity(0.5, at: .zero)
    let instruction = AVMutableVideoCompositionInstruction()
    instruction.timeRange = below.timeRange
    instruction.layerInstructions = [layer] + below.layerInstructions
    composition.instructions = [instruction]
    let generator = AVAssetImageGenerator(asset: asset)
    generator.videoComposition = composition
    let image = Greens(try await generator.image(at: .zero).image)
    #expect(image.green(10, 170) < 60 && abs(Int(image.green(300, 20)) - 142) < 12)
  }

  @Test func `a tree is as it was when the film was begun`() async throws {
    let layer = box(0, 0, 320, 180)
    let (asset, composition) = try await film(tool([layer]))
    let generator = AVAssetImageGenerator(asset: asset)
    generator.videoComposition = composition
    layer.isHidden = true
    #expect(Greens(try await generator.image(at: .zero).image).green(9, 9) > 250)
  }

  @Test func `a reader gives frames with their layers`() async throws {
    let (asset, composition) = try await film(tool([box(0, 0, 20, 20)]))
    let reader = try AVAssetReader(asset: asset)
    let output = AVAssetReaderVideoCompositionOutput(
      videoTracks: asset.tracks(withMediaType: .video),
      videoSettings: [kCVPixelBufferPixelFormatTypeKey as String: kCVPixelFormatType_32BGRA])
    output.videoComposition = composition
    reader.add(output)
    #expect(reader.startReading())
    var count = 0
    while let sample = output.copyNextSampleBuffer() {
      let buffer = try #require(CMSampleBufferGetImageBuffer(sample))
      CVPixelBufferLockBaseAddress(buffer, .readOnly)
      let (base, row) = (try #require(CVPixelBufferGetBaseAddress(buffer)), CVPixelBufferGetBytesPerRow(buffer))
      #expect(base.load(fromByteOffset: 170 * row + 41, as: UInt8.self) > 250)
      #expect(base.load(fromByteOffset: 10 * row + 41, as: UInt8.self) < 60)
      CVPixelBufferUnlockBaseAddress(buffer, .readOnly)
      count += 1
    }
    #expect(count == 30 && reader.status == .completed)
  }

  @Test func `what is not drawn is refused, with a sentence`() async throws {
    let strange = box(0, 0, 10, 10)
    strange.contents = "a string"
    let (asset, composition) = try await film(tool([strange]))
    let session = try #require(AVAssetExportSession(asset: asset, presetName: AVAssetExportPreset640x480))
    session.videoComposition = composition
    let folder = try ScratchFolder()
    await #expect(throws: AVError(.operationNotSupportedForAsset)) {
      try await session.export(to: folder.url("film.mov"), as: .mov)
    }
    #expect(session.error?.localizedDescription.contains("contents are a String") == true)
    let layer = box(0, 0, 10, 10)
    layer.add(CABasicAnimation(keyPath: "wobble"), forKey: nil)
    let (_, other) = try await film(tool([layer]))
    let generator = AVAssetImageGenerator(asset: asset)
    generator.videoComposition = other
    await #expect(throws: AVError(.operationNotSupportedForAsset)) { try await generator.image(at: .zero) }
  }
}

/// The green of a picture's pixels.
private struct Greens {
  private let bytes: [UInt8]
  private let width: Int

  init(_ image: CGImage) {
    let data = [UInt8]((image.dataProvider?.data as Data?) ?? Data())
    let step = image.bitsPerPixel / 8
    width = image.width
    bytes = (0..<image.height).flatMap { row in
      (0..<image.width).map { data[row * image.bytesPerRow + $0 * step + 1] }
    }
  }

  /// That of one pixel, from the top left.
  func green(_ column: Int, _ row: Int) -> UInt8 { bytes[row * width + column] }
}
