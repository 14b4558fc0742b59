import EditingModel

/// An audio mix as a project writes it.
struct AudioMixDraft: Hashable, Sendable {
  /// The tracks of which something is set.
  var inputs: [AudioMixInputDraft]

  static let form = Form<AudioMixDraft>.object(
    "audioMix", "How loud each audio track is.",
    Field(
      "inputs", \.inputs, .list(of: AudioMixInputDraft.form), "One entry for each track of which something is set."),
    make: AudioMixDraft.init)
}

/// How one track sounds, as a project writes it.
struct AudioMixInputDraft: Hashable, Sendable {
  /// The track.
  var track: TrackID
  /// Its volume.
  var volume: [RampDraft<Double>] = []
  /// What a change of speed does to its pitch; nil where each segment says it itself.
  var pitch: TimePitch?

  static let form = Form<AudioMixInputDraft>.object(
    "audioMixInput", "How one audio track sounds.",
    Field("track", \.track, .trackID, "The number of an audio track."),
    Field(
      "volume", \.volume, .ramps(of: "volume", .number(0...10)), default: [],
      "Linear gain, 0 to 10; 1 before the first entry."),
    Field(
      optional: "pitch", \.pitch, .choice,
      "What a change of speed does to the pitch of the whole track, whatever its segments say."),
    make: AudioMixInputDraft.init)
}
