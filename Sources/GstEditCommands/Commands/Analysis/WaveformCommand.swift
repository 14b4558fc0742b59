import ArgumentParser
import Documents
import Foundation
import GstEdit

/// `gstedit waveform`: what sound looks like.
struct WaveformCommand: AnalysisSubcommand {
  static let configuration = CommandConfiguration(
    commandName: "waveform",
    abstract: "Draw how loud a project's film or a media file is over time, or print it as JSON.",
    discussion: """
      The drawing is PNG or SVG, as its name ends: each channel in a lane of its own, from the lowest sample to the highest, \
      and the root mean square within. Below stands the time, at the side the amplitude, 1 being full scale, and the channel's \
      name; what a small drawing has no room for is left out, and all of it with --no-axes. With --json the numbers are printed.

      EXAMPLES
        gstedit waveform song.flac -o song.png
        gstedit waveform project.json -o sound.svg --size 1200x200 --mix
        gstedit waveform song.flac -o ground.png --size 600x80 --no-axes
        gstedit waveform song.flac --json --per-second 20
      """)

  @OptionGroup var analysis: AnalysisOptions

  @Option(
    name: .shortAndLong, help: ArgumentHelp("The drawing to write, .svg, .png, .jpg or .webp.", valueName: "file"),
    completion: .file(extensions: ["svg", "png", "jpg", "webp"]))
  var output: String?

  @Option(
    help: ArgumentHelp("The drawing's size in pixels.", valueName: "WxH"),
    transform: { try ImageSizeOption.size($0, smallest: 1) })
  var size = PixelSize(width: 1_800, height: 280)

  @Option(help: ArgumentHelp("How many points the numbers have in all; the drawing has one a column.", valueName: "n"))
  var points: Int?

  @Option(help: ArgumentHelp("How many points the numbers have in a second.", valueName: "n"))
  var perSecond: Double?

  @Flag(help: "Mix all channels into one first.")
  var mix = false

  @Flag(inversion: .prefixedNo, help: "Draw the time, the amplitude and the channels' names beside the waveform.")
  var axes = true

  @OptionGroup(title: "Options of all commands") var shared: SharedOptions

  func validate() throws {
    guard output != nil || shared.json else {
      throw ValidationError("Nothing is asked for. Give a drawing's name with -o, or --json for the numbers.")
    }
    guard points == nil || perSecond == nil else {
      throw ValidationError("Give either --points or --per-second.")
    }
    guard output == nil || points == nil && perSecond == nil else {
      throw ValidationError("A drawing has a point for each column. Give --size instead of --points or --per-second.")
    }
  }

  func files(in environment: CommandEnvironment) throws -> CommandFiles {
    try analysis.source.files(writing: output, replacing: shared.overwrites, in: environment)
  }

  func perform(in environment: CommandEnvironment) async throws {
    let file = output.map { ImageFile(environment.url($0)) }
    let isVector = output?.lowercased().hasSuffix(".svg") == true
    let type = isVector ? nil : try file?.type(besides: [".svg"])
    try file?.check(replacing: shared.overwrites)
    let waveform = try await analyze(in: environment) { subject, timeRange, progress in
      var generator = WaveformGenerator(of: subject, renderer: environment.renderer)
      generator.timeRange = timeRange
      generator.mixesChannels = mix
      generator.resolution = perSecond.map { .pointsPerSecond($0) } ?? .points(points ?? size.width)
      return try await generator.waveform(progress: progress)
    }
    if let file {
      var chart = WaveformChart(size: size)
      chart.hasAxes = axes
      let bytes: [UInt8]
      if let type {
        let picture = try chart.picture(of: waveform)
        bytes = try await environment.renderer.imageData(of: picture, as: type)
      } else {
        bytes = Array(chart.svg(of: waveform).utf8)
      }
      try file.write(bytes, replacing: shared.overwrites, in: environment)
    }
    if shared.json { try environment.write(JSONOutput.document(waveform.json)) }
  }
}
