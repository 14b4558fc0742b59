import EditServices
import EditingModel
import Foundation
import MediaFormats
import MediaTime
import RenderEngine
import Rendering

/// How the engine reads a file of the survey, beside what ffmpeg reads in it.
struct SurveyJudgement: Sendable {
  var row: SurveyRow
  var witness: SurveyWitness
  /// What is otherwise than ffmpeg has it.
  private(set) var differences: [String] = []

  /// The table's words on how `row` is read, and on what ffmpeg does.
  static func words(on row: SurveyRow) async throws -> (engine: String, witness: String) {
    let url = try await row.url()
    var judgement = SurveyJudgement(row: row, witness: try await SurveyWitness(url))
    func refusal(_ error: RenderError) -> String {
      error.message.replacing(url.path, with: "The file").replacing(url.lastPathComponent, with: "it")
    }
    let facts: MediaFacts
    do {
      facts = try await WildFile.facts(of: url)
    } catch let error as RenderError {
      return ("refused: \(refusal(error))", judgement.witness.words)
    }
    do {
      try await judgement.read(facts)
    } catch let error as RenderError {
      // Which of some frames is found damaged first depends on the decoder's threads.
      let words = refusal(error).replacing(#/Frame \d+ of the media, at [0-9:.]+,/#, with: "A frame of the media")
      return ("refused when it is read: \(words)", judgement.witness.words)
    }
    let found = judgement.differences.joined(separator: "; ")
    if row.chapter == .damaged, found.isEmpty, row.isRaw {
      return ("read as it is: samples without compression show no damage", judgement.witness.words)
    }
    if row.chapter == .cutShort || row.chapter == .damaged {
      return ("**without a word**: \(found.isEmpty ? "what ffmpeg makes of it" : found)", judgement.witness.words)
    }
    if found.isEmpty { return ("read right", judgement.witness.words) }
    guard let reason = SurveyReasons.reason(for: row, findings: judgement.differences) else {
      return ("**wrong**: \(found)", judgement.witness.words)
    }
    return ("read right, unlike ffmpeg: \(reason)", judgement.witness.words)
  }

  /// Compares every track of the file that `facts` tell of.
  private mutating func read(_ facts: MediaFacts) async throws {
    compare("pictures' tracks", facts.videoTracks.count, witness.pictures.count)
    compare("sounds' tracks", facts.audioTracks.count, witness.sounds.count)
    for (number, stream) in witness.pictures.enumerated() where facts.videoTracks.indices.contains(number) {
      try await read(facts.videoTracks[number], number, stream, of: facts)
    }
    for (number, stream) in witness.sounds.enumerated() where facts.audioTracks.indices.contains(number) {
      try await read(facts.audioTracks[number], number, stream, of: facts)
    }
  }

  /// Notes that `found` is not what ffmpeg has.
  private mutating func compare<Value: Equatable>(_ what: String, _ found: Value, _ expected: Value) {
    if found != expected { differences.append("\(what): \(found), ffmpeg \(expected)") }
  }

  /// A track alone, from its first frame or sample to its end.
  private func edit(
    _ mediaType: MediaType, _ number: Int, of asset: AssetReference, from start: Rational, to end: Rational
  ) throws -> EditSnapshot {
    let (start, duration) = (try CMTime(exactly: start), try CMTime(exactly: end - start))
    var track = CompositionTrack(id: 1, mediaType: mediaType)
    track.segments = [
      CompositionTrackSegment(
        source: .init(asset: asset, trackIndex: number), sourceRange: CMTimeRange(start: start, duration: duration),
        targetRange: CMTimeRange(start: .zero, duration: duration))
    ]
    return EditSnapshot(composition: Composition(tracks: [track]))
  }

  // MARK: Pictures

  /// Compares pictures' track number `number`: its facts, its frames' times, and their contents.
  private mutating func read(
    _ track: VideoTrackFacts, _ number: Int, _ stream: SurveyWitness.Stream, of facts: MediaFacts
  ) async throws {
    let said = stream.description
    compare("size", "\(track.size.width)x\(track.size.height)", "\(said.width ?? 0)x\(said.height ?? 0)")
    if let aspect = said.sampleAspectRatio?.split(separator: ":").compactMap({ Int64($0) }), aspect.count == 2,
      aspect[0] > 0, aspect[1] > 0
    {
      compare("pixel aspect", track.pixelAspect, try Rational(aspect[0], aspect[1]))
    }
    if let order = said.fieldOrder, order != "unknown" {
      compare("interlaced", track.isInterlaced, order != "progressive")
    }
    let isTranslucent = said.tags?["alpha_mode"] == "1" || Self.hasAlpha(said.pixFmt ?? "")
    compare("alpha", track.hasAlpha, isTranslucent)
    compare("frames", track.timing.count, stream.times.count)
    let zero = witness.zero
    if track.timing != .still, !stream.times.contains(nil), track.timing.count == stream.times.count {
      for (frame, time) in stream.times.enumerated() {
        let start = try track.timing.start(of: frame).seconds
        guard let time, abs(start - time + zero) > 0.0011 else { continue }
        differences.append("frame \(frame) at \(Self.rounded(start)), ffmpeg \(Self.rounded(time - zero))")
        break
      }
    }
    try await show(track, number, stream, of: facts)
  }

  /// Compares the frames themselves.
  private mutating func show(
    _ track: VideoTrackFacts, _ number: Int, _ stream: SurveyWitness.Stream, of facts: MediaFacts
  ) async throws {
    let isStill = track.timing == .still
    let start = isStill ? .zero : try track.timing.start(of: 0)
    let end = isStill ? try Rational(1, 25) : try track.timing.end(of: track.timing.count - 1) ?? facts.duration
    let isColor = isStill || track.hasAlpha || Self.isRGB(stream.description.pixFmt ?? "")
    let isOdd = Int(track.naturalSize.width) % 2 + Int(track.naturalSize.height) % 2 > 0
    let format: PixelFormat = isOdd || isColor && !track.hasAlpha ? .yuv444p : .yuv420p
    let plan = try await edit(.video, number, of: facts.asset, from: start, to: end)
      .plan(RenderSettings(includesSound: false, pixelFormat: format))
    guard let picture = plan.picture else { return differences.append("no picture is planned") }
    let (width, height) = (picture.size.width, picture.size.height)
    let reader = try await GStreamerRenderer().pictures(of: plan, in: isColor ? .rgb24 : nil)
    defer { reader.close() }
    let expected = try await witness.pictures(
      of: stream, width: width, height: height, format: isColor ? "rgba" : format.rawValue)
    let frames = SurveyFrames(
      bytes: expected, luma: width * height, size: isColor ? 4 * width * height : format.byteCount(width, height),
      isColor: isColor)
    guard frames.count > 0 else { return differences.append("ffmpeg shows no picture") }
    var wrong: [Int] = []
    var worst = 0.0
    for index in 0..<picture.frameCount {
      let time = try start + Rational(Int64(index)) * picture.grid.frameDuration
      let frame = min(isStill ? 0 : track.timing.frame(at: time), frames.count - 1)
      let distance = frames.distance(of: try await reader.bytes(at: index), from: frame)
      // Fields are interpolated here, and shown woven there; pictures of other pixels are scaled by other filters.
      // Colors lose half of their sharpness where there is alpha.
      let isLoose = track.isInterlaced || isColor || track.pixelAspect != .one
      let bound: (Double, Double) = track.hasAlpha ? (11, 11) : isLoose ? (7, 7) : (2, 2.6)
      if distance.luma > bound.0 || distance.chroma > bound.1 { wrong.append(index) }
      worst = max(worst, distance.luma, distance.chroma)
    }
    guard let first = wrong.first else { return }
    differences.append(
      "\(wrong.count) of \(picture.frameCount) pictures differ, from \(first) on, by up to \(Int(worst))")
  }

  private static func hasAlpha(_ format: String) -> Bool {
    ["yuva", "rgba", "argb", "bgra", "abgr", "gbrap", "ya8", "ya16"].contains(where: format.hasPrefix)
  }

  private static func isRGB(_ format: String) -> Bool {
    ["rgb", "bgr", "gbr", "0rgb", "0bgr", "argb", "abgr", "pal8"].contains(where: format.hasPrefix)
  }

  private static func rounded(_ seconds: Double) -> Double { (seconds * 10_000).rounded() / 10_000 }

  // MARK: Sound

  /// Compares sound's track number `number`: its facts, its beginning, and every sample.
  private mutating func read(
    _ track: AudioTrackFacts, _ number: Int, _ stream: SurveyWitness.Stream, of facts: MediaFacts
  ) async throws {
    let said = stream.description
    compare("rate", track.sampleRate, Int(said.sampleRate ?? "") ?? 0)
    compare("channels", track.channels, said.channels ?? 0)
    guard said.channels == track.channels, track.sampleCount > 0 else { return }
    let runs = try await witness.runs(of: stream, rate: track.sampleRate, channels: track.channels)
    let rate = Double(track.sampleRate)
    if let start = runs.first?.start, abs(Double(track.firstSample) / rate - start + witness.zero) > 0.0015 {
      differences.append(
        "sound from \(Self.rounded(Double(track.firstSample) / rate)), ffmpeg \(Self.rounded(start - witness.zero))")
    }
    let plan = try await edit(
      .audio, number, of: facts.asset, from: try Rational(track.firstSample, Int64(track.sampleRate)),
      to: try Rational(track.firstSample + track.sampleCount, Int64(track.sampleRate))
    ).plan(RenderSettings(includesPicture: false, sampleRate: track.sampleRate, channels: track.channels))
    let reader = try await GStreamerRenderer().samples(of: plan)
    defer { reader.close() }
    let found = try await reader.samples(0..<min(track.sampleCount, reader.plan.sampleCount)).interleaved
    let comparison = SurveySound(
      found: found, runs: runs, origin: witness.zero + Double(track.firstSample) / rate, rate: track.sampleRate,
      channels: track.channels, isLossless: track.losslessFormat != nil)
    // A movie's edit ends where its sound does; ffmpeg plays the last packet to its end.
    let surplus = comparison.expectedCount - Int(track.sampleCount)
    let isMovie = facts.container == "MPEG-4" || facts.container == "QuickTime"
    let isRounding = comparison.isPlaced && abs(surplus) <= track.sampleRate / 500
    if surplus != 0, !isRounding, !(isMovie && (0..<1_024 + track.sampleRate / 500).contains(surplus)) {
      differences.append("\(track.sampleCount) samples, ffmpeg \(comparison.expectedCount)")
    }
    differences += comparison.differences
  }
}

extension PixelFormat {
  /// How many bytes a picture of planes without padding has.
  fileprivate func byteCount(_ width: Int, _ height: Int) -> Int {
    width * height + 2 * (width / pixelsPerChroma.across) * (height / pixelsPerChroma.down)
  }
}
