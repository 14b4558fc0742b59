import Containers
import CoreMedia
import Foundation
import MediaFormats
import MediaTime
import Rendering
import Synchronization

/// A track of data of a movie that is edited: timecode, metadata or text, as samples in the movie's time.
///
/// Threads: any. Lock order: only one at a time.
final class MovieDataTrackStore: Sendable {
  private let state: Mutex<DataTrack>
  private let appended = Mutex<MovieMedia?>(nil)

  /// The track `track`.
  init(_ track: DataTrack) { state = Mutex(track) }

  /// The track, as it is now.
  var track: DataTrack { state.withLock { $0 } }

  /// The samples of the media that a program appended to, in the media's time; nil where it did not.
  var media: DataTrack? { appended.withLock { $0?.track } }

  /// Appends `samples` in `format` to the media, in place. Media that nothing was appended to are what the track holds.
  ///
  /// - Returns: The place in the media at which the first one begins; nil where the track or its media are of another format.
  /// - Throws: An error where a time is too great; the media are unchanged then.
  func append(_ samples: [AppendedSample], in format: DataFormat) throws -> Rational? {
    var own = track
    if own.samples.isEmpty { own.format = format }
    guard own.format == format else { return nil }
    return try appended.withLock { media in
      guard let present = media?.track.format else {
        var made = MovieMedia(own)
        let start = try made.append(samples)
        media = made
        return start
      }
      return present == format ? try media?.append(samples) : nil
    }
  }

  /// Changes the track.
  func edit(_ edit: (inout DataTrack) throws -> Void) throws {
    try state.withLock { track in
      var changed = track
      try edit(&changed)
      track = changed
    }
  }
}

/// A sample that a program appends to a track's media.
struct AppendedSample {
  /// The contents in the track's format.
  let bytes: [UInt8]
  /// Time at which its buffer has it decoded; nil where that does not say.
  let decodeTime: Rational?
  /// Duration of the sample, unless another one's time says so.
  let duration: Rational
}

/// The samples of a track's media, in the media's time.
private struct MovieMedia: Sendable {
  /// The samples.
  private(set) var track: DataTrack
  /// Time at which the sample that was appended last is decoded; nil where its buffer does not say.
  private var decodeTime: Rational?

  /// The samples of `track`.
  init(_ track: DataTrack) { self.track = track }

  /// Appends `samples`. One that is decoded later than the one before begins by as much later, where that one ends; any other begins at
  /// the end that the one before has by its duration (AVFoundation, of all but sound).
  ///
  /// - Returns: The place at which the first one begins.
  /// - Throws: An error where a time is too great; nothing is appended then.
  mutating func append(_ samples: [AppendedSample]) throws -> Rational {
    var (tail, before) = (Array(track.samples.suffix(1)), decodeTime)
    let present = tail.count
    for sample in samples {
      if let last = tail.indices.last, let before, let time = sample.decodeTime, time > before {
        tail[last].end = try tail[last].start + (time - before)
      }
      let start = tail.last.map { $0.end ?? $0.start } ?? .zero
      tail.append(DataTrack.Sample(sample.bytes, from: start, to: try start + sample.duration))
      before = sample.decodeTime
    }
    track.samples.removeLast(present)
    track.samples += tail
    decodeTime = before
    return tail.count > present ? tail[present].start : track.end
  }
}

/// The edits that tracks of movies have, of samples.
extension DataTrack {
  /// End of the last sample; zero without one.
  var end: Rational { samples.last.map { $0.end ?? $0.start } ?? .zero }

  /// Inserts what `other` has in `range` at `time`, and moves everything from there on.
  mutating func insert(_ range: RationalRange, of other: DataTrack, at time: Rational) throws {
    let inserted = try other.samples(in: range, movedBy: time - range.start)
    try makeRoom(at: time, lasting: range.duration)
    samples = (samples + inserted).sorted { $0.start < $1.start }
  }

  /// Moves everything from `time` on by `duration`; a sample that is under way there ends, and goes on behind.
  mutating func makeRoom(at time: Rational, lasting duration: Rational) throws {
    let before = try samples(in: try RationalRange(start: .zero, end: max(time, .zero)), movedBy: .zero)
    guard end > time else { return samples = before }
    samples = try before + samples(in: try RationalRange(start: time, end: end), movedBy: duration)
  }

  /// Removes what is in `range`, and closes the gap.
  mutating func remove(_ range: RationalRange) throws {
    let before = try samples(in: try RationalRange(start: .zero, end: range.start), movedBy: .zero)
    guard end > range.end else { return samples = before }
    samples = try before + samples(in: try RationalRange(start: range.end, end: end), movedBy: .zero - range.duration)
  }

  /// Has what is in `range` last `duration`, and moves what is behind.
  mutating func scale(_ range: RationalRange, to duration: Rational) throws {
    guard range.duration > .zero else { return }
    let rate = try duration / range.duration
    let before = try samples(in: try RationalRange(start: .zero, end: range.start), movedBy: .zero)
    let scaled = try samples(in: range, movedBy: .zero).map { sample in
      Sample(
        sample.bytes, from: try range.start + (sample.start - range.start) * rate,
        to: try range.start + ((sample.end ?? range.end) - range.start) * rate)
    }
    let behind =
      end > range.end
      ? try samples(in: try RationalRange(start: range.end, end: end), movedBy: duration - range.duration) : []
    samples = before + scaled + behind
  }

  /// The samples that hold in `range`, as they do there, moved by `offset`.
  private func samples(in range: RationalRange, movedBy offset: Rational) throws -> [Sample] {
    guard range.end > range.start else { return [] }
    return try samples.enumerated().compactMap { number, sample in
      let (start, stop) = (max(sample.start, range.start), min(self.end(ofSample: number) ?? end, range.end))
      guard stop > start else { return nil }
      return Sample(
        format.advanced(sample.bytes, by: try start - sample.start), from: try start + offset, to: try stop + offset)
    }
  }
}
