import EditServices
import EditingModel
import MediaAnalysis
import MediaFormats
import MediaTime
import Rendering

/// The places of a contact sheet: which moment each shows, and another one of its own stretch of the film where there is nothing to
/// see at that.
struct SheetPlaces: Sendable {
  /// The places, in order.
  let places: [Place]
  /// Whether a place shows its stretch's middle first, and else its start.
  private let showsMiddles: Bool

  /// A place of a sheet.
  struct Place: Hashable, Sendable {
    /// The moment that is shown first.
    var time: CMTime
    /// The part of the film that is the place's own.
    var stretch: CMTimeRange
  }

  /// The middles of `count` equal parts of the film.
  init(equalParts count: Int, of facts: FilmFacts) throws(RenderError) {
    let ends = try (0...count).map { number throws(RenderError) in try facts.time(number, of: count) }
    let middles = try facts.moments(count)
    places = middles.enumerated().map { number, middle in
      Place(time: middle, stretch: CMTimeRange(start: ends[number], end: ends[number + 1]))
    }
    showsMiddles = true
  }

  /// The starts of `scenes`, `count` of them at most.
  init(scenes: [CMTimeRange], count: Int) {
    let shown = min(count, scenes.count)
    places = (0..<shown).map { number in
      let scene = scenes[number * scenes.count / shown]
      return Place(time: scene.start, stretch: scene)
    }
    showsMiddles = false
  }

  /// The moments that are shown first.
  var times: [CMTime] { places.map(\.time) }

  /// The largest deviation of the image's time, before and behind, that stays within the place's stretch, whose end is
  /// the next one's start; zero where times must be exact.
  var tolerances: (before: CMTime, after: CMTime) {
    guard showsMiddles, let before = places.map({ $0.time - $0.stretch.start }).min(),
      let after = places.map({ $0.stretch.end - $0.time }).min()
    else { return (.zero, .zero) }
    return (before, max(.zero, after - CMTime(value: 1, timescale: 1_000)))
  }

  /// The moments that are looked at where there is nothing to see: eighths of the stretch, those nearest to the first moment first.
  private var eighths: [Double] { showsMiddles ? [5, 3, 6, 2, 7, 1] : [1, 2, 3, 4, 5, 6, 7] }

  /// Replaces those of `images`, one for each place, in which there is nothing to see by the first others of their stretches in
  /// which there is something. Where a stretch has none, its image stays.
  ///
  /// - Throws: `RenderError`: `.cancelled`, or that pictures cannot be made at all.
  func replaceEmptyImages(
    in images: inout [ImageGenerator.Image], by generator: ImageGenerator
  ) async throws(RenderError) {
    var empty: [Int] = []
    for number in images.indices where try isEmpty(images[number]) { empty.append(number) }
    var generator = generator
    // Two moments of each place are looked at at once: as a rule one of them will do.
    for first in stride(from: 0, to: eighths.count, by: 2) where !empty.isEmpty {
      let parts = eighths[first..<min(first + 2, eighths.count)]
      let wanted = empty.flatMap { number in parts.map { (number, moment($0, of: places[number])) } }
      let distance = showsMiddles ? (places.first?.stretch.duration.seconds ?? 0) / 16 : 0
      generator.toleranceBefore = CMTime(seconds: distance, preferredTimescale: 1_000)
      generator.toleranceAfter = generator.toleranceBefore
      var found: Set<Int> = []
      var next = 0
      for await outcome in try await generator.images(for: wanted.map(\.1)) {
        let number = wanted[next].0
        next += 1
        // Another moment may have no picture; the first one has.
        guard case .succeeded(let image) = outcome, !found.contains(number), try !isEmpty(image) else { continue }
        images[number] = image
        found.insert(number)
      }
      if Task.isCancelled { throw RenderError(.cancelled, "The work was cancelled.") }
      empty.removeAll(where: found.contains)
    }
  }

  private func isEmpty(_ image: ImageGenerator.Image) throws(RenderError) -> Bool {
    try RenderError.catching { try PictureStatistics(of: image.picture).isEmpty }
  }

  private func moment(_ eighth: Double, of place: Place) -> CMTime {
    let seconds = place.stretch.start.seconds + place.stretch.duration.seconds * eighth / 8
    return CMTime(seconds: seconds, preferredTimescale: 1_000)
  }
}
