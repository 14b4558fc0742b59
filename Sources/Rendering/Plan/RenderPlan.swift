public import MediaTime
public import Subtitles

/// Everything a render does, as a value: which source frame is shown when, by which method, and which samples sound.
///
/// Made by `RenderPlanner`, a pure function of the model, the media's facts and the settings; carried out by a
/// renderer. It prints as canonical text, and that text is what tests and people read. It can be written and read
/// (`Codable`), so that one process plans and another one renders the same.
public struct RenderPlan: Hashable, Sendable {
  /// The picture, or nil in a film without one.
  public var picture: PicturePlan?
  /// The sound, or nil in a film without it.
  public var sound: SoundPlan?

  /// The subtitles that people can choose, in the composition's time; those that are drawn are the picture's.
  public var subtitles: [SubtitleTrack]

  /// A plan of `picture`, `sound` and `subtitles`.
  public init(picture: PicturePlan?, sound: SoundPlan?, subtitles: [SubtitleTrack] = []) {
    self.picture = picture
    self.sound = sound
    self.subtitles = subtitles
  }

  /// The duration of the output, in seconds: to the end of its picture or of its sound, whichever is later; nil where
  /// that does not fit in 64 bits, as in no planned render.
  public var outputDuration: Rational? {
    guard let pictures = try? picture?.outputDuration ?? .zero,
      let samples = try? sound.map({ try $0.grid.time(of: Int64($0.range.count)) }) ?? .zero
    else { return nil }
    return max(pictures, samples)
  }
}
