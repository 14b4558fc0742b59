import EditServices
public import Foundation
import GstEdit
import Rendering
import Synchronization

/// Takes an asset apart: decoded or as it stands, track by track, mixed or composed (`AVAssetReader`). It reads once. Threads: any.
open class AVAssetReader: NSObject, @unchecked Sendable {
  // @unchecked: what changes is under a lock.
  /// Asset that is read.
  public let asset: AVAsset
  private let snapshot: AVAsset
  private let state = Mutex(State())

  private struct State: Sendable {
    var timeRange = CMTimeRange(start: .zero, duration: .positiveInfinity)
    var outputs: [AVAssetReaderOutput] = []
    var reader: AssetReader?
    var source: CompositorSource?
    var failure: (any Error)?
    var isCancelled = false
  }

  /// Status of a reader.
  public enum Status: Int, Sendable {
    /// It has not started.
    case unknown
    /// There are buffers to take.
    case reading
    /// All outputs have given their last buffer.
    case completed
    /// It could not go on.
    case failed
    /// It was cancelled.
    case cancelled
  }

  /// A reader of `asset`. Blocks until it is known what that holds.
  ///
  /// - Throws: `AVError` where it cannot be read.
  public init(asset: AVAsset) throws {
    self.asset = asset
    snapshot = asset is AVMutableComposition ? asset.copy() as? AVAsset ?? asset : asset
    try translated { _ = try asset.content() }
    super.init()
  }

  /// The part of the asset that is read; all of it unless set before reading starts.
  public var timeRange: CMTimeRange {
    get { state.withLock(\.timeRange) }
    set { state.withLock { if $0.reader == nil { $0.timeRange = newValue } } }
  }

  /// Outputs that are read.
  public var outputs: [AVAssetReaderOutput] { state.withLock(\.outputs) }

  /// Status of the reader.
  public var status: Status {
    state.withLock { state in
      if state.failure != nil { return .failed }
      if state.isCancelled { return .cancelled }
      return (state.reader?.status).flatMap { Status(rawValue: $0.rawValue) } ?? .unknown
    }
  }

  /// Error by which it failed; nil otherwise.
  public var error: (any Error)? {
    state.withLock { state in
      if let failure = state.failure { return failure }
      guard state.reader?.status == .failed, let error = state.reader?.error else { return nil }
      return avError(
        error, hasVideoComposition: state.source != nil, compositor: state.source?.failure.error)
    }
  }

  /// Whether `output` can be added: the reader has not started, and the output is no other's, nor of another asset's tracks.
  open func canAdd(_ output: AVAssetReaderOutput) -> Bool {
    state.withLock { $0.reader == nil && !$0.isCancelled } && !output.isTaken
      && output.tracks.allSatisfy { $0.asset == nil || $0.asset === asset }
  }

  /// Adds `output`; one that cannot be ends the process, with the words of AVFoundation's exception.
  open func add(_ output: AVAssetReaderOutput) {
    guard canAdd(output), output.take() else {
      Misuse.raise(
        "*** -[AVAssetReader addOutput:] cannot add the output: it is added already, of another asset's tracks, or reading has started"
      )
    }
    state.withLock { $0.outputs.append(output) }
  }

  /// Starts reading.
  ///
  /// - Returns: False where it cannot start: ``error`` says why.
  @discardableResult
  open func startReading() -> Bool {
    let (outputs, timeRange, hasStarted) = state.withLock {
      ($0.outputs, $0.timeRange, $0.reader != nil || $0.isCancelled)
    }
    guard !hasStarted else { return false }
    do {
      let source = outputs.lazy.compactMap(\.compositorSource).first
      let processing = outputs.reduce(into: SoundProcessing()) { all, output in
        all.tracks.merge(output.soundProcessing.tracks) { known, _ in known }
      }
      let renderer = Engine.renderer(compositing: source?.settings ?? .init(), soundProcessing: processing)
      let reader = snapshot.reader(renderer)
      reader.timeRange = timeRange
      for output in outputs { try output.add(to: reader) }
      try reader.startReading()
      state.withLock { ($0.reader, $0.source) = (reader, source) }
      return true
    } catch {
      let failure = avError(error, hasVideoComposition: true)
      state.withLock { $0.failure = failure }
      return false
    }
  }

  /// Ends the reading: calls under way give nil, and so does every later one.
  open func cancelReading() {
    let reader = state.withLock { state in
      state.isCancelled = state.reader?.status != .completed
      return state.reader
    }
    reader?.cancelReading()
  }
}

extension AVAsset {
  /// A reader of it by `renderer`.
  func reader(_ renderer: any Renderer) -> AssetReader {
    func make(_ source: some MediaSource) -> AssetReader {
      AssetReader(asset: source, renderer: renderer)
    }
    return make(mediaSource)
  }
}
