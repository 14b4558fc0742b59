import CAVFormat
public import MediaTime

/// A file into which packets are written as they are. C: libavformat's muxers.
///
/// Nothing in it depends on the moment or the machine.
///
/// Threads: one at a time.
@safe public final class PacketTarget {
  let context: UnsafeMutablePointer<AVFormatContext>
  /// The repeaters of parameter sets before key frames, by the streams that need them.
  private var repeaters: [Int: ParameterRepeater] = [:]
  /// The streams of HEVC behind start codes.
  private var byteStreams: Set<Int> = []
  /// The numbering of frames of FLAC, by the streams that need it.
  private var frames: [Int: FLACFrameNumbering] = [:]
  /// The decode time of each stream's last packet.
  private var lastDecoding: [Int: Int64] = [:]
  private var hasBegun = false
  private let isInMemory: Bool
  /// Whether packets come in the order in which they are to stand in the file, and are put there one by one.
  public var writesAtOnce = false

  /// A file at `path` of the container that libav calls `format`.
  ///
  /// - Throws: `PacketFileError`.
  public init(_ path: String, format: String) throws(PacketFileError) {
    isInMemory = false
    unsafe context = try Self.context("file:" + path, format)
    let opened = unsafe avio_open(&context.pointee.pb, "file:" + path, AVIO_FLAG_WRITE)
    guard opened >= 0 else {
      throw PacketFileError(.unwritable, "The file cannot be written on.", code: opened)
    }
  }

  /// A file in memory of the container that libav calls `format`.
  ///
  /// - Throws: `PacketFileError`.
  public init(inMemory format: String) throws(PacketFileError) {
    isInMemory = true
    unsafe context = try Self.context(nil, format)
    let opened = unsafe avio_open_dyn_buf(&context.pointee.pb)
    guard opened >= 0 else { throw PacketFileError(.unwritable, "There is no memory for a file.", code: opened) }
  }

  /// The lead of a transport stream's clock over its packets, in microseconds.
  private static let clockLead: Int32 = 700_000

  /// The delay of times in a transport stream, in seconds: its muxer adds twice the clock's lead.
  static let transportDelay = (try? Rational(2 * Int64(clockLead), 1_000_000)) ?? .zero

  private static func context(
    _ url: String?, _ format: String
  ) throws(PacketFileError) -> UnsafeMutablePointer<AVFormatContext> {
    gste_quiet()
    var made: UnsafeMutablePointer<AVFormatContext>?
    let code = unsafe avformat_alloc_output_context2(&made, nil, format, url)
    guard code >= 0, let context = unsafe made else {
      throw PacketFileError(.unsupported, "There is no muxer for this container.", code: code)
    }
    unsafe context.pointee.flags |= AVFMT_FLAG_BITEXACT
    // The lead of a transport stream's clock before its packets, as ffmpeg has it.
    unsafe context.pointee.max_delay = clockLead
    return unsafe context
  }

  deinit {
    if isInMemory { _ = takeMemory() } else { _ = close() }
    unsafe avformat_free_context(context)
  }

  /// Closes the file; returns the error code. A second call does nothing.
  func close() -> Int32 { unsafe avio_closep(&context.pointee.pb) }

  /// The bytes of a file in memory, which is over then.
  func takeMemory() -> [UInt8] {
    guard let memory = unsafe context.pointee.pb else { return [] }
    unsafe context.pointee.pb = nil
    var bytes: UnsafeMutablePointer<UInt8>?
    let count = unsafe avio_close_dyn_buf(memory, &bytes)
    // SAFETY: the library says how many there are, and leaves them to be freed.
    defer { unsafe av_free(bytes) }
    return unsafe bytes.map { unsafe Array(UnsafeBufferPointer(start: $0, count: Int(count))) } ?? []
  }

  /// Whether the container that libav calls `format` takes packets of the codec `codec`; nil where it does not say.
  public static func holds(_ codec: String, in format: String) -> Bool? {
    guard let descriptor = unsafe avcodec_descriptor_get_by_name(codec),
      let muxer = unsafe av_guess_format(format, nil, nil)
    else { return false }
    let answer = unsafe gste_holds(muxer, descriptor.pointee.id)
    return answer < 0 ? nil : answer == 1
  }

  /// The muxer by libavformat's name: "matroska".
  private var muxer: String { unsafe String(libav: context.pointee.oformat.pointee.name) }

  // QUIRK: Matroska, written: libavformat has the blocks' times count from what decoders give before a sound. In: FFmpeg 7. Test:
  // "sound in Matroska ends with its last sample".
  /// Whether what decoders give before a sound is not the muxer's affair: `MatroskaTrackEntries` says it of all sounds of Matroska.
  var statesPaddingElsewhere: Bool {
    ["matroska", "webm"].contains(muxer)
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
    if statesPaddingElsewhere { unsafe stream.pointee.codecpar.pointee.initial_padding = 0 }
    unsafe stream.pointee.time_base = AVRational(tick)
    unsafe stream.pointee.disposition = original.pointee.disposition
    unsafe stream.pointee.sample_aspect_ratio = original.pointee.sample_aspect_ratio
    if let rate = source.streams[index].frameRate { unsafe stream.pointee.avg_frame_rate = AVRational(rate) }
    unsafe stream.pointee.r_frame_rate = original.pointee.r_frame_rate
    // QUIRK: MP4, written: libavformat waits to be asked for boxes of other bodies than ISO: of pictures that surround the viewer, of
    // stereoscopic ones, of Dolby Vision. In: FFmpeg 5.1. Test: "a copy in MP4 says that its pictures surround the viewer".
    if unsafe gste_says_view(original) != 0 {
      unsafe context.pointee.strict_std_compliance = min(
        context.pointee.strict_std_compliance, FF_COMPLIANCE_UNOFFICIAL)
    }
    // QUIRK: MP4, written: libavformat waits to be asked for FLAC, which has a specification. In: FFmpeg 5.1. Test: "FLAC in MP4
    // is copied into MP4".
    if source.streams[index].codec == "flac" {
      unsafe context.pointee.strict_std_compliance = FF_COMPLIANCE_EXPERIMENTAL
    }
    let number = unsafe Int(stream.pointee.index)
    try repeatParameters(ofStream: number, source.streams[index])
    if muxer == "mpegts", source.streams[index].isByteStream { byteStreams.insert(number) }
    return number
  }

  /// Has the parameter sets of stream number `number`, which is `stream`, stand among its packets where the container demands it.
  func repeatParameters(ofStream number: Int, _ stream: PacketStream) throws(PacketFileError) {
    guard stream.hasOutsideParameters, muxer == "mpegts",
      let made = unsafe self.stream(number)
    else { return }
    repeaters[number] = unsafe try ParameterRepeater(made)
  }

  /// Numbers the frames of stream number `stream`, which is FLAC, from the beginning, and has its header say what they are:
  /// it is a part of a stream, or several `parts`, one after another. Elsewhere nothing is done.
  ///
  /// - Throws: `PacketFileError` where there is no memory.
  public func renumberFrames(ofStream stream: Int, joining parts: [PacketStream]) throws(PacketFileError) {
    guard let found = FLACFrameNumbering(joining: parts),
      let parameters = unsafe self.stream(stream)?.pointee.codecpar
    else { return }
    let bytes = found.beginning.bytes
    // SAFETY: the library has as many bytes there as it says.
    guard unsafe Int(parameters.pointee.extradata_size) == bytes.count, let place = unsafe parameters.pointee.extradata
    else { throw PacketFileError(.unsupported, "The stream's header cannot be written.") }
    for (index, byte) in bytes.enumerated() { unsafe place[index] = byte }
    frames[stream] = found
  }

  /// Stream number `number`; nil where there is none.
  func stream(_ number: Int) -> UnsafeMutablePointer<AVStream>? {
    // SAFETY: libavformat allocates as many streams as it says, and keeps them until the file is closed.
    unsafe number < Int(context.pointee.nb_streams) ? context.pointee.streams[number] : nil
  }

  /// States `value` of the file under libav's name `key`.
  public func state(_ key: String, _ value: String) {
    unsafe _ = av_dict_set(&context.pointee.metadata, key, value, 0)
  }

  /// States `value` of stream number `stream` under libav's name `key`; nil takes back what is stated.
  public func state(_ key: String, _ value: String?, ofStream stream: Int) {
    guard let stream = unsafe self.stream(stream) else { return }
    unsafe _ = av_dict_set(&stream.pointee.metadata, key, value, 0)
  }

  /// Sets whether stream number `stream` is played by default.
  public func setDefault(_ isDefault: Bool, ofStream stream: Int) {
    guard let stream = unsafe self.stream(stream) else { return }
    let others = unsafe stream.pointee.disposition & ~AV_DISPOSITION_DEFAULT
    unsafe stream.pointee.disposition = isDefault ? others | AV_DISPOSITION_DEFAULT : others
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
    if byteStreams.contains(stream) { try packet.completeStartCodes() }
    if let repeater = repeaters[stream] { try repeater.filter(packet) }
    if let bytes = try frames[stream]?.next(packet.bytes) { try packet.replaceBytes(with: bytes) }
    lastDecoding[stream] = decoding
    let code = unsafe writesAtOnce ? av_write_frame(context, pointer) : av_interleaved_write_frame(context, pointer)
    guard code < 0 else { return }
    guard gste_is_refusal(code) == 0 else {
      throw PacketFileError(.unreadable, "A packet is not what its codec's are.", code: code)
    }
    throw PacketFileError(.unwritable, "A packet cannot be written.", code: code)
  }

  /// The number of written bytes.
  public var byteCount: Int64 { unsafe context.pointee.pb.map { unsafe $0.pointee.bytes_written } ?? 0 }

  /// Says what the frames of FLAC are, now that all of them are known, where the muxer takes it: with an empty packet, as
  /// encoders do.
  private func completeHeaders() throws(PacketFileError) {
    guard ["flac", "matroska"].contains(muxer) else { return }
    for (stream, frames) in frames {
      guard let info = frames.end else { continue }
      let packet = try StoredPacket()
      try packet.attachConfiguration(info.bytes)
      let pointer = unsafe packet.pointer
      unsafe pointer.pointee.stream_index = Int32(stream)
      let time = (lastDecoding[stream] ?? 0) + 1
      unsafe (pointer.pointee.pts, pointer.pointee.dts) = (time, time)
      let code = unsafe av_interleaved_write_frame(context, pointer)
      guard code >= 0 else { throw PacketFileError(.unwritable, "The stream's header cannot be written.", code: code) }
    }
  }

  /// Writes what belongs at the file's end, and closes it; what is in memory is left to be taken.
  ///
  /// - Throws: `PacketFileError`.
  public func finish() throws(PacketFileError) {
    if hasBegun { try completeHeaders() }
    var code = hasBegun ? unsafe av_write_trailer(context) : 0
    let closed = isInMemory ? 0 : close()
    if code >= 0 { code = closed }
    guard code >= 0 else { throw PacketFileError(.unwritable, "The file's end cannot be written.", code: code) }
  }
}
