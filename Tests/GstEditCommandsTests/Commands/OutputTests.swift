import Documents
import GstEdit
import Testing

@testable import GstEditCommands

/// JSON and numbers as the program writes them.
struct OutputTests {
  @Test func `keys are sorted, and slashes stand as they are`() {
    let object: JSONObject = ["b": "a/b", "a": [1, 2], "c": ["d": true] as JSONObject]
    #expect(JSONOutput.line(object) == #"{"a":[1,2],"b":"a/b","c":{"d":true}}"#)
    #expect(JSONOutput.document(["a": 0.5] as JSONObject) == "{\n  \"a\" : 0.5\n}\n")
  }

  @Test func `a member that is nil is left out, and null is written`() {
    let nothing: String? = nil
    let object: JSONObject = ["absent": nothing, "null": JSONValue.null, "optional": Optional(1)]
    #expect(JSONOutput.line(object) == #"{"null":null,"optional":1}"#)
    #expect(JSONOutput.line(object.adding(["null": 2, "more": 3])) == #"{"more":3,"null":2,"optional":1}"#)
  }

  @Test func `numbers that JSON does not have become strings`() {
    let object: JSONObject = ["inf": Double.infinity, "nan": Double.nan]
    #expect(JSONOutput.line(object) == #"{"inf":"inf","nan":"nan"}"#)
  }

  @Test(arguments: [
    (0.0, "0"), (-0.0, "0"), (2.0, "2"), (100.0, "100"), (1.0 / 3, "0.333333"), (-1.5, "-1.5"), (1e-9, "0"),
    (-1e-9, "0"), (0.9999999, "1"), (1e7, "10000000"), (.infinity, "inf"),
  ])
  func `a short number has at most six decimals, and no zeros behind them`(number: Double, text: String) {
    #expect(DecimalText.short(number) == text)
  }

  @Test(arguments: [
    (0, "0 bytes"), (999, "999 bytes"), (1_000, "1.0 kB"), (12_345_678, "12.3 MB"),
    (5_000_000_000_000_000, "5000.0 TB"),
  ])
  func `a size has the unit that keeps it short`(bytes: Int64, text: String) {
    #expect(DecimalText.size(bytes) == text)
  }

  @Test(arguments: [(0.0, "00:00"), (0.2, "00:01"), (125.0, "02:05"), (3_600.0, "1:00:00"), (1e12, "99:59:59")])
  func `a remaining time is rounded up to seconds`(seconds: Double, text: String) {
    #expect(DecimalText.clock(seconds) == text)
  }
}
