import Containers
import EditingModel
import GStreamer
import MediaDecoding
import MediaFormats
import MediaTime
import Rendering
import Synchronization

/// A sound of a file: its samples are brought to the rate and the speakers that are written, encoded, and become the packets of a
/// track.
///
/// Threads: samples come from one at a time; another moves the packets.
final class SoundInput: Sendable {
  /// The encoder and the track.
  let encoder: EncodedInput
  /// The times of written samples.
  let grid: SampleGrid
  private let sound: WriterSettings.Sound
  /// The conversion of given samples to written ones; nil where they are the same.
  private let conversion: FilteredSound?
  /// The number of written samples.
  private let written = Mutex<Int64>(0)

  /// The input for `sound` of the file of `settings`, into `track`.
  ///
  /// - Throws: `RenderError` with `.missingPlugin` or `.unsupported`.
  init(_ sound: WriterSettings.Sound, _ settings: WriterSettings, into track: some PacketSink) throws {
    self.sound = sound
    let (samples, audio, fileType) = (sound.samples, sound.encoding, settings.export.fileType)
    let events = StreamEvents()
    let encoding = try AudioEncoding(audio, in: fileType, of: samples)
    let flac = fileType == .flac ? try encoding.elements.last.map { try FLACEnd(samples, encoder: $0) } : nil
    let stream = try StreamEncoder(
      named: "sound", caps: AudioConverter.caps(rate: samples.sampleRate, layout: encoding.inputLayout),
      elements: encoding.elements, capacity: 8, accepted: track.acceptedCaps, events: events)
    // LAME's tag has both, and its muxer takes them together.
    let priming = fileType == .mp3 ? audio.codec.priming : 0
    encoder = EncodedInput(
      stream, events, track,
      length: fileType.needsSoundEnd(of: audio.codec) ? DecodedLength(audio.codec, rate: samples.sampleRate) : nil,
      hiddenAtStart: Int(priming), flac: flac)
    grid = try SampleGrid(rate: samples.sampleRate)
    conversion = try samples.given.map { given in
      try FilteredSound(from: given, to: SoundFormat(sampleRate: samples.sampleRate, layout: samples.layout))
    }
  }

  /// Samples a second of what it is given.
  var inputSampleRate: Int { sound.samples.given?.sampleRate ?? sound.samples.sampleRate }

  /// The number of written samples.
  var sampleCount: Int64 { written.withLock { $0 } }

  /// Encodes `block`, whose samples follow those before.
  func write(_ block: SampleBlock, while isWanted: () throws -> Void) throws {
    let channels = sound.samples.given?.layout.channels ?? sound.samples.channels
    guard block.channels == channels else {
      throw RenderError(
        .outOfRange, "Samples of \(block.channels) channels are written into a sound of \(channels).",
        remedy: "Write as many channels as the settings say.")
    }
    guard block.count > 0 else { return }
    try encode(conversion?.convert(block.interleaved) ?? block.interleaved, while: isWanted)
  }

  /// Ends the sound.
  func end(while isWanted: () throws -> Void) throws {
    if let conversion { try encode(conversion.finish(), while: isWanted) }
    let count = sampleCount
    let silent = AudioEncoding.silenceAfter(sound.encoding.codec)
    if silent > 0, count > 0 {
      try push([Double](repeating: 0, count: silent * sound.samples.channels), silent, at: count, while: isWanted)
    }
    encoder.finish(sampleCount: count)
  }

  /// Encodes `samples`, as they are written.
  private func encode(_ samples: [Double], while isWanted: () throws -> Void) throws {
    let count = samples.count / sound.samples.channels
    guard count > 0 else { return }
    try push(samples, count, at: sampleCount, while: isWanted)
    written.withLock { $0 += Int64(count) }
  }

  /// Gives the encoder `samples`, interleaved, with `count` samples of each channel from sample `position` on.
  private func push(_ samples: [Double], _ count: Int, at position: Int64, while isWanted: () throws -> Void) throws {
    let start = try grid.nanoseconds(of: position)
    let end = try grid.nanoseconds(of: position + Int64(count))
    try encoder.push(
      Buffer(samples: samples).restamped(presentationTime: start, duration: end - start), while: isWanted)
  }
}
