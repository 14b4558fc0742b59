public import Compositing
public import MediaFormats
public import MediaTime

/// The interface between capture, which does not depend on GStreamer, and an engine: the devices, and their media.
///
/// ```
///  captureDevices() ─► [CaptureDevice]
///  openCapture(…)   ─► CaptureStream ─ next() ─► picture, picture, …  or  samples, samples, …   each with its time
/// ```
///
/// Threads: any. All calls block, for a bounded time, and are made from threads of their own.
public protocol CaptureEngine: Sendable {
  /// The devices that are there now; the test sources last.
  ///
  /// - Throws: `RenderError` with `.engineFailed` where the engine cannot look.
  func captureDevices() throws(RenderError) -> [CaptureDevice]

  /// Opens `device`; it gives media from now on.
  ///
  /// - Throws: `RenderError`: ``RenderError/Code/deviceNotConnected``, ``RenderError/Code/deviceInUse``, `.unsupported` where
  ///   it does not give what `settings` ask for, `.missingPlugin`, `.stalled`.
  func openCapture(
    _ device: CaptureDevice, _ settings: CaptureSettings
  ) throws(RenderError) -> any CaptureStream
}

/// The stream of an open device.
///
/// Times are those of the engine's clock, which is the same for all live streams; those of streams that are not live begin at
/// zero. Threads: ``next()`` from one at a time, ``close()`` from any.
public protocol CaptureStream: AnyObject, Sendable {
  /// The time on the clock that live media are timed by, at which media captured now are. Nil of a source that waits
  /// for its reader.
  var clockTime: Rational? { get }

  /// The next item. Blocks, for at most a second.
  ///
  /// - Throws: `RenderError`: ``RenderError/Code/deviceWasDisconnected`` where the device is gone, `.closed` after
  ///   ``close()``, `.engineFailed`.
  func next() throws(RenderError) -> CapturedItem

  /// Ends it and gives the device back; ``next()`` under way ends within a second.
  func close()
}

extension CaptureStream {
  /// Whether media come when they happen: what is not taken in time is lost. A test source that is not live waits.
  public var isLive: Bool { clockTime != nil }
}

/// An item of a stream.
public enum CapturedItem: Sendable {
  /// A picture, when it was taken, how long it usually lasts, and what its colors mean.
  case picture(PixelBuffer, time: Rational, duration: Rational?, colorimetry: Colorimetry)
  /// Samples, when the first was taken, and how many there are a second.
  case samples(SampleBlock, time: Rational, sampleRate: Int)
  /// Nothing has come yet.
  case nothingYet
  /// Nothing has come for longer than a device takes; it may go on later. The words say what is wrong.
  case interrupted(String)
  /// There is no more: of sources that have an end.
  case ended
}

/// The settings that a device is asked for.
public struct CaptureSettings: Hashable, Sendable {
  /// The pictures' size; nil for the device's own.
  public var size: PixelSize?
  /// Pictures a second; nil for the device's own, and 30 of test sources.
  public var frameRate: Rational?
  /// Samples a second; nil for 48,000.
  public var sampleRate: Int?
  /// Channels; nil for two.
  public var channels: Int?
  /// The pace of test sources.
  public var pace: Pace

  /// The pace of test sources; devices run as time does.
  public enum Pace: Hashable, Sendable {
    /// As a device does.
    case live
    /// As fast as they are read, for so long in their own time.
    case asFastAsRead(lasting: Rational)
  }

  /// A device's usual settings.
  public init(
    size: PixelSize? = nil, frameRate: Rational? = nil, sampleRate: Int? = nil, channels: Int? = nil,
    pace: Pace = .live
  ) {
    self.size = size
    self.frameRate = frameRate
    self.sampleRate = sampleRate
    self.channels = channels
    self.pace = pace
  }
}

/// Failures of capture, as AVFoundation has them in `AVError`.
extension RenderError.Code {
  /// There is no such device (`AVError.deviceNotConnected`).
  public static let deviceNotConnected = Self(rawValue: "deviceNotConnected")
  /// Another session or program has the device (`AVError.deviceInUseByAnotherApplication`).
  public static let deviceInUse = Self(rawValue: "deviceInUse")
  /// The device went away (`AVError.deviceWasDisconnected`).
  public static let deviceWasDisconnected = Self(rawValue: "deviceWasDisconnected")
  /// Something was asked for that takes a session that runs (`AVError.sessionNotRunning`).
  public static let sessionNotRunning = Self(rawValue: "sessionNotRunning")
  /// The session was changed under a recording (`AVError.sessionConfigurationChanged`).
  public static let sessionConfigurationChanged = Self(rawValue: "sessionConfigurationChanged")
  /// A recording is under way already (`AVError.recordingAlreadyInProgress`).
  public static let recordingAlreadyInProgress = Self(rawValue: "recordingAlreadyInProgress")
  /// The recording is as long as it may be (`AVError.maximumDurationReached`).
  public static let maximumDurationReached = Self(rawValue: "maximumDurationReached")
  /// The file is as large as it may be (`AVError.maximumFileSizeReached`).
  public static let maximumFileSizeReached = Self(rawValue: "maximumFileSizeReached")
  /// Nothing was captured before the recording ended (`AVError.noDataCaptured`).
  public static let noDataCaptured = Self(rawValue: "noDataCaptured")
}
