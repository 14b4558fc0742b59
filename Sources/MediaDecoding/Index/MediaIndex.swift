package import Containers
import EditingModel
import FoundationEssentials
import MediaFormats
package import MediaTime
package import Rendering

/// The index of a file's media, and how this engine reads it.
package struct MediaIndex: Hashable, Sendable, Codable {
  /// The facts for planning.
  package var facts: MediaFacts
  /// The way to open the file.
  package var container: MediaContainer
  /// The correction of the header's numbers.
  package var headerCorrection: HeaderCorrection?
  /// The stream time at the asset's time zero.
  package var zero: Rational
  // QUIRK: MP4 in fragments: `qtdemux` gives packets other times after a seek than from the beginning, where the header is empty.
  // In: GStreamer 1.22. Test: "a movie in fragments has the frames of a whole one".
  /// Whether the demuxer gives packets the same times after a seek as from the beginning; else a reader of pictures skips packets
  /// instead.
  package var keepsTimes: Bool
  /// The clock of a transport stream, which also defines where reading begins.
  package var clock: TransportClock?
  /// Access to each video track, in the facts' order.
  package var videoAccess: [VideoAccess]
  /// Access to each audio track, in the facts' order.
  package var audioAccess: [AudioAccess]

  /// The files that it is a chain of, each with its own facts and times; empty where it is a single one.
  package var links: [MediaIndex] = []

  package init(
    facts: MediaFacts, container: MediaContainer, headerCorrection: HeaderCorrection? = nil, zero: Rational,
    keepsTimes: Bool = true, videoAccess: [VideoAccess], audioAccess: [AudioAccess]
  ) {
    (self.facts, self.container, self.headerCorrection) = (facts, container, headerCorrection)
    (self.zero, self.keepsTimes) = (zero, keepsTimes)
    (self.videoAccess, self.audioAccess) = (videoAccess, audioAccess)
  }

  /// Access to the pictures of a video track: stream, decoder and corrections.
  package struct VideoAccess: Hashable, Sendable, Codable {
    /// Parser and decoder.
    package var codec: StreamCodec
    /// Its number among the container's streams of pictures; empty ones count, though they are no tracks.
    package var stream: Int
    /// Its stream of libavformat's packets; nil where a demuxer or a parser finds them.
    package var stored: StoredStream?
    /// Whether decoded frames carry their times. Where they do not, a reader starts at the beginning and counts.
    package var isTimed: Bool
    /// The parity of the first field of an interlaced frame.
    package var firstField: FieldParity
    /// Whether the container alone says that frames have two fields.
    package var hasDeclaredFields = false
    /// Nanoseconds of stream time at which the first shown frame begins, where an edit list hides frames before it. The
    /// frame may begin before the presentation does.
    package var firstTime: Int64?
    /// The beginning of the first frame that an edit list hides behind the last shown one, in nanoseconds of stream
    /// time.
    package var hiddenFrom: Int64?
    /// The presentation times of the key frames, in nanoseconds of stream time, in order; empty where they are not
    /// reliable.
    package var keyTimes: [Int64]
    /// The number of the first frame before which others are missing, in a damaged container whose frames are not timed.
    package var firstLoss: Int?
    /// The presentation times of packets before which others are missing, in a damaged container.
    package var lossTimes: [Int64]
    /// Presentation times of incomplete packets.
    package var damagedTimes: [Int64]
    /// Presentation times of frames that may be others than were written, as a checksum shows.
    package var suspectTimes: [Range<Int64>]
    /// Whether the pictures' size changes on the way.
    package var isResized = false
    /// The codec's profile, by GStreamer's name; nil where the stream does not say it.
    package var profile: String?
    /// Fragments of a movie with packets of the track, where a demuxer does not find its way to them.
    package var fragments: MovieFragments?
    /// The parts of the media that are shown one after another, each decoded by itself; empty where there is one.
    package var parts: [VideoPart] = []

    package init(
      codec: StreamCodec, stream: Int, stored: StoredStream? = nil, isTimed: Bool, firstField: FieldParity = .top,
      firstTime: Int64? = nil, hiddenFrom: Int64? = nil, keyTimes: [Int64] = [], lossTimes: [Int64] = [],
      damagedTimes: [Int64] = [], suspectTimes: [Range<Int64>] = []
    ) {
      (self.codec, self.stream, self.stored, self.isTimed) = (codec, stream, stored, isTimed)
      (self.firstField, self.firstTime, self.hiddenFrom) = (firstField, firstTime, hiddenFrom)
      (self.keyTimes, self.lossTimes) = (keyTimes, lossTimes)
      (self.damagedTimes, self.suspectTimes) = (damagedTimes, suspectTimes)
    }
  }

  /// Access to the samples of an audio track: stream, decoder and corrections.
  package struct AudioAccess: Hashable, Sendable, Codable {
    /// Parser and decoder.
    package var codec: StreamCodec
    /// Its number among the container's streams of sound; empty ones count, though they are no tracks.
    package var stream: Int
    /// Its stream of libavformat's packets; nil where a demuxer or a parser finds them.
    package var stored: StoredStream?
    /// Maps timestamps to samples.
    package var sampleMap: SampleMap
    /// Whether the packets lie end to end but for `holes`: then another hole in what is decoded is damage.
    package var isContinuous: Bool
    /// Gaps in the file's packets, in order.
    package var holes: [SoundGap]
    /// The delay of the container's times behind the presentation, in nanoseconds.
    package var codecDelay: Int64
    /// Ranges in which the demuxer's times are too early: then it is sent nowhere.
    package var timeCorrections: [TimeCorrection] = []
    /// Samples before the first one that the first packets have times for, but yield nothing.
    package var silentStart: Int64
    /// The beginning of the first packet, in nanoseconds of stream time, where that is long before the first sample
    /// that is heard.
    package var hiddenStart: Int64?
    /// Whether the number of channels changes on the way.
    package var isRearranged = false
    /// The speakers that the file's comments or its header name, by the bits of WAVE's mask; nil where they name none.
    package var speakerMask: UInt64?
    /// The parts of the media that are heard one after another, each decoded by itself; empty where there is one.
    package var parts: [AudioPart] = []

    package init(
      codec: StreamCodec, stream: Int, stored: StoredStream?, sampleMap: SampleMap, isContinuous: Bool,
      holes: [SoundGap], codecDelay: Int64, silentStart: Int64, speakerMask: UInt64?
    ) {
      (self.codec, self.stream, self.stored, self.sampleMap) = (codec, stream, stored, sampleMap)
      (self.isContinuous, self.holes, self.codecDelay) = (isContinuous, holes, codecDelay)
      (self.silentStart, self.speakerMask) = (silentStart, speakerMask)
    }
  }

  /// The address of video track `index`.
  package func videoAddress(_ index: Int) -> StreamAddress {
    StreamAddress(
      asset: facts.asset, container: container, codec: videoAccess[index].codec, mediaType: .video,
      index: videoAccess[index].stream, stored: videoAccess[index].stored, headerCorrection: headerCorrection,
      field: facts.videoTracks[index].isInterlaced
        ? FieldSelection(
          parity: videoAccess[index].firstField, appliesToAllFrames: videoAccess[index].hasDeclaredFields)
        : nil,
      lossTimes: videoAccess[index].lossTimes, damagedTimes: videoAccess[index].damagedTimes)
  }

  /// The address of video track `index` for a reader that begins with the key frame before `start`, in nanoseconds of stream
  /// time, where that is known.
  package func videoAddress(_ index: Int, from start: Int64) -> StreamAddress {
    var address = videoAddress(index)
    let access = videoAccess[index]
    let next = access.keyTimes.partitioningIndex { $0 > start }
    if next > 0, let range = access.fragments?.unneeded(before: access.keyTimes[next - 1]) {
      address.headerCorrection = .emptying(range, besides: headerCorrection)
    }
    return address
  }

  /// The address of audio track `index`.
  package func audioAddress(_ index: Int) -> StreamAddress {
    StreamAddress(
      asset: facts.asset, container: container, codec: audioAccess[index].codec, mediaType: .audio,
      index: audioAccess[index].stream, stored: audioAccess[index].stored, headerCorrection: headerCorrection,
      codecDelay: audioAccess[index].codecDelay, timeCorrections: audioAccess[index].timeCorrections)
  }
}

extension MediaIndex {
  /// The frames of video track `track` at which decoding can start, in order; all of them where each is one.
  package func keyFrames(ofVideoTrack track: Int) throws -> [Int] {
    let timing = facts.videoTracks[track].timing
    let access = videoAccess[track]
    guard access.isTimed, timing != .still else { return timing.count > 0 ? [0] : [] }
    guard !access.keyTimes.isEmpty else { return Array(0..<timing.count) }
    var frames: [Int] = []
    for time in access.keyTimes {
      let frame = timing.nearestFrame(to: try Rational(time, 1_000_000_000) - zero)
      if frames.last != frame { frames.append(frame) }
    }
    return frames
  }
}

extension MediaIndex {
  /// The entrance into a stream at `start`, in nanoseconds of stream time: its address, and the place to which its
  /// demuxer is sent, if to any.
  package func entrance(of address: StreamAddress, at start: Int64?) throws -> (address: StreamAddress, start: Int64?) {
    guard case .streams(.transportStreamDemuxer, _) = container, let start else { return (address, start) }
    guard let entrance = clock?.entrance(before: start) else { return (address, nil) }
    var address = address
    let length = try FileBytes(address.asset.url.path, isReadOnly: true).count
    guard entrance.offset < length else { return (address, nil) }
    let fields = address.headerCorrection?.fields.filter { $0.offset >= entrance.offset }.map {
      HeaderCorrection.Field(offset: $0.offset - entrance.offset, bytes: $0.bytes)
    }
    address.headerCorrection = HeaderCorrection(fields: fields ?? [], window: entrance.offset..<length)
    address.timeShift = entrance.time
    return (address, nil)
  }
}
