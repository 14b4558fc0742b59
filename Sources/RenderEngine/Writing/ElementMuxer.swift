import EditingModel
import GStreamer
import MediaFormats
import MediaTime
import Rendering
import Synchronization

/// Muxes packets into a file with an element of GStreamer's, in its own pipeline.
///
/// ```
///  track 0 ─► appsrc ─┐
///                     ├─► muxer ─► filesink        one input a track, each fed by its own thread
///  track 1 ─► appsrc ─┘
/// ```
///
/// Where one stream is the file (WAV, FLAC), its encoder replaces the muxer. Threads: as noted at each call.
final class ElementMuxer: FileMuxer {
  private let pipeline: Pipeline
  private let muxer: Muxer
  private let settings: WriterSettings
  private let trackCount = Atomic(0)

  /// A muxer into the file at `path`.
  ///
  /// - Throws: `RenderError` with `.missingPlugin`.
  init(_ settings: WriterSettings, to path: String) throws {
    self.settings = settings
    pipeline = try Pipeline(name: "mux")
    muxer = try Muxer(settings)
    let sink = try ElementName.fileSink.make()
    try sink.set("location", path)
    // What is complete is in the file at once; and a movie's muxer, which goes back in the file, does not hear why the disk
    // does not take what was held back.
    if settings.export.fileType.isMovie { try sink.set("buffer-mode", "unbuffered") }
    try pipeline.add(muxer.element, sink)
    try pipeline.link([muxer.element, sink])
    if settings.fragmentDuration != nil { try correctFragments() }
  }

  /// Has the header before the fragments say what that of the finished file does: a player may never see another.
  private func correctFragments() throws {
    let primings = settings.sounds.map { sound -> Int64? in
      let priming = AudioEncoding.priming(of: sound.encoding.codec)
      return priming > 0 ? priming : nil
    }
    let header = FragmentedHeader(soundStarts: primings)
    let pcm = MoviePCM(settings)
    let isDNxHR = settings.export.video?.codec == .dnxhr
    try muxer.element.pad("src").replaceBuffers { buffer in
      let marks = ["moov", "moof"].map { Array($0.utf8) }
      let bytes = try? buffer.withBytes { bytes -> [UInt8]? in
        guard bytes.count > 8, marks.contains((4..<8).map { bytes[$0] }) else { return nil }
        return bytes.indices.map { bytes[$0] }
      }
      guard let bytes, var corrected = header.corrected(bytes) ?? MovieFragment(bytes)?.mended() else { return nil }
      if let pcm { corrected = pcm.described(corrected) }
      return try? buffer.replacingBytes(at: 0, with: isDNxHR ? MovieDNxHR.renamed(corrected) : corrected)
    }
  }

  /// A track of the file.
  private final class Input: MuxerInput {
    private let source: AppSource
    private let gate = InputGate(capacity: 4)
    private let events: StreamEvents
    private let muxer: ElementMuxer
    /// What is said before the first packet: of the track, and by the first track of the file.
    private let tags: [StreamEvents.Tags]
    /// Packets so far.
    private let count = Atomic(0)

    fileprivate init(
      _ source: AppSource, events: StreamEvents, saying tags: [StreamEvents.Tags], muxer: ElementMuxer
    ) throws {
      self.source = source
      self.tags = tags
      self.events = events
      self.muxer = muxer
      let pad = try source.element.pad("src")
      pad.replaceSegment { (start: events.segmentStart, time: 0) }
      let gate = gate
      pad.probeBuffers { _, _ in
        gate.leave()
        return .pass
      }
    }

    var acceptedCaps: Caps? {
      get throws { try source.element.pad("src").peerCaps }
    }

    func push(_ packet: MuxedPacket, caps: Caps?, while isWanted: () throws -> Void) throws {
      try gate.enter(while: isWanted)
      // Tags keep their position among the packets, except that none precedes the first packet.
      let number = count.add(1, ordering: .relaxed).oldValue
      if number > 0 { for tags in events.takeTags(before: number) { source.push(tags) } }
      if let caps {
        source.setCaps(caps)
        for tags in tags { source.push(tags) }
      }
      guard source.push(packet.buffer) else {
        try muxer.check()
        throw GStreamerError.refused("The muxer takes nothing more.")
      }
    }

    func end() {
      for tags in events.takeTags() { source.push(tags) }
      source.end()
    }
  }

  func addTrack(_ track: MuxedTrack, events: StreamEvents) throws -> any MuxerInput {
    let mediaType =
      switch track {
      case .pictures: MediaType.video
      case .sound: MediaType.audio
      case .packets(let number): settings.packets[number].mediaType
      }
    let source = try AppSource(caps: nil, capacity: 0)
    let number = trackCount.add(1, ordering: .relaxed).oldValue
    var tags = [settings.header(ofTrack: number).languageTag.flatMap { StreamEvents.Tags(languageCode: $0) }]
    if number == 0 {
      try tags.append(
        FileTags(settings.metadata.items, in: settings.export.fileType).map { try StreamEvents.Tags(ofFile: $0.text) })
    }
    let input = try Input(source, events: events, saying: tags.compactMap(\.self), muxer: self)
    try pipeline.add(source.element)
    try muxer.link(source.element, mediaType, settings: settings, in: pipeline)
    return input
  }

  func start(_ cancellation: Cancellation) throws {
    try pipeline.play(cancellation)
  }

  func check() throws {
    _ = try pipeline.checkMessages()
  }

  func isComplete() throws -> Bool {
    try pipeline.awaitMessages(nanoseconds: Cancellation.pollInterval).endOfStream
  }

  var graph: String { pipeline.graph }

  func stop() -> BackgroundTask<Void> { pipeline.stopInBackground() }
}
