import Compositing
import Containers
import EditingModel
package import Foundation
import MediaDecoding
package import MediaFormats
package import MediaTime
package import Rendering
package import Subtitles
import Synchronization

/// Writes a movie that holds nothing but data: a timecode by itself, which another movie takes.
///
/// Its samples are kept until the end, and the file is made of them then. Threads: as `MediaWriter` says. Lock order: only `state`.
package final class DataMovieWriter: PartialMediaWriter {
  private let settings: WriterSettings
  private let output: OutputFile
  private let state = Mutex(State())

  /// The state between calls.
  private struct State {
    var isOpen = true
    var added = AddedTracks()
    var presentationEnd: Rational?
  }

  /// Begins the movie at `url`.
  ///
  /// - Throws: `RenderError` with `.cannotCreateOutput`, `.outputExists` or `.unsupported`.
  package init(_ settings: WriterSettings, to url: URL, replacing: Bool) throws {
    guard settings.export.fileType.isMovie else {
      throw RenderError(
        .unsupported, "\(settings.export.fileType.format.title) has no place for data alone.",
        remedy: "Write MP4, QuickTime or M4A.")
    }
    self.settings = settings
    output = try OutputFile(url, replacing: replacing)
  }

  deinit { cancel() }

  package func write(_ sample: DataTrack.Sample, to track: Int) throws(RenderError) {
    guard settings.dataTracks.indices.contains(track) else { throw RenderError.noInput("data of track \(track)") }
    try change { $0.added.samples[track, default: []].append(sample) }
  }

  package func write(_ cue: SubtitleCue, to track: Int) throws(RenderError) {
    guard settings.subtitles.indices.contains(track) else { throw RenderError.noInput("text of track \(track)") }
    try change { $0.added.cues[track, default: []].append(cue) }
  }

  package func write(_ chapter: Chapter) throws(RenderError) { try change { $0.added.chapters.append(chapter) } }

  package func endPresentation(at end: Rational) throws(RenderError) { try change { $0.presentationEnd = end } }

  private func change(_ body: (inout State) -> Void) throws(RenderError) {
    try state.withLock { state throws(RenderError) in
      guard state.isOpen else {
        throw RenderError(.closed, "The file is finished or given up.", remedy: "Make another writer.")
      }
      body(&state)
    }
  }

  package func finish() throws(RenderError) -> WrittenFile {
    let (whole, end) = try finished()
    do throws(RenderError) {
      guard !whole.dataTracks.isEmpty else {
        throw RenderError(.outOfRange, "Nothing was appended.", remedy: "Append a buffer to an input at least.")
      }
      let corrected = try translating { () throws -> (byteCount: Int64, notes: [String]) in
        let file = try FileBytes(output.temporary.path)
        let movie = try MovieBoxes.movieWithoutTracks(whole.export.fileType, lasting: end, whole.movieTimescale)
        try file.write(movie, at: 0)
        try file.close()
        return try FinishedHeader(whole, MovieHeader(whole), languages: whole.languageCodes)
          .correct(output.temporary.path)
      }
      try output.commit()
      var file = WrittenFile(frameCount: 0, sampleCount: 0, byteCount: corrected.byteCount)
      file.notes = corrected.notes
      return file
    } catch {
      output.discard()
      throw output.naming(error)
    }
  }

  /// Takes nothing more; the settings with all that came, and where it ends.
  private func finished() throws(RenderError) -> (WriterSettings, Rational) {
    let taken: (AddedTracks, Rational?)? = state.withLock { state in
      defer { state.isOpen = false }
      return state.isOpen ? (state.added, state.presentationEnd) : nil
    }
    guard let (added, presentationEnd) = taken else { throw .cancelled() }
    let whole = added.completed(settings, pictureEnd: .zero, until: presentationEnd)
    let ends = whole.dataTracks.flatMap(\.samples).map { $0.end ?? $0.start }
    return (whole, presentationEnd ?? ends.max() ?? .zero)
  }

  package func cancel() {
    let isFirst = state.withLock { state in
      defer { state.isOpen = false }
      return state.isOpen
    }
    if isFirst { output.discard() }
  }

  package func endPackets(of track: Int) throws(RenderError) {}

  package static func noInput(_ what: String) -> RenderError { .noInput(what) }
}
