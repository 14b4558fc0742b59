public import Compositing
import EditServices
import EditingModel
import LayerDrawing
public import MediaAnalysis
public import MediaFormats
import MediaTime
public import Rendering

/// A film on one page: pictures of it in rows, each with its time, below a title and the film's facts.
///
/// ```
///  film.mp4                                    the title
///  00:01:30.000 · 1280x720 · 25 fps            the facts
///  ┌───────┐ ┌───────┐ ┌───────┐ ┌───────┐
///  │       │ │       │ │       │ │       │     times in the middle of equal parts of the film,
///  └──0:05─┘ └──0:15─┘ └──0:25─┘ └──0:35─┘     or the starts of its scenes
/// ```
///
/// ```swift
/// let sheet = ContactSheet(of: AnalysisSubject(clip), named: "film.mp4", renderer: renderer)
/// let png = try await renderer.imageData(of: sheet.picture(), as: .png)
/// ```
///
/// A value. Threads: any; work is done on dedicated threads.
public struct ContactSheet: Sendable {
  /// What is shown.
  public var subject: AnalysisSubject
  /// The film's name, in the title.
  public var name: String
  /// Pictures side by side.
  public var columns = 4
  /// Pictures above one another, at most.
  public var rows = 5
  /// What each picture is scaled down to fit into.
  public var imageSize = PixelSize(width: 320, height: 320)
  /// Which moments are shown.
  public var moments = Moments.equallySpaced
  private let renderer: any Renderer

  /// Which moments of a film are shown.
  public enum Moments: Hashable, Sendable {
    /// The middles of equal parts.
    case equallySpaced
    /// The first frames of its scenes, after `SceneDetector`; where there are more scenes than places, those that are
    /// spread evenly among them.
    case scenes(threshold: Double)
  }

  /// A sheet of `subject`, which is called `name`.
  public init(of subject: AnalysisSubject, named name: String, renderer: any Renderer) {
    self.subject = subject
    self.name = name
    self.renderer = renderer
  }

  /// The most pictures that a sheet may have.
  public static let maximumCount = 1_000

  /// The sheet, in RGB of 8 bits.
  ///
  /// Of a media file the key frame nearest to each moment is shown, where it lies nearer than half the way to the next
  /// moment, which costs least; else, and of an edit, exactly the frame of the moment. The time that is printed is that of
  /// the frame.
  ///
  /// - Parameter progress: Called on any thread with what part of the work is done, 0…1.
  /// - Throws: `RenderError`: what is wrong with the media or the edit; `.invalidModel` for a sheet without pictures or of
  ///   more than ``maximumCount``; `.cancelled`.
  public func picture(
    progress: @escaping @Sendable (Double) -> Void = { _ in }
  ) async throws(RenderError) -> PixelBuffer {
    guard columns >= 1, rows >= 1, columns <= Self.maximumCount, rows <= Self.maximumCount / columns else {
      throw RenderError(
        .invalidModel, "A sheet of \(columns) by \(rows) pictures cannot be made.",
        remedy: "Ask for 1 to \(Self.maximumCount) pictures.")
    }
    let facts = try await FilmFacts(of: subject, renderer: renderer)
    let times: [CMTime]
    var tolerance = CMTime.zero
    switch moments {
    case .equallySpaced:
      let count = columns * rows
      times = try facts.moments(count)
      tolerance = CMTime(seconds: facts.duration.seconds / Double(2 * count), preferredTimescale: 1_000)
    case .scenes(let threshold):
      var detector = SceneDetector(of: subject, renderer: renderer)
      detector.threshold = threshold
      let starts = try await detector.scenes { progress($0 * 0.9) }.map(\.timeRange.start)
      let count = min(columns * rows, starts.count)
      times = (0..<count).map { starts[$0 * starts.count / count] }
    }
    var generator = subject.imageGenerator(renderer: renderer)
    generator.maximumSize = imageSize
    (generator.toleranceBefore, generator.toleranceAfter) = (tolerance, tolerance)
    var images: [ImageGenerator.Image] = []
    for await result in try await generator.images(for: times) {
      images.append(try result.get())
      progress(Double(images.count) / Double(times.count))
    }
    if Task.isCancelled { throw RenderError(.cancelled, "The work was cancelled.") }
    guard images.count == times.count else { throw RenderError(.engineFailed, "Pictures of the sheet are missing.") }
    let drawn = images
    return try RenderError.catching { try draw(drawn, facts) }
  }

  private func draw(_ images: [ImageGenerator.Image], _ facts: FilmFacts) throws -> PixelBuffer {
    let margin = 16.0
    let gap = 8.0
    let cell = PixelSize(
      width: images.map(\.picture.width).max() ?? 1, height: images.map(\.picture.height).max() ?? 1)
    let used = (images.count + columns - 1) / columns
    let width = 2 * margin + Double(columns * cell.width) + Double(columns - 1) * gap
    let head = 2 * margin + 40
    let height = head + Double(used * cell.height) + Double(max(0, used - 1)) * gap + margin
    let canvas = try Canvas(
      size: PixelSize(width: Int(width), height: Int(height)), background: OverviewColors.background)
    canvas.draw(
      name, in: TextStyle(size: 19, isBold: true, color: .white),
      within: Rectangle(x: margin, y: margin - 2, width: width - 2 * margin, height: 24))
    canvas.draw(
      facts.line, in: TextStyle(size: 13, color: OverviewColors.words),
      within: Rectangle(x: margin, y: margin + 22, width: width - 2 * margin, height: 20))
    for (number, image) in images.enumerated() {
      let x = margin + Double(number % columns) * (Double(cell.width) + gap)
      let y = head + Double(number / columns) * (Double(cell.height) + gap)
      canvas.fill(
        Rectangle(x: x, y: y, width: Double(cell.width), height: Double(cell.height)), with: .black)
      try canvas.draw(
        image.picture,
        at: Point(
          x: x + Double((cell.width - image.picture.width) / 2),
          y: y + Double((cell.height - image.picture.height) / 2)))
      label(image.actualTime, atRight: x + Double(cell.width), bottom: y + Double(cell.height), on: canvas)
    }
    return try canvas.picture()
  }

  private func label(_ time: CMTime, atRight right: Double, bottom: Double, on canvas: Canvas) {
    let style = TextStyle(family: "monospace", size: 12, color: .white)
    let text = time.rational?.timecode ?? "\(time)"
    let size = canvas.size(of: text, in: style)
    let box = Rectangle(
      x: right - size.width - 14, y: bottom - size.height - 8, width: size.width + 10, height: size.height + 4)
    canvas.fill(box, with: Color(red: 0, green: 0, blue: 0, alpha: 0.65), radius: 4)
    canvas.draw(text, in: style, within: box, aligned: .center)
  }
}

/// The colors of what stands around pictures.
enum OverviewColors {
  static let background = Color(red: 0.063, green: 0.078, blue: 0.102)
  static let words = Color(red: 0.62, green: 0.67, blue: 0.73)
  static let lines = Color(red: 0.227, green: 0.259, blue: 0.306)
}
