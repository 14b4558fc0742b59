import Foundation
import MediaFormats
import MediaTime

/// Vorbis comments: a vendor, and lines of a name and a value (Ogg Vorbis I §5; RFC 7845 §5.2; RFC 9639 §8.6).
package struct VorbisComments {
  package let bytes: [UInt8]

  /// Adds the comments to `found`: chapters, be they those of a cue sheet, pictures, and all others.
  package func collect(into found: inout MetadataCollection, track: Int32? = nil) {
    let vendor = Int(bytes.littleEndian(at: 0, 4))
    guard vendor <= bytes.count - 8 else { return }
    found.add(.vorbisComment, "VENDOR", text: String(decoding: bytes[4..<(4 + vendor)], as: UTF8.self), track: track)
    var place = 4 + vendor
    let count = Int(bytes.littleEndian(at: place, 4))
    place += 4
    var chapters: [String: (start: Rational?, title: String)] = [:]
    var sheet = ""
    for _ in 0..<min(count, MetadataCollection.mostItems) {
      let length = Int(bytes.littleEndian(at: place, 4))
      guard place + 4 <= bytes.count, length <= bytes.count - place - 4 else {
        return found.note("The comments end before the last.")
      }
      let line = bytes[(place + 4)..<(place + 4 + length)]
      place += 4 + length
      guard let sign = line.firstIndex(of: UInt8(ascii: "=")) else { continue }
      let key = String(decoding: line[..<sign], as: UTF8.self).uppercased()
      let value = line[(sign + 1)...]
      switch key {
      case "METADATA_BLOCK_PICTURE":
        guard value.count <= MetadataCollection.largestData, let block = Data(base64Encoded: Data(value)) else {
          continue
        }
        FLACPicture([UInt8](block))?.collect(into: &found, as: key)
      case "COVERART":
        found.add(.vorbisComment, key, mediaType: nil, byteCount: value.count / 4 * 3) {
          Data(base64Encoded: Data(value)).map { [UInt8]($0) } ?? []
        }
      case _
      where key.hasPrefix("CHAPTER") && key.dropFirst(7).prefix(3).allSatisfy(\.isNumber) && key.utf8.count >= 10:
        let (number, what) = (String(key.dropFirst(7).prefix(3)), key.dropFirst(10))
        let text = String(decoding: value, as: UTF8.self)
        if what.isEmpty {
          chapters[number, default: (nil, "")].start = Self.time(text)
        } else if what == "NAME" {
          chapters[number, default: (nil, "")].title = text
        }
      default:
        guard value.count <= MetadataCollection.longestText else { continue }
        let text = String(decoding: value, as: UTF8.self)
        if key == "CUESHEET" { sheet = text }
        found.add(.vorbisComment, key, text: text, track: track)
      }
    }
    let named = chapters.sorted { $0.key < $1.key }.compactMap { _, chapter in chapter.start.map { ($0, chapter.title) }
    }
    found.add(chapters: named.isEmpty ? CueSheet.chapters(in: sheet) : named)
  }

  /// The time "01:02:03.456".
  private static func time(_ text: String) -> Rational? {
    let parts = text.split(separator: ":", omittingEmptySubsequences: false)
    let seconds = parts.last?.split(separator: ".", maxSplits: 1) ?? []
    guard parts.count == 3, let hours = Int64(parts[0]), let minutes = Int64(parts[1]), let whole = seconds.first,
      let second = Int64(whole), (0..<1_000_000).contains(hours), (0..<60).contains(minutes), (0..<61).contains(second)
    else { return nil }
    let digits = seconds.count > 1 ? seconds[1].prefix(9) : ""
    guard let fraction = Int64(digits.isEmpty ? "0" : digits), fraction >= 0 else { return nil }
    let scale = digits.reduce(Int64(1)) { scale, _ in scale * 10 }
    return try? Rational(((hours * 60 + minutes) * 60 + second) * scale + fraction, scale)
  }
}

/// A picture as FLAC has it (RFC 9639 §8.8).
package struct FLACPicture {
  private let mediaType: String
  private let bytes: [UInt8]

  /// The picture in a block; nil where its lengths leave it.
  package init?(_ block: [UInt8]) {
    let type = Int(block.bigEndian(at: 4, 4))
    guard block.count >= 32, type <= block.count - 32 else { return nil }
    let description = Int(block.bigEndian(at: 8 + type, 4))
    guard description <= block.count - 32 - type else { return nil }
    let start = 32 + type + description
    mediaType = EncodedText.latin(block[8..<(8 + type)])
    bytes = Array(block[start...].prefix(Int(block.bigEndian(at: start - 4, 4))))
  }

  /// Adds it to `found`.
  package func collect(into found: inout MetadataCollection, as key: String) {
    found.add(.vorbisComment, key, mediaType: mediaType, byteCount: bytes.count) { bytes }
  }
}

/// The metadata blocks of a FLAC file (RFC 9639 §8).
package struct FLACMetadata {
  /// The offset of its mark.
  package let start: UInt64

  package init(at start: UInt64) {
    self.start = start
  }

  /// Adds comments and pictures to `found`, and the tracks of a cue sheet where no comments name chapters.
  package func collect(from file: FileBytes, into found: inout MetadataCollection) throws {
    var offset = start + 4
    var (rate, sheet): (Int, [UInt8]) = (0, [])
    for _ in 0..<MetadataCollection.mostItems {
      let head = try file.read(at: offset, 4)
      guard head.count == 4 else { break }
      let size = Int(head.bigEndian(at: 1, 3))
      switch head[0] & 0x7F {
      case 0: rate = FLACStreamInfo(try file.read(at: offset + 4, size))?.rate ?? 0
      case 5: sheet = try file.read(at: offset + 4, size)
      case 4: VorbisComments(bytes: try file.read(at: offset + 4, size)).collect(into: &found)
      case 6: FLACPicture(try file.read(at: offset + 4, size))?.collect(into: &found, as: "METADATA_BLOCK_PICTURE")
      default: break
      }
      offset += 4 + UInt64(size)
      guard head[0] & 0x80 == 0 else { break }
    }
    guard found.found.chapters.isEmpty else { return }
    found.add(chapters: CueSheet.chapters(inFLAC: sheet, rate: rate))
  }
}

/// The comments of the streams of an Ogg file, which are each stream's second packet (RFC 3533; Vorbis, Opus, Theora,
/// Speex, FLAC in Ogg).
package struct OggComments {
  /// Limit of the pages that are searched for them.
  private static let mostPages = 20_000

  /// Adds the comments of all streams of the first link to `found`: those of a single stream are about the file.
  package func collect(from file: FileBytes, into found: inout MetadataCollection) throws {
    var streams: [(serial: UInt64, packets: Int, bytes: [UInt8])] = []
    var offset: UInt64 = 0
    for _ in 0..<Self.mostPages {
      let head = try file.read(at: offset, 27 + 255)
      guard head.starts(with: "OggS".utf8), head.count >= 27, head.count >= 27 + Int(head[26]) else { break }
      let lacing = head[27..<(27 + Int(head[26]))]
      let size = lacing.reduce(0) { $0 + Int($1) }
      let serial = head.littleEndian(at: 14, 4)
      let bodyStart = offset + UInt64(27 + lacing.count)
      offset = bodyStart + UInt64(size)
      if head[5] & 2 != 0 { streams.append((serial, 0, [])) }
      guard let stream = streams.firstIndex(where: { $0.serial == serial }), streams[stream].packets < 2 else {
        continue
      }
      var place = 0
      let body = try file.read(at: bodyStart, size)
      for length in lacing {
        if streams[stream].packets == 1 { streams[stream].bytes += body.dropFirst(place).prefix(Int(length)) }
        place += Int(length)
        if length < 255 { streams[stream].packets += 1 }
        if streams[stream].packets == 2 { break }
      }
      guard streams[stream].bytes.count <= MetadataCollection.largestData else {
        found.note("The file's comments are longer than \(MetadataCollection.largestData) bytes. They are not read.")
        break
      }
      if streams.allSatisfy({ $0.packets >= 2 }), head[5] & 2 == 0 { break }
    }
    for stream in streams where stream.packets >= 2 {
      let mark = [Array("\u{3}vorbis".utf8), Array("OpusTags".utf8), [0x81] + Array("theora".utf8)]
        .first { stream.bytes.starts(with: $0) }
      if let mark {
        VorbisComments(bytes: Array(stream.bytes.dropFirst(mark.count))).collect(into: &found)
      } else if stream.bytes.first.map({ $0 & 0x7F }) == 4 {
        VorbisComments(bytes: Array(stream.bytes.dropFirst(4))).collect(into: &found)
      }
    }
  }
}
