// swift-format-ignore-file: NeverForceUnwrap

import AVFoundation
import TestSupport
import Testing

/// The talk on custom compositors of 2013: a custom instruction, and a compositor that is given by its class.
@Suite("WWDC 2013: Advanced Editing with AV Foundation")
struct CompositingTalkTests {
  class CustomInstruction: NSObject, AVVideoCompositionInstructionProtocol {
    var timeRange: CMTimeRange
    var enablePostProcessing = false
    var containsTweening = true
    var requiredSourceTrackIDs: [NSValue]?
    var passthroughTrackID: CMPersistentTrackID = kCMPersistentTrackID_Invalid
    var foregroundTrackID: CMPersistentTrackID = kCMPersistentTrackID_Invalid
    var backgroundTrackID: CMPersistentTrackID = kCMPersistentTrackID_Invalid

    init(passThroughTrackID: CMPersistentTrackID, forTimeRange timeRange: CMTimeRange) {
      passthroughTrackID = passThroughTrackID
      self.timeRange = timeRange
      requiredSourceTrackIDs = nil
      containsTweening = false
    }

    init(transitionWithSourceTrackIDs: [NSValue], forTimeRange timeRange: CMTimeRange) {
      requiredSourceTrackIDs = transitionWithSourceTrackIDs
      self.timeRange = timeRange
    }
  }

  /// Dissolves by hand, pixel by pixel.
  class DissolveCompositor: NSObject, AVVideoCompositing {
    var sourcePixelBufferAttributes: [String: Any]? = [
      kCVPixelBufferPixelFormatTypeKey as String: [kCVPixelFormatType_32BGRA]
    ]
    var requiredPixelBufferAttributesForRenderContext: [String: Any] = [
      kCVPixelBufferPixelFormatTypeKey as String: [kCVPixelFormatType_32BGRA]
    ]
    private var shouldCancelAllRequests = false
    private let renderingQueue = DispatchQueue(label: "renderingqueue", attributes: [])
    private let renderContextQueue = DispatchQueue(label: "rendercontextqueue", attributes: [])
    private var renderContextDidChange = false
    private var renderContext: AVVideoCompositionRenderContext?

    enum CompositorError: Error { case newRenderedPixelBufferForRequestFailure }

    override init() { super.init() }

    func renderContextChanged(_ newRenderContext: AVVideoCompositionRenderContext) {
      renderContextQueue.sync {
        self.renderContext = newRenderContext
        self.renderContextDidChange = true
      }
    }

    func startRequest(_ asyncVideoCompositionRequest: AVAsynchronousVideoCompositionRequest) {
      autoreleasepool {
        renderingQueue.async {
          if self.shouldCancelAllRequests {
            asyncVideoCompositionRequest.finishCancelledRequest()
          } else if let resultPixels = self.newRenderedPixelBuffer(for: asyncVideoCompositionRequest) {
            asyncVideoCompositionRequest.finish(withComposedVideoFrame: resultPixels)
          } else {
            asyncVideoCompositionRequest.finish(with: CompositorError.newRenderedPixelBufferForRequestFailure)
          }
        }
      }
    }

    func cancelAllPendingVideoCompositionRequests() {
      renderingQueue.sync { shouldCancelAllRequests = true }
      renderingQueue.async { self.shouldCancelAllRequests = false }
    }

    private func factorForTimeInRange(_ time: CMTime, range: CMTimeRange) -> Float64 {
      let elapsed = CMTimeSubtract(time, range.start)
      return CMTimeGetSeconds(elapsed) / CMTimeGetSeconds(range.duration)
    }

    private func newRenderedPixelBuffer(for request: AVAsynchronousVideoCompositionRequest) -> CVPixelBuffer? {
      let tweenFactor = factorForTimeInRange(
        request.compositionTime, range: request.videoCompositionInstruction.timeRange)
      guard let currentInstruction = request.videoCompositionInstruction as? CustomInstruction,
        let foreground = request.sourceFrame(byTrackID: currentInstruction.foregroundTrackID),
        let background = request.sourceFrame(byTrackID: currentInstruction.backgroundTrackID),
        let destination = renderContext?.newPixelBuffer()
      else { return nil }
      CVPixelBufferLockBaseAddress(foreground, .readOnly)
      CVPixelBufferLockBaseAddress(background, CVPixelBufferLockFlags.readOnly)
      CVPixelBufferLockBaseAddress(destination, CVPixelBufferLockFlags(rawValue: 0))
      defer {
        CVPixelBufferUnlockBaseAddress(foreground, .readOnly)
        CVPixelBufferUnlockBaseAddress(background, .readOnly)
        CVPixelBufferUnlockBaseAddress(destination, CVPixelBufferLockFlags(rawValue: 0))
      }
      let height = CVPixelBufferGetHeight(background)
      let width = CVPixelBufferGetWidth(background)
      let from = CVPixelBufferGetBaseAddress(foreground)!.assumingMemoryBound(to: UInt8.self)
      let to = CVPixelBufferGetBaseAddress(background)!.assumingMemoryBound(to: UInt8.self)
      let out = CVPixelBufferGetBaseAddress(destination)!.assumingMemoryBound(to: UInt8.self)
      for y in 0..<height {
        let fromRow = from + y * CVPixelBufferGetBytesPerRow(foreground)
        let toRow = to + y * CVPixelBufferGetBytesPerRow(background)
        let outRow = out + y * CVPixelBufferGetBytesPerRow(destination)
        for x in 0..<width * 4 {
          outRow[x] = UInt8(Float64(fromRow[x]) * (1 - tweenFactor) + Float64(toRow[x]) * tweenFactor)
        }
      }
      return destination
    }
  }

  /// Counts what a validation finds.
  class Validator: NSObject, AVVideoCompositionValidationHandling {
    var emptyRanges = 0

    func videoComposition(
      _ videoComposition: AVVideoComposition, shouldContinueValidatingAfterFindingEmptyTimeRange timeRange: CMTimeRange
    ) -> Bool {
      emptyRanges += 1
      return true
    }
  }

  @Test func `a class dissolves between two tracks`() async throws {
    let composition = AVMutableComposition()
    let half = CMTime(value: 15, timescale: 30)
    let videoTracks = (0..<2).map { _ in
      composition.addMutableTrack(withMediaType: .video, preferredTrackID: kCMPersistentTrackID_Invalid)!
    }
    let clips = [AVURLAsset(url: try await Clips.cat()), AVURLAsset(url: try await Clips.beach())]
    for (i, track) in videoTracks.enumerated() {
      try track.insertTimeRange(
        CMTimeRangeMake(start: .zero, duration: half), of: clips[i].tracks(withMediaType: .video)[0],
        at: CMTimeMake(value: Int64(i * 5), timescale: 30))
    }
    let transition = CustomInstruction(
      transitionWithSourceTrackIDs: videoTracks.map { NSNumber(value: $0.trackID) },
      forTimeRange: CMTimeRangeMake(
        start: CMTimeMake(value: 5, timescale: 30), duration: CMTimeMake(value: 10, timescale: 30)))
    transition.foregroundTrackID = videoTracks[0].trackID
    transition.backgroundTrackID = videoTracks[1].trackID
    let videoComposition = AVMutableVideoComposition()
    videoComposition.customVideoCompositorClass = DissolveCompositor.self
    videoComposition.instructions = [
      CustomInstruction(
        passThroughTrackID: videoTracks[0].trackID,
        forTimeRange: CMTimeRangeMake(start: .zero, duration: CMTimeMake(value: 5, timescale: 30))),
      transition,
      CustomInstruction(
        passThroughTrackID: videoTracks[1].trackID,
        forTimeRange: CMTimeRangeMake(start: half, duration: CMTimeMake(value: 5, timescale: 30))),
    ]
    videoComposition.frameDuration = CMTimeMake(value: 1, timescale: 30)
    videoComposition.renderSize = CGSize(width: 320, height: 180)
    let validator = Validator()
    let everything = CMTimeRangeMake(start: .zero, duration: .positiveInfinity)
    #expect(videoComposition.isValid(for: composition, timeRange: everything, validationDelegate: validator))

    let folder = try ScratchFolder()
    let session = AVAssetExportSession(asset: composition, presetName: AVAssetExportPreset640x480)!
    session.videoComposition = videoComposition
    session.outputURL = folder.url("dissolve.mov")
    session.outputFileType = .mov
    await session.export()
    #expect(session.status == .completed, "\(String(describing: session.error))")
    let found = try await FilmReader.frames(folder.url("dissolve.mov"))
    #expect(found.count == 20)
    #expect(Array(found[0...5]) == Clips.frames(53, 0...5) && Array(found[15...]) == Clips.frames(79, 10..<15))
    // In the middle of the dissolve a cell that both show white or black is so, and others are between.
    let luma = try await FilmReader.planes("y", of: folder.url("dissolve.mov"), width: 320, height: 180)
    let (first, second) = (FrameCode(film: 53, index: 10), FrameCode(film: 79, index: 5))
    let (from, to) = (first.luma(width: 320, height: 180), second.luma(width: 320, height: 180))
    for cell in 0..<32 {
      let place = (cell / 8 * 45 + 22) * 320 + cell % 8 * 40 + 20
      let expected = (Int(from[place]) + Int(to[place])) / 2
      #expect(abs(Int(luma[10 * 180 * 320 + place]) - expected) < 12)
    }
    videoComposition.instructions.removeLast()
    #expect(!videoComposition.isValid(for: composition, timeRange: everything, validationDelegate: validator))
    #expect(validator.emptyRanges == 1)
  }
}
