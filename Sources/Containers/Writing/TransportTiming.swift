import MediaFormats
import MediaTime
import Rendering

/// The beginnings of the tracks of a transport stream, which has no edit list: pictures are delayed by what the encoder
/// puts before the sound, so that both stay in step, and no time is negative.
///
/// ```
///  sound      ├ before it ┼───────────────
///  pictures               ├───────────────
/// ```
struct TransportTiming {
  /// Nanoseconds that the times are rounded up to, so that moving them rounds none: 90 ticks.
  private static let grid: Int64 = 1_000_000

  /// The samples of priming before the sounds of a file of `settings`.
  private static func priming(_ settings: WriterSettings) -> Int64 {
    settings.export.audio?.codec.priming ?? 0
  }

  /// Sets the times' shift and the order for `tracks` of a file of `settings`; the first packets of the tracks are
  /// there.
  static func settle(_ tracks: inout [MuxerQueue], of settings: WriterSettings) {
    let samples = priming(settings)
    let rate = settings.samples.map { Int64($0.sampleRate) } ?? 48_000
    let hasPictures = tracks.contains { $0.track == .pictures && !$0.queue.isEmpty }
    for index in tracks.indices {
      switch tracks[index].track {
      case .pictures: tracks[index].shift = settings.samples == nil ? 0 : samples * 1_000_000_000 / rate
      case .sound: tracks[index].hasPriority = hasPictures && samples > 0
      case .packets, nil: break
      }
    }
    let earliest = tracks.compactMap { track in track.queue.first.map { $0.decoding + track.shift } }.min() ?? 0
    guard earliest < 0 else { return }
    let whole = (-earliest + grid - 1) / grid * grid
    for index in tracks.indices { tracks[index].shift += whole }
  }

  /// The number of sounds of `tracks` that begin with a packet of priming alone, where pictures follow: those of AAC.
  /// The first packets of MP3 and AC-3 contain samples of the sound, which must not be skipped.
  static func primedSounds(_ tracks: [MuxerQueue], of settings: WriterSettings) -> Int {
    guard settings.export.audio?.codec == .aac, tracks.contains(where: { $0.track == .pictures && $0.hasBegun }) else {
      return 0
    }
    return tracks.count { track in
      guard case .sound? = track.track else { return false }
      return track.hasBegun
    }
  }
}
