import Containers
import EditingModel
import Foundation
import GStreamer
import MediaDecoding
import MediaFormats
import PictureFiles
import Rendering

/// The kind of a file.
extension MediaProbe {
  /// The kind of the file.
  ///
  /// - Throws: `RenderError` if there is no file that can be read, or it is of no known kind.
  func identify() throws -> MediaContainer {
    try checkFile()
    let file = try FileBytes(asset.url.path, isReadOnly: true)
    let picture = StillPicture(file)
    if let known = try picture.targa(named: asset.url.path) ?? picture.bitmap() { return known }
    if SVGPicture.isMarked(try file.read(at: 0, 4_096)) { return .svg }
    if let foreign = try UnsupportedFile(file) { throw foreign.error }
    let container =
      try picture.marked() ?? SampleFile(file)?.container ?? WaveFile(file)?.container()
      ?? containerAfterTags(of: file) ?? (AC3Frame.isSlowStream(file) ? .ac3 : nil)
      ?? wavPack(file) ?? findContainer(of: file)
    return try picture.container(insteadOf: container)
  }

  // QUIRK: WavPack: Type finding takes a file with a tag of Monkey's Audio at its end for that tag. In: GStreamer 1.22. Test: "WavPack
  // is read, whatever tag stands behind it".
  /// WavPack, by the mark of its first block; nil for others.
  private func wavPack(_ file: FileBytes) throws -> MediaContainer? {
    try file.read(at: 0, 4).elementsEqual("wvpk".utf8) ? .wavPack : nil
  }

  func checkFile() throws(RenderError) {
    try AwaitedFiles.wait(for: asset, cancellation)
    let path = asset.url.path
    guard asset.url.isFileURL, FileSystem.kind(of: path) != nil else {
      throw .noFile(at: path)
    }
    if let error = RenderError.noRegularFile(at: path, remedy: "Name a media file.") { throw error }
    guard FileManager.default.isReadableFile(atPath: path), let handle = FileHandle(forReadingAtPath: path) else {
      throw RenderError(.mediaUnreadable, "\(path) may not be read.", remedy: "Check its permissions.")
    }
    defer { try? handle.close() }
    guard let first = try? handle.read(upToCount: 1), !first.isEmpty else {
      throw RenderError(.mediaUnreadable, "\(path) is empty.", remedy: "Put the media back.")
    }
  }

  /// The kind of `file` by its first bytes.
  ///
  /// - Throws: `RenderError` where the kind is unknown, or the beginning that shows it is missing.
  private func findContainer(of file: FileBytes) throws -> MediaContainer {
    do {
      return try findContainer()
    } catch let error as RenderError where error.code == .mediaUnreadable {
      guard let fault = try OggPages.lostBeginning(of: file) else { throw error }
      throw fault.error(leavingNothing: error.underlying)
    }
  }

  func findContainer(in window: HeaderCorrection? = nil) throws -> MediaContainer {
    let pipeline = try Pipeline(name: "find-\(asset.name)")
    defer { pipeline.stop() }
    let source = try Element.fileSource(asset, headerCorrection: window)
    let finder = try ElementName.typeFinder.make()
    let sink = try ElementName.fakeSink.make()
    try pipeline.add(source, finder, sink)
    try pipeline.link([source, finder, sink])
    let unknown = RenderError(
      .mediaUnreadable, "\(asset.url.path) is not a media file that can be opened.",
      remedy: "Check what the file is (the command file NAME tells), or convert it to MP4, Matroska or WAVE.")
    do {
      try pipeline.pause()
      let watchdog = Watchdog()
      while try !pipeline.awaitPreroll(nanoseconds: Cancellation.pollInterval) {
        _ = try pipeline.checkMessages()
        try cancellation.check()
        try watchdog.check(waitingFor: "the type of \(asset.name)") { pipeline.graph }
      }
    } catch let error as GStreamerError {
      var error = unknown.with(underlying: error.description)
      error.asset = asset
      throw error
    }
    guard let caps = try finder.pad("src").caps, let container = MediaContainer(fileCaps: caps) else { throw unknown }
    return container
  }
}

extension RenderError {
  /// The same error with the framework's own message.
  fileprivate func with(underlying words: String) -> RenderError {
    var error = self
    error.underlying = words
    return error
  }
}
