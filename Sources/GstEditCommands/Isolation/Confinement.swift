import Foundation
import GstEdit
import MediaIsolation

/// The sandbox of this process, where another one of this program has started it to do the work.
struct Confinement: Sendable {
  /// The command's arguments.
  let arguments: [String]
  /// The rules in force; or why the process must do no work.
  fileprivate let report: Result<Sandbox.Report, Sandbox.Failure>
  fileprivate let worker: Worker

  /// Closes the process in, if it was started for that; nil in any other process.
  static func inherited() -> Confinement? {
    guard let (worker, arguments) = Worker.inherited(ProcessStart.arguments) else { return nil }
    // Finding out what is installed may take other programs, and writes the list of it.
    Engine.start()
    return Confinement(
      arguments: arguments, report: Result { () throws(Sandbox.Failure) in try worker.close() }, worker: worker)
  }
}

extension CommandEnvironment {
  /// The folder in which files of this process are written, for another one to name them; nil where they are written in
  /// their place.
  var stagingFolder: URL? {
    confinement?.worker.orders.stagingFolder.map { URL(filePath: $0, directoryHint: .isDirectory) }
  }

  /// The location at which the output at `url` is written; nil where it is written in its place.
  func staged(_ url: URL) -> URL? {
    stagingFolder?.appending(path: url.lastPathComponent, directoryHint: .notDirectory)
  }

  /// Has the file that was written for `url` get its name; does nothing where it has it.
  ///
  /// - Throws: `.outputExists`, where such a file was made meanwhile; `.writeFailed`.
  func handOver(_ url: URL) throws(RenderError) {
    guard stagingFolder != nil, let error = confinement?.worker.handOver() else { return }
    try Self.check(error, for: url)
  }

  /// Throws what `error` means, an `errno` with which the file at `url` did not get its name; nothing for 0.
  ///
  /// - Throws: `.outputExists`; `.writeFailed`.
  static func check(_ error: Int32, for url: URL) throws(RenderError) {
    guard error != 0 else { return }
    guard error != EEXIST else {
      throw RenderError(
        .outputExists, "\(url.path) exists already.", remedy: "Name another file, or allow replacing it (-y).")
    }
    let words = POSIXErrorCode(rawValue: error).map { POSIXError($0).localizedDescription } ?? "error \(error)"
    throw RenderError(
      .writeFailed, "The finished file cannot be named \(url.path): \(words).", remedy: "Check the folder.",
      underlying: words)
  }

  /// Works as `confinement` says: messages name the files as they will be called.
  mutating func confine(_ confinement: Confinement) {
    self.confinement = confinement
    guard let folder = confinement.worker.orders.stagingFolder else { return }
    let component = StagingFolder.component(of: folder)
    let (writeOutput, writeMessage) = (writeOutput, writeMessage)
    self.writeMessage = { writeMessage($0.replacing(component, with: "")) }
    self.writeOutput = { data in
      let text = String(decoding: data, as: UTF8.self)
      try writeOutput(text.contains(component) ? Data(text.replacing(component, with: "").utf8) : data)
    }
  }

  /// Warns, or refuses to work, where the kernel cannot keep this process in.
  ///
  /// - Throws: `CommandFailure`.
  func checkConfinement() throws {
    guard let confinement else { return }
    let remedy = "Give no --isolate-media, if all files are trusted."
    switch confinement.report {
    case .success(let report):
      guard let complaint = report.complaint else { return }
      guard !confinement.worker.orders.isStrict else { throw CommandFailure(.engineFailed, complaint, remedy: remedy) }
      warn(complaint)
    case .failure(let failure):
      throw CommandFailure(
        .engineFailed, "The media cannot be isolated.", remedy: remedy, underlying: failure.description)
    }
  }
}
