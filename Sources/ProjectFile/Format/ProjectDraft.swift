import EditingModel
import Layers
import MediaFormats
import MediaTime

/// A project as its file gives it: before times are laid out and tracks looked up.
struct ProjectDraft: Hashable, Sendable {
  /// The version of the format.
  var version = ProjectDraft.currentVersion
  /// The media files and their names.
  var assets: [Named<AssetDraft>]
  /// The composition.
  var composition: CompositionDraft
  /// The composition of the picture; nil where the edit's composition decides.
  var videoComposition: VideoCompositionDraft?
  /// The layers over the frames, the topmost last.
  var layers: [Layer] = []
  /// The layers that are tracks, which instructions show.
  var additionalLayers: [AdditionalLayerDraft] = []
  /// The pictures over the layers.
  var overlays: [OverlayDraft] = []
  /// The titles, over both.
  var titles: [TitleDraft] = []
  /// The project's own styles of titles.
  var titleStyles: [Named<TitleStyleDraft>] = []
  /// The subtitles, drawn over the titles or as tracks of the film.
  var subtitles: [SubtitleDraft] = []
  /// The volume of the tracks.
  var audioMix: AudioMixDraft?
  /// The music under all of it.
  var music: MusicDraft?
  /// The export settings.
  var export: ExportDescription?

  /// The version of the format that this program reads and writes.
  static let currentVersion = 1

  /// A small project: a clip of ten seconds, its sound fading out.
  static let example = ProjectDraft(
    assets: [Named(name: "cat", value: AssetDraft(uri: "media/cat.mp4"))],
    composition: CompositionDraft(
      tracks: [MediaType.video, .audio].enumerated().map { index, kind in
        TrackDraft(
          id: TrackID(rawValue: Int32(index + 1)), kind: kind,
          segments: [SegmentDraft(asset: "cat", start: .seconds(.zero), duration: .seconds(Rational(10)))])
      }),
    audioMix: AudioMixDraft(
      inputs: [
        AudioMixInputDraft(
          track: 2,
          volume: [.ramp(.init(start: .seconds(Rational(9)), duration: .seconds(.one), from: 1, to: 0))])
      ]),
    export: ExportDescription(
      fileType: .mp4, video: VideoDescription(codec: .codec(.h264), rateControl: .constantQuality(23))))

  static let form = Form<ProjectDraft>.object(
    "project", "A film: media, their places in time, and how they are shown, heard and written.",
    Field("gstedit", \.version, .version, "The version of the format."),
    Field("assets", \.assets, .dictionary(of: AssetDraft.form), "The media files, by the names segments use."),
    Field("composition", \.composition, CompositionDraft.form, "The tracks and what stands on them."),
    Field(
      optional: "videoComposition", \.videoComposition, VideoCompositionDraft.form,
      "How the video tracks become one picture. Left out, the first video asset gives size and frame rate."),
    Field(
      "layers", \.layers, .list(of: .layerTree), default: [],
      "Layers that are drawn with finished frames, in the render rectangle, a later one over an earlier one; where one of them is "
        + "of the type video, the picture is what they make of the frame."),
    Field(
      "additionalLayers", \.additionalLayers, .list(of: AdditionalLayerDraft.form), default: [],
      "Layers as tracks of their own, which instructions show among the video tracks. Without instructions they lie over these, the "
        + "first on top."),
    Field(
      "overlays", \.overlays, .list(of: OverlayDraft.form), default: [],
      "Pictures over the frames and layers, as logos and watermarks, a later one over an earlier one."),
    Field("titles", \.titles, .list(of: TitleDraft.form), default: [], "Texts over the frames, each for a while."),
    Field(
      "titleStyles", \.titleStyles, .dictionary(of: TitleStyleDraft.form), default: [],
      "Styles of titles, by the names that titles use."),
    Field(
      "subtitles", \.subtitles, .list(of: SubtitleDraft.form), default: [],
      "Subtitles, drawn over all titles or as tracks of the film."),
    Field(optional: "audioMix", \.audioMix, AudioMixDraft.form, "How loud each audio track is."),
    Field(
      optional: "music", \.music, MusicDraft.form,
      "Music under the whole film, on an audio track of its own."),
    Field(
      optional: "export", \.export, ExportDescription.form,
      "What the film is written as; the command line overrides it."),
    make: ProjectDraft.init)
}

extension Form where Value == Int {
  /// The version of the format.
  fileprivate static var version: Form {
    let version = ProjectDraft.currentVersion
    return Form(
      expected: "\(version)", schema: SchemaFragment([("const", .number(version))]),
      read: { node, reading in
        if case .number(let digits) = node.content, digits == String(version) { return version }
        reading.report("The format's version is given as \(node).", expected: "\(version)")
        return nil
      },
      write: JSONNode.number)
  }
}

/// An audio mix in a project.
struct AudioMixDraft: Hashable, Sendable {
  /// The parameters, one entry a track.
  var inputs: [AudioMixInputDraft]

  static let form = Form<AudioMixDraft>.object(
    "audioMix", "How loud each audio track is.",
    Field(
      "inputs", \.inputs, .list(of: AudioMixInputDraft.form), "One entry for each track of which something is set."),
    make: AudioMixDraft.init)
}

/// The audio parameters of one track in a project.
struct AudioMixInputDraft: Hashable, Sendable {
  /// The track.
  var track: TrackID
  /// Its volume.
  var volume: [RampDraft<Double>] = []
  /// The effect of a change of speed on its pitch; nil where each segment decides.
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
