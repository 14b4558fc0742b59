import Compositing
import EditServices
import EditingModel
import Foundation
import MediaFormats
import MediaTime
import RenderEngine
import Rendering
import TestSupport

/// The size of the films and pictures of these tests: small, and twice the grid that a frame's number is read from.
enum SmallPicture {
  static let width = 128
  static let height = 72
  static var size: Size { Size(width: Double(width), height: Double(height)) }

  /// A film of `frameCount` such pictures.
  static func film(
    _ number: UInt8, frameCount: Int = 200, _ change: (inout IndexedFilm) -> Void = { _ in }
  ) -> IndexedFilm {
    IndexedFilm(film: number) { film in
      film.width = width
      film.height = height
      film.frameCount = frameCount
      change(&film)
    }
  }
}

extension CMTime {
  /// An exact time in seconds.
  init(_ seconds: Fraction) {
    self.init(value: Int64(seconds.numerator), timescale: Int32(seconds.denominator))
  }
}

extension CMTimeRange {
  /// The time from `start` to `end`, in seconds.
  init(_ start: Fraction, to end: Fraction) {
    self.init(start: CMTime(start), duration: CMTime(end - start))
  }
}

extension FilmEdit {
  /// The edit as the services take it: one picture track, shown throughout.
  func snapshot() async throws -> EditSnapshot {
    var track = CompositionTrack(id: 1, mediaType: .video)
    var place = Fraction.zero
    for cut in cuts {
      track.segments.append(
        CompositionTrackSegment(
          source: .init(asset: AssetReference(url: try await cut.film.url())),
          sourceRange: CMTimeRange(cut.start, to: cut.start + cut.duration * cut.speed),
          targetRange: CMTimeRange(place, to: place + cut.duration)))
      place = place + cut.duration
    }
    let instruction = VideoCompositionInstruction(
      timeRange: CMTimeRange(.zero, to: place), layerInstructions: [LayerInstruction(trackID: 1)])
    return EditSnapshot(
      composition: Composition(tracks: [track]),
      videoComposition: VideoComposition(
        frameDuration: CMTime(frameDuration), renderSize: SmallPicture.size, instructions: [instruction]))
  }

  /// All of `film`, in one cut; without its last frame where the container decides on that frame's duration.
  static func whole(_ film: IndexedFilm, frameDuration: Fraction) -> FilmEdit {
    var duration = film.duration
    if case .cycle = film.timing { duration = film.timing.start(of: film.frameCount - 1) }
    return FilmEdit(frameDuration: frameDuration, cuts: [Cut(film: film, start: .zero, duration: duration)])
  }
}

extension EditSnapshot {
  /// The plan of the edit on the engine.
  func plan(_ settings: RenderSettings = RenderSettings()) async throws -> RenderPlan {
    try await plan(settings: settings, renderer: GStreamerRenderer())
  }
}

extension PixelBuffer {
  /// The bytes of every plane, without what pads the rows.
  func planeBytes() throws -> [[UInt8]] {
    try planes.indices.map { number in
      let plane = planes[number]
      return try withBytes(ofPlane: number) { bytes in
        PlaneBytes.packed(bytes, width: plane.rowByteCount, height: plane.height, bytesPerRow: plane.bytesPerRow)
      }
    }
  }
}

extension PictureReader {
  /// The bytes of frame `frame`.
  func bytes(at frame: Int) async throws -> [[UInt8]] {
    try await picture(at: frame).planeBytes()
  }

  /// The bytes of `frames`, read one after the other on one thread.
  func bytes(in frames: some Sequence<Int> & Sendable) async throws -> [[[UInt8]]] {
    try await DedicatedThread.run(named: "read") { try frames.map { try self.blockingPicture(at: $0).planeBytes() } }
  }
}

/// What the luma plane of a picture of these tests shows.
func reading(_ planes: [[UInt8]]) -> FrameReading {
  FrameReading(luma: planes[0], width: SmallPicture.width, height: SmallPicture.height)
}
