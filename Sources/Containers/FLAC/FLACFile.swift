// QUIRK: FLAC: `flacparse` loses its way behind large covers. In: GStreamer 1.22. Test: "a cover of any size is no sound".

/// The header of a FLAC file (RFC 9639 §8), which may stand behind tags of ID3v2.
///
/// ```
///  ID3v2 … │ fLaC │ STREAMINFO │ comments, covers, places to seek to … │ frames │ ID3v1, APE
/// ```
///
/// Nothing but STREAMINFO and the frames is read for decoding.
package struct FLACFile {
  /// STREAMINFO.
  package let streamInfo: FLACStreamInfo
  /// The place of the frames, in bytes.
  package let frames: Range<UInt64>
  /// The speakers by the bits of a WAVE file's mask, where a comment names them (§8.6.2).
  package let speakerMask: UInt64?

  /// The header of `file`; nil where it is no FLAC, or its header is not whole.
  package init?(_ file: FileBytes) throws {
    var offset = try ID3Tag.endOfTags(in: file)
    guard try file.read(at: offset, 4).elementsEqual("fLaC".utf8) else { return nil }
    offset += 4
    var (info, mask, isLast): (FLACStreamInfo?, UInt64?, Bool) = (nil, nil, false)
    while !isLast {
      let head = try file.read(at: offset, 4)
      let size = head.bigEndian(at: 1, 3)
      guard head.count == 4, offset + 4 + size <= file.count else { return nil }
      switch head[0] & 0x7F {
      case 0: info = try info ?? FLACStreamInfo(file.read(at: offset + 4, min(Int(size), FLACStreamInfo.byteCount)))
      case 4: mask = try mask ?? FLACComments.speakerMask(in: file.read(at: offset + 4, Int(size)))
      default: break
      }
      isLast = head[0] & 0x80 != 0
      offset += 4 + size
    }
    guard let info else { return nil }
    (streamInfo, speakerMask) = (info, mask)
    frames = offset..<max(offset, try Self.end(of: file))
    guard info.rate > 0 else { return nil }
  }

  /// The offset of the tags that follow the sound: of ID3v1 (128 bytes), and of APE before them.
  private static func end(of file: FileBytes) throws -> UInt64 {
    var end = file.count
    if end > 128, try file.read(at: end - 128, 3).elementsEqual("TAG".utf8) { end -= 128 }
    guard end > 32 else { return end }
    let footer = try file.read(at: end - 32, 32)
    guard footer.starts(with: "APETAGEX".utf8) else { return end }
    // The length counts the footer; a bit says that there is a header as well.
    let length = footer.littleEndian(at: 12, 4) + (footer.littleEndian(at: 20, 4) >> 31) * 32
    return length < end ? end - length : end
  }

  /// The headers for a decoder: the mark, STREAMINFO and no comments.
  package var headers: [[UInt8]] { [Array("fLaC".utf8), [0, 0, 0, 34] + streamInfo.bytes, Self.noComments] }

  /// The stream's description, with the headers as muxers want them (Ogg's mapping of FLAC, RFC 9639 §10.1).
  package var caps: String {
    let first = [0x7F] + Array("FLAC".utf8) + [1, 0, 0, 1] + headers[0] + headers[1]
    return "audio/x-flac,framed=(boolean)true,rate=(int)\(streamInfo.rate),channels=(int)\(streamInfo.channels),"
      + "streamheader=(buffer)<\(first.hexadecimal),\(Self.noComments.hexadecimal)>,"
      + "codec_data=(buffer)\(streamInfo.bytes.hexadecimal)"
  }

  private static let noComments: [UInt8] = [0x84, 0, 0, 8, 0, 0, 0, 0, 0, 0, 0, 0]
}

extension FLACFile {
  /// The time of `sample`, in nanoseconds.
  package func time(of sample: Int64) -> Int64 {
    Int64(clamping: Int128(sample) * 1_000_000_000 / Int128(streamInfo.rate))
  }

  /// The sample that is heard at `time` nanoseconds.
  package func sample(at time: Int64) -> Int64 {
    Int64(clamping: Int128(time) * Int128(streamInfo.rate) / 1_000_000_000)
  }
}
