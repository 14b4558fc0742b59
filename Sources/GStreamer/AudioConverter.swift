import CGStreamer
public import MediaFormats

// SAFETY: the C converter belongs to this object from `init` to `deinit`. It reads as many frames as are mapped or
// counted out of the array's bytes, and writes as many as it said that it would into room for them.

/// The format of raw sound. C: `GstAudioInfo`.
@safe public struct AudioFormat: @unchecked Sendable {
  // @unchecked: the C struct is plain numbers and a pointer to a constant table.
  var info: GstAudioInfo

  /// The format that raw audio caps describe. C: `gst_audio_info_from_caps`.
  ///
  /// - Throws: `GStreamerError` if they describe none.
  public init(_ caps: Caps) throws(GStreamerError) {
    var info = unsafe GstAudioInfo()
    guard unsafe gst_audio_info_from_caps(&info, caps.pointer) != 0 else {
      throw .refused("\(caps) is not raw sound.")
    }
    unsafe self.info = info
  }

  /// Samples a second.
  public var rate: Int { unsafe Int(info.rate) }
  /// Channels.
  public var channels: Int { unsafe Int(info.channels) }
  /// The channels and their speakers.
  public var layout: ChannelLayout {
    unsafe withUnsafePointer(to: info) {
      unsafe ChannelLayout(channels: channels, mask: UInt64(gste_audio_channel_mask($0)))
    }
  }
  /// The same format with its channels for the speakers whose bits in a mask are `speakers`, whatever the caps say.
  public func read(for speakers: [Int]) -> AudioFormat {
    var other = self
    guard speakers.count == channels else { return other }
    for (channel, speaker) in speakers.enumerated() {
      unsafe gste_audio_set_channel_position(&other.info, Int32(channel), Int32(speaker))
    }
    return other
  }

  /// Bytes of one sample of every channel.
  public var bytesPerFrame: Int { unsafe Int(info.bpf) }
  /// Bits of a sample that mean something.
  public var depth: Int { unsafe Int(info.finfo.pointee.depth) }
  /// Whether samples are IEEE 754 numbers.
  public var isFloat: Bool {
    unsafe info.finfo.pointee.flags.rawValue & GST_AUDIO_FORMAT_FLAG_FLOAT.rawValue != 0
  }
}

extension Buffer {
  /// The samples of every channel in the buffer, for interleaved and for planar sound. C: `GstAudioMeta`.
  public func sampleCount(of format: AudioFormat) -> Int {
    if let meta = unsafe gste_buffer_audio_meta(pointer) { return unsafe Int(meta.pointee.samples) }
    return format.bytesPerFrame > 0 ? byteCount / format.bytesPerFrame : 0
  }
}

/// Converts sound to interleaved 64-bit floating point, and to another rate and number of channels.
/// C: `GstAudioConverter`.
///
/// Nothing is dithered, so that samples which need no change keep their value. One thread at a time.
@safe public final class AudioConverter: @unchecked Sendable {
  // @unchecked: its owner uses it from one thread at a time.
  private let converter: OpaquePointer
  private var input: GstAudioInfo
  private let channels: Int

  /// 0…10; at 8 aliasing lies below -100 dB.
  private static let resamplerQuality = 8

  /// A converter from `input` to doubles at `rate`, for the speakers of `layout`.
  ///
  /// Channels are mixed, by GStreamer's own matrix, only where layouts differ: those without speakers, and those at the
  /// sides instead of behind, keep their samples.
  ///
  /// - Throws: `GStreamerError` if there is no such conversion.
  public init(from input: AudioFormat, rate: Int, layout: ChannelLayout) throws(GStreamerError) {
    unsafe self.input = input.info
    channels = layout.channels
    var output = try AudioFormat(Self.caps(rate: rate, layout: layout))
    let own = input.layout
    if own.channels == layout.channels, own != layout,
      own.mask == 0 || own.withSidesBehind == layout.withSidesBehind
    {
      unsafe gste_audio_set_channel_mask(&self.input, guint64(layout.mask))
    } else if own.mask == 0, own.channels > 1 {
      unsafe gste_audio_set_channel_mask(&self.input, guint64(ChannelLayout.standard(own.channels).mask))
    }
    // The library's own default is to dither nothing.
    guard let configuration = unsafe gst_structure_new_empty("GstAudioConverter") else {
      throw .refused("The converter's options cannot be made.")
    }
    unsafe gst_audio_resampler_options_set_quality(
      GST_AUDIO_RESAMPLER_METHOD_KAISER, UInt32(Self.resamplerQuality), input.info.rate, gint(rate), configuration)
    guard
      let made = unsafe gst_audio_converter_new(
        GST_AUDIO_CONVERTER_FLAG_NONE, &self.input, &output.info, configuration)
    else { throw .refused("Sound cannot be converted to \(layout) at \(rate) Hz.") }
    unsafe converter = made
  }

  deinit { unsafe gst_audio_converter_free(converter) }

  /// Interleaved doubles for the speakers of `layout`.
  public static func caps(rate: Int, layout: ChannelLayout) throws(GStreamerError) -> Caps {
    try Caps("audio/x-raw,format=F64LE,layout=interleaved,rate=\(rate),\(fields(of: layout))")
  }

  /// The fields of caps that say `layout`.
  public static func fields(of layout: ChannelLayout) -> String {
    let mask = layout.channels > 1 ? ",channel-mask=(bitmask)0x\(String(layout.mask, radix: 16))" : ""
    return "channels=\(layout.channels)\(mask)"
  }

  /// `buffer` converted, interleaved.
  ///
  /// - Throws: `GStreamerError` if the buffer is not of the input's format.
  public func convert(_ buffer: Buffer) throws(GStreamerError) -> [Double] {
    var mapped = unsafe GstAudioBuffer()
    guard unsafe gst_audio_buffer_map(&mapped, &input, buffer.pointer, GST_MAP_READ) != 0 else {
      throw .refused("Decoded sound cannot be read.")
    }
    defer { unsafe gst_audio_buffer_unmap(&mapped) }
    return unsafe run(mapped.planes, frames: Int(mapped.n_samples))
  }

  /// `samples` converted; they are interleaved doubles, as the input's format must be.
  public func convert(_ samples: [Double]) -> [Double] {
    var samples = samples
    return unsafe samples.withUnsafeMutableBytes { bytes in
      var plane: gpointer? = bytes.baseAddress
      let frames = unsafe bytes.count / Int(input.bpf)
      return unsafe run(&plane, frames: frames)
    }
  }

  private func run(_ planes: UnsafeMutablePointer<gpointer?>?, frames: Int) -> [Double] {
    let produced = unsafe Int(gst_audio_converter_get_out_frames(converter, gsize(frames)))
    guard frames > 0 else { return [] }
    return unsafe [Double](unsafeUninitializedCapacity: max(1, produced) * channels) { target, count in
      var output: gpointer? = UnsafeMutableRawPointer(target.baseAddress)
      let done = unsafe gst_audio_converter_samples(
        converter, GST_AUDIO_CONVERTER_FLAG_NONE, planes, gsize(frames), &output, gsize(produced))
      count = done != 0 ? produced * channels : 0
    }
  }
}
