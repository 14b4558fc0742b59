public import EditingModel
public import MediaTime
public import Rendering

/// The picture and the sound of a film at one time, and the parts of the edit that make them.
///
/// It is read off the plan that a render would carry out, so that it cannot say anything else than what is rendered.
public struct Explanation: Hashable, Sendable {
  /// The time asked about, in composition time, exactly.
  package var exactTime: Rational
  /// The picture; nil in a film without one.
  public var picture: PictureExplanation?
  /// The sound; nil in a film without it.
  public var sound: SoundExplanation?
}

extension Explanation {
  /// The time asked about, in composition time.
  public var time: CMTime { CMTime(notAfter: exactTime) }
}

extension EditSnapshot {
  /// The explanation of this edit's film at composition time `time`.
  ///
  /// Nothing is rendered: `renderer` only finds out what the media hold, and whether it has the custom compositor.
  ///
  /// - Throws: `RenderError`, as planning does; with `.invalidModel` where the film does not last until `time`.
  public func explanation(
    at time: CMTime, settings: RenderSettings = RenderSettings(), renderer: any Renderer
  ) async throws(RenderError) -> Explanation {
    guard let exact = time.rational else {
      throw RenderError(.invalidModel, "The time \(time) is none of the film's.", remedy: "Ask for a finite time.")
    }
    return try await explanation(atExactly: exact, settings: settings, renderer: renderer)
  }

  /// The explanation of the film at `time`, as `explanation(at:settings:renderer:)`.
  package func explanation(
    atExactly time: Rational, settings: RenderSettings = RenderSettings(), renderer: any Renderer
  ) async throws(RenderError) -> Explanation {
    let facts = try await self.facts(renderer: renderer)
    var settings = settings
    settings.timeRange = nil
    let (plan, shown) = try RenderPlanner.planning(
      composition: composition, videoComposition: videoComposition, audioMix: audioMix, facts: facts.media,
      compositor: facts.compositor, fontSubstitutes: facts.fontSubstitutes, settings: settings)
    let duration = composition.duration.rational ?? .zero
    guard time >= .zero, time < duration else {
      throw RenderError(
        .invalidModel, "The film lasts from zero to \(duration.timecode).", remedy: "Ask for a time within it.",
        time: time)
    }
    let decoders = try await plan.decoders(renderer: renderer)
    do throws(RationalError) {
      var explanation = Explanation(exactTime: time)
      if let picture = plan.picture, let shown {
        explanation.picture = try PictureExplainer(
          composition: composition, videoComposition: shown, isStandIn: videoComposition?.isStandIn ?? true,
          plan: picture, decoders: decoders
        ).explanation(at: time)
      }
      if let sound = plan.sound {
        explanation.sound = try SoundExplainer(composition: composition, audioMix: audioMix, plan: sound)
          .explanation(at: time)
      }
      return explanation
    } catch {
      throw RenderError(
        .invalidModel, "The time cannot be computed with exactly: \(error)",
        remedy: "Ask for a time with a smaller denominator.", time: time)
    }
  }
}

/// A segment that is shown or played at the time, and where in its media that is.
public struct ExplainedClip: Hashable, Sendable {
  /// The segment.
  public var reference: ClipReference
  /// Its place in the model.
  public var location: ModelLocation
  /// The mapping of the media's part to the track's.
  public var timeMapping: CMTimeMapping
  /// The media's time that passes in one second; 1 at its own speed.
  public var rate: Rational
  /// The media's time that is shown or played, exactly.
  package var exactSourceTime: Rational
  /// The media's time that is shown or played.
  public var sourceTime: CMTime { CMTime(notAfter: exactSourceTime) }

  /// The segment of `composition` that something is planned for; nil where it has none of that name.
  init?(_ reference: ClipReference, of composition: Composition, rate: Rational, sourceTime: Rational) {
    guard let track = composition.tracks.firstIndex(where: { $0.id == reference.trackID }),
      composition.tracks[track].segments.indices.contains(reference.segmentIndex)
    else { return nil }
    self.reference = reference
    self.location = ModelLocation(.segment(track: track, index: reference.segmentIndex))
    self.timeMapping = composition.tracks[track].segments[reference.segmentIndex].timeMapping
    self.rate = rate
    exactSourceTime = sourceTime
  }
}

/// A value that can be set over time, and what sets it.
public struct ExplainedValue<Value: Interpolatable>: Hashable, Sendable {
  /// The value.
  public var value: Value
  /// The setting or the ramp that governs; nil where nothing is set yet, and the value is the one it has by itself.
  public var entry: Ramps<Value>.Entry?
  /// The entry's place in the model; nil where there is none, or none that the project wrote.
  public var location: ModelLocation?

  /// The value of `ramps` at `time`, `initial` before the first entry; entries stand at `place` in the model.
  init(_ ramps: Ramps<Value>, at time: Rational, initial: Value, place: (Int) -> ModelLocation.Part?) {
    let index = ramps.indexOfEntry(governing: time)
    self.value = ramps.value(at: time, initial: initial)
    self.entry = index.map { ramps.entries[$0] }
    self.location = index.flatMap(place).map { ModelLocation($0) }
  }
}

extension CompositionTrack {
  /// Whether the track shows or plays nothing at `time`: an empty edit, or its end.
  func isEmpty(at time: Rational) -> Bool {
    let index = segments.partitioningIndex { segment in
      segment.timeMapping.target.end.rational.map { $0 > time } ?? true
    }
    return index == segments.count || segments[index].isEmpty
  }
}
