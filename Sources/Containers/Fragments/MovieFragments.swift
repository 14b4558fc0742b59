import MediaTime

// QUIRK: MP4 in fragments: `qtdemux` finds a place by going through all fragments before it, and gives packets other times behind
// a seek. In: GStreamer 1.22. Test: "fragments before the wanted one are not read".

/// The offsets of a movie's fragments, and the decoding times of one track in them (ISO/IEC 14496-12 §8.8).
///
/// `qtdemux` is not sent to a place in such a movie: what lies between the header and the fragment that is wanted becomes one box that
/// it leaves out.
///
/// ```
///  the file     ftyp moov │ moof mdat │ moof mdat │ … │ moof mdat │ moof mdat
///  as it reads  ftyp moov │ free ─────────────────────► moof mdat │ moof mdat
///                         ▲ start, 16 other bytes      ▲ the last place that is early enough
/// ```
package struct MovieFragments: Hashable, Sendable, Codable {
  /// A fragment that holds packets of the track.
  package struct Place: Hashable, Sendable, Codable {
    /// Its offset in the file.
    package var offset: UInt64
    /// The decode time of its first packet, in nanoseconds of the media.
    package var time: Int64
  }

  /// The end of the header.
  private let start: UInt64
  /// The fragments, in order.
  private let places: [Place]

  /// The margin before a key frame's presentation at which a demuxer's first fragment begins, in nanoseconds: decoding
  /// precedes presentation, and an edit list may move it.
  private static let margin: Int64 = 3_000_000_000
  /// The most bytes that the description of a fragment may have.
  private static let largest: UInt64 = 1 << 24

  /// The fragments of `movie` in `file` with packets of `track`; nil where they do not say when those are decoded, or are not in
  /// that order, or where the header does not stand before them.
  package init?(of track: MovieTracks.Track, in file: FileBytes) throws {
    guard track.timescale > 0 else { return nil }
    let boxes = try MovieBoxes(file)
    guard let header = boxes["moov"] else { return nil }
    var places: [Place] = []
    for box in boxes.all("moof") {
      guard box.offset >= header.end, box.size <= Self.largest else { return nil }
      let bytes = try file.read(at: box.offset, Int(box.size))
      guard let whole = MovieBoxes(bytes)["moof"] else { return nil }
      for part in MovieBoxes(bytes, inside: whole).all("traf") {
        let parts = MovieBoxes(bytes, inside: part)
        guard let head = parts["tfhd"], head.size >= 16,
          Int32(truncatingIfNeeded: bytes.bigEndian(at: head.content + 4, 4)) == track.number
        else { continue }
        guard let decoding = parts["tfdt"],
          decoding.size >= (decoding.isLong(in: bytes) ? 20 : 16)
        else { return nil }
        let time = bytes.bigEndian(at: decoding.content + 4, decoding.isLong(in: bytes) ? 8 : 4)
        let place = Place(
          offset: box.offset, time: Int64(clamping: UInt128(time) * 1_000_000_000 / UInt128(track.timescale)))
        guard place.time >= places.last?.time ?? 0 else { return nil }
        if place.offset != places.last?.offset { places.append(place) }
      }
    }
    guard places.count > 1 else { return nil }
    (start, self.places) = (header.end, places)
  }

  /// The bytes that a reader of the key frame that is presented at `time` need not see; nil where there are none.
  package func unneeded(before time: Int64) -> Range<UInt64>? {
    let next = places.partitioningIndex { $0.time > time - Self.margin }
    guard next > 0, places[next - 1].offset >= start + UInt64(HeaderCorrection.emptyBoxSize) else { return nil }
    return start..<places[next - 1].offset
  }
}

extension HeaderCorrection {
  /// Bytes of the header of an empty box of any length.
  fileprivate static let emptyBoxSize = 16

  /// `correction` and one that has a demuxer take the bytes in `range`, at whose ends boxes begin, for a box of nothing
  /// (`free`, ISO/IEC 14496-12 §8.1.2).
  package static func emptying(_ range: Range<UInt64>, besides correction: HeaderCorrection?) -> HeaderCorrection {
    let header = [0, 0, 0, 1] + Array("free".utf8) + [UInt8](bigEndian: range.count, 8)
    var emptied = HeaderCorrection(
      fields: (correction?.fields ?? []) + [Field(offset: range.lowerBound, bytes: header)])
    emptied.window = correction?.window
    return emptied
  }
}
