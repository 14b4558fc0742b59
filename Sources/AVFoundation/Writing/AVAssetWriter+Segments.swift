import EditServices
public import Foundation
import GstEdit
import Rendering
import Synchronization

/// Takes the segments of a movie that a writer hands over (`AVAssetWriterDelegate`). Called on a thread of the writer's, one segment after the
/// other; while a call is under way, nothing more is written.
public protocol AVAssetWriterDelegate: AnyObject {
  /// `segmentData` is the next segment of the movie, described by `segmentReport`; nil without a description.
  func assetWriter(
    _ writer: AVAssetWriter, didOutputSegmentData segmentData: Data, segmentType: AVAssetSegmentType,
    segmentReport: AVAssetSegmentReport?)
  /// `segmentData` is the next segment of what `writer` writes: called where the method with a report is not there.
  func assetWriter(
    _ writer: AVAssetWriter, didOutputSegmentData segmentData: Data, segmentType: AVAssetSegmentType)
}

extension AVAssetWriterDelegate {
  /// Passes the segment on without its report.
  public func assetWriter(
    _ writer: AVAssetWriter, didOutputSegmentData segmentData: Data, segmentType: AVAssetSegmentType,
    segmentReport: AVAssetSegmentReport?
  ) {
    assetWriter(writer, didOutputSegmentData: segmentData, segmentType: segmentType)
  }

  /// Does nothing.
  public func assetWriter(
    _ writer: AVAssetWriter, didOutputSegmentData segmentData: Data, segmentType: AVAssetSegmentType
  ) {}
}

/// The players that a movie is written for (`AVFileTypeProfile`).
public struct AVFileTypeProfile: RawRepresentable, Hashable, Sendable {
  /// The name.
  public let rawValue: String

  /// The profile of that name.
  public init(rawValue: String) { self.rawValue = rawValue }

  /// Segments of HTTP Live Streaming, of any tracks.
  public static let mpeg4AppleHLS = AVFileTypeProfile(rawValue: "MPEG4AppleHLS")
  /// Segments of the Common Media Application Format (ISO/IEC 23000-19): of one track.
  public static let mpeg4CMAFCompliant = AVFileTypeProfile(rawValue: "MPEG4CMAFCompliant")
}

extension AVAssetWriter {
  /// Delegate that takes segments; it is not kept.
  public var delegate: (any AVAssetWriterDelegate)? {
    get { delivery?.delegate }
    set { delivery?.delegate = newValue }
  }

  /// The players that the movie is written for; nil unless set. The profile of the Common Media Application Format
  /// allows one input.
  public var outputFileTypeProfile: AVFileTypeProfile? {
    get { delivery?.profile }
    set { delivery?.profile = newValue }
  }

  /// Duration of segments: they begin at multiples of it from ``initialSegmentStartTime`` on, each with a key frame; invalid, unless set, for six
  /// seconds, and indefinite for segments that end where ``flushSegment()`` says.
  public var preferredOutputSegmentInterval: CMTime {
    get { delivery?.interval ?? .invalid }
    set {
      delivery?.interval = newValue
      writer.preferredOutputSegmentInterval = newValue.isValid ? newValue : AssetWriter.usualSegmentInterval
    }
  }

  /// Time from which on the borders of segments are counted, in the time of the session's source; invalid, unless set, for its start.
  public var initialSegmentStartTime: CMTime {
    get { writer.initialSegmentStartTime }
    set { writer.initialSegmentStartTime = newValue }
  }

  /// The number of the first fragment; 1 unless set.
  public var initialMovieFragmentSequenceNumber: Int {
    get { writer.initialMovieFragmentSequenceNumber }
    set { writer.initialMovieFragmentSequenceNumber = newValue }
  }

  /// Ends the segment under way, where ``preferredOutputSegmentInterval`` is indefinite: what is appended from now on begins another one.
  /// Elsewhere it ends the process, as AVFoundation's exception does.
  public func flushSegment() {
    guard status != .unknown, preferredOutputSegmentInterval.isIndefinite else {
      Misuse.raise("*** -[AVAssetWriter flushSegment] The writer has not started, or its segments have a length.")
    }
    do throws(RenderError) { try writer.flushSegment() } catch { Misuse.report(error.description) }
  }

  /// Rejects a type of file that is not written in segments, and several tracks where there is to be one.
  func checkSegments() throws(RenderError) {
    guard let delivery else { return }
    guard outputFileType.fileType != nil else {
      throw RenderError(
        .unsupported, "Files of the type \(outputFileType.rawValue) are not written here.",
        remedy: "Write MPEG-4 or QuickTime.")
    }
    guard delivery.profile != .mpeg4CMAFCompliant || inputs.count == 1 else {
      throw RenderError(
        .unsupported, "A movie of the Common Media Application Format has \(inputs.count) inputs.",
        remedy: "Write each track by a writer of its own, or for HTTP Live Streaming.")
    }
  }
}

/// The way of segments from a writer to its delegate.
///
/// Threads: any. Lock order: only `state`, under which no callback runs.
final class SegmentDelivery: Sendable {
  private let state = Mutex(State())

  private struct State: @unchecked Sendable {
    // @unchecked: the delegate is the program's own, which says when it may be called from where: on the writer's thread.
    weak var writer: AVAssetWriter?
    weak var delegate: (any AVAssetWriterDelegate)?
    var profile: AVFileTypeProfile?
    var interval = CMTime.invalid
  }

  var delegate: (any AVAssetWriterDelegate)? {
    get { state.withLock(\.delegate) }
    set { state.withLock { $0.delegate = newValue } }
  }
  var profile: AVFileTypeProfile? {
    get { state.withLock(\.profile) }
    set { state.withLock { $0.profile = newValue } }
  }
  var interval: CMTime {
    get { state.withLock(\.interval) }
    set { state.withLock { $0.interval = newValue } }
  }

  /// Has segments be those of `writer`.
  func set(_ writer: AVAssetWriter) { state.withLock { $0.writer = writer } }

  /// Gives `segment` to the delegate.
  func take(_ segment: MovieSegment) {
    let (writer, delegate) = state.withLock { ($0.writer, $0.delegate) }
    guard let writer, let delegate else { return }
    delegate.assetWriter(
      writer, didOutputSegmentData: segment.data, segmentType: AVAssetSegmentType(segment.kind),
      segmentReport: AVAssetSegmentReport(segment))
  }
}
