package import Compositing
import Containers
import MediaFormats
import MediaTime
import PacketEncoders
package import Rendering
import Synchronization

/// Pictures that libavcodec encodes: `PicturePacketEncoder`.
package final class PacketPictures: PicturePacketEncoder {
  package let configuration: [UInt8]
  private let coding: PicturePacketCoding
  private let work: Mutex<Work>

  private struct Work {
    let encoder: PictureEncoder
    /// The decode time of the last packet.
    var lastPlace: Int?
  }

  /// Limit of a plausible number of pictures that an encoder holds back.
  private static let mostReordered = 64

  /// The encoder of pictures as `coding` says.
  ///
  /// - Throws: `RenderError` with `.missingPlugin` or `.unsupported`.
  package init(_ coding: PicturePacketCoding) throws(RenderError) {
    self.coding = coding
    let codec = coding.settings.codec
    guard codec == .h264 || codec == .hevc else {
      throw RenderError(
        .unsupported, "\(codec.format.title) is not encoded into packets.", remedy: "Choose H.264 or HEVC.")
    }
    let name = codec == .h264 ? "libx264" : "libx265"
    guard PictureEncoder.exists(name) else { throw .missingInLibrary("encoder", name, for: codec.format.title) }
    let encoder: PictureEncoder
    do throws(PictureEncoderError) {
      encoder = try PictureEncoder(try Self.parameters(coding, name))
    } catch {
      throw RenderError(
        .unsupported, error.message, remedy: "Choose another size, profile or level.", underlying: error.underlying)
    }
    guard
      let record = ParameterSets.configuration(
        of: ByteStream.units(of: encoder.configuration), isHEVC: codec == .hevc, lengthSize: 4)
    else { throw RenderError(.engineFailed, "The encoder \(name) gives no parameter sets.") }
    configuration = record
    work = Mutex(Work(encoder: encoder))
  }

  /// libavcodec's options.
  private static func parameters(
    _ coding: PicturePacketCoding, _ name: String
  ) throws(PictureEncoderError) -> PictureCoding {
    let (settings, colors) = (coding.settings, coding.colorimetry)
    var made = PictureCoding(name, coding.size, coding.pixelFormat, colors, frameDuration: coding.frameDuration)
    made.hasConfiguration = true
    made.keyframeInterval = settings.keyframeInterval ?? settings.codec.format.keyframeInterval
    // x265 encodes as many pictures side by side as it has threads, and delays each of them by that number.
    made.threads =
      coding.isImmediate && settings.codec == .hevc
      ? 1
      : encoderThreads(
        for: WriterSettings.Pictures(
          size: coding.size, pixelFormat: coding.pixelFormat, colorimetry: colors, frameDuration: coding.frameDuration))
    made.reorderedPictures = coding.reordersPictures && !coding.isImmediate ? nil : 0
    made.options["preset"] = (settings.speed ?? .medium).rawValue
    made.options["forced-idr"] = "1"
    if coding.isImmediate { made.options["tune"] = "zerolatency" }
    if let bitrate = settings.rateControl?.bitrate {
      made.bitrate = bitrate
    } else {
      made.options["crf"] = "\(VideoEncoding.quality(settings))"
    }
    let most = settings.rateControl?.bitrateMode == .constant ? settings.rateControl?.bitrate : coding.maximumBitrate
    if let most { for option in ["maxrate", "bufsize"] { made.options[option] = "\(most)" } }
    if let least = coding.leastQuantizer { made.options["qmin"] = "\(least)" }
    if let greatest = coding.greatestQuantizer { made.options["qmax"] = "\(greatest)" }
    made.options["profile"] = settings.profile
    if settings.codec == .h264 {
      made.options["level"] = settings.level
      made.options["coder"] = coding.codesByContext.map { $0 ? "cabac" : "cavlc" }
    } else {
      let level = settings.level.map { ":level-idc=\($0):high-tier=0" } ?? ""
      made.options["x265-params"] = "log-level=none:open-gop=0" + level
    }
    return made
  }

  package func encode(_ picture: PixelBuffer, asKeyFrame: Bool) throws -> [EncodedPicture] {
    guard picture.format == coding.pixelFormat, picture.width == coding.size.width, picture.height == coding.size.height
    else { throw RenderError(.engineFailed, "A picture of \(picture) is encoded as one of \(coding.size).") }
    return try packets { encoder in
      try encoder.encode(planeCount: picture.planes.count, asKeyFrame: asKeyFrame) { plane, take in
        let layout = picture.planes[plane]
        try picture.withBytes(ofPlane: plane) { bytes in
          // Behind the last row there may be more than the row.
          let end = layout.row(layout.height - 1).upperBound
          take(bytes.extracting(0..<end), layout.rowByteCount, layout.bytesPerRow)
        }
      }
    }
  }

  package func setBitrate(_ bitrate: Int) -> Bool {
    guard coding.settings.codec == .h264, coding.settings.rateControl?.bitrate != nil else { return false }
    work.withLock { $0.encoder.setBitrate(bitrate) }
    return true
  }

  package func finish() throws -> [EncodedPicture] { try packets { try $0.finish() } }

  private func packets(_ make: (PictureEncoder) throws -> [EncodedPacket]) throws -> [EncodedPicture] {
    try work.withLock { work in
      do {
        return try make(work.encoder).map { packet in
          let place = Self.place(of: packet, after: work.lastPlace)
          work.lastPlace = place
          return EncodedPicture(
            bytes: ByteStream.packet(packet.bytes), picture: packet.picture, decodePlace: place,
            isKeyFrame: packet.isKeyFrame)
        }
      } catch let error as PictureEncoderError {
        throw RenderError(.engineFailed, error.message, underlying: error.underlying)
      }
    }
  }

  // QUIRK: HEVC, written: libx265 subtracts whatever the memory held from the decode times of one or two pictures. In: x265 3.5. Test:
  // "one picture or two alone are decoded in time".
  /// The decode time of `packet`, later than `last`: the encoder's, where that can be.
  private static func place(of packet: EncodedPacket, after last: Int?) -> Int {
    let least = last.map { $0 + 1 } ?? packet.picture - mostReordered
    guard let said = packet.decodePlace, said >= least, said <= packet.picture else {
      return last.map { $0 + 1 } ?? packet.picture
    }
    return said
  }
}
