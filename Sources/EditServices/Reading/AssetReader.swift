import EditingModel
public import MediaTime
public import Rendering
import Synchronization

/// Takes an asset apart: decoded or as it stands, track by track, mixed or composed (`AVAssetReader`).
///
/// ```swift
/// let reader = AssetReader(asset: URLAsset(url: clip))
/// let track = try await asset.loadTracks(withMediaType: .video)[0]
/// let pictures = AssetReaderTrackOutput(track: track, outputSettings: .video)
/// try reader.add(pictures)
/// try reader.startReading()
/// for try await buffer in pictures.sampleBuffers { print(buffer.presentationTime) }
/// ```
///
/// It reads once: outputs and range are fixed when it starts. Files are opened then, and what cannot be read shows with the
/// first buffer. Threads: any.
public final class AssetReader: Sendable {
  /// A reader's state (`AVAssetReader.Status`).
  public enum Status: Int, Hashable, Sendable {
    /// It has not started.
    case unknown
    /// There are buffers to take.
    case reading
    /// All outputs have given their last buffer.
    case completed
    /// It could not go on: ``AssetReader/error`` says why.
    case failed
    /// It was cancelled.
    case cancelled
  }

  let media: ReaderMedia
  private let run = ReaderRun()
  private let state = Mutex(State())

  private struct State {
    var timeRange = CMTimeRange(start: .zero, duration: .positiveInfinity)
    var outputs: [any AssetReaderOutput] = []
  }

  /// A reader of all tracks of `asset`. Of an edit, outputs without a video composition or an audio mix of their own
  /// have the edit's.
  public init(asset: some MediaSource, renderer: any Renderer) {
    media = ReaderMedia(asset.analysisSubject.kind, renderer: renderer)
  }

  deinit { cancelReading() }

  /// The part of the asset that is read; from zero to its end unless set before reading starts, and never more than there is.
  ///
  /// It contains its start and not its end. What is decoded begins and ends with it exactly: a frame that is shown across its
  /// start begins there. Of compressed tracks all packets are given that it takes to decode it, from a key frame on.
  public var timeRange: CMTimeRange {
    get { state.withLock(\.timeRange) }
    set { if run.status == .unknown { state.withLock { $0.timeRange = newValue } } }
  }

  /// The outputs that it reads.
  public var outputs: [any AssetReaderOutput] { state.withLock(\.outputs) }

  /// Its state.
  public var status: Status { run.status }

  /// The error with which it failed, or that of its cancellation; nil otherwise.
  public var error: RenderError? { run.error }

  /// Whether `output` can be added: the reader has not started, and the output is no other's.
  public func canAdd(_ output: any AssetReaderOutput) -> Bool { run.status == .unknown && !output.delivery.isTaken }

  /// Adds `output`.
  ///
  /// - Throws: `RenderError` with `.outOfRange` where ``canAdd(_:)`` says no.
  public func add(_ output: any AssetReaderOutput) throws(RenderError) {
    guard run.status == .unknown, output.delivery.take() else {
      throw RenderError(
        .outOfRange, "An output is added to a reader that has started, or it is another one's.",
        remedy: "Make one for each reader, and add it first.")
    }
    state.withLock { $0.outputs.append(output) }
  }

  /// Starts reading: all outputs begin to open their media.
  ///
  /// - Throws: `RenderError` with `.outOfRange` where it has started before, was cancelled, or its range is none.
  public func startReading() throws(RenderError) {
    let (outputs, timeRange) = state.withLock { ($0.outputs, $0.timeRange) }
    let range = try Self.range(timeRange)
    guard run.begin(outputs: outputs.count) else {
      throw RenderError(.outOfRange, "The reader has started before.", remedy: "Make another one.")
    }
    for output in outputs { output.delivery.begin(run, media, range) }
  }

  /// Ends the reading: calls under way give nil within a second, and so does every later one (`cancelReading()`).
  public func cancelReading() {
    run.cancel()
    for output in state.withLock(\.outputs) { output.delivery.cancel() }
  }

  /// `timeRange` exactly; nil for everything.
  private static func range(_ timeRange: CMTimeRange) throws(RenderError) -> RationalRange? {
    guard let start = timeRange.start.rational, start >= .zero, timeRange.duration > .zero else {
      throw RenderError(
        .outOfRange, "The range \(timeRange) is none of an asset's.",
        remedy: "Give it a start from 0 on and a duration.")
    }
    guard let duration = timeRange.duration.rational else {
      return start == .zero
        ? nil
        : try exactly { () throws(RationalError) in
          // Seconds that no asset has, and that leave room for any start's denominator.
          try RationalRange(start: start, end: max(start, Rational(Int64(Int32.max))))
        }
    }
    return try exactly { () throws(RationalError) in try RationalRange(start: start, duration: duration) }
  }
}
