public import EditServices
public import MediaTime
public import Rendering

/// A measurement that goes through sound once, from its first sample to its last: what
/// ``AnalysisSubject/measure(_:in:channels:renderer:progress:)`` carries out. Each measurement of this module is one, and a program can
/// have its own.
public protocol SoundMeasurement: Sendable {
  /// The type of the result.
  associatedtype Result: Sendable

  /// Takes the next samples: blocks lie end to end.
  ///
  /// - Throws: `RenderError` where it cannot go on.
  mutating func add(_ block: SampleBlock) throws(RenderError)

  /// The result of all samples so far.
  func result() throws(RenderError) -> Result
}

extension AnalysisSubject {
  /// Reads the subject's sound once, and gives it to the measurement that `start` makes for it.
  ///
  /// Samples are those that an export would encode: at the sources' rate and in their channels where those agree, each
  /// track with its volume, summed, and not clipped. What is read is not kept.
  ///
  /// - Parameters:
  ///   - start: Makes the measurement, for the samples `plan.range` of `plan`.
  ///   - timeRange: The part that is measured; all of it if nil.
  ///   - channels: The channels that the sound is brought to before; nil for its own.
  ///   - progress: Called on any thread with what part of the work is done, 0…1.
  /// - Throws: `RenderError`: what is wrong with the media or the edit; `.invalidModel` where nothing sounds;
  ///   `.cancelled`.
  public func measure<Measurement: SoundMeasurement>(
    _ start: @escaping @Sendable (_ plan: SoundPlan) throws(RenderError) -> Measurement,
    in timeRange: CMTimeRange? = nil, channels: Int? = nil,
    renderer: any Renderer, progress: @escaping @Sendable (Double) -> Void = { _ in }
  ) async throws(RenderError) -> Measurement.Result {
    let edit = try await audibleEdit(renderer: renderer)
    let plan = try await edit.plan(
      settings: RenderSettings(timeRange: timeRange, includesPicture: false, channels: channels), renderer: renderer)
    guard let sound = plan.sound, !sound.range.isEmpty else {
      throw RenderError(.invalidModel, "The film has no sound.", remedy: "Use one that has an audio track.")
    }
    let begun = try start(sound)
    let reader: any SampleReader
    do {
      reader = try await renderer.samples(of: plan)
    } catch {
      throw RenderError(describing: error)
    }
    defer { reader.close() }
    return try await blocking(cancelledBy: reader.cancel) { () throws(RenderError) in
      var measurement = begun
      var next = sound.range.lowerBound
      while next < sound.range.upperBound {
        let end = min(sound.range.upperBound, (next / Self.blockLength + 1) * Self.blockLength)
        let block = try reader.blockingSamples(next..<end)
        guard block.count > 0 else { throw RenderError(.engineFailed, "The sound ended before sample \(end).") }
        guard block.interleaved.areFinite else {
          throw RenderError(
            .mediaUnreadable, "The sound holds samples that are no numbers, from sample \(block.start) on.",
            remedy: "Make the file again; its floating-point samples are damaged.")
        }
        try measurement.add(block)
        next += Int64(block.count)
        progress(Double(next - sound.range.lowerBound) / Double(sound.range.count))
      }
      return try measurement.result()
    }
  }

  /// Samples that are read at once: as many as are made at once.
  private static var blockLength: Int64 { 8_192 }
}

extension [Double] {
  /// Whether all are numbers: the exponent of none has all its bits, which one more would carry into the sign.
  fileprivate var areFinite: Bool {
    let exponent = Double.infinity.bitPattern
    let carry = Double.leastNormalMagnitude.bitPattern
    return reduce(0 as UInt64) { $0 | (($1.bitPattern & exponent) &+ carry) } >> 63 == 0
  }
}
