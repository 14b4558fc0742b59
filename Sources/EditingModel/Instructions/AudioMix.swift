import MediaFormats
public import MediaTime

/// The volumes of a composition's audio tracks (`AVAudioMix`).
///
/// A track without parameters plays at its own volume. The tracks are summed.
public struct AudioMix: Hashable, Sendable, Codable {
  /// The parameters, at most one entry a track.
  public var inputParameters: [AudioMixInputParameters]

  /// A mix of `inputParameters`.
  public init(inputParameters: [AudioMixInputParameters] = []) {
    self.inputParameters = inputParameters
  }

  /// The parameters of track `trackID`; nil where there are none, which is a volume of 1.
  public func parameters(for trackID: TrackID) -> AudioMixInputParameters? {
    inputParameters.first { $0.trackID == trackID }
  }
}

/// The volume and the pitch algorithm of one audio track (`AVAudioMixInputParameters`).
public struct AudioMixInputParameters: Hashable, Sendable, Codable {
  /// The number of the audio track.
  public var trackID: TrackID
  /// The linear gain, 0…10, over composition time; 1 before the first entry.
  public var volume: Ramps<Double>
  /// The pitch algorithm of all of the track's segments; nil for that of each segment (`audioTimePitchAlgorithm`).
  public var audioTimePitchAlgorithm: TimePitch?

  /// Plays track `trackID` at `volume`.
  public init(
    trackID: TrackID, volume: Ramps<Double> = Ramps(), audioTimePitchAlgorithm: TimePitch? = nil
  ) {
    self.trackID = trackID
    self.volume = volume
    self.audioTimePitchAlgorithm = audioTimePitchAlgorithm
  }

  /// Plays `track` at volume 1 (`init(track:)`).
  public init(track: CompositionTrack) {
    self.init(trackID: track.id)
  }
}

/// Setting and looking up volumes and volume ramps. All times are composition times, whatever the speed of the
/// segments.
extension AudioMixInputParameters {
  /// Sets the volume from `time` on to `volume`, a linear gain of 0…10 (`setVolume(_:at:)`).
  ///
  /// - Throws: ``RampError``, as ``setVolumeRamp(fromStartVolume:toEndVolume:timeRange:)`` does; nothing is changed
  ///   then.
  public mutating func setVolume(_ volume: Double, at time: CMTime) throws(RampError) {
    try self.volume.set(volume, at: time, diagnostic: Diagnostic.volume)
  }

  /// Ramps the volume from `startVolume` to `endVolume`, both 0…10, over `timeRange`; afterwards it stays
  /// (`setVolumeRamp(fromStartVolume:toEndVolume:timeRange:)`).
  ///
  /// ```
  ///  1.0 ──────────┐ jumps where the ramp begins
  ///  0.5           └╲
  ///  0.2             ╲─────────── the last value holds to the end of the track
  ///                [4 … 9)
  /// ```
  ///
  /// - Throws: ``RampError`` where a time is not finite, the range has no duration, a volume is out of its range, or
  ///   the range overlaps another entry; nothing is changed then.
  public mutating func setVolumeRamp(
    fromStartVolume startVolume: Double, toEndVolume endVolume: Double, timeRange: CMTimeRange
  ) throws(RampError) {
    try volume.setRamp(from: startVolume, to: endVolume, over: timeRange, diagnostic: Diagnostic.volume)
  }

  /// The volume ramp that contains `time`, or else the next one; nil after the last
  /// (`getVolumeRamp(for:startVolume:endVolume:timeRange:)`). See ``Ramps/ramp(for:)``.
  public func volumeRamp(for time: CMTime) -> Ramp<Double>? { volume.ramp(for: time) }
}

extension AudioMix {
  /// Everything in the mix that keeps it from being rendered with `composition`; empty for a valid mix.
  ///
  /// The tracks it refers to exist, hold audio and have one entry each; volumes are from 0 to 10; ramps are in order.
  public func validate(over composition: Composition) -> [ModelProblem] {
    var seen: Set<TrackID> = []
    return inputParameters.enumerated().flatMap { index, input in
      let location = ModelLocation(.audioMixInput(index), .trackID)
      var problem = composition.problem(withTrack: input.trackID, of: .audio, at: location)
      if !seen.insert(input.trackID).inserted {
        problem = ModelProblem(
          .duplicateInput, at: location, "Another entry is for track \(input.trackID) already.",
          expected: "one entry a track")
      }
      return (problem.map { [$0] } ?? [])
        + input.volume.problems(
          at: { .volumeEntry(input: index, index: $0) }, diagnostic: Diagnostic.volume)
    }
  }
}
