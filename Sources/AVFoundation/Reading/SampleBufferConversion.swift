import Compositing
import CoreMedia
import CoreVideo
import EditServices
import EditingModel
import Foundation
import MediaFormats
import MediaTime
import Rendering

extension CMSampleBuffer {
  /// The engine's `buffer` of a picture, whose format is called `format`, with times in units of `timescale`; nil where there is no memory
  /// for it.
  static func picture(
    _ buffer: SampleBuffer, as format: CVPixelFormat, timescale: CMTimeScale = .ofMovies
  ) -> CMSampleBuffer? {
    guard let picture = buffer.pixelBuffer else { return nil }
    let colorimetry = buffer.formatDescription?.video?.colorimetry
    guard let made = try? picture.inRange(of: format, from: colorimetry) else { return nil }
    let image = CVBuffer(made, as: format)
    if let colorimetry { image.attach(colorsOf: colorimetry) }
    return CMSampleBuffer(
      picture: image, format: buffer.formatDescription.map { CMFormatDescription($0.called(format.type)) },
      timing: [buffer.timing(inUnitsOf: timescale)])
  }

  /// The engine's `buffer` of samples, as `reading` has them; nil where it holds none.
  static func sound(_ buffer: SampleBuffer, as reading: SoundReading) -> CMSampleBuffer? {
    guard let data = buffer.data, let audio = buffer.formatDescription?.audio, audio.channels > 0 else { return nil }
    let width = reading.sampleFormat.bitDepth / 8
    let count = data.count / width / audio.channels
    let bytes = reading.isInterleaved ? data : data.planar(width: width, channels: audio.channels, count: count)
    let stream = AudioStreamBasicDescription(
      sampleRate: audio.sampleRate, channels: audio.channels, reading.sampleFormat,
      isInterleaved: reading.isInterleaved)
    let one = CMTime(value: 1, timescale: CMTimeScale(clamping: max(1, audio.sampleRate)))
    return CMSampleBuffer(
      data: CMBlockBuffer(bytes), format: CMFormatDescription(stream),
      timing: [
        CMSampleTimingInfo(
          duration: one, presentationTimeStamp: buffer.presentationTime.inUnits(of: one.timescale),
          decodeTimeStamp: .invalid)
      ], count: count)
  }

  /// The engine's `buffer` of a packet, with times in units of `timescale`; nil where it holds none.
  static func packet(_ buffer: SampleBuffer, timescale: CMTimeScale = .ofMovies) -> CMSampleBuffer? {
    buffer.data.map { packet(buffer, CMBlockBuffer($0), sizes: [], timescale) }
  }

  /// The engine's `buffer` of a packet of `size` bytes, which are not there yet.
  static func packet(
    _ buffer: SampleBuffer, awaiting size: Int, timescale: CMTimeScale = .ofMovies
  ) -> CMSampleBuffer {
    packet(buffer, nil, sizes: [size], timescale)
  }

  private static func packet(
    _ buffer: SampleBuffer, _ data: CMBlockBuffer?, sizes: [Int], _ timescale: CMTimeScale
  ) -> CMSampleBuffer {
    var attachments: [CFString: Any] = [:]
    if !buffer.isSync { attachments[kCMSampleAttachmentKey_NotSync] = true }
    if let depends = buffer.dependsOnOthers { attachments[kCMSampleAttachmentKey_DependsOnOthers] = depends }
    let extensions = buffer.packetFormat?.formatExtensions ?? .init()
    return CMSampleBuffer(
      data: data, format: buffer.formatDescription.map { CMFormatDescription($0, stating: extensions) },
      timing: [buffer.timing(inUnitsOf: timescale)], sizes: sizes, sampleAttachments: attachments,
      origin: buffer.packetFormat)
  }

  /// The same media as the engine has it; nil where there is nothing in it.
  func engineBuffer() -> SampleBuffer? {
    let time = outputPresentationTimeStamp
    if let imageBuffer {
      imageBuffer.endAccess()
      guard let picture = try? imageBuffer.limitedRange() else { return nil }
      return SampleBuffer(
        .picture(picture), presentationTime: time, duration: duration, formatDescription: formatDescription?.format)
    }
    guard let dataBuffer else { return nil }
    let packetFormat = origin as? PacketFormat ?? formatDescription?.packetFormat
    guard packetFormat == nil, let stream = formatDescription?.audioStreamBasicDescription,
      stream.mFormatID == kAudioFormatLinearPCM
    else {
      // Packets are passed on whole, and so at the time when they begin.
      var buffer = SampleBuffer(
        .data(dataBuffer.bytes), presentationTime: setOutputTime ?? presentationTimeStamp, decodeTime: decodeTimeStamp,
        duration: duration,
        formatDescription: formatDescription?.format, packetFormat: packetFormat)
      buffer.isSync = isSync
      return buffer
    }
    return sound(dataBuffer.bytes, as: stream, at: time)
  }

  /// Its samples `bytes`, which are as `stream` says, by turns and without what is trimmed; from `time` on.
  private func sound(_ bytes: [UInt8], as stream: AudioStreamBasicDescription, at time: CMTime) -> SampleBuffer {
    let interleaved = stream.interleaved ?? stream
    let channels = Int(clamping: stream.mChannelsPerFrame)
    var bytes = bytes
    if stream.interleaved != nil, let format = interleaved.sampleFormat, channels > 1 {
      bytes = bytes.interleaved(width: format.bitDepth / 8, channels: channels)
    }
    let (step, rate) = (Int(clamping: interleaved.mBytesPerFrame), CMTimeScale(stream.mSampleRate.clamped))
    if step > 0, rate > 0, trims.start > .zero || trims.end > .zero {
      func count(_ time: CMTime) -> Int {
        min(Int(clamping: time.convertScale(rate, method: .default).value), bytes.count / step)
      }
      let first = count(trims.start)
      bytes = Array(bytes[first * step..<max(first, bytes.count / step - count(trims.end)) * step])
    }
    // The engine computes the duration from the number of samples.
    var buffer = SampleBuffer(
      .data(bytes), presentationTime: time, decodeTime: decodeTimeStamp, duration: .invalid,
      formatDescription: formatDescription?.format)
    buffer.sampleFormat = interleaved.sampleFormat
    return buffer
  }
}

extension Double {
  /// The number, where a rate can be so high.
  fileprivate var clamped: Double { self >= 0 && self <= Double(Int32.max) ? self : 0 }
}

extension PixelBuffer {
  /// The picture, whose samples mean what `colorimetry` says, in the range that `format` has: of luma and chroma of eight bits.
  fileprivate func inRange(of format: CVPixelFormat, from colorimetry: Colorimetry?) throws -> PixelBuffer {
    guard !format.format.isRGB, format.format.bitDepth == 8 else { return self }
    switch (colorimetry?.isFullRange == true, format.isFullRange) {
    case (false, true): return try VideoRange.expanded(self)
    case (true, false): return try VideoRange.compressed(self)
    case (true, true), (false, false): return self
    }
  }
}

extension CVBuffer {
  /// The picture, in the range that films have.
  func limitedRange() throws -> PixelBuffer { format.isFullRange ? try VideoRange.compressed(picture) : picture }
}

extension SampleBuffer {
  /// Presentation time, decode time and duration, in units of `timescale` or shorter ones that they have.
  fileprivate func timing(inUnitsOf timescale: CMTimeScale) -> CMSampleTimingInfo {
    CMSampleTimingInfo(
      duration: duration.inUnits(of: timescale), presentationTimeStamp: presentationTime.inUnits(of: timescale),
      decodeTimeStamp: decodeTime.inUnits(of: timescale))
  }
}

extension FormatDescription {
  /// The same pictures, not compressed, in Core Video's format `type`.
  fileprivate func called(_ type: OSType) -> FormatDescription {
    var format = self
    format.codecType = FormatDescription.text(type)
    return format
  }
}

extension AudioStreamBasicDescription {
  /// The same samples by turns; nil where they stand so.
  var interleaved: AudioStreamBasicDescription? {
    guard mFormatFlags & kAudioFormatFlagIsNonInterleaved != 0 else { return nil }
    var stream = self
    stream.mFormatFlags &= ~kAudioFormatFlagIsNonInterleaved
    stream.mBytesPerFrame = mBytesPerFrame.multipliedReportingOverflow(by: mChannelsPerFrame).partialValue
    stream.mBytesPerPacket = stream.mBytesPerFrame
    return stream
  }
}

extension [UInt8] {
  /// Samples of `width` bytes that stand channel after channel, by turns.
  fileprivate func interleaved(width: Int, channels: Int) -> [UInt8] {
    let count = self.count / (width * channels)
    var mixed: [UInt8] = []
    mixed.reserveCapacity(count * channels * width)
    for sample in 0..<count {
      for channel in 0..<channels {
        let place = (channel * count + sample) * width
        mixed += self[place..<place + width]
      }
    }
    return mixed
  }

  /// Samples of `width` bytes that stand by turns, channel after channel.
  fileprivate func planar(width: Int, channels: Int, count: Int) -> [UInt8] {
    var planar: [UInt8] = []
    planar.reserveCapacity(self.count)
    for channel in 0..<channels {
      for sample in 0..<count {
        let place = (sample * channels + channel) * width
        planar += self[place..<place + width]
      }
    }
    return planar
  }
}
