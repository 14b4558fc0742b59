import EditingModel
import Foundation
import GStreamer
import MediaFormats
import MediaTime
import Rendering

/// Finds out what a file holds: its streams, the exact times of every frame, and what the first decoded frame of each
/// looks like.
///
/// Threads: a dedicated one; blocks, and every wait is bounded.
struct MediaProbe {
  private let asset: AssetReference
  private let cancellation: Cancellation

  /// A probe of `asset`.
  init(_ asset: AssetReference, cancellation: Cancellation) {
    self.asset = asset
    self.cancellation = cancellation
  }

  /// What the file holds.
  ///
  /// - Throws: `RenderError` that names the file.
  func run() throws(RenderError) -> MediaIndex {
    try translating(asset: asset) {
      try checkFile()
      let container = try findContainer()
      if case .still(_, let decoder, _) = container { return try stillIndex(container, decoder: decoder) }
      let file = try FileBytes(asset.url.path, isReadOnly: true)
      try container.checkLength(of: file)
      let duration = container.isMovie ? try MovieDuration(of: file) : nil
      let scan = try MediaScan(
        asset, container: container, movieDuration: duration, cancellation: cancellation)
      return try index(of: scan, container: container, movieDuration: duration)
    }
  }

  private func checkFile() throws(RenderError) {
    let path = asset.url.path
    guard asset.url.isFileURL, let kind = FileSystem.kind(of: path) else {
      throw RenderError(.mediaMissing, "There is no file at \(path).", remedy: "Check the path.")
    }
    guard kind == .file else {
      throw RenderError(
        .mediaUnreadable, "\(path) is \(kind == .folder ? "a folder" : "no regular file").",
        remedy: "Name a media file.")
    }
    guard FileManager.default.isReadableFile(atPath: path), let handle = FileHandle(forReadingAtPath: path) else {
      throw RenderError(.mediaUnreadable, "\(path) may not be read.", remedy: "Check its permissions.")
    }
    defer { try? handle.close() }
    guard let first = try? handle.read(upToCount: 1), !first.isEmpty else {
      throw RenderError(.mediaUnreadable, "\(path) is empty.", remedy: "Put the media back.")
    }
  }

  private func findContainer() throws -> MediaContainer {
    let pipeline = try Pipeline(name: "find-\(asset.name)")
    defer { pipeline.stop() }
    let source = try Element.fileSource(asset, movieDuration: nil)
    let finder = try ElementName.typeFinder.make()
    let sink = try ElementName.fakeSink.make()
    try pipeline.add(source, finder, sink)
    try pipeline.link([source, finder, sink])
    let unknown = RenderError(
      .mediaUnreadable, "\(asset.url.path) is not a media file that can be opened.",
      remedy: "Check what the file is (the command file NAME tells), or convert it to MP4, Matroska or WAVE.")
    do {
      try pipeline.pause()
      let watchdog = Watchdog()
      while try !pipeline.awaitPreroll(nanoseconds: Cancellation.pollInterval) {
        _ = try pipeline.checkMessages()
        try cancellation.check()
        try watchdog.check(waitingFor: "the type of \(asset.name)") { pipeline.graph }
      }
    } catch let error as GStreamerError {
      var error = unknown.with(underlying: error.description)
      error.asset = asset
      throw error
    }
    guard let caps = try finder.pad("src").caps, let container = MediaContainer(fileCaps: caps) else { throw unknown }
    return container
  }

  private func stillIndex(_ container: MediaContainer, decoder: ElementName) throws -> MediaIndex {
    let codec = StreamCodec(still: container.name, decoder: decoder)
    let address = StreamAddress(asset: asset, container: container, codec: codec, mediaType: .video, index: 0)
    let reader = try StreamReader(address, from: nil, capacity: 1, threads: 1, cancellation: cancellation)
    defer { [reader.close()].settle() }
    guard let picture = try reader.next() else {
      throw RenderError(.mediaUnreadable, "The picture cannot be decoded.", remedy: "Check the file.")
    }
    let turn = Orientation(imageOrientationTag: try reader.reports().imageOrientation)
    let facts = try VideoTrackFacts(
      codec: container.name, picture: picture.caps, timing: .still, orientation: turn)
    return MediaIndex(
      facts: MediaFacts(
        asset: asset, container: container.name, duration: .zero, videoTracks: [facts], audioTracks: []),
      container: container, zero: .zero, videoAccess: [.init(codec: codec, stream: 0, isTimed: true)], audioAccess: [])
  }

  private func index(
    of scan: MediaScan, container: MediaContainer, movieDuration: MovieDuration?
  ) throws -> MediaIndex {
    var pictures: [VideoTrackProbe] = []
    var sounds: [AudioTrackProbe] = []
    var counts: [MediaType: Int] = [:]
    for stream in scan.streams {
      let number = counts[stream.mediaType, default: 0]
      counts[stream.mediaType] = number + 1
      guard !stream.packets.isEmpty else { continue }
      let address = StreamAddress(
        asset: asset, container: container, codec: stream.codec, mediaType: stream.mediaType, index: number,
        movieDuration: movieDuration)
      switch stream.mediaType {
      case .video:
        pictures.append(
          try VideoTrackProbe(stream, at: address, turn: scan.imageOrientation, cancellation: cancellation))
      case .audio:
        sounds.append(try AudioTrackProbe(stream, at: address, cancellation: cancellation))
      }
    }
    let starts = try pictures.map { try $0.timing.start(of: 0) } + sounds.map { try $0.start() }
    guard let zero = starts.min() else {
      throw RenderError(
        .mediaUnreadable, "The file holds neither picture nor sound.", remedy: "Check what the file is.")
    }
    var end = Rational.zero
    var videoTracks: [VideoTrackFacts] = []
    for picture in pictures {
      let facts = try picture.facts(zero: zero)
      videoTracks.append(facts)
      end = max(end, try facts.timing.end(of: facts.timing.count - 1) ?? .zero)
    }
    var audioTracks: [AudioTrackFacts] = []
    for sound in sounds {
      let facts = try sound.facts(zero: zero)
      audioTracks.append(facts)
      end = max(end, try Rational(facts.firstSample + facts.sampleCount, Int64(facts.sampleRate)))
    }
    let index = MediaIndex(
      facts: MediaFacts(
        asset: asset, container: container.name, duration: end, videoTracks: videoTracks, audioTracks: audioTracks),
      container: container, movieDuration: movieDuration, zero: zero, videoAccess: pictures.map(\.access),
      audioAccess: sounds.map(\.access))
    return try withTrueEnds(index, of: sounds)
  }

  /// The same index with the exact length of each sound, found by decoding its last packets.
  private func withTrueEnds(_ index: MediaIndex, of sounds: [AudioTrackProbe]) throws -> MediaIndex {
    guard !sounds.allSatisfy(\.isEndDeclared) else { return index }
    var index = index
    var end = Rational.zero
    for (track, sound) in sounds.enumerated() {
      var facts = index.facts.audioTracks[track]
      if !sound.isEndDeclared, sound.access.codec.decoder != nil {
        let near = max(facts.firstSample, facts.firstSample + facts.sampleCount - 2 * Int64(facts.sampleRate))
        let tail = try DecodedSound(
          track: track, of: index, from: near, channels: facts.channels, isEndKnown: false, cancellation: cancellation)
        defer { [tail.close()].settle() }
        while try tail.next() != nil {}
        facts.sampleCount = tail.position - sound.padding - facts.firstSample
        index.facts.audioTracks[track] = facts
      }
      end = max(end, try Rational(facts.firstSample + facts.sampleCount, Int64(facts.sampleRate)))
    }
    for facts in index.facts.videoTracks {
      end = max(end, try facts.timing.end(of: facts.timing.count - 1) ?? .zero)
    }
    index.facts.duration = end
    return index
  }
}

extension RenderError {
  /// The same error with the framework's own message.
  fileprivate func with(underlying words: String) -> RenderError {
    var error = self
    error.underlying = words
    return error
  }
}
