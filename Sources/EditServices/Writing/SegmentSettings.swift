import MediaFormats
import MediaTime
import Rendering

/// The settings of a movie that is handed over in segments.
struct SegmentSettings: Sendable {
  /// The segments' length; indefinite for segments that end by the program's calls alone.
  var interval = AssetWriter.usualSegmentInterval
  /// From where on their borders are counted, in the time of the session's source; its start if it is invalid.
  var start = CMTime.invalid
  /// The number of the first fragment.
  var firstNumber = 1

  /// Whether segments end by the program's calls alone.
  var isIndefinite: Bool { interval.isIndefinite }

  /// Rejects what a movie of `fileType` with `inputs` cannot be handed over in.
  ///
  /// - Throws: `RenderError` with `.unsupported` or `.outOfRange`.
  func check(_ fileType: FileType, _ inputs: [AssetWriterInput]) throws(RenderError) {
    guard fileType.isMovie else {
      throw RenderError(
        .unsupported, "\(fileType.format.title) is to be handed over in segments.",
        remedy: "Hand over MP4 or QuickTime.")
    }
    guard isIndefinite || (interval.rational ?? .zero) > .zero else {
      throw RenderError(
        .outOfRange, "Segments are to last \(interval).", remedy: "Give them a positive length, or an indefinite one.")
    }
    guard firstNumber > 0, firstNumber <= Int(Int32.max) else {
      throw RenderError(.outOfRange, "The first fragment's number is \(firstNumber).", remedy: "Count from 1 on.")
    }
    if let text = inputs.first(where: { $0.ancillaryKind != nil }) {
      throw RenderError(
        .unsupported,
        "A movie that is handed over in segments has no place for \(text.ancillaryKind?.rawValue ?? "text").",
        remedy: "Leave it out, or write a file.")
    }
  }

  /// `settings` of such a movie, whose session starts at `session`.
  func applied(to settings: WriterSettings, session: Rational) throws(RenderError) -> WriterSettings {
    var settings = settings
    settings.staysFragmented = true
    settings.fragmentDuration = isIndefinite ? nil : interval.rational
    settings.fragmentOrigin = try start.rational.map { (start) throws(RenderError) in
      try exactly { () throws(RationalError) in try start - session }
    }
    settings.firstFragmentNumber = firstNumber
    return settings
  }
}
