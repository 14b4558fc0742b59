import CAVFormat
public import MediaTime

/// A file into which packets are written as they are. C: libavformat's muxers.
///
/// Nothing in it depends on the moment or the machine.
///
/// Threads: one at a time.
@safe public final class PacketTarget {
  private let context: UnsafeMutablePointer<AVFormatContext>
  /// What repeats the parameter sets before key frames, by the streams that need it.
  private var repeaters: [Int: ParameterRepeater] = [:]
  private var hasBegun = false
  private var isOpen = true

  /// A file at `path` of the container that libav calls `format`.
  ///
  /// - Throws: `PacketFileError`.
  public init(_ path: String, format: String) throws(PacketFileError) {
    gste_quiet()
    var made: UnsafeMutablePointer<AVFormatContext>?
    let code = unsafe avformat_alloc_output_context2(&made, nil, format, "file:" + path)
    guard code >= 0, let context = unsafe made else {
      throw PacketFileError(.unsupported, "There is no muxer for this container.", code: code)
    }
    unsafe self.context = context
    unsafe context.pointee.flags |= AVFMT_FLAG_BITEXACT
    // What a transport stream's clock is ahead of its packets, as ffmpeg has it.
    unsafe context.pointee.max_delay = 700_000
    let opened = unsafe avio_open(&context.pointee.pb, "file:" + path, AVIO_FLAG_WRITE)
    guard opened >= 0 else {
      throw PacketFileError(.unwritable, "The file cannot be written on.", code: opened)
    }
  }

  deinit {
    if isOpen { unsafe avio_closep(&context.pointee.pb) }
    unsafe avformat_free_context(context)
  }

  /// Whether the container that libav calls `format` takes packets of the codec `codec`; nil where it does not say.
  public static func holds(_ codec: String, in format: String) -> Bool? {
    guard let descriptor = unsafe avcodec_descriptor_get_by_name(codec),
      let muxer = unsafe av_guess_format(format, nil, nil)
    else { return false }
    let answer = unsafe gste_holds(muxer, descriptor.pointee.id)
    return answer < 0 ? nil : answer == 1
  }

  /// Adds a stream like number `index` of `source`, whose times are in units of `tick` seconds or finer ones, and which a
  /// decoder begins with `padding` samples that are not presented. What the file says of the stream is not taken over.
  ///
  /// - Throws: `PacketFileError`.
  public func addStream(
    like source: PacketSource, _ index: Int, tick: Rational, padding: Int? = nil
  ) throws(PacketFileError) -> Int {
    // SAFETY: libavformat allocates as many streams as it says, and `index` is one of them.
    guard source.streams.indices.contains(index), let original = unsafe source.context.pointee.streams[index],
      let stream = unsafe avformat_new_stream(context, nil)
    else { throw PacketFileError(.unsupported, "The stream cannot be added.") }
    var code = unsafe avcodec_parameters_copy(stream.pointee.codecpar, original.pointee.codecpar)
    if code >= 0 { code = unsafe gste_copy_side_data(stream, original) }
    guard code >= 0 else { throw PacketFileError(.unsupported, "The stream cannot be added.", code: code) }
    unsafe gste_settle_tag(context.pointee.oformat, stream.pointee.codecpar)
    if let padding { unsafe stream.pointee.codecpar.pointee.initial_padding = Int32(clamping: padding) }
    unsafe stream.pointee.time_base = AVRational(
      num: Int32(clamping: tick.numerator), den: Int32(clamping: tick.denominator))
    unsafe stream.pointee.disposition = original.pointee.disposition
    unsafe stream.pointee.sample_aspect_ratio = original.pointee.sample_aspect_ratio
    unsafe stream.pointee.avg_frame_rate = original.pointee.avg_frame_rate
    unsafe stream.pointee.r_frame_rate = original.pointee.r_frame_rate
    let number = unsafe Int(stream.pointee.index)
    if source.streams[index].hasOutsideParameters,
      unsafe String(libav: context.pointee.oformat.pointee.name) == "mpegts"
    {
      repeaters[number] = unsafe try ParameterRepeater(stream)
    }
    return number
  }

  /// States `value` of the file under libav's name `key`.
  public func state(_ key: String, _ value: String) {
    unsafe _ = av_dict_set(&context.pointee.metadata, key, value, 0)
  }

  /// States `value` of stream number `stream` under libav's name `key`; nil takes back what is stated.
  public func state(_ key: String, _ value: String?, ofStream stream: Int) {
    // SAFETY: as in `addStream`.
    guard unsafe stream < Int(context.pointee.nb_streams), let stream = unsafe context.pointee.streams[stream] else {
      return
    }
    unsafe _ = av_dict_set(&stream.pointee.metadata, key, value, 0)
  }

  /// Adds the chapter called `title`.
  ///
  /// - Throws: `PacketFileError`.
  public func addChapter(_ title: String?, start: Rational, end: Rational) throws(PacketFileError) {
    let base = AVRational(num: 1, den: 1_000_000)
    let number = unsafe Int64(context.pointee.nb_chapters) + 1
    guard let first = try? start.rounded(scaledBy: 1_000_000), let last = try? end.rounded(scaledBy: 1_000_000),
      unsafe gste_add_chapter(context, number, base, first, last, title) >= 0
    else { throw PacketFileError(.unsupported, "The chapter cannot be added.") }
  }

  /// Writes the header, after all streams are there; `options` are the muxer's own.
  ///
  /// - Throws: `PacketFileError`.
  public func begin(_ options: [(String, String)] = []) throws(PacketFileError) {
    var dictionary: OpaquePointer?
    defer { unsafe av_dict_free(&dictionary) }
    for (key, value) in options { unsafe _ = av_dict_set(&dictionary, key, value, 0) }
    let code = unsafe avformat_write_header(context, &dictionary)
    guard code >= 0 else {
      throw PacketFileError(.unsupported, "The container does not take these tracks.", code: code)
    }
    hasBegun = true
  }

  /// Seconds a tick of stream number `stream`, as the container has them: known after `begin`.
  public func tick(of stream: Int) -> Rational {
    // SAFETY: as in `addStream`.
    unsafe context.pointee.streams[stream].flatMap { unsafe Rational($0.pointee.time_base) } ?? .one
  }

  /// Writes `packet` into stream number `stream` at these times, in the stream's ticks, and leaves it empty.
  ///
  /// - Throws: `PacketFileError` with `.unreadable` where the packet is not what its codec's are.
  public func write(
    _ packet: StoredPacket, to stream: Int, presentation: Int64, decoding: Int64, duration: Int64
  ) throws(PacketFileError) {
    let pointer = unsafe packet.pointer
    unsafe pointer.pointee.stream_index = Int32(stream)
    unsafe pointer.pointee.pts = presentation
    unsafe pointer.pointee.dts = decoding
    unsafe pointer.pointee.duration = duration
    unsafe pointer.pointee.pos = -1
    unsafe pointer.pointee.flags &= ~AV_PKT_FLAG_DISCARD
    if let repeater = repeaters[stream] { try repeater.filter(packet) }
    let code = unsafe av_interleaved_write_frame(context, pointer)
    guard code < 0 else { return }
    guard gste_is_refusal(code) == 0 else {
      throw PacketFileError(.unreadable, "A packet is not what its codec's are.", code: code)
    }
    throw PacketFileError(.unwritable, "A packet cannot be written.", code: code)
  }

  /// How many bytes are written.
  public var byteCount: Int64 { unsafe context.pointee.pb.map { unsafe $0.pointee.bytes_written } ?? 0 }

  /// Writes what belongs at the file's end, and closes it.
  ///
  /// - Throws: `PacketFileError`.
  public func finish() throws(PacketFileError) {
    var code = hasBegun ? unsafe av_write_trailer(context) : 0
    let closed = unsafe avio_closep(&context.pointee.pb)
    isOpen = false
    if code >= 0 { code = closed }
    guard code >= 0 else { throw PacketFileError(.unwritable, "The file's end cannot be written.", code: code) }
  }
}
