import Foundation
import GstEdit
import TestSupport

/// A short edit of index-coded films, 30 frames a second, drawn by a custom compositor.
struct CompositorFilm {
  /// The edit.
  var edit: EditSnapshot
  /// How the renderer treats compositors.
  var compositing = VideoCompositingSettings()

  /// The time of `frame`.
  static func time(_ frame: Int) -> CMTime { CMTime(value: Int64(frame), timescale: 30) }

  /// The frames `frames` as a range of time.
  static func range(_ frames: Range<Int>) -> CMTimeRange {
    CMTimeRange(start: time(frames.lowerBound), duration: time(frames.count))
  }

  /// The film numbered `number`, 300 frames of 320 × 180.
  static func film(_ number: UInt8) -> IndexedFilm {
    IndexedFilm(film: number) {
      $0.frameCount = 300
      $0.timing = .constant(FrameRate(30))
    }
  }

  /// A piece of a track: the frames of a film from `start` on, shown over `frames`.
  struct Piece {
    var film: UInt8
    var start: Int
    var frames: Range<Int>
    /// How many of the film's frames are shown in that time; as many as there are, if nil.
    var count: Int?
  }

  /// An edit of `tracks`, numbered from 1, under `instructions`; all of it one instruction unless some are given.
  init(
    _ tracks: [[Piece]], frames: Int, instructions: [VideoCompositionInstruction]? = nil,
    compositor: any VideoCompositing, parameters: JSONValue? = nil
  ) async throws {
    var composition = Composition()
    for (number, pieces) in tracks.enumerated() {
      var track = CompositionTrack(id: TrackID(rawValue: Int32(number + 1)), mediaType: .video)
      var end = 0
      for piece in pieces {
        if piece.frames.lowerBound > end {
          track.segments.append(CompositionTrackSegment(emptyOver: Self.range(end..<piece.frames.lowerBound)))
        }
        let asset = AssetReference(url: try await Self.film(piece.film).url(), name: "film\(piece.film)")
        let count = piece.count ?? piece.frames.count
        track.segments.append(
          CompositionTrackSegment(
            source: .init(asset: asset), sourceRange: Self.range(piece.start..<piece.start + count),
            targetRange: Self.range(piece.frames)))
        end = piece.frames.upperBound
      }
      composition.tracks.append(track)
    }
    var whole = VideoCompositionInstruction(timeRange: Self.range(0..<frames))
    whole.requiredSourceTrackIDs = nil
    edit = EditSnapshot(
      composition: composition,
      videoComposition: VideoComposition(
        frameDuration: Self.time(1), renderSize: Size(width: 320, height: 180), instructions: instructions ?? [whole],
        customCompositor: CompositorReference(name: "test", parameters: parameters)))
    compositing.compositors.register("test") { _ in compositor }
  }

  /// A film of the first `frames` frames of film 1 on track 1.
  init(frames: Int, compositor: any VideoCompositing) async throws {
    try await self.init([[Piece(film: 1, start: 0, frames: 0..<frames)]], frames: frames, compositor: compositor)
  }

  /// Renders the film without loss into `folder`.
  func export(to folder: ScratchFolder) async throws -> ExportReport {
    let settings = ExportSettings(fileType: .mkv, video: VideoSettings(codec: .ffv1), audio: nil)
    let request = ExportRequest(edit, as: settings, to: folder.url("film.mkv"), replacesExistingFile: true)
    return try await ExportSession(request, compositing: compositing).export()
  }

  /// What each frame of the rendered film shows.
  func frames() async throws -> [FrameReading] {
    let folder = try ScratchFolder()
    _ = try await export(to: folder)
    return try await FilmReader.frames(folder.url("film.mkv"))
  }

  /// The error that rendering ends in; nil where it succeeds. Nothing may be left behind.
  func failure() async throws -> RenderError? {
    let folder = try ScratchFolder()
    do {
      _ = try await export(to: folder)
      return nil
    } catch let error as RenderError {
      guard try folder.names().isEmpty else { throw TestFailure.wanted }
      return error
    }
  }
}

/// Frames `indices` of film `film`.
func shown(_ film: UInt8, _ indices: Range<Int>) -> [FrameReading] {
  indices.map { .frame(FrameCode(film: film, index: $0)) }
}
