public import Compositing
import EditServices
import EditingModel
import LayerDrawing
public import MediaAnalysis
import MediaFormats
import MediaTime
public import Rendering

/// A film's timeline as one picture: what it shows from start to end, a ruler, and its tracks with their clips.
///
/// ```
///  ┌────┬────┬────┬────┬────┬────┐
///  │    │    │    │    │    │    │   frames, each that of the middle of its place
///  └────┴────┴────┴────┴────┴────┘
///  0:00      0:02      0:04          time
///  ┌─cat.mp4────┐┌─dog.mp4──────┐    each video track, the first in front
///  ┌─song.flac──────────────────┐    each audio track
/// ```
///
/// A value. Threads: any; work is done on dedicated threads.
public struct Filmstrip: Sendable {
  /// What is shown.
  public var subject: AnalysisSubject
  /// The whole picture's width, in pixels: 100…16,384.
  public var width = 1_600
  /// The height of the frames, in pixels: 16…2,160.
  public var frameHeight = 90
  private let renderer: any Renderer

  /// A strip of `subject`.
  public init(of subject: AnalysisSubject, renderer: any Renderer) {
    self.subject = subject
    self.renderer = renderer
  }

  /// The strip, in RGB of 8 bits.
  ///
  /// - Parameter progress: Called on any thread with what part of the work is done, 0…1.
  /// - Throws: `RenderError`: what is wrong with the media or the edit; `.invalidModel` for a size out of range;
  ///   `.cancelled`.
  public func picture(
    progress: @escaping @Sendable (Double) -> Void = { _ in }
  ) async throws(RenderError) -> PixelBuffer {
    guard (100...16_384).contains(width), (16...2_160).contains(frameHeight) else {
      throw RenderError(
        .invalidModel, "A strip of \(width) pixels with frames of \(frameHeight) cannot be made.",
        remedy: "Choose 100 to 16384 pixels, and frames of 16 to 2160.")
    }
    let facts = try await FilmFacts(of: subject, renderer: renderer)
    var generator = subject.imageGenerator(renderer: renderer)
    generator.maximumSize = PixelSize(width: width, height: frameHeight)
    (generator.toleranceBefore, generator.toleranceAfter) = (.zero, .zero)
    // The first picture tells how wide they are.
    let first = try await generator.image(at: .zero).picture
    let count = max(1, (width + first.width - 1) / first.width)
    var images: [PixelBuffer] = []
    for await result in try await generator.images(for: try facts.moments(count)) {
      images.append(try result.get().picture)
      progress(Double(images.count) / Double(count))
    }
    if Task.isCancelled { throw RenderError(.cancelled, "The work was cancelled.") }
    guard images.count == count else { throw RenderError(.engineFailed, "Pictures of the strip are missing.") }
    let drawn = images
    return try RenderError.catching { try draw(drawn, facts) }
  }

  private static let rulerHeight = 22
  private static let trackHeight = 22
  private static let gap = 4

  private func draw(_ images: [PixelBuffer], _ facts: FilmFacts) throws -> PixelBuffer {
    // The first video track lies in front, so it stands on top; sound stands below.
    let tracks = facts.tracks.filter { $0.mediaType == .video } + facts.tracks.filter { $0.mediaType == .audio }
    let height = frameHeight + Self.rulerHeight + tracks.count * (Self.trackHeight + Self.gap)
    let canvas = try Canvas(
      size: PixelSize(width: width, height: height + (tracks.isEmpty ? 0 : Self.gap)),
      background: OverviewColors.background)
    for (number, image) in images.enumerated() {
      let x = number * width / images.count
      try canvas.draw(image, at: Point(x: Double(x), y: Double((frameHeight - image.height) / 2)))
    }
    drawRuler(facts.duration.seconds, on: canvas)
    for (number, track) in tracks.enumerated() {
      let y = frameHeight + Self.rulerHeight + Self.gap + number * (Self.trackHeight + Self.gap)
      drawClips(of: track, at: Double(y), over: facts.duration.seconds, on: canvas)
    }
    return try canvas.picture()
  }

  private func drawRuler(_ seconds: Double, on canvas: Canvas) {
    let style = TextStyle(family: "monospace", size: 11, color: OverviewColors.words)
    let step = Self.step(for: seconds, in: width)
    var time = 0.0
    while time < seconds {
      let x = (time / seconds * Double(width)).rounded(.down)
      canvas.fill(Rectangle(x: x, y: Double(frameHeight), width: 1, height: 6), with: OverviewColors.words)
      canvas.draw(
        Self.clock(time, step: step), in: style,
        within: Rectangle(x: x + 4, y: Double(frameHeight) + 3, width: 90, height: Double(Self.rulerHeight) - 4))
      time += step
    }
  }

  private func drawClips(of track: CompositionTrack, at y: Double, over seconds: Double, on canvas: Canvas) {
    let isPicture = track.mediaType == .video
    let color =
      isPicture ? Color(red: 0.173, green: 0.431, blue: 0.659) : Color(red: 0.18, green: 0.5, blue: 0.38)
    for segment in track.segments {
      guard let source = segment.source else { continue }
      let start = segment.timeMapping.target.start.seconds / seconds * Double(width)
      let end = segment.timeMapping.target.end.seconds / seconds * Double(width)
      let box = Rectangle(x: start, y: y, width: max(1, end - start - 1), height: Double(Self.trackHeight))
      canvas.fill(box, with: color, radius: 3)
      canvas.draw(
        source.asset.name, in: TextStyle(size: 11, color: .white),
        within: Rectangle(x: box.x + 6, y: y, width: box.width - 10, height: box.height))
    }
  }

  /// The seconds between two marks that stand some hundred pixels apart: 1, 2 or 5 of a unit that clocks count.
  static func step(for seconds: Double, in width: Int) -> Double {
    let steps = [
      0.1, 0.2, 0.5, 1, 2, 5, 10, 15, 30, 60, 120, 300, 600, 900, 1_800, 3_600, 7_200, 14_400, 43_200, 86_400,
    ]
    let wanted = seconds * 100 / Double(width)
    return steps.first { $0 >= wanted } ?? (wanted / 86_400).rounded(.up) * 86_400
  }

  private static func clock(_ seconds: Double, step: Double) -> String {
    let tenths = Int((seconds * 10).rounded())
    let whole = tenths / 10
    func two(_ number: Int) -> String { number < 10 ? "0\(number)" : "\(number)" }
    let minutes = whole >= 3_600 ? "\(whole / 3_600):\(two(whole / 60 % 60))" : "\(whole / 60)"
    return "\(minutes):\(two(whole % 60))" + (step < 1 ? ".\(tenths % 10)" : "")
  }
}
