import EditingModel
import MediaFormats
import Rendering

/// Corrects the header of a file that a muxer has finished, and flushes the file to the disk.
struct FinishedHeader {
  private let settings: WriterSettings
  private let edits: MovieHeader

  /// The header of a file of `settings`, whose edit lists become `edits`.
  init(_ settings: WriterSettings, edits: MovieHeader) {
    self.settings = settings
    self.edits = edits
  }

  /// Corrects the file at `path` and waits until it is on the disk; returns its size in bytes.
  func correct(_ path: String) throws -> Int64 {
    let file = try FileBytes(path)
    switch settings.export.fileType {
    case .mp4, .mov, .m4a: try edits.correct(file)
    case .mkv, .webm: try MatroskaHeader(identity: settings.identity).correct(file)
    case .ts, .wav, .flac: break
    }
    try file.synchroniseAndClose()
    return Int64(file.count)
  }
}
