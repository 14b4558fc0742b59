public import Compositing
public import EditServices
import EditingModel
import LayerDrawing
import MediaAnalysis
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
/// Each place has a stretch of the film of its own: one of the equal parts, or a scene. Where its picture is nearly black (mean luma up
/// to 12 % of full scale, and no color that spreads by more than 8 %, as a standard deviation) or of one color (2 %), it shows another
/// one of its stretch: of those at the eighths the one nearest to the first that is neither, the later of two, or for a scene the first
/// one behind its start. A stretch that has none keeps its picture: a film that is black throughout stays black.
///
/// ```swift
/// let sheet = ContactSheet(of: clip, named: "film.mp4")
/// try await sheet.picture().write(to: URL(filePath: "sheet.png"))
/// ```
///
/// A value. Threads: any; work is done on dedicated threads.
public struct ContactSheet: Sendable {
  /// The subject that is shown.
  public var subject: AnalysisSubject
  /// The film's name, in the title.
  public var name: String
  /// Pictures side by side.
  public var columns = 4
  /// Pictures above one another, at most.
  public var rows = 5
  /// The size that each picture is scaled down to fit into.
  public var imageSize = PixelSize(width: 320, height: 320)
  /// The moments that are shown.
  public var moments = Moments.equallySpaced
  private let renderer: any Renderer

  /// The moments of a film that are shown.
  public enum Moments: Hashable, Sendable {
    /// The middles of equal parts.
    case equallySpaced
    /// The first frames of its scenes, after `SceneDetector`; where there are more scenes than places, those that are
    /// spread evenly among them.
    case scenes(threshold: Double)
  }

  /// A sheet of `source`, which is called `name`.
  public init(of source: some MediaSource, named name: String, renderer: any Renderer) {
    subject = source.analysisSubject
    self.name = name
    self.renderer = renderer
  }

  /// The most pictures that a sheet may have.
  public static let maximumCount = 1_000

  /// The sheet, in RGB of 8 bits.
  ///
  /// Of a media file the key frame nearest to each moment is shown, where it lies nearer than half the way to the next
  /// moment, which costs least; else, and of an edit, exactly the frame of the moment. The time that is printed is that of
  /// the frame that is shown, as exactly as the picture has room for.
  ///
  /// - Parameter progress: Called on any thread with what part of the work is done, 0…1.
  /// - Throws: `RenderError`: what is wrong with the media or the edit; `.invalidModel` for a sheet without pictures or of
  ///   more than ``maximumCount``; `.cancelled`.
  public func picture(
    progress: @escaping @Sendable (Double) -> Void = { _ in }
  ) async throws(RenderError) -> PixelBuffer {
    let facts = try await FilmFacts(of: subject, renderer: renderer)
    let drawn = try await images(facts, progress: progress)
    return try RenderError.catching { try draw(drawn, facts) }
  }

  /// The pictures that the sheet shows, in their order, each with its moment and the time that is written below it.
  ///
  /// - Parameter progress: As of ``picture(progress:)``.
  /// - Throws: As ``picture(progress:)``.
  public func images(
    progress: @escaping @Sendable (Double) -> Void = { _ in }
  ) async throws(RenderError) -> [ImageGenerator.Image] {
    try await images(try await FilmFacts(of: subject, renderer: renderer), progress: progress)
  }

  private func images(
    _ facts: FilmFacts, progress: @escaping @Sendable (Double) -> Void
  ) async throws(RenderError) -> [ImageGenerator.Image] {
    guard columns >= 1, rows >= 1, columns <= Self.maximumCount, rows <= Self.maximumCount / columns else {
      throw RenderError(
        .invalidModel, "A sheet of \(columns) by \(rows) pictures cannot be made.",
        remedy: "Ask for 1 to \(Self.maximumCount) pictures.")
    }
    let places: SheetPlaces
    switch moments {
    case .equallySpaced: places = try SheetPlaces(equalParts: columns * rows, of: facts)
    case .scenes(let threshold):
      var detector = SceneDetector(of: subject, renderer: renderer)
      detector.threshold = threshold
      let scenes = try await detector.scenes { progress($0 * 0.9) }
      places = SheetPlaces(scenes: scenes.map(\.timeRange), count: columns * rows)
    }
    let times = places.times
    var generator = subject.imageGenerator(renderer: renderer)
    generator.maximumSize = imageSize
    (generator.toleranceBefore, generator.toleranceAfter) = places.tolerances
    var images: [ImageGenerator.Image] = []
    for await result in try await generator.images(for: times) {
      images.append(try result.get())
      progress(Double(images.count) / Double(times.count))
    }
    if Task.isCancelled { throw RenderError(.cancelled, "The work was cancelled.") }
    guard images.count == times.count else { throw RenderError(.engineFailed, "Pictures of the sheet are missing.") }
    if !facts.isStill { try await places.replaceEmptyImages(in: &images, by: generator) }
    return images
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
      label(
        image.actualTime, in: Rectangle(x: x, y: y, width: Double(cell.width), height: Double(cell.height)), on: canvas)
    }
    return try canvas.picture()
  }

  private func label(_ time: CMTime, in cell: Rectangle, on canvas: Canvas) {
    let exact = time.rational?.timecode ?? "\(time)"
    let seconds = Int64(max(0, min(1e12, time.seconds.isFinite ? time.seconds : 0)) * 1_000_000)
    let short = [100_000, 1_000_000].map { TimeMarks.text(seconds / $0 * $0, step: $0) }
    let em = max(12, min(32, cell.width / 27)).rounded()
    // A text that is too wide is shortened, in smaller letters at last.
    for (text, em) in [(exact, em)] + short.map({ ($0, em) }) + short.map({ ($0, 9.0) }) {
      let style = TextStyle(family: "monospace", size: em, color: .white)
      let size = canvas.size(of: text, in: style)
      let inset = (em / 3).rounded()
      let box = Rectangle(
        x: cell.maxX - size.width - 3 * inset - 2, y: cell.maxY - size.height - 2 * inset,
        width: size.width + 2 * inset + 2, height: size.height + inset)
      guard box.x >= cell.x, box.y >= cell.y else { continue }
      // Dark enough for white letters over any picture, and with an edge that is seen on black.
      canvas.fill(
        Rectangle(x: box.x - 1, y: box.y - 1, width: box.width + 2, height: box.height + 2),
        with: Color(red: 1, green: 1, blue: 1, alpha: 0.25), radius: inset + 1)
      canvas.fill(box, with: Color(red: 0.04, green: 0.05, blue: 0.07, alpha: 0.82), radius: inset)
      return canvas.draw(text, in: style, within: box, aligned: .center)
    }
  }
}
