import GStreamer
import MediaTime
import PacketFiles
import Rendering
import Subtitles

/// What joins packets of several tracks into a file, whether they were encoded here or come from another file.
///
/// Threads: tracks are added on one; then each is fed by a thread of its own.
protocol FileMuxer: Sendable {
  /// Adds a track, before the muxer starts; `events` are the segments and tags of its stream.
  func addTrack(_ track: MuxedTrack, events: StreamEvents) throws -> any MuxerInput
  /// Begins, once all tracks are there.
  func start(_ cancellation: Cancellation) throws
  /// Throws the error that ended the muxer, if one did.
  func check() throws
  /// Whether the file is complete; waits up to the poll interval.
  ///
  /// - Throws: the error that ended the muxer.
  func isComplete() throws -> Bool
  /// Puts `cue` into track of text number `track`; false where text is put into the finished file.
  func write(_ cue: SubtitleCue, to track: Int) throws -> Bool
  /// Writes what belongs at the file's end, whose settings are `settings` by now: text and chapters came while it was written.
  ///
  /// - Parameter film: What is presented of it.
  func finish(_ settings: WriterSettings, _ film: FinishedFilm) throws
  /// What it is made of, for error reports.
  var graph: String { get }
  /// Stops, on a background thread.
  func stop() -> BackgroundTask<Void>
}

extension FileMuxer {
  func write(_ cue: SubtitleCue, to track: Int) throws -> Bool { false }
  func finish(_ settings: WriterSettings, _ film: FinishedFilm) throws {}
}

extension WriterSettings {
  /// What joins the tracks into a file at `path`: libavformat, or where it does not write such a file an element of GStreamer's.
  func muxer(to path: String) throws -> any FileMuxer {
    LibraryMuxer.writes(self) ? try LibraryMuxer(self, to: path) : try ElementMuxer(self, to: path)
  }
}

/// What is presented of a film that is written.
struct FinishedFilm {
  /// Where it ends, whatever lies behind; nil where that is the end of what was written.
  var end: Rational?
  /// How long it is; nil where packets were copied, whose length the muxer knows.
  var duration: Rational?
  /// What is presented of the pictures and of each sound that were encoded.
  var pictures: MovieHeader.Edit?
  var sounds: [MovieHeader.Edit] = []
  /// What is presented of each track of packets.
  var packets: [MovieHeader.Edit] = []

  /// What is presented of `track`; nil where nothing is known of it.
  func edit(of track: MuxedTrack?) -> MovieHeader.Edit? {
    switch track {
    case .pictures: pictures
    case .sound(let number): sounds.indices.contains(number) ? sounds[number] : nil
    case .packets(let number): packets.indices.contains(number) ? packets[number] : nil
    case nil: nil
    }
  }
}

/// A track of a file that is written: packets in decode order.
protocol MuxerInput: Sendable {
  /// The caps that the packets must have; nil for any.
  var acceptedCaps: Caps? { get throws }
  /// Puts `packet` into the track; waits while the queue is full, until `isWanted` throws. `caps` accompany the first packet.
  ///
  /// - Throws: what `isWanted` throws, or the error that ended the muxer.
  func push(_ packet: MuxedPacket, caps: Caps?, while isWanted: () throws -> Void) throws
  /// Ends the track.
  func end() throws
}

/// A packet for a muxer.
struct MuxedPacket: Sendable {
  /// The bytes, with their times on the encoder's clock.
  var buffer: Buffer
  /// What goes along with them, where the container has a place for it.
  var sideData: [StoredPacket.SideData] = []
}

/// A track of `WriterSettings`.
enum MuxedTrack: Hashable, Sendable {
  /// The pictures that are encoded here.
  case pictures
  /// A sound that is encoded here, by its number.
  case sound(Int)
  /// Packets of another file, by the number of their format.
  case packets(Int)
}
