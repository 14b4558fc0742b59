import CAVFormat

// SAFETY: a frame has a plane for each channel, or one of all by turns, with room for as many samples as it says; formats of an encoder's
// end with none.

/// Samples in libavcodec's frames, converted from and to numbers with full scale at 1.
enum SoundSamples {
  /// The formats that the encoder `codec` takes.
  @unsafe static func formats(of codec: UnsafePointer<AVCodec>) -> [AVSampleFormat] {
    guard let list = unsafe gste_sample_formats(codec) else { return [] }
    var formats: [AVSampleFormat] = []
    while unsafe list[formats.count] != AV_SAMPLE_FMT_NONE { unsafe formats.append(list[formats.count]) }
    return formats
  }

  /// Puts `samples`, those of all channels by turns, into `frame`.
  @unsafe static func write(_ samples: ArraySlice<Double>, channels: Int, to frame: UnsafeMutablePointer<AVFrame>) {
    let format = unsafe AVSampleFormat(frame.pointee.format)
    let isPlanar = av_sample_fmt_is_planar(format) == 1
    let count = unsafe min(samples.count / channels, Int(frame.pointee.nb_samples))
    for channel in 0..<channels {
      guard let plane = unsafe gste_plane(frame, Int32(isPlanar ? channel : 0)).map(UnsafeMutableRawPointer.init) else {
        continue
      }
      let (offset, step) = isPlanar ? (0, 1) : (channel, channels)
      for index in 0..<count {
        let (sample, place) = (samples[samples.startIndex + index * channels + channel], offset + index * step)
        switch av_get_packed_sample_fmt(format) {
        case AV_SAMPLE_FMT_FLT: unsafe plane.assumingMemoryBound(to: Float.self)[place] = Float(sample)
        case AV_SAMPLE_FMT_S16:
          unsafe plane.assumingMemoryBound(to: Int16.self)[place] = Int16(clamping: whole(sample * 32_768))
        case AV_SAMPLE_FMT_S32:
          // Of 24 bits, in the upper ones.
          let level = min(max(whole(sample * 8_388_608), -8_388_608), 8_388_607)
          unsafe plane.assumingMemoryBound(to: Int32.self)[place] = Int32(level) << 8
        default: continue
        }
      }
    }
  }

  /// The whole number nearest to `value`; 0 for what is no number.
  private static func whole(_ value: Double) -> Int {
    value.isNaN ? 0 : Int(min(max(value.rounded(), -1e15), 1e15))
  }

  /// The samples of `frame`, those of all channels by turns; nil of other formats.
  @unsafe static func read(_ frame: UnsafeMutablePointer<AVFrame>, channels: Int) -> [Double]? {
    let format = unsafe AVSampleFormat(frame.pointee.format)
    let isPlanar = av_sample_fmt_is_planar(format) == 1
    let count = unsafe Int(max(0, frame.pointee.nb_samples))
    guard channels > 0, !isPlanar || channels <= Int(AV_NUM_DATA_POINTERS) else { return nil }
    var samples = [Double](repeating: 0, count: count * channels)
    for channel in 0..<channels {
      guard let plane = unsafe gste_plane(frame, Int32(isPlanar ? channel : 0)).map(UnsafeRawPointer.init) else {
        return nil
      }
      let (offset, step) = isPlanar ? (0, 1) : (channel, channels)
      for index in 0..<count {
        let place = offset + index * step
        let sample: Double
        switch av_get_packed_sample_fmt(format) {
        case AV_SAMPLE_FMT_FLT: sample = unsafe Double(plane.assumingMemoryBound(to: Float.self)[place])
        case AV_SAMPLE_FMT_DBL: sample = unsafe plane.assumingMemoryBound(to: Double.self)[place]
        case AV_SAMPLE_FMT_S16: sample = unsafe Double(plane.assumingMemoryBound(to: Int16.self)[place]) / 32_768
        case AV_SAMPLE_FMT_S32:
          sample = unsafe Double(plane.assumingMemoryBound(to: Int32.self)[place]) / 2_147_483_648
        default: return nil
        }
        samples[index * channels + channel] = sample
      }
    }
    return samples
  }
}
