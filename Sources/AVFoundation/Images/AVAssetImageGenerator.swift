import Compositing
import CoreGraphics
import EditServices
public import Foundation
import GstEdit
import MediaFormats
import Rendering
import Synchronization
import Waiting

/// Called once for each requested time: with the time, the image, its actual time, the result, and the error.
public typealias AVAssetImageGeneratorCompletionHandler =
  @Sendable (CMTime, CGImage?, CMTime, AVAssetImageGenerator.Result, (any Error)?) -> Void

/// Makes still images of an asset (`AVAssetImageGenerator`).
///
/// Settings made after a request do not affect its images. Threads: any. Lock order: only `state`.
open class AVAssetImageGenerator: NSObject, @unchecked Sendable {
  // @unchecked: what changes is under a lock.
  /// Asset that images are made of.
  public let asset: AVAsset
  private let state = Mutex(Settings())

  /// The result of an image request.
  public enum Result: Int, Sendable {
    /// It is there.
    case succeeded
    /// It could not be made.
    case failed
    /// It was cancelled.
    case cancelled
  }

  /// Part of a stored picture that is shown, and its shape.
  public struct ApertureMode: RawRepresentable, Hashable, Sendable {
    /// A word.
    public var rawValue: String
    /// The mode of this word.
    public init(rawValue: String) { self.rawValue = rawValue }
    /// The part that is meant to be seen, in square pixels.
    public static let cleanAperture = ApertureMode(rawValue: "CleanAperture")
    /// All that is stored, in square pixels.
    public static let productionAperture = ApertureMode(rawValue: "ProductionAperture")
    /// All that is stored, pixel for pixel.
    public static let encodedPixels = ApertureMode(rawValue: "EncodedPixels")
  }

  private struct Settings: Sendable {
    var maximumSize = CGSize.zero
    var apertureMode: ApertureMode?
    var appliesPreferredTrackTransform = false
    var toleranceBefore = CMTime.positiveInfinity
    var toleranceAfter = CMTime.positiveInfinity
    var videoComposition: AVVideoComposition?
    /// The same with its layers as they were when it was set.
    var settled: AVVideoComposition?
    /// The engine's generator, which keeps what it has opened; nil until it is needed.
    var engine: ImageGenerator?
    var source: CompositorSource?
    /// Requests of images under way, by which they are cancelled.
    var requests: [UInt64: ImageRequests] = [:]
    var requestCount: UInt64 = 0
  }

  /// Images of `asset`.
  public init(asset: AVAsset) {
    self.asset = asset
    super.init()
  }

  // MARK: Settings

  /// The size that images are scaled down to fit into; a side of zero for any.
  public var maximumSize: CGSize {
    get { state.withLock(\.maximumSize) }
    set { state.withLock { $0.maximumSize = newValue } }
  }
  /// Part of stored pictures that is shown; nil for the part that is meant to be seen.
  public var apertureMode: ApertureMode? {
    get { state.withLock(\.apertureMode) }
    set { state.withLock { $0.apertureMode = newValue } }
  }
  /// Whether pictures are turned upright; false unless set. A video composition says that itself.
  public var appliesPreferredTrackTransform: Bool {
    get { state.withLock(\.appliesPreferredTrackTransform) }
    set { state.withLock { $0.appliesPreferredTrackTransform = newValue } }
  }
  /// Distance by which the image may lie before a requested time; zero for exactly the frame that is shown then.
  public var requestedTimeToleranceBefore: CMTime {
    get { state.withLock(\.toleranceBefore) }
    set { state.withLock { $0.toleranceBefore = newValue } }
  }
  /// Distance by which the image may lie behind a requested time.
  public var requestedTimeToleranceAfter: CMTime {
    get { state.withLock(\.toleranceAfter) }
    set { state.withLock { $0.toleranceAfter = newValue } }
  }
  /// Composition of the tracks into one picture; a copy of the one that is set.
  ///
  /// One without a positive frame duration, a size or instructions, and one that is scaled, ends the process, with the words of
  /// AVFoundation's exception.
  public var videoComposition: AVVideoComposition? {
    get { state.withLock(\.videoComposition) }
    set {
      let method = "-[AVAssetImageGenerator setVideoComposition:]"
      newValue?.demandCompleteness(for: method)
      if let newValue, newValue.renderScale != 1 {
        Misuse.raise("\(method) video composition must have a renderScale of 1.0")
      }
      let copy = newValue?.copy() as? AVVideoComposition
      // Layers are objects of the calling thread's.
      let settled = copy?.settled()
      state.withLock { state in
        (state.videoComposition, state.settled) = (copy, settled)
        (state.engine, state.source) = (nil, nil)
      }
    }
  }
  /// The instance of the video composition's compositor class that draws images; nil without one. Settings of the
  /// compositor can be passed to it before images are requested.
  public var customVideoCompositor: (any AVVideoCompositing)? { state.withLock(\.settled)?.customVideoCompositor }

  // MARK: Images

  /// The image at `requestedTime`; when the frame that it shows begins is written to `actualTime`. Blocks until it is made.
  ///
  /// - Throws: `AVError`, `noImageAtTime` where there is none then.
  public func copyCGImage(
    at requestedTime: CMTime, actualTime: UnsafeMutablePointer<CMTime>?
  ) throws -> CGImage {
    // SAFETY: the time is written where the caller says, once.
    try translated { try asset.awaitFile() }
    let (image, time) = try CallingThread.run { try await self.made(at: requestedTime) }
    unsafe actualTime?.pointee = time
    return image
  }

  /// The image at `time`, and when the frame that it shows begins.
  ///
  /// - Throws: `AVError`, `noImageAtTime` where there is none then; `CancellationError` where the task was cancelled.
  public func image(at time: CMTime) async throws -> (image: CGImage, actualTime: CMTime) {
    let (image, actualTime) = try await made(at: time)
    return (image, actualTime)
  }

  /// Makes the images at `requestedTimes`, boxed times, and calls `handler` once for each, in their order, on any thread.
  public func generateCGImagesAsynchronously(
    forTimes requestedTimes: [NSValue], completionHandler handler: @escaping AVAssetImageGeneratorCompletionHandler
  ) {
    generate(requestedTimes.map(\.timeValue)) { outcome in
      switch outcome {
      case .success(let requested, let image, let actual): handler(requested, image, actual, .succeeded, nil)
      case .failure(let requested, let error):
        let isCancelled = (error as? AVError)?.code == .operationCancelled
        handler(requested, nil, .invalid, isCancelled ? .cancelled : .failed, error)
      }
    }
  }

  /// Makes the image at `requestedTime`, and calls `handler` once, on any thread.
  public func generateCGImageAsynchronously(
    for requestedTime: CMTime, completionHandler handler: @escaping @Sendable (CGImage?, CMTime, (any Error)?) -> Void
  ) {
    generate([requestedTime]) { outcome in
      switch outcome {
      case .success(_, let image, let actual): handler(image, actual, nil)
      case .failure(_, let error): handler(nil, .invalid, error)
      }
    }
  }

  /// The images at `times`, one element for each, in their order.
  public func images(for times: [CMTime]) -> Images {
    let (stream, continuation) = AsyncStream.makeStream(of: Images.Element.self)
    let count = Counter(times.count)
    let requests = generate(times) { outcome in
      continuation.yield(outcome)
      if count.isLast() { continuation.finish() }
    }
    if times.isEmpty { continuation.finish() }
    continuation.onTermination = { end in if case .cancelled = end { requests?.cancelAll() } }
    return Images(stream)
  }

  /// Cancels the images not yet made: the handler is called with `cancelled` for each of their times.
  public func cancelAllCGImageGeneration() {
    let requests = state.withLock { state in
      defer { state.requests = [:] }
      return state.requests.values
    }
    for request in requests { request.cancelAll() }
  }

  @discardableResult
  private func generate(
    _ times: [CMTime], _ handler: @escaping @Sendable (Images.Element) -> Void
  ) -> ImageRequests? {
    let (generator, source): (ImageGenerator, CompositorSource?)
    do {
      (generator, source) = try engine()
    } catch {
      // Never before this returns, as with other failures.
      let failure = avError(error, hasVideoComposition: true)
      Task.detached(executorPreference: WorkerThreads.shared) {
        for time in times { handler(.failure(requestedTime: time, error: failure)) }
      }
      return nil
    }
    let number = state.withLock { state in
      state.requestCount += 1
      return state.requestCount
    }
    let count = Counter(times.count)
    let requests = generator.generateImages(for: times) { [self] outcome in
      if count.isLast() { state.withLock { $0.requests[number] = nil } }
      handler(Images.Element(outcome, source))
    }
    state.withLock { state in if count.left > 0 { state.requests[number] = requests } }
    return requests
  }

  private func made(at time: CMTime) async throws -> (CGImage, CMTime) {
    let (generator, source) = try translated(hasVideoComposition: true) { try engine() }
    do {
      let image = try await generator.image(at: time)
      guard let picture = try CGImage(image.picture) else { throw AVError(.unknown) }
      return (picture, image.actualTime.inMovieUnits)
    } catch {
      if Task.isCancelled { throw CancellationError() }
      throw avError(error, hasVideoComposition: source != nil, compositor: source?.failure.error)
    }
  }

  /// The engine's generator, as the settings say now.
  private func engine() throws(RenderError) -> (ImageGenerator, CompositorSource?) {
    // What a mutable composition holds now is another film than before.
    let snapshot = asset is AVMutableComposition ? asset.copy() as? AVAsset ?? asset : asset
    return try state.withLock { state throws(RenderError) in
      if state.engine == nil || snapshot !== asset {
        state.source = state.settled.map(CompositorSource.init)
        state.engine = ImageGenerator(snapshot.mediaSource, compositing: state.source?.settings ?? .init())
      }
      var generator = state.engine ?? ImageGenerator(snapshot.mediaSource, compositing: .init())
      generator.pixelFormat = .rgba
      generator.maximumSize = state.maximumSize == .zero ? nil : PixelSize(limit: state.maximumSize)
      (generator.toleranceBefore, generator.toleranceAfter) = (state.toleranceBefore, state.toleranceAfter)
      generator.appliesPreferredTransform = state.appliesPreferredTrackTransform
      generator.apertureMode =
        switch state.apertureMode {
        case .productionAperture?: .production
        case .encodedPixels?: .encoded
        default: .clean
        }
      generator.videoComposition = try state.settled?.configuration.model(compositor: CompositorSource.name)
      return (generator, state.source)
    }
  }
}

extension ImageGenerator {
  /// Images of `source`, whichever it is.
  fileprivate init(_ source: any MediaSource, compositing: VideoCompositingSettings) {
    func make(_ source: some MediaSource) -> ImageGenerator { ImageGenerator(asset: source, compositing: compositing) }
    self = make(source)
  }
}

extension PixelSize {
  /// The whole pixels of `size`; a side of zero is without limit.
  fileprivate init(limit size: CGSize) {
    func side(_ length: CGFloat) -> Int { length >= 1 ? Int(min(length, 32_768).rounded(.down)) : 32_768 }
    self.init(width: side(size.width), height: side(size.height))
  }
}

/// Count of things that are left.
private final class Counter: Sendable {
  private let count: Mutex<Int>
  init(_ count: Int) { self.count = Mutex(count) }
  /// Number of those that are left.
  var left: Int { count.withLock { $0 } }
  /// Counts one; whether it was the last.
  func isLast() -> Bool {
    count.withLock { count in
      count -= 1
      return count == 0
    }
  }
}
