import Containers
import Foundation
import GStreamer
import Rendering

/// The statistics of the first of two passes for the last: files with a common prefix of their names, which the
/// encoders write by themselves.
///
/// | encoder | file | of each picture |
/// |---|---|---|
/// | libx264, libx265 | the path | a line `in:… out:… type:P … ;` behind one of options |
/// | libx264 | `.mbtree` | of one that others refer to, a byte and two for each macroblock |
/// | libx265 | `.cutree` | the same |
/// | libvpx | `.0` or the path | as many bytes as of any other, and once more for all of them |
///
/// Encoders do not report that the end of a file did not fit on the disk, and go on with an incomplete file.
struct PassStatistics {
  /// The common beginning of the files' names.
  let path: String

  /// Least room on the disk that rules it out as the reason of a failure, in bytes.
  private static let leastRoom = 1 << 16

  /// The files that are there.
  private var files: [String] {
    let url = URL(fileURLWithPath: path)
    let names = (try? FileManager.default.contentsOfDirectory(atPath: url.deletingLastPathComponent().path)) ?? []
    return names.filter { $0.hasPrefix(url.lastPathComponent) }.sorted()
      .map { url.deletingLastPathComponent().appending(path: $0, directoryHint: .notDirectory).path }
  }

  /// Refuses what is not there of `frameCount` pictures.
  ///
  /// - Throws: `RenderError` with `.writeFailed`.
  func check(frameCount: Int) throws(RenderError) {
    guard !isComplete(frameCount: frameCount) else { return }
    throw failureOfDisk() ?? failure("They are not complete.")
  }

  private func isComplete(frameCount: Int) -> Bool {
    guard frameCount > 0 else { return true }
    var count = 0
    for file in files {
      guard let bytes = FileManager.default.contents(atPath: file) else { return false }
      count += 1
      switch (file.split(separator: ".").last, bytes.first) {
      case ("mbtree", _), ("cutree", _): continue
      case (_, UInt8(ascii: "#")): guard isComplete(lines: bytes, frameCount, of: file) else { return false }
      default: guard !bytes.isEmpty, bytes.count % (frameCount + 1) == 0 else { return false }
      }
    }
    return count > 0
  }

  /// Whether `bytes`, the lines of the file at `path`, and the file beside it are of `frameCount` pictures.
  private func isComplete(lines bytes: Data, _ frameCount: Int, of path: String) -> Bool {
    let lines = bytes.split(separator: UInt8(ascii: "\n"))
    let pictures = lines.filter { $0.starts(with: "in:".utf8) }
    guard pictures.count == frameCount, bytes.last == UInt8(ascii: "\n"), pictures.allSatisfy({ $0.last == 0x3B })
    else {
      return false
    }
    let referred = pictures.count { $0.firstRange(of: Data("type:b".utf8)) == nil }
    return ["mbtree", "cutree"].allSatisfy { ending in
      guard let size = FileSystem.Identity(path: "\(path).\(ending)")?.size else { return true }
      // Where every picture stands by itself there is nothing in it.
      if size == 0 { return pictures.allSatisfy { $0.firstRange(of: Data("type:I".utf8)) != nil } }
      return referred > 0 && size % Int64(referred) == 0 && size / Int64(referred) % 2 == 1
    }
  }

  /// The reason why the disk takes no more bytes; nil where it does. Appends to the statistics, which
  /// are useless afterwards.
  func failureOfDisk() -> RenderError? {
    let page = [UInt8](repeating: 0, count: Self.leastRoom)
    let files = files
    for file in files.isEmpty ? [path] : files {
      if let refusal = FileSystem.append(page, to: file) {
        return failure(refusal.words + ".", underlying: refusal.words)
      }
    }
    return nil
  }

  private func failure(_ reason: String, underlying: String? = nil) -> RenderError {
    RenderError(
      .writeFailed,
      "The notes of the first pass cannot be written in \(URL(fileURLWithPath: path).deletingLastPathComponent().path): "
        + reason, remedy: "Make room there, or encode in one pass.", underlying: underlying)
  }
}
