import Containers
import Foundation
import GStreamer
import MediaDecoding
import MediaFormats
public import MediaTime
import MediaWriting
public import Rendering
import Synchronization

/// The sound device of the machine, by GStreamer: a PulseAudio or PipeWire server's, or ALSA's.
///
/// ```
///  write(block, at: host) ─► appsrc ─► audioconvert ─► audioresample ─► autoaudiosink, which sounds each sample at its host time
/// ```
///
/// The system's clock is the player's: a device that runs faster or slower is kept in step with it by GStreamer
/// (`GstAudioBaseSink:slave-method`, skew). Threads: as `SoundSink` says. Lock order: only `state`.
public final class SoundDevice: SoundSink {
  private let state = Mutex(State())

  private struct State {
    var graph: (pipeline: Pipeline, source: AppSource)?
    var failure: RenderError?
  }

  /// The lead of writing a sample over its being heard: a device takes sound in pieces of some hundredths of a second.
  public let latency = Rational.sixtyThousandths

  /// The device that sounds unless another one is chosen.
  ///
  /// - Throws: `RenderError`: `.deviceNotConnected` where there is none, `.missingPlugin`.
  public init() throws(RenderError) {
    let devices = try translating { try Device.all(ofClasses: ["Audio/Sink"]) }
    guard !devices.isEmpty else {
      throw RenderError(
        .deviceNotConnected, "There is no sound device.",
        remedy: "Connect one, or start a sound server; GStreamer finds it with gstreamer1.0-pulseaudio, "
          + "gstreamer1.0-pipewire or gstreamer1.0-alsa.")
    }
    _ = try ElementName.soundSink.make()
  }

  deinit { end() }

  /// The reason for which nothing is heard any more; nil as long as something is.
  public var failure: RenderError? { state.withLock(\.failure) }

  /// Opens the device for what comes.
  public func start(sampleRate: Int, channels: Int) {
    end()
    state.withLock { state in
      do {
        let caps = try AudioConverter.caps(rate: sampleRate, layout: .standard(channels))
        let (pipeline, source) = (try Pipeline(name: "sound"), try AppSource(caps: caps, capacity: 0))
        let elements = [
          source.element, try ElementName.audioConvert.make(), try ElementName.audioResample.make(),
          try ElementName.soundSink.make(),
        ]
        for element in elements { try pipeline.add(element) }
        try pipeline.link(elements)
        pipeline.useSystemClock()
        pipeline.useClockTimes()
        try pipeline.play()
        (state.graph, state.failure) = ((pipeline, source), nil)
      } catch {
        state.failure = .translated(error)
      }
    }
  }

  /// Hands `block` over without waiting: the player is a bounded time ahead.
  public func write(_ block: SampleBlock, at hostTime: CMTime) {
    guard let graph = state.withLock(\.graph) else { return }
    do {
      try graph.pipeline.checkFailure()
      let start = (try? hostTime.rational?.floor(scaledBy: 1_000_000_000)) ?? 0
      _ = graph.source.push(try Buffer(samples: block.interleaved).restamped(presentationTime: start, duration: 0))
    } catch {
      state.withLock { state in
        (state.failure, state.graph) = (RenderError(error), nil)
      }
    }
  }

  /// Has what was handed over and is not heard yet be silent.
  public func flush() { state.withLock(\.graph)?.source.flush() }

  /// Gives the device back.
  public func stop() { end() }

  private func end() {
    let graph = state.withLock { state in
      defer { state.graph = nil }
      return state.graph
    }
    if let graph { _ = graph.pipeline.stopInBackground() }
  }
}

extension Rational {
  /// Sixty milliseconds.
  fileprivate static let sixtyThousandths = (try? Rational(60, 1_000)) ?? .zero
}
