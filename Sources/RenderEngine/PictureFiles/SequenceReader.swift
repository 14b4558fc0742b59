import Containers
import EditingModel
import Foundation
import GStreamer
import MediaDecoding
import MediaFormats
import MediaTime
import Rendering

/// Delivers the pictures of a sequence of files: a few are opened ahead, and decode beside each other.
///
/// Threads: opened and read from one thread at a time.
final class SequenceReader: FrameReader, @unchecked Sendable {
  // @unchecked: its owner uses it from one thread at a time, and closes it from there.
  private let sequence: PictureSequence
  private let facts: VideoTrackFacts
  private let wanted: FrameFilter?
  private let cancellation: Cancellation
  /// The pictures that are opened, in order.
  private var opened: [(number: Int, reader: Result<any FrameReader, any Error>)] = []
  private var following: Int
  private var conversion: (source: String, converter: VideoConverter)?

  /// The number of pictures that are opened ahead.
  private static let ahead = 3

  /// Opens the sequence `asset`, whose pictures are as `facts` say, at picture `first`. With `wanted`, only the pictures
  /// that it selects are opened.
  init(
    _ asset: AssetReference, facts: VideoTrackFacts, from first: Int, wanting wanted: FrameFilter?,
    cancellation: Cancellation
  ) throws {
    guard let sequence = try PictureSequence(asset) else {
      throw RenderError(.mediaMissing, "The pictures are gone.", remedy: "Put them back.")
    }
    (self.sequence, self.facts, self.wanted, self.cancellation) = (sequence, facts, wanted, cancellation)
    following = first
  }

  func next() throws -> StreamReader.Decoded? {
    try cancellation.check()
    try openAhead()
    guard !opened.isEmpty else { return nil }
    let (number, opening) = opened.removeFirst()
    let reader = try opening.get()
    defer { reader.close() }
    return try naming(number) {
      guard let picture = try reader.next() else {
        throw MediaProbe(sequence.picture(number), cancellation: cancellation).undecodable
      }
      let turn = try reader.orientation()
      return try alike(picture, turn: turn, at: time(of: number))
    }
  }

  func orientation() throws -> Orientation { .up }

  @discardableResult
  func close() -> BackgroundTask<Void> {
    let readers = opened.compactMap { try? $0.reader.get() }
    opened = []
    return BackgroundTask(named: "close") { readers.map { $0.close() }.settle() }
  }

  /// Opens the next pictures that are wanted, as far ahead as is allowed.
  private func openAhead() throws {
    while opened.count < Self.ahead, following < sequence.numbers.count {
      let number = following
      switch try wanted?.verdict(onPictureAt: time(of: number)) ?? .pass {
      case .end:
        following = sequence.numbers.count
        return
      case .drop: following += 1
      default:
        let probe = MediaProbe(sequence.picture(number), cancellation: cancellation)
        // A picture that cannot be opened is reported in its turn.
        opened.append((number, Result { try naming(number) { try probe.openStill(probe.stillContainer()) } }))
        following += 1
      }
    }
  }

  /// `picture`, turned by `turn`, as the first picture of the sequence is: in its format and colors.
  ///
  /// - Throws: `RenderError` if it has another size, or alpha where the first one has none.
  private func alike(
    _ picture: StreamReader.Decoded, turn: Orientation, at time: Int64
  ) throws -> StreamReader.Decoded {
    let own = try VideoTrackFacts(codec: facts.codec, picture: picture.caps, timing: .still, orientation: turn)
    guard own.size == facts.size, own.orientation == facts.orientation, own.pixelAspect == facts.pixelAspect else {
      throw RenderError(
        .mediaUnreadable,
        "The picture has \(own.size) pixels (\(own.orientation)), and the sequence's first one \(facts.size) (\(facts.orientation)).",
        remedy: "Give all pictures of a sequence the same size.")
    }
    guard own.hasAlpha == facts.hasAlpha || facts.hasAlpha else {
      throw RenderError(
        .mediaUnreadable, "The picture has alpha, and the sequence's first one has none.",
        remedy: "Write all pictures of a sequence with alpha.")
    }
    var decoded = picture
    decoded.streamTime = time
    guard own.format != facts.format || own.colorimetry != facts.colorimetry else { return decoded }
    decoded.caps = try Caps(
      "video/x-raw,format=\(facts.format),width=\(facts.size.width),height=\(facts.size.height),framerate=0/1"
        + ",interlace-mode=progressive,colorimetry=\(facts.colorimetry.capsField)")
    let source = picture.caps.description
    if conversion?.source != source {
      let converter = try VideoConverter(
        from: .init(VideoFormat(picture.caps), color: own.colorimetry),
        to: .init(VideoFormat(decoded.caps), color: facts.colorimetry))
      conversion = (source, converter)
    }
    if let conversion { decoded.buffer = try conversion.converter.convert(picture.buffer) }
    return decoded
  }

  private func time(of number: Int) throws -> Int64 {
    try facts.timing.start(of: number).floor(scaledBy: 1_000_000_000)
  }

  /// Runs `body`; its errors say which picture they are about.
  private func naming<Result>(_ number: Int, _ body: () throws -> Result) throws -> Result {
    do {
      return try translating(asset: sequence.picture(number), body)
    } catch {
      var error = error
      error.asset = nil
      let name = sequence.picture(number).url.lastPathComponent
      if !error.message.contains(name) { error.message = "\(name): \(error.message)" }
      throw error
    }
  }
}
