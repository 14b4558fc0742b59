import EditingModel
import FoundationEssentials
import MediaTime
import ProjectFile
import Testing

/// How segments find their places in time.
@Suite struct ProjectLayoutTests {
  /// The targets of the segments, and whether each is empty.
  private func layout(_ segments: String...) throws -> [String] {
    let text = Projects.smallest.replacing(
      #"{"asset":"a","in":0,"duration":1}"#,
      with: segments.map { #"{"asset":"a","in":0,"# + $0 + "}" }.joined(separator: ","))
    return try Project(text).resolve().composition.tracks[0].segments.map { segment in
      let target = segment.timeMapping.target
      let (start, end) = (target.start.rational?.description ?? "?", target.end.rational?.description ?? "?")
      return "\(segment.isEmpty ? "empty" : "clip") \(start)…\(end)"
    }
  }

  @Test func `segments follow each other`() throws {
    #expect(
      try layout(#""duration":2"#, #""duration":"1/3""#, #""duration":1"#) == [
        "clip 0…2", "clip 2…7/3", "clip 7/3…10/3",
      ])
  }

  @Test func `the pictures of layers are among the project's files`() throws {
    let layers =
      #""layers":[{"sublayers":[{"contents":"logo.png"}]},{"contents":"file:///srv/sign.png"}],"composition""#
    let project = try Project(Projects.smallest.replacing(#""composition""#, with: layers))
    let names = project.files.map(\.lastPathComponent)
    #expect(names.suffix(2) == ["sign.png", "logo.png"])
  }

  @Test func `a later start leaves an empty edit, the same start none`() throws {
    #expect(
      try layout(#""duration":2,"at":1"#, #""duration":1,"at":3"#, #""duration":1,"at":"9/2""#) == [
        "empty 0…1", "clip 1…3", "clip 3…4", "empty 4…9/2", "clip 9/2…11/2",
      ])
  }

  @Test func `a change of speed lasts as long as it says`() throws {
    #expect(
      try layout(#""duration":2,"to":1"#, #""duration":2,"to":"7/2","pitch":"varispeed""#) == [
        "clip 0…1", "clip 1…9/2",
      ])
  }

  @Test func `the sum of a thousand frame durations is exact`() throws {
    let segments = Array(repeating: #"{"asset":"a","in":0,"duration":"1001/30000"}"#, count: 1_000)
    let text = Projects.smallest.replacing(
      #"{"asset":"a","in":0,"duration":1}"#, with: segments.joined(separator: ","))
    let duration = try Project(text).resolve().composition.duration
    #expect(duration == CMTime(value: 1_001_000, timescale: 30_000) && !duration.hasBeenRounded)
  }

  @Test func `a sum that no timescale can hold is refused, not rounded`() {
    let text = Projects.smallest.replacing(
      #"{"asset":"a","in":0,"duration":1}"#,
      with: #"{"asset":"a","in":0,"duration":"1/2147483647"},{"asset":"a","in":0,"duration":"1/2147483629"}"#)
    let found = diagnostics(text)
    #expect(found.map(\.pointer.description) == ["/composition/tracks/0/segments/1/duration"])
  }

  @Test func `a start far beyond any film is refused where it stands`() {
    let text = Projects.smallest.replacing(
      #""duration":1"#, with: #""duration":9223372036854775807,"at":9223372036854775807"#)
    #expect(diagnostics(text).map(\.pointer.description) == ["/composition/tracks/0/segments/0/duration"])
  }
}
