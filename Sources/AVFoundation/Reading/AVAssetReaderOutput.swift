import CoreMedia
import EditServices
public import Foundation
import Rendering
import Synchronization

/// A kind of media that a reader gives, buffer by buffer (`AVAssetReaderOutput`). Threads: any; a second call waits for
/// the first.
open class AVAssetReaderOutput: NSObject, @unchecked Sendable {
  // @unchecked: what changes is under a lock.
  private let state = Mutex(State())

  private struct State: Sendable {
    var alwaysCopies = true
    var supportsRandomAccess = false
    var isTaken = false
    var output: (any AssetReaderOutput)?
  }

  /// Media type of the output.
  open var mediaType: AVMediaType { .video }

  /// Whether pictures are given in memory of their own, which may be written to. True unless set before the reader starts.
  public var alwaysCopiesSampleData: Bool {
    get { state.withLock(\.alwaysCopies) }
    set { state.withLock { $0.alwaysCopies = newValue } }
  }

  /// Whether other ranges can be read after the first; false unless set before the reader starts.
  public var supportsRandomAccess: Bool {
    get { state.withLock(\.supportsRandomAccess) }
    set { state.withLock { $0.supportsRandomAccess = newValue } }
  }

  /// The next buffer; nil after the last, and where the reader has failed, was cancelled or has not started: see its
  /// status. Blocks.
  open func copyNextSampleBuffer() -> CMSampleBuffer? {
    guard let output = state.withLock(\.output), let buffer = output.copyNextSampleBuffer() else { return nil }
    return converted(buffer)
  }

  /// Reads `timeRanges`, boxed ranges, one after the other, when all of what was asked for before is read. Ranges that cannot be read are reported on
  /// the standard error.
  open func reset(forReadingTimeRanges timeRanges: [NSValue]) {
    do throws(RenderError) {
      try state.withLock(\.output)?.reset(forReadingTimeRanges: timeRanges.map(\.timeRangeValue))
    } catch {
      Misuse.report(error.description)
    }
  }

  /// Says that no other ranges will be asked for.
  open func markConfigurationAsFinal() { state.withLock(\.output)?.markConfigurationAsFinal() }

  // MARK: The reader

  /// Whether it belongs to a reader.
  var isTaken: Bool { state.withLock(\.isTaken) }

  /// Makes it belong to a reader; false where it does to one.
  func take() -> Bool {
    state.withLock { state in
      defer { state.isTaken = true }
      return !state.isTaken
    }
  }

  /// The compositor of what it gives; nil where there is none.
  var compositorSource: CompositorSource? { nil }
  /// The tracks that it reads.
  var tracks: [AVAssetTrack] { [] }
  /// Processing of its tracks' sound.
  var soundProcessing: SoundProcessing { SoundProcessing() }

  /// The engine's output.
  ///
  /// - Throws: `RenderError` for what is not supported.
  func makeOutput() throws -> any AssetReaderOutput {
    throw RenderError(.unsupported, "There is no such output.")
  }

  /// The engine's `buffer`, as it is given.
  func converted(_ buffer: SampleBuffer) -> CMSampleBuffer? { .packet(buffer) }

  /// Adds it to `reader`.
  func add(to reader: AssetReader) throws {
    let output = try makeOutput()
    output.alwaysCopiesSampleData = alwaysCopiesSampleData
    output.supportsRandomAccess = supportsRandomAccess
    try reader.add(output)
    state.withLock { $0.output = output }
  }
}
