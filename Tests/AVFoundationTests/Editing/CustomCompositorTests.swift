import AVFoundation
import Synchronization
import TestSupport
import Testing

/// The object that a service shows (`customVideoCompositor`) is the one that draws.
@Suite("Compositors that are told something")
struct CustomCompositorTests {
  /// Fills frames with a level that a program sets.
  final class Shade: NSObject, AVVideoCompositing {
    let sourcePixelBufferAttributes: [String: any Sendable]? = [
      kCVPixelBufferPixelFormatTypeKey as String: [kCVPixelFormatType_32BGRA]
    ]
    let requiredPixelBufferAttributesForRenderContext: [String: any Sendable] = [
      kCVPixelBufferPixelFormatTypeKey as String: [kCVPixelFormatType_32BGRA]
    ]
    let level = Mutex<Int32>(0)

    func renderContextChanged(_ newRenderContext: AVVideoCompositionRenderContext) {}

    func startRequest(_ request: AVAsynchronousVideoCompositionRequest) {
      guard let buffer = request.renderContext.newPixelBuffer() else { return request.finish(with: AVError(.unknown)) }
      CVPixelBufferLockBaseAddress(buffer, [])
      if let address = CVPixelBufferGetBaseAddress(buffer) {
        memset(address, level.withLock { $0 }, CVPixelBufferGetBytesPerRow(buffer) * CVPixelBufferGetHeight(buffer))
      }
      CVPixelBufferUnlockBaseAddress(buffer, [])
      request.finish(withComposedVideoFrame: buffer)
    }
  }

  private func film() async throws -> AVMutableComposition {
    let composition = AVMutableComposition()
    let source = AVURLAsset(url: try await Films.first()).tracks(withMediaType: .video)[0]
    try composition.addMutableTrack(withMediaType: .video, preferredTrackID: 0)?
      .insertTimeRange(frames(0, 10), of: source, at: .zero)
    return composition
  }

  private var shown: AVMutableVideoComposition {
    let shown = AVMutableVideoComposition()
    let instruction = AVMutableVideoCompositionInstruction()
    instruction.timeRange = frames(0, 10)
    shown.customVideoCompositorClass = Shade.self
    (shown.frameDuration, shown.renderSize, shown.instructions) = (
      frames(1), CGSize(width: 320, height: 180), [instruction]
    )
    return shown
  }

  /// White, the color of frames after this setting of the object.
  private func whiten(_ compositor: (any AVVideoCompositing)?) throws {
    try #require(compositor as? Shade).level.withLock { $0 = 255 }
  }

  @Test func `an export's`() async throws {
    let folder = try ScratchFolder()
    let session = try #require(
      AVAssetExportSession(asset: try await film(), presetName: AVAssetExportPresetHighestQuality))
    #expect(session.customVideoCompositor == nil)
    session.videoComposition = shown
    let compositor = session.customVideoCompositor
    try whiten(compositor)
    #expect(compositor === session.customVideoCompositor)
    try await session.export(to: folder.url("film.mov"), as: .mov)
    #expect(try await FilmReader.frames(folder.url("film.mov")) == Array(repeating: .flat(luma: 235), count: 10))
    #expect(compositor === session.customVideoCompositor)
  }

  @Test func `a generator's, of a composition that changes, too`() async throws {
    let composition = try await film()
    let generator = AVAssetImageGenerator(asset: composition)
    #expect(generator.customVideoCompositor == nil)
    generator.videoComposition = shown
    try whiten(generator.customVideoCompositor)
    for _ in 0..<2 {
      let image = try generator.copyCGImage(at: frames(3), actualTime: nil)
      let data = try #require(image.dataProvider?.data as Data?)
      #expect(data[0] == 255 && data[1] == 255 && data[2] == 255)
      composition.removeTimeRange(frames(9, 10))
    }
  }

  @Test func `a reader's output's`() async throws {
    let composition = try await film()
    let reader = try AVAssetReader(asset: composition)
    let output = AVAssetReaderVideoCompositionOutput(
      videoTracks: composition.tracks(withMediaType: .video),
      videoSettings: [kCVPixelBufferPixelFormatTypeKey as String: kCVPixelFormatType_32BGRA])
    #expect(output.customVideoCompositor == nil)
    output.videoComposition = shown
    try whiten(output.customVideoCompositor)
    reader.add(output)
    #expect(reader.startReading())
    let picture = try #require(output.copyNextSampleBuffer()?.imageBuffer)
    CVPixelBufferLockBaseAddress(picture, .readOnly)
    #expect(CVPixelBufferGetBaseAddress(picture)?.load(as: UInt32.self) == .max)
    CVPixelBufferUnlockBaseAddress(picture, .readOnly)
    reader.cancelReading()
  }

  @Test func `a player's item's`() async throws {
    let item = AVPlayerItem(asset: try await film())
    #expect(item.customVideoCompositor == nil)
    item.videoComposition = shown
    try whiten(item.customVideoCompositor)
    let output = AVPlayerItemVideoOutput(pixelBufferAttributes: [
      kCVPixelBufferPixelFormatTypeKey as String: kCVPixelFormatType_32BGRA
    ])
    item.add(output)
    let player = AVPlayer(playerItem: item)
    #expect(await player.seek(to: frames(4), toleranceBefore: .zero, toleranceAfter: .zero))
    let picture = try #require(output.copyPixelBuffer(forItemTime: frames(4), itemTimeForDisplay: nil))
    CVPixelBufferLockBaseAddress(picture, .readOnly)
    #expect(CVPixelBufferGetBaseAddress(picture)?.load(as: UInt32.self) == .max)
    CVPixelBufferUnlockBaseAddress(picture, .readOnly)
  }

  /// Keeps its render context, as most do.
  final class Keeper: NSObject, AVVideoCompositing, Sendable {
    let sourcePixelBufferAttributes: [String: any Sendable]? = [
      kCVPixelBufferPixelFormatTypeKey as String: [kCVPixelFormatType_32BGRA]
    ]
    let requiredPixelBufferAttributesForRenderContext: [String: any Sendable] = [
      kCVPixelBufferPixelFormatTypeKey as String: [kCVPixelFormatType_32BGRA]
    ]
    private let context = Mutex<AVVideoCompositionRenderContext?>(nil)

    func renderContextChanged(_ newRenderContext: AVVideoCompositionRenderContext) {
      context.withLock { $0 = newRenderContext }
    }
    func startRequest(_ request: AVAsynchronousVideoCompositionRequest) {
      guard let buffer = request.renderContext.newPixelBuffer() else { return request.finish(with: AVError(.unknown)) }
      request.finish(withComposedVideoFrame: buffer)
    }
  }

  /// A compositor with a weak reference here.
  private final class Held: Sendable {
    struct Reference: Sendable { weak var value: Keeper? }
    let object = Mutex(Reference())
    var isGone: Bool { object.withLock { $0.value == nil } }
  }

  @Test func `a compositor that keeps its context is gone with its service`() async throws {
    let compositor = Held()
    do {
      let generator = AVAssetImageGenerator(asset: try await film())
      let shown = shown
      shown.customVideoCompositorClass = Keeper.self
      generator.videoComposition = shown
      compositor.object.withLock { $0.value = generator.customVideoCompositor as? Keeper }
      _ = try generator.copyCGImage(at: frames(3), actualTime: nil)
      #expect(!compositor.isGone)
    }
    // What has drawn is closed in the background.
    let isGone = await Poll.eventually { compositor.isGone }
    #expect(isGone)
  }

  @Test func `one of a class that names no format that is made here is none`() {
    final class Odd: NSObject, AVVideoCompositing {
      let sourcePixelBufferAttributes: [String: any Sendable]? = nil
      let requiredPixelBufferAttributesForRenderContext: [String: any Sendable] = [
        kCVPixelBufferPixelFormatTypeKey as String: [kCVPixelFormatType_64ARGB]
      ]
      func renderContextChanged(_ newRenderContext: AVVideoCompositionRenderContext) {}
      func startRequest(_ request: AVAsynchronousVideoCompositionRequest) { request.finishCancelledRequest() }
    }
    let generator = AVAssetImageGenerator(asset: AVMutableComposition())
    let shown = shown
    shown.customVideoCompositorClass = Odd.self
    generator.videoComposition = shown
    #expect(generator.customVideoCompositor == nil)
  }
}
