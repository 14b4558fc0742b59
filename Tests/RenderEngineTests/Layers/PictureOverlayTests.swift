import Foundation
import GstEdit
import TestSupport
import Testing

/// Pictures over a film: SVG, animations, logos by their places.
struct PictureOverlayTests {
  /// The frames `numbers` of a blue film of 160 × 90 and ten frames a second with `members`, as RGBA; `files` stand beside the project.
  private static func frames(
    _ numbers: [Int], with members: String, files: [String: Data] = [:]
  ) async throws -> [Picture] {
    let scratch = try ScratchFolder()
    for (name, data) in files { try data.write(to: scratch.url(name)) }
    let ground = scratch.url("ground.png")
    try await MediaTools.ffmpeg(["-f", "lavfi", "-i", "color=0x0000ff:s=160x90", "-frames:v", "1", ground.path])
    let text = """
      { "gstedit": 1, "assets": { "ground": { "uri": "ground.png" } },
        "composition": { "tracks": [ { "id": 1, "kind": "video", "segments": [ { "asset": "ground", "in": 0, "duration": 2 } ] } ] },
        "videoComposition": { "frameDuration": "1/10", "renderSize": [160, 90], "fit": "fit" },
        \(members) }
      """
    let plan = try await ProjectRender(try Project(json: text, baseURL: scratch.url), renderer: Engine.renderer())
      .plan()
    let reader = try await Engine.renderer().pictures(of: plan, in: .rgba)
    defer { reader.close() }
    var pictures: [Picture] = []
    for number in numbers {
      let picture = try await reader.picture(at: number)
      pictures.append(Picture(bytes: try picture.planeBytes()[0], rowBytes: picture.planes[0].rowByteCount))
    }
    return pictures
  }

  private struct Picture {
    let bytes: [UInt8]
    let rowBytes: Int

    /// Whether the pixel is of that color, as nearly as video keeps it.
    func has(_ color: (Int, Int, Int), at x: Int, _ y: Int) -> Bool {
      let start = y * rowBytes + 4 * x
      return zip([color.0, color.1, color.2], bytes[start..<start + 3]).allSatisfy { abs($0 - Int($1)) <= 6 }
    }
  }

  private static let (red, green, blue) = ((255, 0, 0), (0, 255, 0), (0, 0, 255))
  private static let drawing = Data(
    """
    <?xml version="1.0"?>
    <svg xmlns="http://www.w3.org/2000/svg" width="40" height="20"><rect width="20" height="20" fill="#f00"/>
    <rect x="20" width="20" height="20" fill="#0f0" fill-opacity="0.5"/></svg>
    """.utf8)

  @Test func `a drawing stands at its place in its shape, with its alpha`() async throws {
    // 36 pixels high and 72 wide, at the lower right without a margin.
    let frame = try await Self.frames(
      [3], with: #""overlays": [ { "picture": "logo.svg", "place": "bottomRight", "margin": 0, "height": 0.4 } ]"#,
      files: ["logo.svg": Self.drawing])[0]
    #expect(frame.has(Self.red, at: 92, 60) && frame.has(Self.red, at: 118, 86))
    #expect(frame.has((0, 128, 128), at: 140, 70))
    #expect(frame.has(Self.blue, at: 84, 60) && frame.has(Self.blue, at: 92, 50))
  }

  @Test func `an overlay with a time comes and goes`() async throws {
    let frames = try await Self.frames(
      [4, 6, 9, 12, 16],
      with: """
        "overlays": [ { "picture": "logo.svg", "place": "topLeft", "margin": 0, "width": 0.5, "start": 0.5, "duration": 1,
          "entrance": "fade", "entranceDuration": 0.4 } ]
        """, files: ["logo.svg": Self.drawing])
    #expect(frames[0].has(Self.blue, at: 10, 10))
    #expect(frames[1].has((64, 0, 191), at: 10, 10))
    #expect(frames[2].has(Self.red, at: 10, 10) && frames[3].has(Self.red, at: 10, 10))
    #expect(frames[4].has(Self.blue, at: 10, 10))
  }

  @Test(arguments: [-1, 0, 1], ["gif", "png"])
  func `an animated picture shows the one of the layer's time, as often as its file says`(
    loops: Int, kind: String
  ) async throws {
    let scratch = try ScratchFolder()
    let file = scratch.url("blink.\(kind)")
    // A GIF says how often it is repeated, a PNG how often it is played.
    let plays =
      kind == "gif"
      ? ["-loop", "\(loops)"] : ["-c:v", "apng", "-plays", "\(loops == 0 ? 0 : loops == 1 ? 2 : 1)", "-f", "apng"]
    try await MediaTools.ffmpeg(
      [
        "-f", "lavfi", "-i", "color=red:s=20x20:r=5:d=0.2", "-f", "lavfi", "-i", "color=lime:s=20x20:r=5:d=0.2",
        "-filter_complex", "concat=n=2",
      ] + plays + [file.path])
    let members =
      #""overlays": [ { "picture": "blink.\#(kind)", "place": "topLeft", "margin": 0, "start": 0.5, "duration": 2 } ]"#
    let frames = try await Self.frames(
      [5, 6, 7, 8, 9, 10, 11, 12, 13, 16], with: members, files: ["blink.\(kind)": try Data(contentsOf: file)])
    let expected: [Character] =
      switch loops {
      case -1: Array("rrgggggggg")
      case 1: Array("rrggrrgggg")
      default: Array("rrggrrggrg")
      }
    for (index, letter) in expected.enumerated() {
      #expect(frames[index].has(letter == "r" ? Self.red : (0, 255, 0), at: 10, 10), "\(index)")
    }
  }

  @Test(arguments: [
    #"<mask id="a" mask="url(#b)"><rect width="9" height="9"/></mask><mask id="b" mask="url(#a)"><rect width="9" height="9"/></mask><rect width="9" height="9" mask="url(#a)"/>"#,
    ##"<g id="a"><use href="#a"/><use href="#a"/></g>"##,
    ##"<pattern id="p" width="1" height="1"><rect width="9" height="9" fill="url(#p)"/></pattern><rect width="9" height="9" fill="url(#p)"/>"##,
    #"<rect width="9" height="9" transform="matrix(0 0 0 0 1 1)"/><rect width="9" height="9" transform="matrix(nan 0 0 1 0 0)"/>"#,
    #"<rect width="nan" height="1e400" x="-1e400"/><path d="M nan 0 L 1e400 1e400 Z"/>"#,
    #"<filter id="f"><feGaussianBlur stdDeviation="1e9"/></filter><rect width="9" height="9" filter="url(#f)"/>"#,
    String(repeating: "<g>", count: 20_000) + String(repeating: "</g>", count: 20_000),
    "<text>\(String(repeating: "a", count: 300_000))</text>",
    "<svg:text x='0'>\(String(repeating: "ab ", count: 1_000))</svg:text>",
    "<text><tspan>\(String(repeating: "a<!-- -->", count: 3_000))</tspan></text>",
    "<text><![CDATA[\(String(repeating: "a", count: 3_000))]]></text>",
    String(repeating: "<text>\(String(repeating: "a", count: 100))</text>", count: 1_000),
  ])
  func `hostile drawings end in a picture or an error`(content: String) async throws {
    let text = #"<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9">"# + content + "</svg>"
    do {
      let frames = try await Self.frames(
        [0], with: #""overlays": [ { "picture": "bad.svg" } ]"#, files: ["bad.svg": Data(text.utf8)])
      #expect(frames.count == 1)
    } catch let error as RenderError {
      #expect(error.message.hasSuffix("."))
    }
  }

  @Test(arguments: [
    #"<svg xmlns="http://www.w3.org/2000/svg" width="1e9" height="1e9"/>"#, "<svg",
    #"<?xml version="1.0"?><!DOCTYPE svg [<!ENTITY a "aaaaaaaaaa"><!ENTITY b "&a;&a;&a;&a;&a;&a;&a;&a;"><!ENTITY c "&b;&b;&b;&b;&b;&b;&b;&b;"><!ENTITY d "&c;&c;&c;&c;&c;&c;&c;&c;"><!ENTITY e "&d;&d;&d;&d;&d;&d;&d;&d;"><!ENTITY f "&e;&e;&e;&e;&e;&e;&e;&e;"><!ENTITY g "&f;&f;&f;&f;&f;&f;&f;&f;">]><svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"><text>&g;&g;&g;&g;</text>"#,
  ])
  func `drawings that are broken or too large are errors`(text: String) async throws {
    await #expect(throws: RenderError.self) {
      _ = try await Self.frames(
        [0], with: #""overlays": [ { "picture": "bad.svg" } ]"#, files: ["bad.svg": Data(text.utf8)])
    }
  }

  @Test func `a drawing does not reach for other files`() async throws {
    let scratch = try ScratchFolder()
    let secret = scratch.url("secret.png")
    try await MediaTools.ffmpeg(["-f", "lavfi", "-i", "color=red:s=40x20", "-frames:v", "1", secret.path])
    let drawing = """
      <svg xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink" width="40" height="20">
      <image width="40" height="20" xlink:href="file://\(secret.path)"/><image width="40" height="20" href="secret.png"/>
      <image width="40" height="20" href="http://127.0.0.1:9/x.png"/></svg>
      """
    let frame = try await Self.frames(
      [0], with: #""overlays": [ { "picture": "logo.svg", "place": "topLeft", "margin": 0 } ]"#,
      files: ["logo.svg": Data(drawing.utf8), "secret.png": try Data(contentsOf: secret)])[0]
    #expect(frame.has(Self.blue, at: 10, 10))
  }
}
