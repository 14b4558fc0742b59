import Foundation
import Layers
import MediaFormats
import MediaTime
import ModelValues
import SeededRandom
import Testing

import enum TestSupport.MediaTools
import enum TestSupport.PlaneBytes
import class TestSupport.ScratchFolder

@testable import LayerDrawing
@testable import Subtitles

/// Scripts of SubStation Alpha, drawn, beside ffmpeg's filter of libass.
@Suite struct ScriptDrawingTests {
  private static let size = PixelSize(width: 320, height: 180)
  private static let frames = 50
  private static let background: [Double] = [0x50, 0x60, 0x70]

  /// A script of two seconds: its header, and its events.
  private static func text(_ info: String, _ events: [String]) -> String {
    """
    [Script Info]
    ScriptType: v4.00+
    \(info)

    [V4+ Styles]
    Format: Name, Fontname, Fontsize, PrimaryColour, SecondaryColour, OutlineColour, BackColour, Bold, Italic, Underline, StrikeOut, ScaleX, ScaleY, Spacing, Angle, BorderStyle, Outline, Shadow, Alignment, MarginL, MarginR, MarginV, Encoding
    Style: Default,DejaVu Sans,20,&H00FFFFFF,&H000000FF,&H00000000,&H80000000,0,0,0,0,100,100,0,0,1,2,2,2,20,20,10,1
    Style: Box,DejaVu Serif,16,&H0000FFFF,&H00FF00FF,&H80402000,&H80000000,-1,-1,0,0,100,100,1,0,3,3,0,7,30,30,20,1

    [Events]
    Format: Layer, Start, End, Style, Name, MarginL, MarginR, MarginV, Effect, Text
    """ + events.map { "\nDialogue: 0,0:00:00.20,0:00:01.80,\($0)" }.joined()
  }

  private static let plain = "PlayResX: 320\nPlayResY: 180"

  private static let scripts: [(String, String)] = [
    (
      "places and margins",
      text(
        plain,
        [
          "Default,,0,0,0,,{\\an7}7", "Default,,0,0,0,,{\\an5}5", "Default,,50,90,40,,{\\an3}3",
          "Box,,0,0,0,,{\\a10}box",
        ])
    ),
    (
      "movements",
      text(
        plain,
        [
          "Default,,0,0,0,,{\\move(20,20,300,160)}To", "Default,,0,0,0,,{\\move(300,20,20,160,500,1000)}Fro",
          "Default,,0,0,0,Banner;5;0;20,{\\an8}A banner",
        ])
    ),
    (
      "transformations",
      text(
        plain,
        [
          "Default,,0,0,0,,{\\pos(160,60)\\t(\\fs40\\1c&H0000FF&\\frz90)}Grow",
          "Default,,0,0,0,,{\\pos(160,140)\\t(300,900,0.5,\\fscx200\\bord6\\alpha&H80&)}Wide",
        ])
    ),
    (
      "rotations",
      text(
        plain,
        [
          "Default,,0,0,0,,{\\pos(80,60)\\frz30}Turned", "Default,,0,0,0,,{\\pos(220,60)\\frx50\\fry30}In space",
          "Default,,0,0,0,,{\\pos(160,130)\\org(0,0)\\fax0.5\\frz-5}Slanted",
        ])
    ),
    (
      "clips",
      text(
        plain,
        [
          "Default,,0,0,0,,{\\pos(80,60)\\clip(40,40,100,55)}Clipped",
          "Default,,0,0,0,,{\\pos(220,60)\\iclip(200,40,240,55)}Clipped",
          "Default,,0,0,0,,{\\pos(160,130)\\clip(m 100 100 l 220 100 160 140)\\t(\\frz180)}Clipped",
        ])
    ),
    (
      "drawings",
      text(
        plain,
        [
          "Default,,0,0,0,,{\\pos(50,50)\\p1\\bord0\\1c&H0080FF&\\1a&H40&}m 0 0 l 100 0 100 60 50 90 0 60",
          "Default,,0,0,0,,{\\an5\\pos(230,90)\\p2\\t(\\frz90)}m 0 0 b 100 0 100 200 0 200 s 50 50 50 150 150 150 c",
        ])
    ),
    (
      "karaoke",
      text(
        plain,
        ["Default,,0,0,0,,{\\k20}ka{\\kf60}ra{\\ko30}o{\\k40}ke", "Default,,0,0,0,,{\\an8\\K150}sweeping over"])
    ),
    (
      "fades and blurs",
      text(
        plain,
        [
          "Default,,0,0,0,,{\\fad(300,500)}Fading",
          "Default,,0,0,0,,{\\an8\\blur4\\fade(255,0,128,0,400,800,1600)}Blur",
          "Default,,0,0,0,,{\\an5\\be3\\bord4\\shad6}Edge",
        ])
    ),
    (
      "scaled borders",
      text("ScaledBorderAndShadow: yes\nPlayResX: 640\nPlayResY: 360", ["Box,,0,0,0,,Box", "Default,,0,0,0,,A"])
    ),
    (
      "borders in pixels",
      text(
        "ScaledBorderAndShadow: no\nPlayResX: 640\nPlayResY: 360", ["Box,,0,0,0,,Box", "Default,,0,0,0,,{\\blur2}A"])
    ),
    (
      "another aspect",
      text("PlayResX: 640\nPlayResY: 480", ["Default,,0,0,0,,{\\fs50}Wide", "Default,,0,0,0,,{\\pos(320,100)}A"])
    ),
    ("no size", text("", ["Default,,0,0,0,,Sized by default"])),
    (
      "wrapping, smart",
      text(plain + "\nWrapStyle: 0", ["Default,,0,0,0,,A line that is longer than the picture is wide\\nsurely"])
    ),
    (
      "wrapping, at the end",
      text(plain + "\nWrapStyle: 1", ["Default,,0,0,0,,A line that is longer than the picture is wide"])
    ),
    (
      "wrapping, none",
      text(plain + "\nWrapStyle: 2", ["Default,,0,0,0,,A line that is longer than the\\npicture is wide"])
    ),
    (
      "room for one another",
      text(plain, ["Default,,0,0,0,,First"]) + """

        Dialogue: 0,0:00:00.60,0:00:01.90,Default,,0,0,0,,Above it, and staying
        Dialogue: 0,0:00:01.00,0:00:01.40,Default,,0,0,0,,{\\t(\\fs40)}Growing
        Dialogue: 0,0:00:01.84,0:00:02.00,Default,,0,0,0,,Below again
        """
    ),
    (
      "scripts of the world",
      text(plain, ["Default,,0,0,0,,{\\an8}שלום, מה שלומך?", "Default,,0,0,0,,Größe Ελλάδα москва"])
    ),
  ]

  private static func tree(_ text: String, _ size: PixelSize) throws -> Layer {
    let document = try SubtitleReading(Array(text.utf8)).document
    var root = Layer()
    root.sublayers = SubtitleOverlay(document).layers(in: Size(width: Double(size.width), height: Double(size.height)))
    return root
  }

  private static func frame(_ number: Int, of tree: Layer, by renderer: LayerRenderer) throws -> LayerRenderer.Drawing?
  {
    try tree.presentation(at: Rational(Int64(number), 25)).flatMap(renderer.draw)
  }

  /// How much `drawing` over the background differs from `wanted`, red, green, blue: at most, and in the mean.
  private static func difference(_ drawing: LayerRenderer.Drawing?, from wanted: ArraySlice<UInt8>) throws -> (
    Int, Double
  ) {
    let drawn = try DrawnFrame(drawing, size: size)
    let (most, mean) = PlaneBytes.difference(drawn.bytes, over: background, from: wanted)
    return (Int(most.rounded()), mean)
  }

  @Test(arguments: scripts.indices)
  func `pictures are those of ffmpeg's filter`(index: Int) async throws {
    let (name, text) = Self.scripts[index]
    let folder = try ScratchFolder()
    let file = try folder.write(text, to: "script.ass")
    let wanted = Array(
      try await MediaTools.ffmpegOutput([
        "-f", "lavfi", "-i", "color=0x506070:size=320x180:rate=25:duration=2,format=rgb24", "-vf",
        "ass=\(file.path)", "-f", "rawvideo", "-pix_fmt", "rgb24",
      ]))
    let length = Self.size.width * Self.size.height * 3
    try #require(wanted.count == Self.frames * length)
    let tree = try Self.tree(text, Self.size)
    let renderer = LayerRenderer(size: Self.size)
    var seen = 0
    // Each third, and those at which something comes or goes.
    for number in 0..<Self.frames where number % 3 == 0 || [5, 14, 15, 25, 34, 35, 44, 45, 46, 47].contains(number) {
      let drawing = try Self.frame(number, of: tree, by: renderer)
      if drawing != nil { seen += 1 }
      let (most, mean) = try Self.difference(drawing, from: wanted[number * length..<(number + 1) * length])
      #expect(most <= 3 && mean < 0.05, "\(name), frame \(number): \(most), \(mean)")
    }
    #expect(seen >= 18)
  }

  @Test func `a picture follows from its time alone`() throws {
    for (name, text) in Self.scripts where ["transformations", "karaoke", "room for one another"].contains(name) {
      let tree = try Self.tree(text, Self.size)
      func bytes(_ order: [Int]) throws -> [Int: [UInt8]] {
        let renderer = LayerRenderer(size: Self.size)
        var found: [Int: [UInt8]] = [:]
        for number in order {
          found[number] = try DrawnFrame(Self.frame(number, of: tree, by: renderer), size: Self.size).bytes
        }
        return found
      }
      let forward = try bytes(Array(0..<Self.frames))
      #expect(try bytes((0..<Self.frames).reversed()) == forward, "\(name), backward")
      var random = SeededGenerator(seed: 7)
      #expect(try bytes((0..<Self.frames).shuffled(using: &random)) == forward, "\(name), in any order")
      for number in [10, 25, 36, 47] {
        #expect(try bytes([number])[number] == forward[number], "\(name), \(number) alone")
      }
    }
  }
}

/// Scripts that are meant to do harm.
@Suite struct HostileScriptTests {
  private static let size = PixelSize(width: 320, height: 180)
  private static let numbers = [
    "nan", "inf", "1e308", "-1e308", "2147483648", "-2147483649", "99999999999999999999", "0", "-1", "",
  ]

  private func draw(_ text: String) throws -> Int {
    guard let document = try? SubtitleReading(Array(text.utf8), suffix: "ass").document else { return 0 }
    var root = Layer()
    root.sublayers = SubtitleOverlay(document).layers(in: Size(width: 320, height: 180))
    let renderer = LayerRenderer(size: Self.size)
    var drawn = 0
    for time in [0, 1, 4] as [Int64] where try root.presentation(at: Rational(time)).flatMap(renderer.draw) != nil {
      drawn += 1
    }
    return drawn
  }

  private func script(_ events: [String], info: String = "", style: String = "20", fonts: String = "") -> String {
    "[Script Info]\n\(info)\n[V4+ Styles]\nFormat: Name, Fontname, Fontsize, Outline\nStyle: Default,DejaVu Sans,\(style),2\n"
      + fonts + "\n[Events]\nFormat: Layer, Start, End, Style, Text\n"
      + events.map { "Dialogue: 0,0:00:00.00,0:00:05.00,Default,\($0)\n" }.joined()
  }

  @Test func `numbers that are none or far too large end in a picture`() throws {
    for number in Self.numbers {
      let tags = [
        "fs", "bord", "blur", "be", "shad", "fscx", "fscy", "fsp", "frx", "frz", "fax", "p", "an", "k", "q", "b", "pbo",
      ]
      let all = tags.map { "\\\($0)\(number)" }
      let n = number
      let lists = [
        "\\pos(\(n),\(n))", "\\move(\(n),\(n),\(n),\(n),\(n),\(n))", "\\org(\(n),\(n))", "\\fad(\(n),\(n))",
        "\\t(\(n),\(n),\(n),\\fs\(n)\\clip(\(n),\(n),\(n),\(n)))", "\\clip(\(n),m \(n) \(n) l \(n) 0 0 \(n))",
      ]
      let events = (all + lists).map { "{\($0)}Text m \(n) \(n) l 9 \(n)" }
      _ = try draw(script(events, info: "PlayResX: \(n)\nPlayResY: \(n)\nTimer: \(n)", style: n))
      _ = try draw(script(["Plain"] + events))
    }
  }

  @Test func `a script beyond the limits is drawn as far as it may be`() throws {
    let letters = String(repeating: "W i ", count: 16_000)
    let points = String(repeating: "l 300 7 b 1 2 3 170 5 6 ", count: 2_000)
    #expect(try draw(script(["A"] + Array(repeating: letters, count: 70))) == 3)
    #expect(try draw(script(["A"] + (0..<400).map { "{\\fs\(60 + $0)}Letters" })) == 3)
    #expect(try draw(script((0..<20).map { "{\\p1}m \($0) 0 " + points })) == 3)
    #expect(try draw(script((0..<60).map { "{\\pos(\($0),90)\\bord40\\blur100\\be100\\shad50}Blurred" })) == 3)
    #expect(try draw(script(["{" + String(repeating: "\\t(0,5000,\\1c&H0000FF&)", count: 2_000) + "}A"])) == 3)
    #expect(try draw(script(["{" + String(repeating: "\\t(", count: 9_000) + "}A"])) == 3)
    #expect(try draw(script((0..<30).map { "{\\fs60\\frx89\\fry80\\org(\($0),-9999)}Perspective" } + ["A"])) == 3)
  }

  @Test func `fonts that are broken are not used`() throws {
    func font(_ bytes: [UInt8]) -> String {
      var fonts = EmbeddedFonts()
      fonts.add("own.ttf", bytes)
      return fonts.section
    }
    let whole = [UInt8](
      try Data(contentsOf: URL(filePath: "/usr/share/fonts/truetype/dejavu/DejaVuSans.ttf")).prefix(90_000))
    var random = SeededGenerator(seed: 3)
    #expect(try draw(script(["A"], fonts: font([0, 1, 0, 0]))) == 3)
    #expect(try draw(script(["A"], fonts: font(Array(whole.prefix(20_000))))) == 3)
    for _ in 0..<12 {
      var damaged = whole
      for _ in 0..<500 {
        damaged[Int.random(in: 12..<damaged.count, using: &random)] = .random(in: 0...255, using: &random)
      }
      #expect(try draw(script(["Text fi Ä"], fonts: font(damaged))) == 3)
    }
  }
}
