import EditServices
import EditingModel
import MediaFormats
import MediaTime
import Rendering
import Synchronization

/// A sound that is played: a track of a file.
struct PlayedSound: Sendable {
  let asset: AssetReference
  let track: AssetTrack
  let format: FormatDescription.Audio
  let renderer: any Renderer

  /// The number of its samples in each channel.
  var sampleCount: Int64 {
    let scale = CMTimeScale(clamping: format.sampleRate)
    return max(0, track.timeRange.duration.convertScale(scale, method: .roundHalfAwayFromZero).value)
  }
}

/// The samples of a sound from a place on, at a speed, with the pitch that they have.
///
/// ```
///  sound     ├──── start ├────────────────┤        speed 1: the file's own samples
///  read                  ├───────────┤             else: a composition that plays the rest in another time
/// ```
///
/// Threads: one at a time. Lock order: innermost.
final class AudioReading: Sendable {
  /// The sample of the sound with which it begins.
  let start: Double
  /// Samples of the sound for each that is read.
  let speed: Double
  private let reader: AssetReader
  private let output: any AssetReaderOutput
  /// The block that was read ahead.
  private let first = Mutex<SampleBlock?>(nil)

  /// Begins to read `sound` from sample `start` on, which exists, at `speed`.
  ///
  /// - Throws: As `AssetReader.startReading()`.
  init(_ sound: PlayedSound, from start: Double, at speed: Double) throws(RenderError) {
    (self.start, self.speed) = (start, speed)
    let scale = CMTimeScale(clamping: sound.format.sampleRate)
    let begin = sound.track.timeRange.start + CMTime(value: Int64(start.rounded(.down)), timescale: scale)
    if speed == 1 {
      reader = AssetReader(asset: sound.asset, renderer: sound.renderer)
      output = AssetReaderTrackOutput(track: sound.track, outputSettings: .audio)
      reader.timeRange = CMTimeRange(start: begin, duration: .positiveInfinity)
    } else {
      let left = CMTimeRange(start: begin, end: sound.track.timeRange.end)
      let count = max(1, (left.duration.seconds * Double(scale) / speed).rounded())
      let range = CMTimeRange(start: .zero, duration: CMTime(value: Int64(count), timescale: scale))
      var rest = CompositionTrack(id: 1, mediaType: .audio)
      if let source = sound.track.source {
        rest.segments.append(CompositionTrackSegment(source: source, sourceRange: left, targetRange: range))
      }
      reader = AssetReader(asset: Composition(tracks: [rest]), renderer: sound.renderer)
      output = AssetReaderAudioMixOutput(
        audioTracks: [AssetTrack(of: nil, trackID: 1, mediaType: .audio, timeRange: range)],
        audioSettings: AudioReadingSettings(sampleRate: sound.format.sampleRate, channels: sound.format.channels))
    }
    try reader.add(output)
    try reader.startReading()
  }

  deinit { reader.cancelReading() }

  /// Reads what ``next()`` gives first. Blocks.
  ///
  /// - Throws: As ``next()``.
  func readAhead() throws(RenderError) {
    let block = try next()
    first.withLock { $0 = block }
  }

  /// The next samples; nil behind the last. Blocks.
  ///
  /// - Throws: `RenderError`: why they cannot be read.
  func next() throws(RenderError) -> SampleBlock? {
    let ahead = first.withLock { first in
      defer { first = nil }
      return first
    }
    if let ahead { return ahead }
    while let buffer = output.copyNextSampleBuffer() {
      if let block = buffer.samples, block.count > 0 { return block }
    }
    if let error = reader.error { throw error }
    return nil
  }
}

extension SampleBlock {
  /// It, in parts of at most `length` samples of each channel.
  func parts(of length: Int) -> [SampleBlock] {
    stride(from: 0, to: count, by: length).map { first in
      let last = min(first + length, count)
      return SampleBlock(
        start: start + Int64(first), channels: channels,
        interleaved: Array(interleaved[first * channels..<last * channels]))
    }
  }
}
