import EditingModel
import MediaFormats
import MediaTime

/// A clip on its way to the end of an edit.
struct AppendedClip {
  let video: AssetTrack?
  let audio: AssetTrack?
  /// The range of the file.
  let source: CMTimeRange
  /// Its range in the track.
  let target: CMTimeRange
  /// Over which time one becomes the other; nil where it is a cut.
  let fade: CMTimeRange?

  init(
    _ timeRange: CMTimeRange, of asset: Asset, crossFading fade: CMTime, behind edit: EditSnapshot
  ) throws(EditError) {
    guard timeRange.start.isNumeric, timeRange.start >= .zero else {
      throw EditError(
        .invalidTime, argument: "timeRange.start", "The time is \(timeRange.start.seconds) s.",
        expected: "a finite time of 0 or later")
    }
    let source = CMTimeRange(start: timeRange.start, end: min(timeRange.end, asset.duration))
    guard source.duration.isNumeric, source.duration > .zero else {
      throw EditError(
        .outsideMedia, argument: "timeRange", "There is nothing of \(asset.reference.name) in the range.",
        expected: asset.duration.isNumeric
          ? "a range within 0 … \(asset.duration.seconds) s" : "a duration: a still is shown as long as one likes")
    }
    let end = edit.composition.duration
    guard fade.isNumeric, fade >= .zero, fade <= source.duration else {
      throw EditError(
        .invalidDuration, argument: "crossFading", "The cross-fade lasts \(fade.seconds) s.",
        expected: "a duration from 0 to that of the clip, \(source.duration.seconds) s")
    }
    let overlap = end == .zero ? .zero : fade
    let start = end - overlap
    guard !start.hasBeenRounded, !(start + source.duration).hasBeenRounded else {
      throw EditError(
        .timeNotExact, argument: "crossFading", "The clip would begin at no time that can be written exactly.",
        expected: "times whose timescales have a common multiple up to \(CMTimeScale.max)")
    }
    func first(_ mediaType: MediaType) -> AssetTrack? {
      let tracks = asset.tracks(withMediaType: mediaType)
      let track = tracks.first(where: \.isEnabled) ?? tracks.first
      return track.flatMap { $0.timeRange.start < source.end && $0.timeRange.end > source.start ? $0 : nil }
    }
    (video, audio) = (first(.video), first(.audio))
    guard video != nil || audio != nil else {
      throw EditError(
        .outsideMedia, argument: "timeRange", "\(asset.reference.name) has no picture and no sound in the range.",
        expected: "a part of the file that has some")
    }
    self.source = source
    target = CMTimeRange(start: start, duration: source.duration)
    self.fade = overlap > .zero ? CMTimeRange(start: start, end: end) : nil
    let before = edit.composition.tracks.map { track in track.duration <= start ? .zero : track.lastStart }
    if let late = before.max(), late > start {
      throw EditError(
        .invalidDuration, argument: "crossFading", "The cross-fade lasts \(fade.seconds) s.",
        expected: "no more than the clip before has left, \(max(.zero, end - late).seconds) s")
    }
  }

  /// The free track of `mediaType` at the clip's beginning that ends last; a new one where none is free.
  private func track(of mediaType: MediaType, in composition: inout Composition) -> TrackID {
    let free = composition.tracks(withMediaType: mediaType).filter { $0.isEnabled && $0.duration <= target.start }
    return free.max { $0.duration < $1.duration }?.id ?? composition.addTrack(withMediaType: mediaType)
  }

  /// Puts `track` of the file into `composition`.
  ///
  /// - Returns: The number of the track that it is in; nil where there is none to be put in.
  func insert(_ track: AssetTrack?, into composition: inout Composition) throws(EditError) -> TrackID? {
    guard let track else { return nil }
    let id = self.track(of: track.mediaType, in: &composition)
    guard let index = composition.tracks.firstIndex(where: { $0.id == id }) else { return nil }
    try composition.tracks[index].insertTimeRange(source, of: track, at: target.start)
    return id
  }

  // MARK: Picture

  /// Shows the clip in `edit`, in which its picture lies in the track `picture`, and which was `former` before.
  func addInstructions(
    to edit: inout EditSnapshot, showing picture: TrackID?, after former: EditSnapshot
  ) throws(EditError) {
    var shown = former.videoComposition ?? VideoComposition(fit: .resizeAspect)
    if shown.isStandIn {
      // Settings left to the media stay so: only pictures' own times need no size and no rate beside instructions.
      shown.fit = shown.fit ?? .resizeAspect
      if shown.frameDuration == .invalid || shown.renderSize == .zero { shown.frameTiming = .source }
    }
    let end = former.composition.duration
    if shown.instructions.isEmpty, end > .zero {
      let layers = former.composition.tracks(withMediaType: .video).filter(\.isEnabled)
        .map(LayerInstruction.init(assetTrack:))
      shown.instructions = [
        VideoCompositionInstruction(timeRange: CMTimeRange(start: .zero, end: end), layerInstructions: layers)
      ]
    }
    guard shown.instructions.last?.timeRange.end ?? .zero == end else {
      throw EditError(
        .invalidTime, argument: "videoComposition",
        "The instructions end at \(shown.instructions.last?.timeRange.end.seconds ?? 0) s.",
        expected: "instructions to the end of the composition, \(end.seconds) s")
    }
    let layers = picture.map { [LayerInstruction(trackID: $0)] } ?? []
    if let fade, var last = shown.instructions.popLast() {
      guard last.timeRange.start <= fade.start else {
        throw EditError(
          .invalidDuration, argument: "crossFading",
          "The last instruction begins at \(last.timeRange.start.seconds) s.",
          expected: "a cross-fade that begins no earlier")
      }
      let both = try crossFade(last, fade, to: layers, in: former.composition)
      last.timeRange = CMTimeRange(start: last.timeRange.start, end: fade.start)
      if last.timeRange.duration > .zero { shown.instructions.append(last) }
      shown.instructions.append(both)
    }
    let start = shown.instructions.last?.timeRange.end ?? .zero
    let filmEnd = edit.composition.duration
    if let last = shown.instructions.indices.last, shown.instructions[last].layerInstructions == layers, fade == nil {
      let first = shown.instructions[last].timeRange.start
      shown.instructions[last].timeRange = CMTimeRange(start: first, end: filmEnd)
    } else if start < filmEnd {
      shown.instructions.append(
        VideoCompositionInstruction(
          timeRange: CMTimeRange(start: start, end: filmEnd), layerInstructions: layers,
          backgroundColor: shown.instructions.last?.backgroundColor ?? .black))
    }
    edit.videoComposition = shown
  }

  /// A cross-fade from the pictures of `last`, fading out over `fade` above `incoming`; where `last` shows nothing, `incoming` fades in.
  private func crossFade(
    _ last: VideoCompositionInstruction, _ fade: CMTimeRange, to incoming: [LayerInstruction],
    in composition: Composition
  ) throws(EditError) -> VideoCompositionInstruction {
    var both = last
    both.timeRange = fade
    let outgoing = last.layerInstructions.filter { layer in
      composition.track(withTrackID: layer.trackID).map { $0.duration > fade.start } ?? true
    }
    guard outgoing.count <= 1, last.passthroughTrackID == nil else {
      throw EditError(
        .invalidTime, argument: "crossFading", "The edit ends with \(outgoing.count) layers, or with a track as it is.",
        expected: "an end with one layer; others are faded by instructions of their own")
    }
    if var layer = outgoing.first {
      layer.opacity = Ramps([.ramp(range: fade, from: try layer.opacity.restingValue(from: fade.start), to: 0)])
      both.layerInstructions = [layer] + incoming
    } else {
      both.layerInstructions = incoming.map { layer in
        var layer = layer
        layer.opacity = Ramps([.ramp(range: fade, from: 0, to: 1)])
        return layer
      }
    }
    return both
  }

  // MARK: Sound

  func addSound(to edit: inout EditSnapshot) throws(EditError) {
    var mix = edit.audioMix ?? AudioMix()
    if let fade {
      for track in edit.composition.tracks(withMediaType: .audio) where track.isEnabled && track.duration > fade.start {
        let level = try mix.volume(of: track.id).restingValue(from: fade.start)
        try mix.append(entries(of: EqualPowerFade(isIn: false), over: fade, to: level), to: track.id)
      }
    }
    if let id = try insert(audio, into: &edit.composition) {
      let level = try mix.volume(of: id).restingValue(from: target.start)
      if let fade {
        try mix.append(entries(of: EqualPowerFade(isIn: true), over: fade), to: id)
      } else if level != 1 {
        try mix.append([.setting(at: target.start, value: 1)], to: id)
      }
    }
    edit.audioMix = mix.inputParameters.isEmpty ? edit.audioMix : mix
  }

  /// The ramps of `curve` over `fade`.
  private func entries(
    of curve: EqualPowerFade, over fade: CMTimeRange, to level: Double = 1
  ) throws(EditError) -> [Ramps<Double>.Entry] {
    do {
      guard let range = try RationalRange(fade) else { return [] }
      return try curve.entries(over: range, to: level)
    } catch {
      throw EditError(
        .timeNotExact, argument: "crossFading",
        "The parts of the cross-fade have no times that can be written exactly.",
        expected: "a duration with a smaller timescale")
    }
  }
}

extension CompositionTrack {
  /// The beginning of its last segment with media; zero where it has none.
  fileprivate var lastStart: CMTime { segments.last { !$0.isEmpty }?.timeMapping.target.start ?? .zero }
}

extension Ramps<Double> {
  /// The value at `time`, from which on no entry changes it.
  fileprivate func restingValue(from time: CMTime) throws(EditError) -> Double {
    guard let last = entries.last, last.end > time else { return value(at: time, initial: 1) }
    throw EditError(
      .invalidDuration, argument: "crossFading", "A ramp of the clip before lasts until \(last.end.seconds) s.",
      expected: "a cross-fade that begins no earlier")
  }
}

extension AudioMix {
  fileprivate func volume(of track: TrackID) -> Ramps<Double> { parameters(for: track)?.volume ?? Ramps() }

  fileprivate mutating func append(_ entries: [Ramps<Double>.Entry], to track: TrackID) {
    if let index = inputParameters.firstIndex(where: { $0.trackID == track }) {
      inputParameters[index].volume.entries += entries
    } else {
      inputParameters.append(AudioMixInputParameters(trackID: track, volume: Ramps(entries)))
    }
  }
}
