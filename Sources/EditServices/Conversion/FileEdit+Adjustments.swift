public import EditingModel
import Layers
import MediaFormats
import MediaTime
public import Rendering
import Subtitles

extension FileEdit {
  /// The same files, changed as `adjustments` say, over `background` where a picture leaves something free.
  ///
  /// - Throws: `RenderError`: `.unsupported` where a picture or a sound is to be changed that is not there, `.outOfRange` for
  ///   values that cannot be, `.invalidModel` where times become none that are exact.
  public func adjusted(by adjustments: FileAdjustments, over background: Color = .black) throws(RenderError) -> FileEdit
  {
    var film = self
    if adjustments.changesPicture {
      try AdjustedPicture(adjustments, over: background).apply(to: &film.edit)
    }
    try film.setVolume(adjustments.volume)
    if let subtitles = adjustments.subtitles { try film.add(subtitles) }
    if adjustments.speedFactor != .one { try film.speedUp(by: adjustments.speedFactor) }
    return film
  }

  /// Multiplies the volume of the sounds, the edit's own and then the separate ones, by `gains`, each 0…10; sounds
  /// beyond `gains` stay unchanged.
  package mutating func amplify(by gains: [Double]) {
    for (number, gain) in gains.enumerated() {
      if number == 0 {
        edit.composition.amplify(by: gain)
      } else if separateSounds.indices.contains(number - 1) {
        separateSounds[number - 1].composition.amplify(by: gain)
      }
    }
  }

  private mutating func setVolume(_ volume: Double) throws(RenderError) {
    guard volume != 1 else { return }
    guard (0...10).contains(volume) else {
      throw RenderError(
        .outOfRange, "A volume of \(volume) was asked for.",
        remedy: "Give one from 0, which is silence, to 10, 20 dB more.")
    }
    guard !edit.composition.tracks(withMediaType: .audio).isEmpty else {
      throw RenderError(
        .unsupported, "The volume is to be changed, and there is no sound.",
        remedy: "Leave out what is said of the sound, or name a file that has one.")
    }
    amplify(by: Array(repeating: volume, count: separateSounds.count + 1))
  }

  private mutating func add(_ subtitles: FileAdjustments.AddedSubtitles) throws(RenderError) {
    guard !subtitles.isSoft else {
      edit.subtitles = [subtitles.track]
      return
    }
    // Frames that are drawn are on a grid up to the end of the sound.
    if let start = starts.last { try edit.composition.holdPictures(from: start) }
    var videoComposition = edit.videoComposition ?? VideoComposition(fit: .resizeAspect)
    videoComposition.animationTool = AnimationTool(subtitles: [SubtitleOverlay(subtitles.track.document)])
    edit.videoComposition = videoComposition
  }

  private mutating func speedUp(by factor: Rational) throws(RenderError) {
    guard FileAdjustments.speedFactors.contains(factor) else {
      throw RenderError(
        .outOfRange, "A speed of \(factor) times the usual one was asked for.",
        remedy: "Give a factor from 1/16 to 16.")
    }
    try edit.speedUp(by: factor)
    speed = factor
    starts = try exactly { () throws(RationalError) in
      try starts.map { start throws(RationalError) in try start / factor }
    }
    for index in separateSounds.indices { try separateSounds[index].speedUp(by: factor) }
  }
}

extension Composition {
  fileprivate mutating func amplify(by gain: Double) {
    for index in tracks.indices where tracks[index].mediaType == .audio { tracks[index].preferredVolume *= gain }
  }
}

extension EditSnapshot {
  /// Plays all of it `factor` times as fast.
  fileprivate mutating func speedUp(by factor: Rational) throws(RenderError) {
    let whole = CMTimeRange(start: .zero, duration: composition.duration)
    do {
      guard let duration = whole.duration.rational else { return }
      let target = try CMTime(exactly: duration / factor)
      try composition.scaleTimeRange(whole, toDuration: target)
      for index in videoComposition?.instructions.indices ?? 0..<0 {
        videoComposition?.instructions[index].timeRange = CMTimeRange(start: .zero, duration: composition.duration)
      }
      let mapping = (
        source: try RationalRange(start: .zero, end: duration),
        target: try RationalRange(start: .zero, end: duration / factor)
      )
      for index in subtitles.indices {
        subtitles[index].document = try subtitles[index].document.mapped(through: [mapping])
      }
      for index in videoComposition?.animationTool?.subtitles.indices ?? 0..<0 {
        guard let drawn = videoComposition?.animationTool?.subtitles[index].document else { continue }
        videoComposition?.animationTool?.subtitles[index].document = try drawn.mapped(through: [mapping])
      }
    } catch {
      throw RenderError(
        .invalidModel, "At \(factor) times its speed the film has times that cannot be kept exactly.",
        remedy: "Give a factor of fewer digits.", underlying: "\(error)")
    }
  }
}
