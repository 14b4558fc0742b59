import Foundation
import MediaTime
import ProjectEditing
import ProjectFile
import SeededRandom

/// Edits at random of whatever a project holds: gestures to times inside and outside of it, and placed media, levels and titles.
struct RandomEdits {
  /// Where the numbers come from.
  var generator: SeededGenerator
  /// What is known of the media.
  let context: EditContext

  init(seed: UInt64, folder: URL = Films.folder) {
    generator = SeededGenerator(seed: seed)
    let names = ["cat", "dog", "bunny", "dunes", "commentary", "voice", "mountains", "new"]
    context = EditContext(
      baseURL: folder, frameDuration: try? Rational(1, 25),
      mediaDurations: Dictionary(uniqueKeysWithValues: names.map { ($0, Rational(14)) }), stills: ["matte", "logo"],
      renderSize: [1280, 720], fileDurations: ["new.mp4": Rational(4)])
  }

  /// An edit of `text`.
  mutating func edit(of text: String) throws -> TimelineEdit {
    let outline = try ProjectOutline(of: text, baseURL: context.baseURL, frameDuration: context.frameDuration)
    let track = outline.tracks.randomElement(using: &generator)
    guard let track, let segment = track.segments.randomElement(using: &generator) else { return placement() }
    let place = segment.pointer
    switch Int.random(in: 0..<20, using: &generator) {
    case 0, 1: return .trim(.start, segment: place, to: time(near: segment))
    case 2, 3: return .trim(.end, segment: place, to: time(near: segment))
    case 4: return .ripple(.start, segment: place, to: time(near: segment))
    case 5: return .ripple(.end, segment: place, to: time(near: segment))
    case 6, 7: return .roll(segment: place, to: time(near: segment))
    case 8: return .slip(segment: place, by: frames(-80...80))
    case 9: return .move(segment: place, to: frames(-20...500), track: nil)
    case 10:
      let other = outline.tracks.filter { $0.kind == track.kind }.randomElement(using: &generator)
      return .move(segment: place, to: frames(-20...500), track: other?.pointer)
    case 11, 12: return .split(segment: place, at: time(near: segment))
    case 13: return .delete(segment: place, ripples: Bool.random(using: &generator))
    case 14, 15:
      let name = ["crossDissolve", "push", "fadeThroughBlack"].randomElement(using: &generator) ?? ""
      let alignment = ["center", "start", "end"].randomElement(using: &generator) ?? ""
      let value = #"{"name":"\#(name)","duration":"\#(frames(1...60))","alignment":"\#(alignment)"}"#
      let json =
        #"{"kind":"transition","segment":"\#(place)","transition":\#(Bool.random(using: &generator) ? value : "null")}"#
      return try TimelineEdit(json: Array(json.utf8))
    case 16: return .levels(track: track.id, levels())
    case 17: return placement()
    case 18:
      let title = outline.titles.randomElement(using: &generator)?.pointer
      return .title(
        Bool.random(using: &generator) ? title : nil,
        .object([("text", .string("Sea")), ("start", .number(1)), ("duration", .number(2))]))
    default: return .set(place.appending("duration"), .string("\(Int.random(in: 1...100, using: &generator))f"))
    }
  }

  private mutating func frames(_ range: ClosedRange<Int64>) -> Rational {
    (try? Rational(Int64.random(in: range, using: &generator), 25)) ?? .one
  }

  private mutating func time(near segment: ProjectOutline.Segment) -> Rational {
    let base = (try? segment.start.seconds + frames(-30...90)) ?? .zero
    return Int.random(in: 0..<5, using: &generator) == 0 ? frames(-50...600) : base
  }

  private mutating func levels() -> [LevelEntry] {
    var time = Rational.zero
    return (0..<Int.random(in: 0...4, using: &generator)).map { _ in
      let (gap, length) = (frames(1...60), frames(1...60))
      let start = (try? time + gap) ?? time
      time = (try? start + length) ?? start
      let (from, to) = (
        Double(Int.random(in: 0...8, using: &generator)) / 8, Double(Int.random(in: 0...8, using: &generator)) / 8
      )
      return Bool.random(using: &generator)
        ? .setting(at: start, value: from) : .ramp(start: start, duration: length, from: from, to: to)
    }
  }

  private mutating func placement() -> TimelineEdit {
    .place(
      MediaPlacement(
        file: "new.mp4", at: Bool.random(using: &generator) ? frames(0...300) : nil,
        duration: Bool.random(using: &generator) ? frames(1...90) : nil, video: Bool.random(using: &generator),
        audio: true))
  }
}
