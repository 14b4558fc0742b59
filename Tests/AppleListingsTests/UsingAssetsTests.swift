// swift-format-ignore-file: NeverForceUnwrap, NeverUseImplicitlyUnwrappedOptionals

import AVFoundation
import TestSupport
import Testing

/// The listings of “Using Assets” in the AVFoundation Programming Guide, as code for Apple's platforms has them.
@Suite("Programming Guide: Using Assets")
struct UsingAssetsTests {
  /// What a view controller does with an asset.
  final class AssetController {
    let asset: AVURLAsset
    var imageGenerator: AVAssetImageGenerator!
    var messages: [String] = []
    var results: [String] = []

    init(_ url: URL) {
      let options = [AVURLAssetPreferPreciseDurationAndTimingKey: true]
      asset = AVURLAsset(url: url, options: options)
    }

    func prepare(_ done: @escaping () -> Void) {
      let keys = ["duration"]
      asset.loadValuesAsynchronously(forKeys: keys) {
        var error: NSError? = nil
        let status = self.asset.statusOfValue(forKey: "duration", error: &error)
        switch status {
        case .loaded: self.messages.append("duration \(CMTimeGetSeconds(self.asset.duration))")
        case .failed: self.messages.append(error!.localizedDescription)
        case .cancelled, .unknown, .loading: break
        @unknown default: break
        }
        done()
      }
    }

    func showMidpoint() throws -> CGImage {
      guard asset.tracks(withMediaType: .video).count > 0 else { throw AVError(.noImageAtTime) }
      let imageGenerator = AVAssetImageGenerator(asset: asset)
      imageGenerator.requestedTimeToleranceBefore = kCMTimeZero
      imageGenerator.requestedTimeToleranceAfter = kCMTimeZero
      let durationSeconds: Float64 = CMTimeGetSeconds(asset.duration)
      let midpoint = CMTimeMakeWithSeconds(durationSeconds / 2.0, preferredTimescale: 600)
      var actualTime = CMTime.zero
      let halfWayImage = try imageGenerator.copyCGImage(at: midpoint, actualTime: &actualTime)
      let actualTimeString = CMTimeCopyDescription(allocator: nil, time: actualTime)! as String
      let requestedTimeString = CMTimeCopyDescription(allocator: nil, time: midpoint)! as String
      messages.append("Asked for \(requestedTimeString), got \(actualTimeString)")
      return halfWayImage
    }

    func showSequence(_ done: @escaping ([String]) -> Void) {
      imageGenerator = AVAssetImageGenerator(asset: asset)
      let durationSeconds = CMTimeGetSeconds(asset.duration)
      let firstThird = CMTimeMakeWithSeconds(durationSeconds / 3.0, preferredTimescale: 600)
      let secondThird = CMTimeMakeWithSeconds(durationSeconds * 2.0 / 3.0, preferredTimescale: 600)
      let end = CMTimeMakeWithSeconds(durationSeconds, preferredTimescale: 600)
      let times = [
        NSValue(time: CMTime.zero), NSValue(time: firstThird), NSValue(time: secondThird), NSValue(time: end),
      ]
      imageGenerator.generateCGImagesAsynchronously(forTimes: times) {
        (
          requestedTime: CMTime, image: CGImage?, actualTime: CMTime, result: AVAssetImageGenerator.Result,
          error: Error?
        ) in
        if result == .succeeded { self.results.append("image of \(image!.width)") }
        if result == .failed { self.results.append("failed: \(error!.localizedDescription)") }
        if result == .cancelled { self.results.append("cancelled") }
        if self.results.count == times.count { done(self.results) }
      }
    }

    func trim(to file: URL, _ done: @escaping (AVAssetExportSession) -> Void) {
      let compatiblePresets = AVAssetExportSession.exportPresets(compatibleWith: asset)
      guard compatiblePresets.contains(AVAssetExportPresetLowQuality),
        let exportSession = AVAssetExportSession(asset: asset, presetName: AVAssetExportPresetLowQuality)
      else { return }
      exportSession.outputURL = file
      exportSession.outputFileType = AVFileType.mov
      let start = CMTimeMakeWithSeconds(1.0, preferredTimescale: 600)
      let duration = CMTimeMakeWithSeconds(0.5, preferredTimescale: 600)
      let range = CMTimeRangeMake(start: start, duration: duration)
      exportSession.timeRange = range
      exportSession.exportAsynchronously {
        switch exportSession.status {
        case .failed: self.messages.append("Export failed: \(exportSession.error!.localizedDescription)")
        case .cancelled: self.messages.append("Export canceled")
        default: break
        }
        done(exportSession)
      }
    }
  }

  @Test func `an asset's duration, its images, and a trimmed film`() async throws {
    let controller = AssetController(try await Clips.cat())
    await withCheckedContinuation { done in controller.prepare { done.resume() } }
    let image = try controller.showMidpoint()
    #expect(image.width == 320 && image.height == 180)
    #expect(
      controller.messages == ["duration 2.0", "Asked for {600/600 = 1.000}, got {600/600 = 1.000}"])
    let results = await withCheckedContinuation { done in controller.showSequence { done.resume(returning: $0) } }
    #expect(results == Array(repeating: "image of 320", count: 4))
    let folder = try ScratchFolder()
    let session = await withCheckedContinuation { done in
      controller.trim(to: folder.url("trimmed.mov")) { done.resume(returning: $0) }
    }
    #expect(session.status == .completed && controller.messages.count == 2)
    #expect(try await FilmReader.frames(folder.url("trimmed.mov")) == Clips.frames(53, 30..<45))
  }
}
