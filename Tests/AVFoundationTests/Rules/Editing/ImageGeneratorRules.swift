import AVFoundation
import TestSupport
import Testing

@Suite("Rules of image generators")
struct ImageGeneratorRules {
  private func generator() async throws -> AVAssetImageGenerator {
    AVAssetImageGenerator(asset: AVURLAsset(url: try await Films.second()))
  }

  /// AVAssetImageGenerator.h, "asset": the one it was made with.
  @Test func `a generator says its asset`() {
    let asset = AVMutableComposition()
    #expect(AVAssetImageGenerator(asset: asset).asset === asset)
  }

  /// AVAssetImageGenerator.h, "requestedTimeToleranceBefore": kCMTimePositiveInfinity by default.
  @Test func `a fresh generator takes any earlier time`() {
    #expect(
      AVAssetImageGenerator(asset: AVMutableComposition()).requestedTimeToleranceBefore == .positiveInfinity)
  }

  /// AVAssetImageGenerator.h, "videoComposition", "customVideoCompositor": nil by default.
  @Test func `a fresh generator has no video composition`() {
    let generator = AVAssetImageGenerator(asset: AVMutableComposition())
    #expect(generator.videoComposition == nil && generator.customVideoCompositor == nil)
  }

  /// AVAssetImageGenerator.h, "AVAssetImageGeneratorResult": 0 to 2.
  @Test func `the numbers of results are Apple's`() {
    let results: [AVAssetImageGenerator.Result] = [.succeeded, .failed, .cancelled]
    #expect(results.map(\.rawValue) == [0, 1, 2])
  }

  /// AVAssetImageGenerator.h, "AVAssetImageGeneratorApertureMode": names.
  @Test func `apertures have Apple's names`() {
    #expect(AVAssetImageGenerator.ApertureMode.cleanAperture.rawValue == "CleanAperture")
    #expect(AVAssetImageGenerator.ApertureMode.encodedPixels.rawValue == "EncodedPixels")
  }

  /// AVAssetImageGenerator.h, "videoComposition": copied.
  @Test func `a generator's video composition is a copy`() {
    let (generator, composition) = (
      AVAssetImageGenerator(asset: AVMutableComposition()), AVMutableVideoComposition()
    )
    let instruction = AVMutableVideoCompositionInstruction()
    instruction.timeRange = frames(0, 9)
    (composition.frameDuration, composition.renderSize) = (frames(1), CGSize(width: 64, height: 36))
    composition.instructions = [instruction]
    generator.videoComposition = composition
    composition.renderSize = .zero
    #expect(generator.videoComposition !== composition && generator.videoComposition?.renderSize.width == 64)
  }

  /// AVAssetImageGenerator.h, "maximumSize": within it, of the same proportions.
  @Test func `an image fits within the maximum and keeps its proportions`() async throws {
    let generator = try await generator()
    generator.maximumSize = CGSize(width: 160, height: 160)
    let image = try await generator.image(at: .zero).image
    #expect(image.width == 160 && image.height == 90)
  }

  /// AVAssetImageGenerator.h, "maximumSize": never scaled up.
  @Test func `an image is never enlarged`() async throws {
    let generator = try await generator()
    generator.maximumSize = CGSize(width: 3_200, height: 3_200)
    let image = try await generator.image(at: .zero).image
    #expect(image.width == 320 && image.height == 180)
  }

  /// AVAssetImageGenerator.h, "requestedTimeToleranceBefore": zero gives the frame shown at the time.
  @Test func `without tolerance the time is that of the frame`() async throws {
    let generator = try await generator()
    (generator.requestedTimeToleranceBefore, generator.requestedTimeToleranceAfter) = (.zero, .zero)
    #expect(try await generator.image(at: CMTime(value: 51, timescale: 300)).actualTime == frames(5))
  }

  /// AVAssetImageGenerator.h, "images(for:)": no times, no results.
  @Test func `images for no times are none`() async throws {
    var count = 0
    for await _ in try await generator().images(for: []) { count += 1 }
    #expect(count == 0)
  }

  /// AVAssetImageGenerator.h, "images(for:)": the requested time is the one that was asked for.
  @Test func `each image says the time that was asked for`() async throws {
    var times: [CMTime] = []
    for await result in try await generator().images(for: [frames(7), frames(3)]) {
      times.append(result.requestedTime)
    }
    #expect(times == [frames(7), frames(3)])
  }

  /// AVAssetImageGenerator.h, "copyCGImageAtTime:actualTime:error:": of an asset without pictures.
  @Test func `an empty composition has no image`() async {
    let generator = AVAssetImageGenerator(asset: AVMutableComposition())
    await #expect(throws: (any Error).self) { try await generator.image(at: .zero) }
  }
}
