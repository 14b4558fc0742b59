import CAVFormat
public import MediaTime

/// A file whose packets are read as they stand. C: libavformat's demuxers.
///
/// Times are those of the file's presentation, edit lists applied, where packets are copied; where they are decoded, those of the
/// media, as the file lists them.
///
/// Threads: one at a time.
@safe public final class PacketSource {
  /// The purpose of reading packets.
  public enum Purpose: Sendable {
    /// To be written into another file: the beginnings of the streams are read first, to find their properties.
    case copying
    /// To be decoded: the caller handles edit lists and a movie's chapters; only the header is read first.
    case decoding
  }

  let context: UnsafeMutablePointer<AVFormatContext>
  /// Its streams.
  public internal(set) var streams: [PacketStream]
  /// How long it lasts as its header says, in seconds; nil where it does not.
  public let duration: Rational?
  /// The names of its container, with commas between.
  public let container: String
  /// The ticks by which pictures are said to be decoded after they are presented, by the numbers of their streams
  /// (``noteLateness(at:)``).
  var lateness: [Int: Int64] = [:]
  /// The order of pictures without times, by the numbers of their streams (``noteOrder(at:cancellation:)``).
  var pictureOrders: [Int: PictureOrder] = [:]
  /// The numbers of the streams with alpha beside their packets (``noteAlpha(at:)``).
  var streamsWithAlpha: Set<Int> = []
  /// Its chapters, in the file's own times.
  public var chapters: [(start: Rational, end: Rational, title: String?)] {
    unsafe (0..<context.pointee.nb_chapters).compactMap { index in
      guard let chapter = unsafe gste_chapter(context, index), let tick = unsafe Rational(chapter.pointee.time_base),
        let start = try? unsafe Rational(chapter.pointee.start) * tick,
        let end = try? unsafe Rational(chapter.pointee.end) * tick
      else { return nil }
      return (start, end, unsafe Self.entries(chapter.pointee.metadata).first { $0.key == "title" }?.value)
    }
  }

  /// Opens the file at `path`, and no other one: playlists and the like, which lead to others, are not read.
  ///
  /// - Parameter kinds: the kinds of streams to look for among the packets, where the header lists none, as in Flash
  ///   video, and the purpose is decoding.
  /// - Throws: `PacketFileError` with `.unsupported` where its format is not among `AllowedFormats`.
  public init(
    _ path: String, for purpose: Purpose = .copying, finding kinds: Set<PacketStream.Kind> = []
  ) throws(PacketFileError) {
    gste_quiet()
    var opened: UnsafeMutablePointer<AVFormatContext>?
    var options: OpaquePointer?
    defer { unsafe av_dict_free(&options) }
    unsafe _ = av_dict_set(&options, "format_whitelist", AllowedFormats.list, 0)
    unsafe _ = av_dict_set(&options, "protocol_whitelist", AllowedFormats.protocols, 0)
    if purpose == .decoding {
      unsafe opened = avformat_alloc_context()
      // Packets and times are the file's own: nothing is parsed, and nothing made up.
      unsafe opened?.pointee.flags |= AVFMT_FLAG_NOFILLIN | AVFMT_FLAG_NOPARSE
      for option in ["ignore_editlist", "ignore_chapters"] { unsafe _ = av_dict_set(&options, option, "1", 0) }
    }
    var code = unsafe avformat_open_input(&opened, "file:" + path, nil, &options)
    guard code != gste_not_allowed() else {
      throw PacketFileError(.unsupported, "The file is of no kind whose packets are copied.", code: code)
    }
    guard code >= 0, let opening = unsafe opened else {
      throw PacketFileError(.unreadable, "The file's container cannot be read.", code: code)
    }
    if purpose == .copying { code = unsafe avformat_find_stream_info(opening, nil) }
    guard code >= 0 else {
      unsafe avformat_close_input(&opened)
      throw PacketFileError(.unreadable, "The file's streams cannot be read.", code: code)
    }
    do throws(PacketFileError) {
      if purpose == .decoding { try unsafe Self.find(kinds, in: opening) }
    } catch {
      unsafe avformat_close_input(&opened)
      throw error
    }
    unsafe context = opening
    let container = unsafe String(libav: opening.pointee.iformat.pointee.name)
    self.container = container
    let length = unsafe opening.pointee.duration
    duration = length > 0 && length != gste_no_time() ? try? Rational(length, Int64(AV_TIME_BASE)) : nil
    // SAFETY: libavformat allocates as many streams as it says.
    streams = unsafe (0..<Int(opening.pointee.nb_streams)).compactMap { index in
      unsafe opening.pointee.streams[index].map { unsafe PacketStream($0, index, of: container) }
    }
  }

  /// Reads on until there are streams of all `kinds` where the header lists none, and goes back to the first packet.
  private static func find(
    _ kinds: Set<PacketStream.Kind>, in context: UnsafeMutablePointer<AVFormatContext>
  ) throws(PacketFileError) {
    guard unsafe context.pointee.ctx_flags & AVFMTCTX_NOHEADER != 0 else { return }
    func isFound(_ kind: PacketStream.Kind) -> Bool {
      let type = kind == .sound ? AVMEDIA_TYPE_AUDIO : AVMEDIA_TYPE_VIDEO
      // SAFETY: libavformat allocates as many streams as it says.
      return unsafe (0..<Int(context.pointee.nb_streams)).contains { index in
        unsafe context.pointee.streams[index]?.pointee.codecpar?.pointee.codec_type == type
      }
    }
    let packet = try StoredPacket()
    while !kinds.allSatisfy(isFound) {
      let code = unsafe av_read_frame(context, packet.pointer)
      unsafe av_packet_unref(packet.pointer)
      guard code >= 0 || code == gste_again() else { break }
    }
    let code = unsafe av_seek_frame(context, -1, 0, AVSEEK_FLAG_BYTE)
    guard code >= 0 else { throw PacketFileError(.unreadable, "The file's beginning cannot be found.", code: code) }
  }

  deinit {
    var context: UnsafeMutablePointer<AVFormatContext>? = unsafe context
    unsafe avformat_close_input(&context)
  }

  /// Sets the orientation `turns`, by streams' numbers, of streams for which libavformat gives none.
  func turn(by turns: [Int: DisplayMatrix]) {
    for (place, stream) in streams.enumerated() where stream.matrix.isEmpty {
      if let turn = turns[stream.index] {
        streams[place].matrix = turn.numbers(width: stream.width, height: stream.height)
      }
    }
  }

  /// Leaves out the packets of all streams but those in `wanted`.
  public func select(_ wanted: Set<Int>) {
    for stream in streams where !wanted.contains(stream.index) {
      // SAFETY: as in `init`.
      unsafe context.pointee.streams[stream.index]?.pointee.discard = AVDISCARD_ALL
    }
  }

  /// The next packet, in the order of the file; nil after the last.
  ///
  /// - Throws: `PacketFileError`.
  public func next() throws(PacketFileError) -> StoredPacket? {
    let packet = try StoredPacket()
    var code = gste_again()
    while code == gste_again() { code = unsafe av_read_frame(context, packet.pointer) }
    guard code != gste_end_of_file() else { return nil }
    guard code >= 0 else { throw PacketFileError(.unreadable, "A packet cannot be read.", code: code) }
    return packet
  }

  /// Continues with the key frame of stream number `stream` at or before `time`, in its ticks, or somewhere before it;
  /// false where the container cannot.
  public func seek(to time: Int64, stream: Int) -> Bool {
    guard pictureOrders.isEmpty else { return false }
    return unsafe av_seek_frame(context, Int32(stream), time, AVSEEK_FLAG_BACKWARD) >= 0
  }

  /// Continues with the first packet; false where the container cannot.
  public func rewind() -> Bool {
    // A search by time looks for something that is decoded at it, and leaves out what stands before, or all that has no time.
    if container == "mpegts" || !pictureOrders.isEmpty {
      return unsafe av_seek_frame(context, -1, 0, AVSEEK_FLAG_BYTE) >= 0
    }
    let start = unsafe context.pointee.start_time
    let time = start == gste_no_time() ? 0 : start
    return unsafe avformat_seek_file(context, -1, Int64.min, time, time, 0) >= 0
      || av_seek_frame(context, -1, time, AVSEEK_FLAG_BACKWARD) >= 0
  }

  /// The file's own statements, by libav's names: "title", "location".
  public var metadata: [FileStatement] { unsafe Self.entries(context.pointee.metadata) }

  static func entries(_ dictionary: OpaquePointer?) -> [FileStatement] {
    var entries: [FileStatement] = []
    var entry: UnsafeMutablePointer<AVDictionaryEntry>?
    while let next = unsafe av_dict_get(dictionary, "", entry, AV_DICT_IGNORE_SUFFIX) {
      unsafe entries.append(
        FileStatement(key: String(libav: next.pointee.key), value: String(libav: next.pointee.value)))
      unsafe entry = next
    }
    return entries
  }
}

extension PacketStream {
  fileprivate init(_ stream: UnsafeMutablePointer<AVStream>, _ index: Int, of container: String) {
    let parameters = unsafe stream.pointee.codecpar.pointee
    let entries = unsafe PacketSource.entries(stream.pointee.metadata)
    func entry(_ key: String) -> String? { entries.first { $0.key == key }?.value }
    unsafe self.init(
      index: index, kind: .other, codec: String(libav: avcodec_get_name(parameters.codec_id)),
      profile: Int(parameters.profile),
      // SAFETY: libavformat says how many bytes there are.
      configuration: parameters.extradata.map {
        unsafe Array(UnsafeBufferPointer(start: $0, count: Int(max(0, parameters.extradata_size))))
      } ?? [],
      tick: Rational(stream.pointee.time_base) ?? .one)
    identifier = unsafe Int(stream.pointee.id)
    tag = unsafe Self.letters(parameters.codec_tag)
    unsafe start = stream.pointee.start_time == gste_no_time() ? nil : stream.pointee.start_time
    // libav's demuxer of movies passes the track header's flag on by this name.
    if container.hasPrefix("mov") { isEnabled = unsafe stream.pointee.disposition & AV_DISPOSITION_DEFAULT != 0 }
    language = entry("language")
    statements = entries
    switch unsafe parameters.codec_type {
    case AVMEDIA_TYPE_VIDEO:
      kind = unsafe stream.pointee.disposition & AV_DISPOSITION_ATTACHED_PIC != 0 ? .cover : .pictures
      (width, height) = unsafe (Int(parameters.width), Int(parameters.height))
      format = unsafe String(libav: av_get_pix_fmt_name(AVPixelFormat(parameters.format)))
      color = unsafe [
        Int(parameters.color_space.rawValue), Int(parameters.color_primaries.rawValue),
        Int(parameters.color_trc.rawValue), Int(parameters.color_range.rawValue),
      ]
      let aspect = unsafe Rational(stream.pointee.sample_aspect_ratio) ?? Rational(parameters.sample_aspect_ratio)
      pixelAspect = aspect.flatMap { $0 > .zero ? $0 : nil } ?? .one
      isPixelAspectStated = aspect.map { $0 > .zero } ?? false
      bitsPerPixel = unsafe max(0, Int(parameters.bits_per_coded_sample))
      let rate = unsafe gste_frame_rate(stream, container == codec ? 1 : 0)
      frameRate = Rational(rate).flatMap { $0 > .zero ? $0 : nil }
      surroundsViewer = unsafe gste_surrounds(stream) != 0
      // SAFETY: there are nine numbers.
      matrix = unsafe gste_matrix(stream).map { unsafe Array(UnsafeBufferPointer(start: $0, count: 9)) } ?? []
    case AVMEDIA_TYPE_AUDIO:
      kind = .sound
      sampleRate = unsafe Int(parameters.sample_rate)
      format = unsafe String(libav: av_get_sample_fmt_name(AVSampleFormat(parameters.format)))
      frameSize = unsafe Int(parameters.frame_size)
      channels = unsafe Int(parameters.ch_layout.nb_channels)
      frameByteCount = unsafe Int(av_get_exact_bits_per_sample(parameters.codec_id)) * channels / 8
      initialPadding = unsafe Int(parameters.initial_padding)
      // An MP3 file's tag says how many samples are not presented, and the stream starts after them.
      if container == "mp3", let start, let samples = try? seconds(start) * Rational(Int64(sampleRate)) {
        initialPadding = Int(samples.rounded())
      }
      var words = [CChar](repeating: 0, count: 128)
      layout = unsafe withUnsafePointer(to: parameters) { unsafe String(libav: gste_layout($0, &words, 128)) }
    case AVMEDIA_TYPE_SUBTITLE: kind = .subtitles
    default: kind = .other
    }
  }
}

extension PacketStream {
  /// The four letters of a codec's number, the first in its lowest byte.
  private static func letters(_ number: UInt32) -> String {
    String(decoding: (0..<4).map { UInt8(truncatingIfNeeded: number >> (8 * $0)) }, as: UTF8.self)
  }
}

extension Rational {
  /// The fraction that libav writes so; nil where its denominator is 0.
  init?(_ fraction: AVRational) {
    guard let value = try? Rational(Int64(fraction.num), Int64(fraction.den)) else { return nil }
    self = value
  }
}

extension AVRational {
  /// `fraction` as libav writes it, each part brought to what 32 bits hold.
  init(_ fraction: Rational) {
    self.init(num: Int32(clamping: fraction.numerator), den: Int32(clamping: fraction.denominator))
  }
}
