import Containers
import EditServices
import EditingModel
import Foundation
import GstEdit
import Rendering
import Waiting

/// File that the engine reads of a movie that is in memory, or whose header refers to media in other files: it has its media, and is made when it is
/// opened, once for all waiting readers.
///
/// ```
///  bytes, self-contained     ─────────────► header = url      written at once
///  bytes, with references    ─► header ─┐
///  a file with references    = header ──┴─ gathered ─► url    when it is opened
/// ```
///
/// The files are kept as long as this is: by the movie, its tracks, and the compositions that show them. Threads: any; a gathering is waited
/// for, and the next opening tries again what has failed.
final class GatheredMovie: FileDelivery {
  /// File that the engine reads.
  let url: URL
  /// The movie as it was given.
  let header: URL
  /// Whether that goes away with this.
  let isPassing: Bool
  private let files: [TemporaryFile]
  private let stage: Monitor<Stage>

  private enum Stage: Sendable {
    case open
    case busy
    case whole
  }

  /// The movie in `data`.
  ///
  /// - Throws: Errors of the file system.
  init(_ data: Data) throws {
    let own = TemporaryFile(named: "movie.mov")
    try own.write(data)
    (header, isPassing) = (own.url, true)
    if ReferenceMovie.leadsElsewhere(own.url.path) {
      let whole = TemporaryFile(named: "gathered.mov")
      (url, files, stage) = (whole.url, [own, whole], Monitor(.open))
    } else {
      (url, files, stage) = (own.url, [own], Monitor(.whole))
    }
    AwaitedFiles.add(self, at: url.path)
  }

  /// The movie at `file`; nil where it refers to nothing elsewhere. Reads its header.
  init?(at file: URL) {
    guard file.isFileURL, ReferenceMovie.leadsElsewhere(file.path) else { return nil }
    let whole = TemporaryFile(named: "gathered.mov")
    (header, isPassing, url, files, stage) = (file, false, whole.url, [whole], Monitor(.open))
    AwaitedFiles.add(self, at: url.path)
  }

  deinit { AwaitedFiles.remove(url.path) }

  /// The movie that the engine reads the file at `place` for; nil of any other file.
  static func of(_ place: URL?) -> GatheredMovie? {
    place.flatMap { AwaitedFiles.delivery(at: $0.path) as? GatheredMovie }
  }

  /// The file, as the engine finds it.
  var asset: URLAsset { URLAsset(url: url, name: header.lastPathComponent) }

  /// Gathers the media, unless that is done. Blocks.
  ///
  /// - Throws: `RenderError` where a file that is referred to is missing, or is no movie; `.cancelled`.
  func awaitFile(of asset: AssetReference, cancellation: Cancellation) throws(RenderError) {
    let isMine = try stage.wait(checking: cancellation.check) { stage -> Bool? in
      switch stage {
      case .busy: return nil
      case .whole: return false
      case .open:
        stage = .busy
        return true
      }
    }
    guard isMine else { return }
    do {
      try files.last?.makeFolder()
      try? FileManager.default.removeItem(at: url)
      try ReferenceMovie.gather(movieAt: header.path, into: url.path, cancellation)
      stage.change { $0 = .whole }
    } catch {
      stage.change { $0 = .open }
      var failure = error as? RenderError ?? RenderError(.mediaUnreadable, "The movie cannot be read: \(error)")
      failure.asset = asset
      throw failure
    }
  }
}
