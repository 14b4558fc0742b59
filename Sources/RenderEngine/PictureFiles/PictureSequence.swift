import Containers
import EditingModel
import Foundation
import GStreamer
import MediaDecoding
import MediaFormats
import MediaTime
import Rendering

/// A film of picture files, numbered in their names: `shot-%04d.png` is shot-0001.png, shot-0002.png, …
struct PictureSequence {
  /// The numbers of the pictures.
  let numbers: Range<Int>
  /// Pictures a second.
  let frameRate: Rational
  private let asset: AssetReference
  private let folder: URL
  private let pattern: NumberedFileName

  /// The sequence that `asset` names; nil where it names a file.
  ///
  /// - Throws: `RenderError` if there are no such pictures, some are missing, or nothing says how fast they are.
  init?(_ asset: AssetReference) throws {
    let url = asset.url
    guard url.isFileURL, FileSystem.kind(of: url.path) == nil, let pattern = NumberedFileName(url.lastPathComponent)
    else {
      guard asset.frameRate != nil else { return nil }
      throw RenderError(
        .invalidModel, "A frame rate is given for a file, which has its own.",
        remedy: "Leave it out; a sequence of pictures is named with a number in it, as in shot-%04d.png.")
    }
    guard let frameRate = asset.frameRate, frameRate > .zero else {
      throw RenderError(
        .invalidModel, "\(url.lastPathComponent) is a sequence of pictures of which nothing says how fast they are.",
        remedy: "Give the asset a frame rate, as in 25 or 30000/1001.")
    }
    let folder = url.deletingLastPathComponent()
    let names = (try? FileManager.default.contentsOfDirectory(atPath: folder.path)) ?? []
    let numbers = names.compactMap(pattern.number).sorted()
    guard let first = numbers.first, let last = numbers.last else {
      throw RenderError(
        .mediaMissing, "There is no picture called like \(url.path).", remedy: "Check the path and the number's digits."
      )
    }
    guard last - first + 1 == numbers.count else { throw Self.missing(numbers, url.lastPathComponent) }
    (self.asset, self.folder, self.pattern, self.frameRate) = (asset, folder, pattern, frameRate)
    self.numbers = first..<last + 1
  }

  /// The file of the picture that is number `index` from 0.
  func picture(_ index: Int) -> AssetReference {
    AssetReference(url: folder.appending(path: pattern.name(numbers.lowerBound + index)), name: asset.name)
  }

  /// The presentation times of the pictures.
  func timing() throws -> FrameTiming {
    .constant(start: .zero, frameDuration: try .one / frameRate, count: numbers.count)
  }

  /// The error that there are pictures of `numbers` alone.
  private static func missing(_ numbers: [Int], _ name: String) -> RenderError {
    let gaps = zip(numbers, numbers.dropFirst()).filter { $1 > $0 + 1 }
      .map { $1 == $0 + 2 ? "\($0 + 1)" : "\($0 + 1)–\($1 - 1)" }
    let listed = gaps.prefix(10).joined(separator: ", ") + (gaps.count > 10 ? ", …" : "")
    return RenderError(
      .mediaMissing,
      "Of \(name) there are pictures from \(numbers[0]) to \(numbers[numbers.count - 1]), without \(listed).",
      remedy: "Put the missing pictures back, or number the others anew.")
  }
}

extension MediaProbe {
  /// The index of the sequence of pictures that the asset names; nil where it names a file.
  ///
  /// - Throws: `RenderError` if pictures are missing or the first one cannot be decoded.
  func sequenceIndex() throws -> MediaIndex? {
    guard let sequence = try PictureSequence(asset) else { return nil }
    let probe = MediaProbe(sequence.picture(0), cancellation: cancellation)
    let container = try probe.stillContainer()
    let reader = try probe.openStill(container)
    defer { [reader.close()].settle() }
    guard let picture = try reader.next() else { throw probe.undecodable }
    let timing = try sequence.timing()
    let keys = try (0..<sequence.numbers.count).map { try timing.start(of: $0).floor(scaledBy: 1_000_000_000) }
    return try index(
      .pictures(.sequence(first: sequence.numbers.lowerBound), name: "sequence of \(container.name)"),
      codec: container.name, picture: picture, timing: timing,
      orientation: try reader.orientation(), keyTimes: keys)
  }

  /// The kind of still that the file is.
  ///
  /// - Throws: `RenderError` if it is none.
  func stillContainer() throws -> MediaContainer {
    let container = try identify()
    if container.isStill || [.webP, .gif, .animatedPNG].contains(container) { return container }
    throw RenderError(
      .unsupported, "\(asset.url.lastPathComponent) is \(container.name), and no single picture.",
      remedy: "Name pictures: PNG, JPEG, TIFF, WebP, HEIF.")
  }

  /// The error of a picture that has none.
  var undecodable: RenderError {
    RenderError(
      .mediaUnreadable, "The picture \(asset.url.lastPathComponent) cannot be decoded.", remedy: "Check the file.")
  }
}
