import ArgumentParser
import Documents
import Foundation
import GstEdit

/// `gstedit record`: a film of what devices give.
struct RecordCommand: Subcommand {
  static let configuration = CommandConfiguration(
    commandName: "record",
    abstract: "Record a camera, the screen, a microphone or test sources into a file.",
    discussion: """
      Without --device the first camera (or else the screen) and the first microphone are recorded. A recording lasts as long \
      as --duration says, or until Ctrl-C, which finishes the file. The film begins with its first picture, with sound in step.

      MP4 and QuickTime are written in fragments of a second: if the disk is full or a device goes away, the file can be \
      played up to there, and the exit status says what happened. Pictures that the machine has no time to encode are left \
      out, and counted.

      Every machine has two test sources: videotestsrc and audiotestsrc.

      EXAMPLES
        gstedit record --list
        gstedit record --duration 10 -o film.mov
        gstedit record --device screen --frame-rate 15 -o screen.mp4
        gstedit record --device videotestsrc --duration 5 -o test.mp4
      """)

  @Flag(name: [.customLong("list"), .customLong("list-devices")], help: "List the devices, and record nothing.")
  var listsDevices = false

  @Option(
    help: ArgumentHelp(
      "A device to record: an identifier or a name of --list. May be given twice, once for pictures and once for sound.",
      valueName: "id"))
  var device: [String] = []

  @Option(help: ArgumentHelp("The device for pictures, likewise; none for no pictures.", valueName: "id"))
  var videoDevice: String?

  @Option(help: ArgumentHelp("The device for sound, likewise; none for no sound.", valueName: "id"))
  var audioDevice: String?

  @Option(
    help: ArgumentHelp("How long to record: seconds, or a fraction. Until Ctrl-C if left out.", valueName: "time"),
    transform: StretchText.duration)
  var duration: CMTime?

  @Option(
    help: ArgumentHelp("The size of the pictures, as 1280x720; the device's own if left out.", valueName: "WxH"),
    transform: { try ImageSizeOption.size($0, smallest: 16) })
  var size: PixelSize?

  @Option(help: ArgumentHelp("Pictures a second, 1 to 240.", valueName: "number"))
  var frameRate: Int?

  @Option(help: ArgumentHelp("Samples a second.", valueName: "number"))
  var sampleRate: Int?

  @Option(help: ArgumentHelp("Channels of sound.", valueName: "number"))
  var channels: Int?

  @Option(
    name: [.short, .customLong("output")],
    help: ArgumentHelp("The file to write; its name says what it is.", valueName: "file"), completion: .file())
  var output: String?

  @OptionGroup(title: "Options of all commands") var shared: SharedOptions

  var projectName: String { "" }

  func reporter(in environment: CommandEnvironment) -> any ProgressReporter {
    shared.progress.reporter(in: environment, output: output ?? "", verbose: shared.verbose)
  }

  func files(in environment: CommandEnvironment) throws -> CommandFiles {
    var files = CommandFiles()
    files.output = output.map { CommandFiles.Output(environment.url($0), replaces: shared.overwrites) }
    return files
  }

  func validate() throws {
    guard listsDevices || output != nil else {
      throw ValidationError("Nothing says where to record to. Name a file with -o, or give --list.")
    }
    guard !shared.isolation.isolatesMedia else {
      throw ValidationError("A process that is closed in opens no devices. Leave out --isolate-media.")
    }
    if let duration, duration <= .zero { throw ValidationError("A recording of no length is asked for.") }
    for (name, value, range) in [
      ("--frame-rate", frameRate, 1...240), ("--sample-rate", sampleRate, 8_000...192_000),
      ("--channels", channels, 1...8),
    ] {
      guard let value, !range.contains(value) else { continue }
      throw ValidationError("\(name) \(value) is not possible. Give \(range.lowerBound) to \(range.upperBound).")
    }
  }

  func perform(in environment: CommandEnvironment) async throws {
    let registry = CaptureDeviceRegistry(engine: environment.captureEngine)
    guard !listsDevices, let output else { return try list(try registry.devices(), in: environment) }
    let type = try FileType.named(like: environment.url(output), orBy: nil)
    let devices = try chosen(in: registry)
    try refuse(devices, in: type)
    let settings = CaptureSettings(
      size: size, frameRate: frameRate.map { Rational(Int64($0)) }, sampleRate: sampleRate, channels: channels)
    let run = RecordingRun(
      output: environment.url(output), duration: duration, shared: shared, reporter: reporter(in: environment),
      environment: environment)
    try await run(devices, settings, registry)
  }

  private func list(_ devices: [CaptureDevice], in environment: CommandEnvironment) throws {
    guard shared.json else {
      let lines = devices.map { "\($0.uniqueID)\t\($0.deviceType.rawValue)\t\($0.localizedName)\n" }
      return try environment.write(lines.joined())
    }
    try environment.write(JSONOutput.document(devices))
  }

  /// Refuses a file that has no place for anything that `devices` give: before one that is to be replaced is gone.
  private func refuse(_ devices: [CaptureDevice], in type: FileType) throws(CommandFailure) {
    let holds = devices.contains { device in
      device.mediaType == .video ? !type.format.videoCodecs.isEmpty : !type.format.audioCodecs.isEmpty
    }
    guard !holds else { return }
    let kinds = devices.map { $0.mediaType == .video ? "pictures" : "sound" }
    throw CommandFailure(
      .usage, "\(type.format.title) has no place for \(kinds.first ?? "what is recorded").",
      remedy: "Choose another name for the file, or another device.")
  }

  /// The devices that the options name, or else the first of each kind.
  private func chosen(in registry: CaptureDeviceRegistry) throws -> [CaptureDevice] {
    let none = "none"
    var chosen: [CaptureDevice] = []
    for id in device + [videoDevice, audioDevice].compactMap(\.self) where id != none {
      chosen.append(try registry.requiredDevice(named: id))
    }
    for mediaType in MediaType.allCases {
      let option = mediaType == .video ? videoDevice : audioDevice
      let count = chosen.filter { $0.mediaType == mediaType }.count
      guard count <= 1 else {
        throw CommandFailure(
          .usage, "Two devices for \(mediaType.rawValue) are to be recorded into one file.", remedy: "Name one.")
      }
      guard count == 0, device.isEmpty, option == nil else { continue }
      if let usual = try registry.defaultDevice(for: mediaType) { chosen.append(usual) }
    }
    if let option = videoDevice, option != none, chosen.first(where: { $0.uniqueID == option })?.mediaType == .audio {
      throw CommandFailure(.usage, "\(option) gives sound.", remedy: "Name it with --audio-device.")
    }
    guard !chosen.isEmpty else {
      throw CommandFailure(
        .mediaUnavailable, "There is no camera, no screen and no microphone.",
        remedy: "Connect one, or record the test sources: --device videotestsrc --device audiotestsrc.")
    }
    return chosen
  }
}
