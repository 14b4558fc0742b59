import Foundation
import GstEdit
import TestSupport
import Testing

/// Layers and titles that are drawn with a film's frames.
@Suite("Layers over films")
struct OverlayFilmTests {
  private static let size = Size(width: 320, height: 180)
  static let frames = 20

  private static func film() async throws -> URL {
    let recipe =
      ["-f", "lavfi", "-i", "testsrc2=s=320x180:r=10:d=2,format=yuv420p"] + StatedColors("bt709").arguments
      + ["-c:v", "libx264", "-qp", "0", "-bf", "2"]
    return try await MediaCache.shared.file(named: "overlay", extension: "mp4", recipe: recipe) { target in
      try await MediaTools.ffmpeg(recipe + [target.path])
    }
  }

  /// The plan of the film with `tool`; `timeRange` is the part to render.
  static func plan(
    _ tool: AnimationTool?, range: CMTimeRange? = nil, isOn: Bool = true, pixelFormat: PixelFormat = .yuv420p
  ) async throws -> RenderPlan {
    let all = CMTimeRange(start: .zero, duration: CMTime(value: 2, timescale: 1))
    var track = CompositionTrack(id: 1, mediaType: .video)
    track.segments = [
      CompositionTrackSegment(
        source: .init(asset: AssetReference(url: try await film(), name: "film")), sourceRange: all, targetRange: all)
    ]
    var instruction = VideoCompositionInstruction(timeRange: all, layerInstructions: [LayerInstruction(trackID: 1)])
    instruction.enablePostProcessing = isOn
    let video = VideoComposition(
      frameDuration: CMTime(value: 1, timescale: 10), renderSize: size, instructions: [instruction],
      animationTool: tool)
    var settings = RenderSettings()
    settings.timeRange = range
    settings.pixelFormat = pixelFormat
    return try await EditSnapshot(composition: Composition(tracks: [track]), videoComposition: video)
      .plan(settings: settings, renderer: Engine.renderer())
  }

  /// The bytes of the frames `numbers`, in that order.
  static func pictures(_ plan: RenderPlan, _ numbers: [Int]) async throws -> [[[UInt8]]] {
    let reader = try await Engine.renderer().pictures(of: plan, in: nil)
    defer { reader.close() }
    var result: [[[UInt8]]] = []
    for number in numbers {
      result.append(try await reader.bytes(at: number))
    }
    return result
  }

  /// A red square that moves from the tenth frame on for half a second, fading.
  private static var square: AnimationTool {
    var layer = Layer()
    layer.bounds = Rectangle(x: 0, y: 0, width: 40, height: 40)
    layer.backgroundColor = Color(red: 1, green: 0, blue: 0)
    layer.timing.beginTime = 1
    layer.timing.duration = 0.5
    var move = BasicAnimation(keyPath: .positionX)
    move.fromValue = 60
    move.toValue = 260
    move.duration = 0.5
    layer.position = Point(x: 60, y: 90)
    layer.animations = [.basic(move)]
    var root = Layer()
    root.sublayers = [layer]
    return AnimationTool(layer: root)
  }

  @Test func `frames without a visible layer are as they were, and the others differ where it is`() async throws {
    let numbers = Array(0..<Self.frames)
    let plain = try await Self.pictures(Self.plan(nil), numbers)
    let plan = try await Self.plan(Self.square)
    let drawn = try await Self.pictures(plan, numbers)
    #expect(try #require(plan.picture).spans.allSatisfy { if case .passthrough = $0.method { true } else { false } })
    for number in numbers where !(10..<15).contains(number) { #expect(plain[number] == drawn[number], "\(number)") }
    for number in 10..<15 {
      let left = 60 + 40 * (number - 10) - 20
      for row in 0..<180 {
        for column in 0..<320 {
          let isInside = (left..<left + 40).contains(column) && (70..<110).contains(row)
          let luma = drawn[number][0][row * 320 + column]
          if isInside {
            // BT.709's red.
            #expect(abs(Int(luma) - 63) <= 1, "frame \(number) at \(column), \(row): \(luma)")
          } else if luma != plain[number][0][row * 320 + column] {
            Issue.record("Frame \(number) differs at \(column), \(row).")
            return
          }
        }
      }
    }
  }

  @Test func `in any order, and in ranges, each frame is the same`() async throws {
    var tool = Self.square
    tool.titles = [
      Title("Words", timeRange: CMTimeRange(start: .zero, duration: CMTime(value: 2, timescale: 1)), style: .title)
    ]
    let plan = try await Self.plan(tool)
    let inOrder = try await Self.pictures(plan, Array(0..<Self.frames))
    let order = [19, 3, 12, 11, 12, 0, 14, 13, 4]
    for (picture, number) in zip(try await Self.pictures(plan, order), order) { #expect(picture == inOrder[number]) }
    let range = CMTimeRange(start: CMTime(value: 9, timescale: 10), duration: CMTime(value: 4, timescale: 10))
    let part = try await Self.pictures(Self.plan(tool, range: range), Array(9..<13))
    #expect(part == Array(inOrder[9..<13]))
  }

  @Test func `an instruction without post-processing is left alone`() async throws {
    let plan = try await Self.plan(Self.square, isOn: false)
    #expect(plan.picture?.overlay == nil)
  }

  @Test func `layers of a tree that shows the frame as it is lie over it, without a step through RGB`() async throws {
    var video = Layer(.video(VideoLayer()))
    video.bounds = Rectangle(Self.size)
    video.position = Point(x: 160, y: 90)
    var tool = Self.square
    tool.layer.sublayers.insert(video, at: 0)
    let numbers = [0, 12, 19]
    #expect(try await Self.pictures(Self.plan(tool), numbers) == Self.pictures(Self.plan(Self.square), numbers))
  }

  @Test func `a frame that is shown smaller stands where the tree says, on black`() async throws {
    var video = Layer(.video(VideoLayer()))
    video.bounds = Rectangle(x: 0, y: 0, width: 160, height: 90)
    video.position = Point(x: 160, y: 90)
    var root = Layer()
    root.sublayers = [video]
    let picture = try await Self.pictures(Self.plan(AnimationTool(layer: root)), [5])[0]
    let plain = try await Self.pictures(Self.plan(nil), [5])[0]
    #expect(picture[0][10 * 320 + 10] == 16 && picture[0][170 * 320 + 300] == 16)
    // The mean of what it shows is that of the frame.
    func mean(_ plane: [UInt8], _ columns: Range<Int>, _ rows: Range<Int>) -> Double {
      let sum = rows.reduce(0) { sum, row in columns.reduce(sum) { $0 + Int(plane[row * 320 + $1]) } }
      return Double(sum) / Double(columns.count * rows.count)
    }
    #expect(abs(mean(picture[0], 80..<240, 45..<135) - mean(plain[0], 0..<320, 0..<180)) < 1.5)
  }

  @Test func `a picture of a layer is its file's`() async throws {
    let folder = try ScratchFolder()
    let logo = folder.url("logo.png")
    try await MediaTools.ffmpeg(["-f", "lavfi", "-i", "color=0x00ff00:s=20x20", "-frames:v", "1", logo.path])
    var layer = Layer()
    layer.bounds = Rectangle(x: 0, y: 0, width: 20, height: 20)
    layer.position = Point(x: 30, y: 30)
    layer.contents = .image(uri: "logo.png")
    var root = Layer()
    root.sublayers = [layer]
    let picture = try await Self.pictures(Self.plan(AnimationTool(layer: root, folder: folder.url)), [3])[0]
    // BT.709's green.
    #expect(abs(Int(picture[0][30 * 320 + 30]) - 173) <= 1)
    let missing = AnimationTool(layer: root, folder: URL(filePath: "/nowhere"))
    await #expect(throws: RenderError.self) { try await Self.plan(missing) }
  }

  @Test func `a range beyond the media is shown with what is drawn over the background`() async throws {
    var layer = Layer()
    layer.bounds = Rectangle(x: 0, y: 0, width: 40, height: 40)
    layer.position = Point(x: 160, y: 90)
    layer.backgroundColor = .white
    var root = Layer()
    root.sublayers = [layer]
    let range = CMTimeRange(start: CMTime(value: 1, timescale: 1), duration: CMTime(value: 2, timescale: 1))
    let plan = try await Self.plan(AnimationTool(layer: root), range: range)
    #expect(plan.picture?.range == 10..<30)
    let pictures = try await Self.pictures(plan, [29, 19])
    // White upon black, both in the video's range; and the film with the same square.
    #expect(pictures[0][0][90 * 320 + 160] == 235 && pictures[0][0][10 * 320 + 10] == 16)
    #expect(pictures[1][0][90 * 320 + 160] == 235)
    let whole = try await Self.pictures(Self.plan(AnimationTool(layer: root)), [19])
    #expect(pictures[1] == whole[0])
    // Without layers the film ends with its media.
    #expect(try await Self.plan(nil, range: range).picture?.range == 10..<20)
  }
}
