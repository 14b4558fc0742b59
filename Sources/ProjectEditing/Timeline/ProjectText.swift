import EditingModel
import FoundationEssentials
import MediaTime
import ProjectFile

/// A valid project's text with its values, its times in seconds, and its tracks.
struct ProjectText {
  /// The text, in UTF-8.
  let bytes: [UInt8]
  /// The values.
  let document: JSONDocument
  /// The duration of a frame, in seconds; nil where nothing states it.
  let frameDuration: Rational?

  /// Reads `text`.
  ///
  /// - Throws: `ProjectEditError` with `invalidProject`.
  init(_ text: [UInt8], baseURL: URL, frameDuration: Rational?) throws(ProjectEditError) {
    do {
      (document, self.frameDuration) = try Self.check(text, baseURL: baseURL, frameDuration: frameDuration)
    } catch {
      let first = error.diagnostics.first
      throw ProjectEditError(
        .invalidProject, at: first?.pointer ?? JSONPointer(), first?.diagnostic ?? Diagnostic(error.description))
    }
    bytes = text
  }

  /// The text `bytes`, which is JSON, whether or not it is a valid project.
  init(unchecked bytes: [UInt8], frameDuration: Rational?) throws(JSONSyntaxError) {
    document = try JSONDocument(parsing: bytes)
    self.bytes = bytes
    let own = document.node(at: JSONPointer.videoComposition.appending("frameDuration"))
    self.frameDuration =
      own.flatMap { try? ProjectTime($0) }.flatMap { try? $0.seconds(frameDuration: nil) } ?? frameDuration
  }

  /// Throws what is wrong with the project `text`; returns its values, and how long its frames last, where that is known.
  static func check(
    _ text: [UInt8], baseURL: URL, frameDuration: Rational?
  ) throws(ProjectError) -> (document: JSONDocument, frameDuration: Rational?) {
    let project = try Project(json: text, baseURL: baseURL)
    if let own = project.frameDuration?.rational { return (project.document, own) }
    if let frameDuration { try project.check(frameDuration: frameDuration) }
    return (project.document, frameDuration)
  }

  /// The time of `node`, in seconds.
  func seconds(_ node: JSONNode?) -> Rational? {
    guard let node, let time = try? ProjectTime(node) else { return nil }
    return try? time.seconds(frameDuration: frameDuration)
  }

  /// The tracks.
  ///
  /// - Throws: `ProjectEditError` with `invalidProject`, where times count frames and nothing says how long these last.
  func timeline() throws(ProjectEditError) -> Timeline {
    var timeline = Timeline(frameDuration: frameDuration)
    var number = 0
    for (index, node) in document.elements(at: .tracks).enumerated() {
      var track = TimelineTrack(
        index: index, id: node["id"]?.integer ?? 0, isVideo: node["kind"]?.text == "video",
        isEnabled: node["enabled"]?.truth ?? true)
      var end = Rational.zero
      for (place, segment) in (node["segments"]?.elements ?? []).enumerated() {
        let pointer = JSONPointer.segment(track: index, place)
        guard let sourceStart = seconds(segment["in"]), let sourceDuration = seconds(segment["duration"]),
          let start = segment["at"].map({ seconds($0) }) ?? end,
          let duration = segment["to"].map({ seconds($0) }) ?? sourceDuration
        else {
          throw ProjectEditError(
            .invalidProject, at: pointer, "A time of the segment counts frames, and nothing says how long one lasts.",
            expected: "a videoComposition that has a frameDuration, or times in seconds")
        }
        guard duration > .zero, let past = try? start + duration else { throw .inexact(at: pointer) }
        end = past
        track.clips.append(
          TimelineClip(
            id: number, place: .init(track: index, segment: place), asset: segment["asset"]?.text ?? "",
            sourceStart: sourceStart, sourceDuration: sourceDuration, start: start, end: end,
            isRetimed: segment["to"] != nil))
        number += 1
      }
      placeTransitions(of: node, on: &track)
      timeline.tracks.append(track)
    }
    return timeline
  }

  /// The transitions of `node`, a track, on the segments that they lead away from.
  private func placeTransitions(of node: JSONNode, on track: inout TimelineTrack) {
    func add(_ value: JSONNode, _ home: TimelineTransition.Home, to index: Int) {
      guard track.clips.indices.contains(index + 1), let duration = seconds(value["duration"]) else { return }
      track.clips[index].transition = TimelineTransition(
        home: home, duration: duration,
        alignment: value["alignment"]?.text.flatMap(ClipTransition.Alignment.init(rawValue:)) ?? .center,
        follower: track.clips[index + 1].id)
    }
    for (index, segment) in (node["segments"]?.elements ?? []).enumerated() {
      if let transition = segment["transition"] { add(transition, .segment, to: index) }
    }
    for (index, placed) in (node["transitions"]?.elements ?? []).enumerated() {
      let cut = seconds(placed["at"])
      if let clip = track.clips.firstIndex(where: { $0.end == cut }) { add(placed, .list(index), to: clip) }
    }
  }
}

extension JSONPointer {
  /// The tracks.
  static let tracks = JSONPointer(["composition", "tracks"])
  /// The composition of the picture.
  static let videoComposition = JSONPointer(["videoComposition"])
  /// The instructions of the video composition.
  static let instructions = videoComposition.appending("instructions")

  /// Segment `index` of track number `track`.
  static func segment(track: Int, _ index: Int) -> JSONPointer {
    tracks.appending(track).appending("segments").appending(index)
  }
}

extension JSONDocument {
  /// The elements of the array at `pointer`; none where there is no array.
  func elements(at pointer: JSONPointer) -> [JSONNode] { node(at: pointer)?.elements ?? [] }
}

extension JSONNode {
  /// The elements of an array; none of another value.
  var elements: [JSONNode] { if case .array(let elements) = content { elements } else { [] } }

  /// The members of an object; none of another value.
  var members: [Member] { if case .object(let members) = content { members } else { [] } }

  /// The text of a string; nil of another value.
  var text: String? { if case .string(let text) = content { text } else { nil } }

  /// Whether it is true or false; nil of another value.
  var truth: Bool? { if case .bool(let truth) = content { truth } else { nil } }

  /// The floating-point number nearest to a number; nil of another value.
  var number: Double? { if case .number(let digits) = content { Double(digits) } else { nil } }

  /// A whole number, however it is written; nil of another value.
  var integer: Int? { number.flatMap(Int.init(exactly:)) }
}
