public import ArgumentParser
import Foundation
public import GstEdit

/// Changes of pictures and sound where files are encoded anew.
struct AdjustmentOptions: ParsableArguments {
  @Option(
    help: ArgumentHelp(
      "The picture's size, as 1280x720: as large as fits inside, its shape kept.",
      discussion: "With --fit exactly this size. A smaller picture is scaled up.", valueName: "WxH"),
    transform: { try ImageSizeOption.size($0, smallest: 2) })
  var size: PixelSize?

  @Option(
    help: ArgumentHelp(
      "How the picture is placed in exactly that size: fit, fill, stretch, none or blur.",
      discussion: """
        fit: whole, bars beside it; fill: cut off so that it covers; stretch: whatever its shape; none: at its own size, in \
        the middle; blur: whole, over a blurred copy of itself.
        """, valueName: "how"))
  var fit: PictureFit?

  @Option(
    help: ArgumentHelp(
      "The part of the picture that is kept, in pixels of the upright picture: 100,0,640,360.",
      discussion: "The crop comes first, then the turn, the flip and the size.", valueName: "x,y,w,h"),
    transform: Self.crop)
  var crop: PixelRectangle?

  @Option(help: ArgumentHelp("Turn the picture clockwise by 90, 180 or 270 degrees.", valueName: "degrees"))
  var rotate: FileAdjustments.Rotation?

  @Option(help: ArgumentHelp("Mirror the picture: horizontal or vertical.", valueName: "how"))
  var flip: FileAdjustments.Flip?

  @Option(
    name: .customLong("speed-factor"),
    help: ArgumentHelp(
      "Play pictures and sound so many times as fast, 2 or 0.5; the sound's pitch stays.",
      discussion: "From 1/16 to 16. A --range is one of the film as it was.", valueName: "factor"),
    transform: Self.speedFactor)
  var speedFactor: Rational?

  @Option(
    help: ArgumentHelp(
      "Draw the subtitles of this file into the picture: SubRip, WebVTT, SubStation Alpha, TTML, SBV, or a film's.",
      discussion: "Their times are the film's. Frames are then on the grid of the film's rate.", valueName: "file"),
    completion: .file())
  var subtitles: String?

  @Flag(help: "Put --subtitles into a track that people can choose, instead of drawing them.")
  var soft = false

  @Option(
    parsing: .unconditional,
    help: ArgumentHelp(
      "Multiply the sound's volume: 0.5, or -6dB. From 0 to 10, which is 20 dB.", valueName: "volume"),
    transform: Self.volume)
  var volume: Double?

  @Flag(help: "Leave the sound out.")
  var mute = false

  @Option(
    parsing: .unconditional,
    help: ArgumentHelp(
      "Make the sound as loud as this, after EBU R 128: -16, or -23 for broadcasting.",
      discussion: """
        It is listened to first. Peaks stay below -1 dBTP: a sound that would come above is made louder by less, and a \
        warning says so.
        """, valueName: "LUFS"))
  var loudness: Double?

  /// The options that are given, by their names.
  var given: [String] {
    let options: [(name: String, isGiven: Bool)] = [
      ("--size", size != nil), ("--fit", fit != nil), ("--crop", crop != nil), ("--rotate", rotate != nil),
      ("--flip", flip != nil), ("--speed-factor", speedFactor != nil), ("--subtitles", subtitles != nil),
      ("--soft", soft), ("--volume", volume != nil), ("--mute", mute), ("--loudness", loudness != nil),
    ]
    return options.filter(\.isGiven).map(\.name)
  }

  /// Whether no picture looks or lasts other than in its file: the changes, if there are any, are those of the sound, and subtitles in a
  /// track of their own.
  var keepsPictures: Bool {
    size == nil && crop == nil && rotate == nil && flip == nil && speedFactor == nil && (subtitles == nil || soft)
  }

  func validate() throws {
    if fit != nil, size == nil {
      throw ValidationError("--fit says how the picture is placed in a size. Give one, as --size 1280x720.")
    }
    if soft, subtitles == nil { throw ValidationError("--soft is about --subtitles. Give their file.") }
    if mute, volume != nil || loudness != nil {
      throw ValidationError("--mute leaves the sound out. Leave out --mute, or --volume and --loudness.")
    }
    if volume != nil, loudness != nil { throw ValidationError("Give --volume or --loudness, not both.") }
    if let loudness, !(-70...0).contains(loudness) {
      throw ValidationError("“\(loudness)” is no loudness. Give -70 to 0 LUFS, as -16.")
    }
  }

  /// Applies the options to `conversion` of the file at `url`.
  func apply(to conversion: inout FileConversion, writing url: URL, in environment: CommandEnvironment) async throws {
    var adjustments = FileAdjustments()
    (adjustments.size, adjustments.fit, adjustments.crop) = (size, fit, crop)
    (adjustments.rotation, adjustments.flip) = (rotate ?? .none, flip)
    (adjustments.volume, adjustments.isMuted) = (volume ?? 1, mute)
    adjustments.speedFactor = speedFactor ?? .one
    conversion.adjustments = adjustments
    if let subtitles {
      try await conversion.addSubtitles(
        of: AssetReference(url: environment.url(subtitles), name: subtitles), soft: soft)
    }
    if let loudness { try await conversion.normalizeLoudness(to: loudness, for: url) }
  }

  @Sendable private static func crop(_ text: String) throws -> PixelRectangle {
    let numbers = text.split(separator: ",", omittingEmptySubsequences: false).map { Int($0) }
    guard numbers.count == 4, let x = numbers[0], let y = numbers[1], let width = numbers[2], let height = numbers[3],
      x >= 0, y >= 0, width > 0, height > 0
    else {
      throw ValidationError(
        "“\(text)” is no part of a picture. Give x, y, width and height in whole pixels, as 100,0,640,360.")
    }
    return PixelRectangle(x: x, y: y, width: width, height: height)
  }

  @Sendable private static func speedFactor(_ text: String) throws -> Rational {
    guard text.allSatisfy({ "0123456789./".contains($0) }), case .seconds(let factor)? = try? ProjectTime(text),
      FileAdjustments.speedFactors.contains(factor)
    else { throw ValidationError("“\(text)” is no speed factor. Give a number from 1/16 to 16, as 2 or 0.5.") }
    return factor
  }

  /// Reads a factor, or decibels.
  @Sendable private static func volume(_ text: String) throws -> Double {
    let isLevel = text.lowercased().hasSuffix("db")
    let number = Double(isLevel ? String(text.dropLast(2)) : text)
    guard let number, number.isFinite, case let volume = isLevel ? pow(10, number / 20) : number,
      (0...10).contains(volume)
    else {
      throw ValidationError(
        "“\(text)” is no volume. Give a factor from 0 to 10, as 0.5, or decibels up to 20dB, as -6dB.")
    }
    return volume
  }
}

extension PictureFit: ExpressibleByArgument {}
extension FileAdjustments.Rotation: ExpressibleByArgument {}
extension FileAdjustments.Flip: ExpressibleByArgument {}
