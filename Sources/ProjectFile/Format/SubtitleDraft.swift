import EditingModel
import Layers
import MediaTime

/// Subtitles in a project: where their cues are, which clip's time they have, and how they come into the film.
struct SubtitleDraft: Hashable, Sendable {
  /// The name of the asset that holds the cues: a file of subtitles, or a film with a track of text.
  var asset: String
  /// The number of the film's track of text, from 0; nil for the first in the language.
  var sourceTrack: Int?
  /// The language, a BCP 47 tag.
  var language: String?
  /// The asset whose time the cues have; nil for the asset itself where segments show it, and else the composition's time.
  var clip: String?
  /// The composition track whose segments of the clip the cues follow; nil for the first that has some.
  var track: TrackID?
  /// The offset of the cues' times.
  var offset = Rational.zero
  /// The encoding of a file of subtitles; nil where it is found out.
  var charset: String?
  /// The way in which they come into the film.
  var mode = ProjectSubtitles.Mode.burn
  /// The track's name in the film.
  var name: String?
  /// Whether it is shown whatever a person chooses.
  var forced = false
  /// Whether it is shown by default.
  var isDefault = false
  /// The style's name, the program's or the project's; nil where none is given.
  var style: String?
  /// The properties of the style that these subtitles have otherwise.
  var changes = StyleChanges()

  static let form = Form<SubtitleDraft>.object(
    "subtitles", "Subtitles. Properties of their style may stand beside these keys.",
    besides: TitleStyle.propertyNames,
    Field(
      "asset", \.asset, .text("the name of an asset"),
      "The asset that holds the cues: a file of subtitles (SubRip, WebVTT, SubStation Alpha, TTML, SBV), or a film with a "
        + "track of text."),
    Field(
      optional: "sourceTrack", \.sourceTrack, .integer(0...65_535),
      "Which of the film's tracks of text, counted from 0; the first in the language unless given."),
    Field(
      optional: "language", \.language, .text("a language tag, as en-GB"),
      "The language (BCP 47): that of the track in the film, and that which is taken from a film with several."),
    Field(
      optional: "clip", \.clip, .text("the name of an asset"),
      "The asset whose time the cues have: they follow its segments, cut, moved and as fast as they are. Unless given, "
        + "the asset itself where segments show it, and else the composition's time."),
    Field(
      optional: "track", \.track, .trackID,
      "The composition track whose segments of the clip the cues follow; the first that has some unless given."),
    Field(
      "offset", \.offset, .offset, default: .zero, "What is added to the cues' own times, in seconds; may be negative."),
    Field(
      optional: "charset", \.charset, .text("the name of an encoding, as windows-1252"),
      "The encoding of a file of subtitles, as iconv knows it; found out unless given."),
    Field(
      "mode", \.mode, .choice, default: .burn,
      "burn draws them into the picture; soft makes a track of the film that people can choose."),
    Field(optional: "name", \.name, .text("a name"), "What the film calls the track."),
    Field(
      "forced", \.forced, .boolean, default: false,
      "Whether the track is shown whatever a person chooses: what is not in the film's language."),
    Field(
      "default", \.isDefault, .boolean, default: false, "Whether the track is shown unless a person chooses otherwise."),
    Field(
      optional: "style", \.style, .text("the name of a style"),
      "How cues look that are drawn, where they do not say it themselves: one of "
        + "\(TitleStyle.standards.map(\.name).joined(separator: ", ")), or of titleStyles; subtitle unless given. SubStation "
        + "Alpha is drawn as its script has it, unless a style or a property of one is given."),
    Field("changes", \.changes, .styleChanges, spread: TitleStyle.propertyNames),
    make: SubtitleDraft.init)
}

extension Form where Value == Rational {
  /// Seconds that may be negative: a number, or text as times have it, with or without a sign.
  fileprivate static var offset: Form {
    let expected = #"seconds, with a sign or without: 1.5, -2, "-1001/30000""#
    let schema = SchemaFragment([
      ("examples", .array([.number(1.5), .string("-1001/30000")])),
      (
        "oneOf",
        .array([
          .object([("type", .string("number"))]),
          .object([
            ("type", .string("string")),
            (
              "pattern",
              .string("^-?([0-9]+(\\.[0-9]+)?(m?s)?|[0-9]+/0*[1-9][0-9]*|\(ProjectTime.clockPattern))$")
            ),
          ]),
        ])
      ),
    ])
    return Form(
      expected: expected, schema: schema.named("offset"),
      read: { node, reading in
        switch node.content {
        case .string(let text):
          let isNegative = text.hasPrefix("-")
          if case .seconds(let seconds)? = try? ProjectTime(isNegative ? String(text.dropFirst()) : text),
            let value = isNegative ? try? -seconds : seconds
          {
            return value
          }
        case .number(let digits): if let value = DecimalDigits.value(ofNumber: digits) { return value }
        default: break
        }
        reading.report(node, expected: expected)
        return nil
      },
      write: { offset in offset.denominator == 1 ? .number(Int(offset.numerator)) : .string(offset.description) })
  }
}
