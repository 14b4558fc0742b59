// swift-format-ignore-file: NeverForceUnwrap

import AVFoundation
import TestSupport
import Testing

/// Programs as such libraries hold them: a watermark, a slide show, captions, a filmstrip.
@Suite("Programs with layers and players")
struct OverlayProgramTests {
  private let size = CGSize(width: 320, height: 180)

  /// A picture of one color.
  private func image(gray: CGFloat, side: Int) -> CGImage {
    let context = CGContext(
      data: nil, width: side, height: side, bitsPerComponent: 8, bytesPerRow: 0, space: CGColorSpaceCreateDeviceRGB(),
      bitmapInfo: CGImageAlphaInfo.premultipliedLast.rawValue)!
    context.setFillColor(CGColor(gray: gray, alpha: 1))
    context.fill(CGRect(x: 0, y: 0, width: side, height: side))
    return context.makeImage()!
  }

  /// `asset` with `overlay` over its frames; the luma of all frames.
  private func export(_ asset: AVAsset, over overlay: CALayer) async throws -> [UInt8] {
    let videoLayer = CALayer()
    videoLayer.frame = CGRect(origin: .zero, size: size)
    overlay.frame = CGRect(origin: .zero, size: size)
    let outputLayer = CALayer()
    outputLayer.frame = CGRect(origin: .zero, size: size)
    outputLayer.addSublayer(videoLayer)
    outputLayer.addSublayer(overlay)
    let videoComposition = AVMutableVideoComposition(propertiesOf: asset)
    videoComposition.animationTool = AVVideoCompositionCoreAnimationTool(
      postProcessingAsVideoLayer: videoLayer, in: outputLayer)
    let session = AVAssetExportSession(asset: asset, presetName: AVAssetExportPresetHighestQuality)!
    session.videoComposition = videoComposition
    let folder = try ScratchFolder()
    try await session.export(to: folder.url("film.mp4"), as: .mp4)
    return try await FilmReader.planes("y", of: folder.url("film.mp4"), width: 320, height: 180)
  }

  private func film() async throws -> AVURLAsset {
    AVURLAsset(url: try await FlatFilm(luma: 40) { $0.frameCount = 30 }.url())
  }

  private func luma(_ planes: [UInt8], _ frame: Int, _ column: Int, _ row: Int) -> Int {
    Int(planes[(frame * 180 + row) * 320 + column])
  }

  @Test func `a watermark stands in the corner of a film of two clips`() async throws {
    let composition = AVMutableComposition()
    let track = composition.addMutableTrack(withMediaType: .video, preferredTrackID: kCMPersistentTrackID_Invalid)!
    for _ in 0..<2 {
      let asset = try await film()
      let source = try await asset.loadTracks(withMediaType: .video)[0]
      try track.insertTimeRange(
        CMTimeRange(start: .zero, duration: CMTime(value: 10, timescale: 30)), of: source, at: composition.duration)
    }
    let overlay = CALayer()
    let logo = CALayer()
    logo.contents = image(gray: 1, side: 16)
    logo.opacity = 0.5
    logo.frame = CGRect(x: size.width - 50, y: 10, width: 40, height: 40)
    overlay.addSublayer(logo)
    let planes = try await export(composition, over: overlay)
    #expect(planes.count == 20 * 320 * 180)
    for frame in [0, 9, 10, 19] {
      #expect(abs(luma(planes, frame, 290, 150) - 138) < 10 && abs(luma(planes, frame, 290, 20) - 40) < 4)
    }
  }

  @Test func `a slide show changes its picture at once`() async throws {
    let overlay = CALayer()
    let slides = [0, 0.5, 1].map { image(gray: $0, side: 8) }
    let show = CAKeyframeAnimation(keyPath: "contents")
    show.values = slides
    show.calculationMode = .discrete
    show.keyTimes = [0, 1.0 / 3, 2.0 / 3, 1] as [NSNumber]
    show.beginTime = AVCoreAnimationBeginTimeAtZero
    show.duration = 1
    show.fillMode = .both
    show.isRemovedOnCompletion = false
    overlay.add(show, forKey: "slides")
    let planes = try await export(try await film(), over: overlay)
    for (frame, expected) in [(0, 16), (9, 16), (10, 126), (19, 126), (20, 235), (29, 235)] {
      #expect(abs(luma(planes, frame, 160, 90) - expected) < 8, "frame \(frame)")
    }
  }

  @Test func `captions come and go`() async throws {
    let overlay = CALayer()
    for (index, start) in [0.2, 0.6].enumerated() {
      let caption = CATextLayer()
      caption.string = NSAttributedString(string: index == 0 ? "MMMM" : "WWWW")
      caption.fontSize = 40
      caption.alignmentMode = .center
      caption.frame = CGRect(x: 0, y: 4, width: 320, height: 50)
      caption.opacity = 0
      let seen = CABasicAnimation(keyPath: "opacity")
      (seen.fromValue, seen.toValue) = (1, 1)
      (seen.beginTime, seen.duration) = (start, 0.2)
      caption.add(seen, forKey: nil)
      overlay.addSublayer(caption)
    }
    let planes = try await export(try await film(), over: overlay)
    func bright(_ frame: Int) -> Int {
      (0..<180 * 320).filter { planes[frame * 320 * 180 + $0] > 180 }.count
    }
    for (frame, isSeen) in [
      (4, false), (7, true), (11, true), (13, false), (17, false), (19, true), (23, true), (25, false),
    ] {
      #expect((bright(frame) > 200) == isSeen, "frame \(frame): \(bright(frame))")
    }
  }

  @Test func `a filmstrip is drawn of what a player shows`() async throws {
    let item = AVPlayerItem(url: try await Clips.beach())
    let output = AVPlayerItemVideoOutput(pixelBufferAttributes: [
      kCVPixelBufferPixelFormatTypeKey as String: kCVPixelFormatType_420YpCbCr8BiPlanarVideoRange
    ])
    item.add(output)
    let player = AVPlayer(playerItem: item)
    var strip: [FrameReading] = []
    for number in stride(from: 0, to: 60, by: 15) {
      let time = CMTime(value: CMTimeValue(number), timescale: 30)
      #expect(await player.seek(to: time, toleranceBefore: .zero, toleranceAfter: .zero))
      let buffer = output.copyPixelBuffer(forItemTime: player.currentTime(), itemTimeForDisplay: nil)!
      CVPixelBufferLockBaseAddress(buffer, .readOnly)
      let base = CVPixelBufferGetBaseAddressOfPlane(buffer, 0)!
      let bytesPerRow = CVPixelBufferGetBytesPerRowOfPlane(buffer, 0)
      let rows = (0..<180).flatMap { row in
        (0..<320).map { base.load(fromByteOffset: row * bytesPerRow + $0, as: UInt8.self) }
      }
      CVPixelBufferUnlockBaseAddress(buffer, .readOnly)
      strip.append(FrameReading(luma: rows, width: 320, height: 180))
    }
    #expect(strip == Clips.frames(79, stride(from: 0, to: 60, by: 15)))
  }
}
