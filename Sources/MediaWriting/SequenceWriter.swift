package import Compositing
package import Containers
import EditingModel
package import Foundation
import GStreamer
import MediaDecoding
import MediaFormats
package import MediaTime
package import Rendering
import Subtitles
import Synchronization

/// Writes a film as numbered pictures, each a file of its own: `shot-%04d.png` is shot-0000.png, shot-0001.png, …
///
/// ```
///  write(picture) ─┬─► StreamEncoder ─┐
///                  ├─► StreamEncoder ─┼─► .shot-0000.png.….part, …  ─► all of them get their names at the end
///                  └─► StreamEncoder ─┘
/// ```
///
/// Until all pictures are on the disk none has its name; where the last step fails, those that have it lose it again. A
/// sequence that is replaced is replaced as a whole: of a longer one nothing is left.
/// Threads: as `MediaWriter` says. Lock order: only `state`.
package final class SequenceWriter: PartialMediaWriter {
  private let url: URL
  private let folder: URL
  private let pattern: NumberedFileName
  private let replacing: Bool
  private let factory: PixelBufferFactory
  private let encoders: [StreamEncoder]
  private let cancellation: Cancellation
  private let progress: @Sendable (WriterProgress) -> Void
  private let state = Mutex(State())

  /// The state between calls.
  private struct State {
    var isOpen = true
    /// The number of accepted pictures.
    var count = 0
    /// The picture that each encoder is at work on.
    var pending: [Int: Int] = [:]
    /// The files that are written, by their numbers.
    var files: [Int: OutputFile] = [:]
    var byteCount: Int64 = 0
  }

  /// The most pictures that are encoded at a time.
  private static let mostEncoders = 4

  /// Begins the pictures at `url`, whose name has a place for a number.
  ///
  /// - Throws: `RenderError` with `.cannotCreateOutput`, `.outputExists` or `.unsupported`.
  package init(
    _ settings: WriterSettings, to url: URL, replacing: Bool, cancellation: Cancellation,
    progress: @escaping @Sendable (WriterProgress) -> Void
  ) throws {
    guard let pattern = NumberedFileName(url.lastPathComponent) else {
      throw RenderError(
        .cannotCreateOutput, "\(url.lastPathComponent) has no place for the pictures' numbers.",
        remedy: "Name them with a number, as in shot-%04d.png.")
    }
    guard let pictures = settings.pictures, let video = settings.export.video, settings.packets.isEmpty else {
      throw RenderError(.unsupported, "A sequence of pictures has a picture alone.", remedy: "Leave the rest out.")
    }
    (self.pattern, self.replacing) = (pattern, replacing)
    (self.cancellation, self.progress) = (cancellation, progress)
    self.url = url
    folder = url.deletingLastPathComponent()
    factory = try PixelBufferFactory(pictures, for: video.codec)
    let count = max(1, min(ProcessInfo.processInfo.activeProcessorCount, Self.mostEncoders))
    encoders = try (0..<count).map { [factory] number in
      try StreamEncoder(
        named: "picture-\(number)", caps: factory.format.caps,
        elements: VideoEncoding(video, of: pictures, in: settings.export.fileType).elements, capacity: 1)
    }
    if let taken = existing.min(), !replacing {
      throw RenderError(
        .outputExists, "\(folder.appending(path: pattern.name(taken)).path) exists already.",
        remedy: "Name other files, or allow replacing them.")
    }
  }

  deinit { abandon() }

  /// The numbers of the pictures that are there.
  private var existing: [Int] {
    ((try? FileManager.default.contentsOfDirectory(atPath: folder.path)) ?? []).compactMap(pattern.number)
  }

  package func write(_ picture: PixelBuffer, at time: Rational, duration: Rational) throws(RenderError) {
    try working {
      let number = state.withLock(\.count)
      let encoder = number % encoders.count
      try takePicture(of: encoder)
      try encoders[encoder].push(factory.buffer(of: picture, at: time, duration), while: { try cancellation.check() })
      state.withLock {
        $0.pending[encoder] = number
        $0.count += 1
      }
    }
  }

  package func endPictures() throws(RenderError) {
    try working { for encoder in encoders.indices { try takePicture(of: encoder) } }
  }

  package func finish() throws(RenderError) -> WrittenFile {
    try working {
      let (files, count, byteCount) = state.withLock { ($0.files, $0.count, $0.byteCount) }
      guard files.count == count else {
        throw RenderError(.engineFailed, "The encoder gave \(files.count) of \(count) pictures.")
      }
      try commit(files.sorted { $0.key < $1.key }.map(\.value))
      if replacing {
        for number in existing where files[number] == nil {
          FileSystem.remove(folder.appending(path: pattern.name(number)).path)
        }
      }
      try files[0]?.synchronizeFolder()
      state.withLock { state in
        state.isOpen = false
        state.files = [:]
      }
      for encoder in encoders { _ = encoder.stop() }
      return WrittenFile(frameCount: count, sampleCount: 0, byteCount: byteCount)
    }
  }

  package func cancel() {
    abandon()
  }

  /// Gives all `files` their names; where that fails, none that was free before is taken.
  private func commit(_ files: [OutputFile]) throws {
    for (index, file) in files.enumerated() {
      do {
        try cancellation.check()
        try file.commit(isOneOfMany: true)
      } catch {
        if !replacing { for placed in files[..<index] { FileSystem.remove(placed.target.path) } }
        throw error
      }
    }
  }

  /// Writes the picture that `encoder` is at work on, if there is one, into a file without its name yet.
  private func takePicture(of encoder: Int) throws {
    guard let number = state.withLock({ $0.pending[encoder] }) else { return }
    let watchdog = Watchdog()
    while true {
      switch try encoders[encoder].pull() {
      case .sample(let packet, _):
        let file = try OutputFile(folder.appending(path: pattern.name(number)), replacing: replacing)
        let isWanted = state.withLock { state in
          if state.isOpen { state.files[number] = file }
          state.pending[encoder] = nil
          return state.isOpen
        }
        guard isWanted else { return file.discard() }
        let size = try Self.write(packet, to: file)
        let count = state.withLock { state in
          state.byteCount += size
          return state.files.count
        }
        return progress(WriterProgress(frameCount: count))
      case .endOfStream:
        throw RenderError(.engineFailed, "The encoder gave nothing for picture \(number).")
      case .nothingYet:
        try cancellation.check()
        try watchdog.check(waitingFor: "the encoder of pictures") { encoders[encoder].graph }
      }
    }
  }

  /// Brings the bytes of `packet` to the disk; returns how many there are.
  private static func write(_ packet: Buffer, to file: OutputFile) throws -> Int64 {
    do throws(RenderError) {
      return try translating {
        let bytes = try FileBytes(file.temporary.path)
        try bytes.write(packet.bytes(), at: 0)
        try bytes.synchroniseAndClose()
        return Int64(bytes.count)
      }
    } catch {
      throw file.naming(error)
    }
  }

  /// Runs `body`, and abandons the pictures where it fails.
  private func working<Result>(_ body: () throws -> Result) throws(RenderError) -> Result {
    do throws(RenderError) {
      try cancellation.check()
      guard state.withLock(\.isOpen) else {
        throw RenderError(.closed, "The pictures are finished or given up.", remedy: "Make another writer.")
      }
      return try translating(body)
    } catch {
      // Giving up cancels what is still at work.
      let wasCancelled = cancellation.isOver
      abandon()
      throw wasCancelled && error.code != .closed
        ? .cancelled(underlying: error.description) : OutputFile.naming(error, of: url)
    }
  }

  private func abandon() {
    let files: [OutputFile]? = state.withLock { state in
      defer {
        state.isOpen = false
        state.files = [:]
      }
      return state.isOpen ? Array(state.files.values) : nil
    }
    guard let files else { return }
    cancellation.cancel()
    for file in files { file.discard() }
    for encoder in encoders { _ = encoder.stop() }
  }

  package static func noInput(_ what: String) -> RenderError {
    RenderError(.unsupported, "A sequence of pictures takes no \(what).", remedy: "Leave the sound out.")
  }
}
