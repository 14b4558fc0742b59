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
  private let appended = Mutex<DataTrack?>(nil)

  /// The track `track`.
  init(_ track: DataTrack) { state = Mutex(track) }

  /// The track, as it is now.
  var track: DataTrack { state.withLock { $0 } }

  /// The samples that a program appended, in the media's time; nil where it did not.
  var media: DataTrack? {
    get { appended.withLock { $0 } }
    set { appended.withLock { $0 = newValue } }
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

/// The edits that tracks of movies have, of samples.
extension DataTrack {
  /// Where the last sample ends; zero without one.
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

  /// What holds in `range`, as it does there, moved by `offset`.
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
