import EditingModel
import MediaTime
import ProjectEditing
import ProjectFile
import Testing

/// Edits as they come over the wire.
@Suite struct TimelineEditReadingTests {
  private func read(_ json: String) throws(ProjectEditError) -> TimelineEdit {
    try TimelineEdit(json: Array(json.utf8))
  }

  @Test func `every kind is read`() throws {
    let segment = #""segment":"/composition/tracks/0/segments/1""#
    let edits = [
      (#"{"kind":"trimStart",\#(segment),"to":"27/2"}"#, "Trim"),
      (#"{"kind":"trimEnd",\#(segment),"to":"2.8"}"#, "Trim"),
      (#"{"kind":"rippleStart",\#(segment),"to":3}"#, "Ripple"),
      (#"{"kind":"rippleEnd",\#(segment),"to":"3"}"#, "Ripple"),
      (#"{"kind":"roll",\#(segment),"to":"3"}"#, "Roll"), (#"{"kind":"slip",\#(segment),"by":"-1/2"}"#, "Slip"),
      (#"{"kind":"move",\#(segment),"to":"3","track":"/composition/tracks/2"}"#, "Move"),
      (#"{"kind":"split",\#(segment),"at":"3"}"#, "Split"), (#"{"kind":"delete",\#(segment),"ripple":false}"#, "Lift"),
      (#"{"kind":"delete",\#(segment),"ripple":true}"#, "Ripple Delete"),
      (#"{"kind":"transition",\#(segment),"transition":null}"#, "Remove Transition"),
      (
        #"{"kind":"transition",\#(segment),"transition":{"name":"push","direction":"up","duration":"1"}}"#, "Transition"
      ),
      (
        #"{"kind":"levels","track":2,"entries":[{"at":"0","value":1},{"start":"1","duration":"1","from":1,"to":0}]}"#,
        "Levels"
      ),
      (#"{"kind":"place","file":"a.mp4","track":null,"at":null,"duration":null,"video":true,"audio":false}"#, "Place"),
      (#"{"kind":"title","title":null,"value":{"text":"a"}}"#, "Title"),
      (#"{"kind":"title","title":"/titles/0","value":null}"#, "Remove Title"),
      (#"{"kind":"set","pointer":"/a","value":null}"#, "Change"), (#"{"kind":"remove","pointer":"/a"}"#, "Remove"),
      (#"{"kind":"insert","pointer":"/a/0","value":[1]}"#, "Insert"),
    ]
    for (json, name) in edits { #expect(try read(json).name == name) }
    guard case .slip(_, let change) = try read(edits[5].0) else { return #expect(Bool(false), "no slip") }
    #expect(change == (try Rational(-1, 2)))
  }

  @Test func `missing and wrong values are reported`() {
    let mistakes = [
      (#"{"kind":"trim","segment":"/a","to":"1"}"#, "/kind", "There is no edit of the kind \"trim\"."),
      (#"{"segment":"/a","to":"1"}"#, "", "The member \"kind\" is missing."),
      (#"{"kind":"trimEnd","to":"1"}"#, "", "The member \"segment\" is missing."),
      (#"{"kind":"trimEnd","segment":"a","to":"1"}"#, "/segment", "Found the string \"a\"."),
      (#"{"kind":"trimEnd","segment":"/a","to":"1/0"}"#, "/to", "Found the string \"1/0\"."),
      (#"{"kind":"trimEnd","segment":"/a","to":"25f"}"#, "/to", "Found the string \"25f\"."),
      (#"{"kind":"trimEnd","segment":"/a","to":true}"#, "/to", "Found true."),
      (#"{"kind":"trimEnd","segment":"/a","to":"1","by":"2"}"#, "/by", "There is a member \"by\"."),
      (
        #"{"kind":"transition","segment":"/a","transition":{"name":"burn","duration":"1"}}"#, "/transition/name",
        "Found the string \"burn\"."
      ),
      (
        #"{"kind":"transition","segment":"/a","transition":{"name":"push","duration":"0"}}"#, "/transition/duration",
        "Found the string \"0\"."
      ),
      (#"{"kind":"levels","track":2,"entries":[{"at":"0"}]}"#, "/entries/0", "The member \"value\" is missing."),
      (#"{"kind":"levels","track":0,"entries":[]}"#, "/track", "Found the number 0."),
      ("[]", "", "Found an empty array."), ("{", "", nil),
    ]
    for (json, place, message) in mistakes {
      do {
        _ = try read(json)
        #expect(Bool(false), "\(json) was read")
      } catch {
        #expect(error.code == .invalidEdit)
        #expect(error.pointer.description == place)
        if let message { #expect(error.diagnostic.message == message) }
      }
    }
  }
}
