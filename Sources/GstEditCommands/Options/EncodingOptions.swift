public import ArgumentParser
public import GstEdit

/// What a film is written as. What is not said here is the project's business, then the container's.
struct EncodingOptions: ParsableArguments {
  @Option(
    help: ArgumentHelp(
      "A ready-made choice of size and encoding, by its name in AVFoundation.",
      discussion: """
        \(ExportPreset.all.map(\.name).joined(separator: ", ")). A size is one that the picture is scaled down to fit \
        into. The other options go before the preset, and the preset before the project.
        """,
      valueName: "name"),
    transform: { name in
      do {
        return try ExportPreset.named(name)
      } catch {
        throw ValidationError("\(error)")
      }
    })
  var preset: ExportPreset?

  @Option(
    help: ArgumentHelp("The container; by default what the output's name ends in.", valueName: "type"))
  var fileType: FileType?

  @Option(help: ArgumentHelp("The codec of the picture; none for a film without one.", valueName: "codec"))
  var videoCodec: CodecChoice<VideoCodec>?

  @Option(help: ArgumentHelp("The codec of the sound; none for a film without any.", valueName: "codec"))
  var audioCodec: CodecChoice<AudioCodec>?

  @Option(
    help: ArgumentHelp(
      "Constant quality on the video codec's own scale; lower is better.",
      discussion: "h264: 0 to 51, 23 by default. vp8 and vp9: 0 to 63.", valueName: "number"))
  var quality: Double?

  @Option(
    help: ArgumentHelp(
      "How fast the video is encoded, at the cost of a larger file.", valueName: "speed"))
  var speed: EncoderSpeed?

  @Option(
    help: ArgumentHelp(
      "The encoded pixel format, by FFmpeg's name.",
      discussion: "One with alpha (yuva420p, yuva444p10le, rgba, …) keeps what is transparent in the film.",
      valueName: "format"),
    transform: { name in
      guard let format = PixelFormat(name: name) else {
        throw ValidationError(
          "There is no pixel format \(name); there are \(PixelFormat.fileFormats.map(\.rawValue).joined(separator: ", "))."
        )
      }
      return format
    })
  var pixelFormat: PixelFormat?

  @Option(
    name: .customLong("profile"),
    help: ArgumentHelp(
      "The profile of the video codec.",
      discussion: VideoCodec.allCases.filter { !$0.profiles.isEmpty }
        .map { "\($0.rawValue): " + $0.profiles.map(\.name).joined(separator: ", ") + "." }.joined(separator: " "),
      valueName: "name"))
  var videoProfile: String?

  /// The options as wishes.
  var wishes: ExportDescription {
    var wishes = ExportDescription(fileType: fileType)
    if videoCodec != nil || quality != nil || speed != nil || pixelFormat != nil || videoProfile != nil {
      wishes.video = VideoDescription(
        codec: videoCodec, rateControl: quality.map(RateControl.constantQuality), speed: speed,
        pixelFormat: pixelFormat, profile: videoProfile)
    }
    if let audioCodec {
      wishes.audio = AudioDescription(codec: audioCodec)
    }
    return wishes
  }
}

extension CodecChoice: ExpressibleByArgument {}
extension FileType: ExpressibleByArgument {}
extension EncoderSpeed: ExpressibleByArgument {}
