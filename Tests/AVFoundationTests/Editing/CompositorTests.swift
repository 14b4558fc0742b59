import AVFoundation
import Synchronization
import TestSupport
import Testing

@Suite("Compositor classes")
struct CompositorTests {
  /// The result of a custom instruction for each frame: rows of bytes, and a number between 0 and 1.
  final class Drawing: NSObject, AVVideoCompositionInstructionProtocol {
    let timeRange: CMTimeRange
    let enablePostProcessing = false
    let containsTweening: Bool
    let requiredSourceTrackIDs: [NSValue]?
    let passthroughTrackID: CMPersistentTrackID
    let draw: @Sendable (AVAsynchronousVideoCompositionRequest, CVPixelBuffer) throws -> Void

    init(
      _ timeRange: CMTimeRange, sources: [NSValue]?, passing track: CMPersistentTrackID = 0, tweening: Bool = true,
      _ draw: @escaping @Sendable (AVAsynchronousVideoCompositionRequest, CVPixelBuffer) throws -> Void = { _, _ in }
    ) {
      (self.timeRange, requiredSourceTrackIDs, passthroughTrackID) = (timeRange, sources, track)
      (containsTweening, self.draw) = (tweening, draw)
    }
  }

  /// Has the instruction draw, in BGRA. There is nothing but the class to make it of.
  class Compositor: NSObject, AVVideoCompositing {
    var sourcePixelBufferAttributes: [String: Any]? {
      [kCVPixelBufferPixelFormatTypeKey as String: [kCVPixelFormatType_32BGRA]]
    }
    var requiredPixelBufferAttributesForRenderContext: [String: Any] {
      [kCVPixelBufferPixelFormatTypeKey as String: kCVPixelFormatType_32BGRA]
    }
    private let queue = DispatchQueue(label: "compositor")
    private var context: AVVideoCompositionRenderContext?

    override init() { super.init() }

    func renderContextChanged(_ newRenderContext: AVVideoCompositionRenderContext) {
      queue.sync { context = newRenderContext }
    }

    func startRequest(_ request: AVAsynchronousVideoCompositionRequest) {
      let context = queue.sync { self.context }
      queue.async {
        guard let instruction = request.videoCompositionInstruction as? Drawing,
          let buffer = context?.newPixelBuffer()
        else { return request.finish(with: AVError(.unknown)) }
        CVPixelBufferLockBaseAddress(buffer, [])
        // It is still locked when it is finished, as in much code.
        defer { CVPixelBufferUnlockBaseAddress(buffer, []) }
        do {
          try instruction.draw(request, buffer)
          request.finish(withComposedVideoFrame: buffer)
        } catch {
          request.finish(with: error)
        }
      }
    }
  }

  /// The same in luma and chroma of the full range, by attributes of the newer kind, in a final class without an initializer.
  final class FullRangeCompositor: NSObject, AVVideoCompositing {
    let sourcePixelBufferAttributes: [String: any Sendable]? = [
      kCVPixelBufferPixelFormatTypeKey as String: [kCVPixelFormatType_420YpCbCr8BiPlanarFullRange]
    ]
    let requiredPixelBufferAttributesForRenderContext: [String: any Sendable] = [
      kCVPixelBufferPixelFormatTypeKey as String: [kCVPixelFormatType_420YpCbCr8BiPlanarFullRange]
    ]

    func renderContextChanged(_ newRenderContext: AVVideoCompositionRenderContext) {}

    func startRequest(_ request: AVAsynchronousVideoCompositionRequest) {
      guard let buffer = request.renderContext.newPixelBuffer(),
        let instruction = request.videoCompositionInstruction as? Drawing
      else { return request.finish(with: AVError(.unknown)) }
      CVPixelBufferLockBaseAddress(buffer, [])
      try? instruction.draw(request, buffer)
      CVPixelBufferUnlockBaseAddress(buffer, [])
      request.finish(withComposedVideoFrame: buffer)
    }
  }

  /// Copies all planes of track `track`'s frame, whose bytes `change` may change.
  static func copy(
    _ track: CMPersistentTrackID, _ change: @escaping @Sendable (UInt8) -> UInt8 = { $0 }
  ) -> @Sendable (AVAsynchronousVideoCompositionRequest, CVPixelBuffer) throws -> Void {
    { request, buffer in
      guard let source = request.sourceFrame(byTrackID: track) else { throw AVError(.noSourceTrack) }
      CVPixelBufferLockBaseAddress(source, .readOnly)
      defer { CVPixelBufferUnlockBaseAddress(source, .readOnly) }
      for plane in 0..<max(1, CVPixelBufferGetPlaneCount(source)) {
        guard let from = CVPixelBufferGetBaseAddressOfPlane(source, plane),
          let to = CVPixelBufferGetBaseAddressOfPlane(buffer, plane)
        else { throw AVError(.unknown) }
        let count = min(
          CVPixelBufferGetBytesPerRowOfPlane(source, plane), CVPixelBufferGetBytesPerRowOfPlane(buffer, plane))
        for row in 0..<CVPixelBufferGetHeightOfPlane(source, plane) {
          let (source, target) = (
            from + row * CVPixelBufferGetBytesPerRowOfPlane(source, plane),
            to + row * CVPixelBufferGetBytesPerRowOfPlane(buffer, plane)
          )
          for column in 0..<count {
            target.storeBytes(
              of: change(source.load(fromByteOffset: column, as: UInt8.self)), toByteOffset: column, as: UInt8.self)
          }
        }
      }
    }
  }

  /// Two tracks, film 1 and film 2, ten frames each, one over the other.
  private func film() async throws -> AVMutableComposition {
    let composition = AVMutableComposition()
    for url in [try await Films.first(), try await Films.second()] {
      let source = AVURLAsset(url: url).tracks(withMediaType: .video)[0]
      try composition.addMutableTrack(withMediaType: .video, preferredTrackID: 0)?
        .insertTimeRange(frames(0, 10), of: source, at: .zero)
    }
    return composition
  }

  private func shown(_ instructions: [Drawing], by type: any AVVideoCompositing.Type) -> AVMutableVideoComposition {
    let shown = AVMutableVideoComposition()
    shown.customVideoCompositorClass = type
    (shown.frameDuration, shown.renderSize, shown.instructions) = (
      frames(1), CGSize(width: 320, height: 180), instructions
    )
    return shown
  }

  private func export(
    _ composition: AVComposition, _ shown: AVVideoComposition, _ folder: ScratchFolder
  ) async throws -> [FrameReading] {
    let session = try #require(
      AVAssetExportSession(asset: composition, presetName: AVAssetExportPresetHighestQuality))
    session.videoComposition = shown
    let file = folder.url("\(UUID().uuidString).mov")
    try await session.export(to: file, as: .mov)
    return try await FilmReader.frames(file)
  }

  @Test func `an object of the class draws what the program's own instructions say`() async throws {
    let composition = try await film()
    let seen = Mutex<[String]>([])
    let tracks = composition.tracks.map(\.trackID)
    let instructions = [
      Drawing(frames(0, 3), sources: [NSNumber(value: tracks[0])], Self.copy(tracks[0])),
      Drawing(frames(3, 5), sources: [], passing: tracks[1]),
      Drawing(frames(5, 8), sources: nil) { request, buffer in
        let tracks = request.sourceTrackIDs.map(\.int32Value)
        let source = request.sourceFrame(byTrackID: tracks[0])
        let isSame = source === request.sourceFrame(byTrackID: tracks[0])
        let type = source.map(CVPixelBufferGetPixelFormatType) == kCVPixelFormatType_32BGRA
        seen.withLock { $0.append("\(tracks) \(isSame) \(type) \(request.renderContext.size)") }
        try Self.copy(tracks[1])(request, buffer)
      },
      Drawing(frames(8, 10), sources: []) { request, buffer in
        #expect(request.sourceTrackIDs.isEmpty && request.sourceFrame(byTrackID: 1) == nil)
        guard let address = CVPixelBufferGetBaseAddress(buffer) else { return }
        memset(address, 255, CVPixelBufferGetBytesPerRow(buffer) * CVPixelBufferGetHeight(buffer))
      },
    ]
    let found = try await export(composition, shown(instructions, by: Compositor.self), try ScratchFolder())
    #expect(Array(found[0..<3]) == Films.frames(61, 0..<3) && Array(found[3..<8]) == Films.frames(62, 3..<8))
    #expect(found[8...] == [.flat(luma: 235), .flat(luma: 235)])
    #expect(seen.withLock { Set($0) } == ["[\(tracks[0]), \(tracks[1])] true true (320.0, 180.0)"])
  }

  @Test func `luma of the full range comes and goes as films have it`() async throws {
    let composition = try await film()
    let drawing = Drawing(frames(0, 10), sources: [NSNumber(value: 1)]) { request, buffer in
      let source = request.sourceFrame(byTrackID: 1)
      #expect(source.map(CVPixelBufferGetPixelFormatType) == kCVPixelFormatType_420YpCbCr8BiPlanarFullRange)
      #expect(CVPixelBufferGetPlaneCount(buffer) == 2 && CVPixelBufferGetWidthOfPlane(buffer, 1) == 160)
      try Self.copy(1)(request, buffer)
    }
    let found = try await export(composition, shown([drawing], by: FullRangeCompositor.self), try ScratchFolder())
    #expect(found == Films.frames(61, 0..<10))
  }

  @Test func `a failure stands under the session's error, and the film is not written`() async throws {
    struct Broken: Error {}
    let folder = try ScratchFolder()
    let drawing = Drawing(frames(0, 10), sources: nil) { _, _ in throw Broken() }
    let composition = try await film()
    let thrown = await #expect(throws: AVError.self) {
      try await export(composition, shown([drawing], by: Compositor.self), folder)
    }
    #expect(thrown?.code == .videoCompositorFailed && thrown?.userInfo[NSUnderlyingErrorKey] is Broken)
    #expect(try folder.names().isEmpty)
  }

  @Test func `one frame serves as long as nothing changes`() async throws {
    let count = Mutex(0)
    let drawing = Drawing(frames(0, 10), sources: [], tweening: false) { _, _ in count.withLock { $0 += 1 } }
    let found = try await export(
      try await film(), shown([drawing], by: Compositor.self), try ScratchFolder())
    #expect(found.count == 10 && count.withLock { $0 } == 1)
  }

  @Test func `images are drawn by the class, too`() async throws {
    let drawing = Drawing(frames(0, 10), sources: nil, Self.copy(2) { 255 - $0 })
    let generator = AVAssetImageGenerator(asset: try await film())
    (generator.requestedTimeToleranceBefore, generator.requestedTimeToleranceAfter) = (.zero, .zero)
    generator.videoComposition = shown([drawing], by: Compositor.self)
    let image = try await generator.image(at: frames(4)).image
    // Its colors are inverted: no frame at all, until they are inverted again.
    #expect(image.reading == .unreadable)
    let data = try #require(image.dataProvider?.data as Data?)
    let inverted = try #require(CGDataProvider(data: NSData(data: Data(data.map { 255 - $0 }))))
    let back = CGImage(
      width: image.width, height: image.height, bitsPerComponent: 8, bitsPerPixel: 32, bytesPerRow: image.bytesPerRow,
      space: CGColorSpaceCreateDeviceRGB(), bitmapInfo: image.bitmapInfo, provider: inverted, decode: nil,
      shouldInterpolate: false, intent: .defaultIntent)
    #expect(back?.reading == Films.frames(62, [4])[0])
  }

  /// Names a format that is not made here.
  final class PickyCompositor: NSObject, AVVideoCompositing {
    let sourcePixelBufferAttributes: [String: Any]? = [kCVPixelBufferPixelFormatTypeKey: kCVPixelFormatType_64RGBAHalf]
    let requiredPixelBufferAttributesForRenderContext: [String: Any] = [
      kCVPixelBufferPixelFormatTypeKey: kCVPixelFormatType_32BGRA
    ]
    func renderContextChanged(_ newRenderContext: AVVideoCompositionRenderContext) {}
    func startRequest(_ request: AVAsynchronousVideoCompositionRequest) { request.finishCancelledRequest() }
  }

  @Test func `a format that is not made here is an error with a sentence`() async throws {
    let composition = try await film()
    let thrown = await #expect(throws: AVError.self) {
      try await export(
        composition, shown([Drawing(frames(0, 10), sources: nil)], by: PickyCompositor.self), try ScratchFolder())
    }
    #expect(thrown?.localizedDescription.contains("'RGhA'") == true)
  }
}
