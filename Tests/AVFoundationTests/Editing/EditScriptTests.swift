import AVFoundation
import EditServices
import EditingModel
import SeededRandom
import TestSupport
import Testing

@Suite("Scripts of edits")
struct EditScriptTests {
  /// A segment of a track: what is shown when.
  struct Piece: Equatable {
    var source: CMTimeRange?
    var target: CMTimeRange
  }

  /// A composition of AVFoundation's and one of the engine's, on which the same edits are made.
  struct Twins {
    let object = AVMutableComposition()
    var value = Composition()
    let film: AVURLAsset
    let asset: Asset
    var generator: SeededGenerator

    mutating func range(upTo end: Int64) -> CMTimeRange {
      let first = Int64.random(in: 0..<end, using: &generator)
      return frames(first, Int64.random(in: first + 1...end, using: &generator))
    }

    /// The composition's length, in thirtieths of a second.
    var length: Int64 { value.duration.convertScale(30, method: .roundTowardZero).value }

    /// One edit, of all tracks or of one.
    mutating func edit() throws {
      let whole = length
      let at = frames(Int64.random(in: 0...whole, using: &generator))
      let number = Int.random(in: 0..<2, using: &generator)
      let id = value.tracks[number].id
      switch Int.random(in: 0..<7, using: &generator) {
      case 0:
        let range = range(upTo: 30)
        try object.insertTimeRange(range, of: film, at: at)
        try value.insertTimeRange(range, of: asset, at: at)
      case 1:
        let (range, source) = (range(upTo: 30), asset.tracks[number])
        let start = min(at, value.tracks[number].duration)
        try object.tracks[number].insertTimeRange(range, of: film.tracks[number], at: start)
        try value.editTrack(id) { try $0.insertTimeRange(range, of: source, at: start) }
      case 2 where whole > 0:
        let range = range(upTo: whole)
        object.insertEmptyTimeRange(range)
        try value.insertEmptyTimeRange(range)
      case 3 where whole > 1:
        let range = range(upTo: whole / 2)
        object.removeTimeRange(range)
        try value.removeTimeRange(range)
      case 4 where whole > 1:
        let range = range(upTo: whole / 2)
        object.tracks[number].removeTimeRange(range)
        try value.editTrack(id) { try $0.removeTimeRange(range) }
      case 5 where whole > 0:
        let range = range(upTo: whole)
        object.insertTimeRangeTwice(range, at: at)
        let copy = value
        try value.insertTimeRange(range, of: copy, at: at)
      case 6 where whole > 1:
        let (range, duration) = (range(upTo: whole / 2), frames(Int64.random(in: 1...40, using: &generator)))
        object.scaleTimeRange(range, toDuration: duration)
        try value.scaleTimeRange(range, toDuration: duration)
      default: break
      }
    }
  }

  @Test func `make the same of objects as of values`() async throws {
    let url = try await Films.first()
    let (film, asset) = (AVURLAsset(url: url), try await URLAsset(url: url).load(.asset))
    for seed in 0..<(ProofScope.isFull ? 10_000 : 100) as Range<UInt64> {
      var twins = Twins(film: film, asset: asset, generator: SeededGenerator(seed: seed))
      for kind in [AVMediaType.video, .audio] {
        twins.object.addMutableTrack(withMediaType: kind, preferredTrackID: kCMPersistentTrackID_Invalid)
      }
      (_, _) = (twins.value.addTrack(withMediaType: .video), twins.value.addTrack(withMediaType: .audio))
      for _ in 0..<12 { try twins.edit() }
      let objects = twins.object.tracks.map { track in
        track.segments.map {
          Piece(source: $0.isEmpty ? nil : $0.timeMapping.source, target: $0.timeMapping.target)
        }
      }
      let values = twins.value.tracks.map { track in
        track.segments.map {
          Piece(source: $0.source == nil ? nil : $0.timeMapping.source, target: $0.timeMapping.target)
        }
      }
      #expect(objects == values, "seed \(seed)")
      #expect(twins.object.duration == twins.value.duration)
    }
  }
}

extension AVMutableComposition {
  /// Inserts a range of the composition into itself.
  fileprivate func insertTimeRangeTwice(_ range: CMTimeRange, at start: CMTime) {
    #expect(throws: Never.self) { try insertTimeRange(range, of: self, at: start) }
  }
}
