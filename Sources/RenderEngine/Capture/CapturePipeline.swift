import Compositing
import Containers
import Foundation
import GStreamer
import MediaDecoding
import MediaFormats
import MediaTime
import Rendering
import Synchronization

/// A device that is open, in a pipeline of its own.
///
/// Times of live ones are those of the system's clock; of the others they count from zero, on the grid of their rate. Threads: as
/// `CaptureStream` says.
final class CapturePipeline: CaptureStream {
  private let device: CaptureDevice
  private let source: CaptureSource
  private let pipeline: Pipeline
  private let sink: AppSink
  private let cancellation = Cancellation()
  private let pictures = PictureStream()
  private let state = Mutex(State())

  /// The state between calls.
  private struct State {
    /// The time of the last arrival.
    var lastArrival = SuspendingClock.now
    /// The number of samples so far.
    var sampleCount: Int64 = 0
  }

  /// Limit of the time in which a device starts.
  private static let startLimit = Duration.seconds(10)
  /// The time without media after which a device counts as interrupted.
  private static let silenceLimit = Duration.seconds(2)
  /// Buffers that wait for their reader: of a device a second's pictures and a minute's sound, a hundred blocks a
  /// second. Later ones would be lost, and a machine that is blocked for some seconds must leave no gap in the sound.
  private static let (pictureCapacity, soundCapacity) = (30, 6_000)

  /// Opens `source`, which is `device`'s. Blocks until it runs.
  ///
  /// - Throws: `RenderError` with `.deviceInUse`, `.deviceNotConnected`, `.unsupported`, `.stalled`.
  init(_ source: CaptureSource, of device: CaptureDevice) throws(RenderError) {
    (self.source, self.device) = (source, device)
    do {
      pipeline = try Pipeline(name: "capture")
      let capacity = source.sampleRate > 0 ? Self.soundCapacity : Self.pictureCapacity
      sink = try AppSink(capacity: source.isLive ? capacity : 4, caps: source.output, handsOver: true)
      for element in source.elements { try pipeline.add(element) }
      try pipeline.add(sink.element)
      try pipeline.link(source.elements + [sink.element])
      pipeline.useSystemClock()
      let starting = pipeline
      let start = BackgroundTask(named: "capture start") { try starting.play() }
      guard try start.value(within: Self.startLimit) != nil else {
        throw RenderError(
          .stalled, "\(device.localizedName) does not start within ten seconds.",
          remedy: "Connect it anew, or choose another device.")
      }
    } catch let error as GStreamerError {
      throw Self.translated(error, of: device, isOpen: false)
    } catch {
      throw RenderError(describing: error)
    }
  }

  deinit { close() }

  var clockTime: Rational? { source.isLive ? try? Rational(pipeline.clockTime, 1_000_000_000) : nil }

  func next() throws(RenderError) -> CapturedItem {
    guard !cancellation.isOver else { throw RenderError(.closed, "The device is closed.", remedy: "Open it again.") }
    do {
      switch sink.pull(nanoseconds: Cancellation.pollInterval) {
      case .sample(let buffer, let caps):
        state.withLock { $0.lastArrival = .now }
        return source.sampleRate > 0 ? try samples(buffer) : try picture(buffer, caps)
      case .endOfStream:
        try pipeline.checkFailure()
        return .ended
      case .nothingYet:
        try pipeline.checkFailure()
        let isSilent = state.withLock { SuspendingClock.now - $0.lastArrival > Self.silenceLimit }
        return source.isLive && isSilent ? .interrupted("\(device.localizedName) gives nothing.") : .nothingYet
      }
    } catch let error as GStreamerError {
      throw Self.translated(error, of: device, isOpen: true)
    } catch {
      throw RenderError(describing: error)
    }
  }

  func close() {
    guard !cancellation.isOver else { return }
    cancellation.cancel()
    _ = pipeline.stopInBackground()
  }

  // MARK: Media

  /// The capture time of `buffer`.
  private func time(of buffer: Buffer) throws -> Rational {
    let inStream = buffer.presentationTime ?? 0
    return try Rational(source.isLive ? pipeline.baseTime + inStream : inStream, 1_000_000_000)
  }

  private func picture(_ buffer: Buffer, _ caps: Caps?) throws -> CapturedItem {
    let picture = try pictures.picture(buffer, caps).picture
    var time = try time(of: buffer)
    // Nanoseconds are not where pictures are, thirty a second.
    if let rate = source.frameRate { time = try Rational(try (time * rate).rounded()) / rate }
    return .picture(picture, time: time, duration: source.frameDuration, colorimetry: .bt709)
  }

  private func samples(_ buffer: Buffer) throws -> CapturedItem {
    var samples = try buffer.samples()
    let channels = max(1, source.output.integer("channels") ?? 1)
    let first = state.withLock { state in
      defer { state.sampleCount += Int64(samples.count / channels) }
      return state.sampleCount
    }
    if let all = source.sampleCount {
      samples = Array(samples.prefix(Int(clamping: max(0, all - first)) * channels))
    }
    let time = source.isLive ? try time(of: buffer) : try Rational(first, Int64(source.sampleRate))
    return .samples(
      SampleBlock(start: 0, channels: channels, interleaved: samples), time: time, sampleRate: source.sampleRate)
  }

  // MARK: Failing

  /// `error` of `device`: while it was opened, or when it was open.
  private static func translated(_ error: GStreamerError, of device: CaptureDevice, isOpen: Bool) -> RenderError {
    guard !error.isOutOfDescriptors, !error.isMissingElement, !error.isMissingPlugin else { return RenderError(error) }
    if isOpen {
      return RenderError(
        .deviceWasDisconnected, "\(device.localizedName) gives nothing more: \(error.message)",
        remedy: "Connect it again.", underlying: error.description)
    }
    if error.isBusy {
      return RenderError(
        .deviceInUse, "\(device.localizedName) is used by another program.", remedy: "Close that one.",
        underlying: error.description)
    }
    if error.isNotFound { return GStreamerCapture.notConnected(device, underlying: error.description) }
    return RenderError(
      .unsupported, "\(device.localizedName) does not give what is asked for: \(error.message)",
      remedy: "Ask for another size or rate, or for none.", underlying: error.description)
  }
}
