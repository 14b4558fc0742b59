import Composition

/// An audio mix as a project writes it.
struct AudioMixDraft: Hashable, Sendable {
  /// The tracks whose volume is set.
  var inputs: [AudioMixInputDraft]

  static let form = Form<AudioMixDraft>.object(
    "audioMix", "How loud each audio track is.",
    Field("inputs", \.inputs, .list(of: AudioMixInputDraft.form), "One entry for each track whose volume is set."),
    make: AudioMixDraft.init)
}

/// The volume of one track as a project writes it.
struct AudioMixInputDraft: Hashable, Sendable {
  /// The track.
  var track: TrackID
  /// Its volume.
  var volume: [RampDraft<Double>] = []

  static let form = Form<AudioMixInputDraft>.object(
    "audioMixInput", "The volume of one audio track.",
    Field("track", \.track, .trackID, "The number of an audio track."),
    Field(
      "volume", \.volume, .ramps(of: "volume", .number(0...10)), default: [],
      "Linear gain, 0 to 10; 1 before the first entry."),
    make: AudioMixInputDraft.init)
}
