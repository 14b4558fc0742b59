public import EditServices
import Rendering
import Synchronization

/// Measures the waveform of a film's sound in the pass that encodes it.
///
/// ```swift
/// request.soundFiles = [
///   .waveform("waveform.json", .pointsPerSecond(20)) { try Array(JSONEncoder().encode($0)) }
/// ]
/// ```
///
/// Threads: as `SoundListener` says. Lock order: only `state`.
final class WaveformListener: SoundListener {
  private let state: Mutex<Result<WaveformMeasurement, RenderError>>
  private let write: @Sendable (Waveform) throws -> [UInt8]

  /// A measurement of the sound of `plan`; `write` makes a file of it.
  init(
    _ plan: SoundPlan, _ resolution: Waveform.Resolution, mixesChannels: Bool,
    _ write: @escaping @Sendable (Waveform) throws -> [UInt8]
  ) {
    self.write = write
    let begun = Result { () throws(RenderError) in
      try WaveformMeasurement(plan, pointCount: try resolution.pointCount(of: plan), mixesChannels: mixesChannels)
    }
    state = Mutex(begun)
  }

  func hear(_ block: SampleBlock) {
    state.withLock { state in
      guard case .success(var measurement) = state else { return }
      // The measurement has no second owner, or all of it would be copied.
      state = .failure(.cancelled())
      measurement.add(block)
      state = .success(measurement)
    }
  }

  func file() throws -> [UInt8] { try write(state.withLock { $0 }.get().result()) }
}

extension SoundFileRequest {
  /// The waveform of the sound as the file `name`, whose bytes `write` makes.
  ///
  /// The presentation fails with `.invalidModel` for a resolution that is not positive, or makes too many points.
  public static func waveform(
    _ name: String, _ resolution: Waveform.Resolution, mixesChannels: Bool = false,
    write: @escaping @Sendable (Waveform) throws -> [UInt8]
  ) -> SoundFileRequest {
    SoundFileRequest(name) { plan in
      WaveformListener(plan, resolution, mixesChannels: mixesChannels, write)
    }
  }
}
