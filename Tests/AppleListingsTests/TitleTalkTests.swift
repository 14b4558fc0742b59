// swift-format-ignore-file: NeverForceUnwrap, NeverUseImplicitlyUnwrappedOptionals

import AVFoundation
import QuartzCore
import TestSupport
import Testing

/// What the talk on editing of 2010 ends with: an animated title with a ring of stars, in the film's own time.
@Suite("WWDC 2010: a title by Core Animation")
struct TitleTalkTests {
  /// The animated title layer: the title's text, and the ring of stars, which turns; all fades out after some time.
  final class AnimatedTitle {
    let videoSize: CGSize
    let titleDuration: CFTimeInterval

    init(videoSize: CGSize, titleDuration: CFTimeInterval) {
      self.videoSize = videoSize
      self.titleDuration = titleDuration
    }

    func buildAnimatedTitleLayer(_ text: String) -> CALayer {
      CATransaction.begin()
      CATransaction.setDisableActions(true)
      defer { CATransaction.commit() }

      let animatedTitleLayer = CALayer()
      let titleLayer = CATextLayer()
      titleLayer.string = text
      titleLayer.font = "Helvetica" as CFString
      titleLayer.fontSize = videoSize.height / 6
      titleLayer.alignmentMode = CATextLayerAlignmentMode.center
      titleLayer.bounds = CGRect(x: 0, y: 0, width: videoSize.width, height: videoSize.height / 6)
      animatedTitleLayer.addSublayer(titleLayer)

      let ringOfStarsLayer = CALayer()
      ringOfStarsLayer.bounds = CGRect(x: 0, y: 0, width: 120, height: 120)
      for i in 0..<6 {
        let star = CAShapeLayer()
        let path = CGMutablePath()
        path.addEllipse(in: CGRect(x: -4, y: -4, width: 8, height: 8))
        star.path = path
        star.fillColor = CGColor(red: 1, green: 1, blue: 1, alpha: 1)
        let angle = CGFloat(i) * .pi / 3
        star.position = CGPoint(x: 60 + 50 * cos(angle), y: 60 + 50 * sin(angle))
        // One of them is larger, so that the turn is seen.
        if i == 0 { star.transform = CATransform3DMakeScale(2, 2, 1) }
        ringOfStarsLayer.addSublayer(star)
      }
      let rotationAnimation = CABasicAnimation(keyPath: "transform.rotation.z")
      rotationAnimation.repeatCount = .greatestFiniteMagnitude
      rotationAnimation.fromValue = NSNumber(value: 0.0)
      rotationAnimation.toValue = NSNumber(value: 2.0 * Double.pi)
      rotationAnimation.duration = 2.0
      rotationAnimation.isAdditive = false
      rotationAnimation.isRemovedOnCompletion = false
      rotationAnimation.beginTime = AVCoreAnimationBeginTimeAtZero
      ringOfStarsLayer.add(rotationAnimation, forKey: "rotation")
      animatedTitleLayer.addSublayer(ringOfStarsLayer)

      let fadeAnimation = CABasicAnimation(keyPath: "opacity")
      fadeAnimation.fromValue = NSNumber(value: 1.0 as Float)
      fadeAnimation.toValue = NSNumber(value: 0.0 as Float)
      fadeAnimation.isAdditive = false
      fadeAnimation.isRemovedOnCompletion = false
      fadeAnimation.beginTime = titleDuration
      fadeAnimation.duration = 0.2
      fadeAnimation.fillMode = CAMediaTimingFillMode.both
      animatedTitleLayer.add(fadeAnimation, forKey: nil)
      animatedTitleLayer.position = CGPoint(x: videoSize.width / 2, y: videoSize.height / 2)
      titleLayer.position = CGPoint(x: 0, y: -75)
      ringOfStarsLayer.position = .zero
      return animatedTitleLayer
    }
  }

  @Test func `the title turns and fades in the film's time, where post-processing is on`() async throws {
    let asset = AVURLAsset(url: try await FlatFilm(luma: 40) { $0.frameCount = 60 }.url())
    let videoSize = CGSize(width: 320, height: 180)
    let animatedTitleLayer = AnimatedTitle(videoSize: videoSize, titleDuration: 1.2)
      .buildAnimatedTitleLayer("Magic")
    let parentLayer = CALayer()
    let videoLayer = CALayer()
    parentLayer.frame = CGRect(x: 0, y: 0, width: videoSize.width, height: videoSize.height)
    videoLayer.frame = CGRect(x: 0, y: 0, width: videoSize.width, height: videoSize.height)
    parentLayer.addSublayer(videoLayer)
    parentLayer.addSublayer(animatedTitleLayer)

    let videoComposition = AVMutableVideoComposition()
    videoComposition.frameDuration = CMTimeMake(value: 1, timescale: 30)
    videoComposition.renderSize = videoSize
    let times = [(0, 50), (50, 10)].map {
      CMTimeRange(start: CMTime(value: $0.0, timescale: 30), duration: CMTime(value: $0.1, timescale: 30))
    }
    videoComposition.instructions = times.map { range in
      let instruction = AVMutableVideoCompositionInstruction()
      instruction.timeRange = range
      instruction.enablePostProcessing = range.start == .zero
      instruction.layerInstructions = [
        AVMutableVideoCompositionLayerInstruction(assetTrack: asset.tracks(withMediaType: .video)[0])
      ]
      return instruction
    }
    videoComposition.animationTool = AVVideoCompositionCoreAnimationTool(
      postProcessingAsVideoLayer: videoLayer, in: parentLayer)

    let folder = try ScratchFolder()
    let file = folder.url("magic.mov")
    let session = AVAssetExportSession(asset: asset, presetName: AVAssetExportPresetHighestQuality)!
    session.videoComposition = videoComposition
    session.outputURL = file
    session.outputFileType = .mov
    await withCheckedContinuation { done in session.exportAsynchronously { done.resume() } }
    #expect(session.status == .completed, "\(String(describing: session.error))")
    let luma = try await FilmReader.planes("y", of: file, width: 320, height: 180)
    #expect(luma.count == 60 * 320 * 180)
    func bright(_ frame: Int, _ columns: Range<Int>, _ rows: Range<Int>) -> Int {
      rows.reduce(0) { sum, row in
        sum + columns.filter { luma[(frame * 180 + row) * 320 + $0] > 150 }.count
      }
    }
    // The large star begins at the right, and a quarter of a turn later, in half a second, stands above: y points up.
    #expect(bright(0, 200..<224, 80..<100) > 100 && bright(0, 150..<170, 30..<54) < 70)
    #expect(bright(15, 150..<170, 30..<54) > 100 && bright(15, 150..<170, 126..<150) < 70)
    // The title stands below.
    #expect(bright(0, 90..<230, 150..<180) > 100 && bright(0, 90..<230, 0..<25) == 0)
    // It is gone after its time, and nothing is drawn where post-processing is off.
    #expect(bright(45, 0..<320, 0..<180) == 0 && bright(55, 0..<320, 0..<180) == 0)
  }
}
