import MediaTime
import ModelValues
import Testing

@testable import Subtitles

@Suite struct TimedTextTests {
  static func film(_ body: String, attributes: String = "", head: String = "") -> String {
    """
    <?xml version="1.0"?>
    <!DOCTYPE tt [ <!ENTITY x SYSTEM "file:///etc/passwd"> ]>
    <tt xmlns="http://www.w3.org/ns/ttml" xmlns:tts="http://www.w3.org/ns/ttml#styling" xml:lang="en" \(attributes)>
    <head>\(head)</head><body>\(body)</body></tt>
    """
  }

  static let times: [(String, String, [PlainCue])] = [
    ("", "<div><p begin='00:00:01.5' end='00:00:02.25'>A</p></div>", [PlainCue(1_500, 2_250, "A")]),
    ("ttp:frameRate='25'", "<div><p begin='00:00:01:05' end='50f'>A</p></div>", [PlainCue(1_200, 2_000, "A")]),
    (
      "ttp:frameRate='30' ttp:frameRateMultiplier='1000 1001'", "<p begin='30f' dur='30f'>A</p>",
      [PlainCue(1_001, 2_002, "A")]
    ),
    ("ttp:tickRate='90000'", "<p begin='90000t' end='180045t'>A</p>", [PlainCue(1_000, 2_001, "A")]),
    ("", "<div begin='10s'><p begin='1s' dur='1500ms'>A</p></div>", [PlainCue(11_000, 12_500, "A")]),
    (
      "", "<div timeContainer='seq'><p dur='1s'>A</p><p begin='1s' dur='2s'>B</p></div>",
      [PlainCue(0, 1_000, "A"), PlainCue(2_000, 4_000, "B")]
    ),
    ("", "<div end='3s'><p begin='1s' end='9s'>A</p></div>", [PlainCue(1_000, 3_000, "A")]),
    ("", "<p begin='0.5h' end='31m'>A</p>", [PlainCue(1_800_000, 1_860_000, "A")]),
    (
      "", "<p begin='1s' end='4s'>A<span begin='1s'> B</span><span begin='2s'> C</span></p>",
      [PlainCue(1_000, 2_000, "A"), PlainCue(2_000, 3_000, "A B"), PlainCue(3_000, 4_000, "A B C")]
    ),
    (
      "", "<p begin='1s' end='2s'>A<br/>  B   and\n C&amp;D &#x41; <!-- no --> <![CDATA[<raw>]]></p>",
      [PlainCue(1_000, 2_000, "A\nB and C&D A <raw>")]
    ),
    ("", "<p begin='1s' end='2s' xml:space='preserve'>A  B</p>", [PlainCue(1_000, 2_000, "A  B")]),
    ("", "<p begin='1s' end='2s'>A &x; B</p>", [PlainCue(1_000, 2_000, "A &x; B")]),
  ]

  @Test(arguments: times.indices) func `times are exact`(index: Int) throws {
    let (attributes, body, cues) = Self.times[index]
    let reading = try read(Self.film(body, attributes: attributes))
    #expect(reading.format == .ttml)
    #expect(try reading.plain == cues)
    #expect(reading.warnings == [])
    #expect(reading.document.language == "en")
  }

  @Test func `styles and regions are inherited`() throws {
    let head = """
      <styling><style xml:id="base" tts:color="yellow" tts:fontSize="150%"/><style xml:id="loud" style="base" tts:fontWeight="bold"/></styling>
      <layout><region xml:id="top" tts:origin="10% 5%" tts:extent="80% 20%" tts:displayAlign="before" tts:backgroundColor="#00000080"><style tts:textAlign="center"/></region></layout>
      """
    let body =
      "<div region='top' style='loud'><p begin='1s' end='2s'>A <span tts:fontStyle='italic' tts:color='rgba(255,0,0,128)' xml:lang='fr'>B</span></p></div>"
    let document = try read(Self.film(body, head: head)).document
    let cue = try #require(document.cues.first)
    #expect(cue.placement.region == "top")
    #expect(cue.placement.alignment == .center)
    #expect(cue.text.runs.map(\.style.isBold) == [true, true])
    #expect(cue.text.runs[0].style.color?.hexadecimal == "#ffff00")
    #expect(cue.text.runs[1].style.color?.hexadecimal == "#ff000080")
    #expect(cue.text.runs[1].language == "fr")
    #expect(abs((cue.text.runs[0].style.fontSize ?? 0) - 0.1) < 1e-9)
    let region = try #require(document.regions.first)
    #expect(region.frame == Rectangle(x: 0.1, y: 0.05, width: 0.8, height: 0.2))
    #expect(region.displayAlignment == .start)
  }

  static let broken: [(String, [PlainCue])] = [
    ("<tt><body><p begin='1s' end='2s'>A</p><p begin='x' end='2s'>B</p>", [PlainCue(1_000, 2_000, "A")]),
    ("<tt><body><div><p begin='1s' end='2s'>A</body>", [PlainCue(1_000, 2_000, "A")]),
    ("<tt><body><p begin='2s' end='1s'>A</p><p begin='3s' end='4s'>B</p></body></tt>", [PlainCue(3_000, 4_000, "B")]),
    ("<tt><body><p begin=3s end=4s>B</i></p></body></tt>", [PlainCue(3_000, 4_000, "B")]),
    ("<tt><body><p begin='1s'>A</p><p begin='3s' end='4s'>B", [PlainCue(3_000, 4_000, "B")]),
    ("<tt><body><p begin='1s' end='2s'>A &lt;b&gt; < c</p></body></tt>", [PlainCue(1_000, 2_000, "A <b> < c")]),
  ]

  @Test(arguments: broken.indices) func `each cue that can be read is`(index: Int) throws {
    let (source, cues) = Self.broken[index]
    let reading = try read(source)
    #expect(try reading.plain == cues)
    #expect(index == 5 || !reading.warnings.isEmpty)
  }

  @Test func `what is written is read again`() throws {
    for seed in 0..<20 {
      var random = RandomSubtitles(seed: UInt64(seed))
      let document = try random.document(count: 10, looks: true)
      let reading = try read(document.text(as: .ttml))
      #expect(reading.warnings == [])
      for (read, written) in zip(reading.document.cues, document.cues) {
        #expect((read.start, read.end) == (written.start, written.end))
        #expect(read.text.plain == written.text.plain)
        #expect(read.text.runs.map(\.style) == written.text.runs.map(\.style))
      }
    }
  }
}
