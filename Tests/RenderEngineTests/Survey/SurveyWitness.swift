import Foundation

import enum TestSupport.MediaTools
import struct TestSupport.ProgramRun
import enum TestSupport.RawSamples

/// What ffmpeg reads in a file: the second opinion.
struct SurveyWitness: Sendable {
  var url: URL
  var streams: [Stream] = []
  /// Whether ffprobe had something to complain of.
  var complains = false

  /// A stream of the file.
  struct Stream: Sendable {
    var description: Description
    /// When its frames are presented, in seconds of the file, as far as the file says.
    var times: [Double?]
    /// How many samples each frame of sound has.
    var sampleCounts: [Int]

    /// How many samples ffmpeg's decoder leaves out at the beginning: Windows Media Audio's two frames, though the first
    /// alone is what an encoder of ffmpeg's puts before the sound.
    var leadingSamples: Int {
      description.codecName?.hasPrefix("wmav") == true ? 2 * (sampleCounts.first ?? 0) : 0
    }
  }

  /// What ffprobe says of a stream.
  struct Description: Decodable, Sendable {
    var index: Int
    var codecType: String?
    var codecName: String?
    var pixFmt: String?
    var width: Int?
    var height: Int?
    var sampleAspectRatio: String?
    var fieldOrder: String?
    var sampleRate: String?
    var channels: Int?
    var disposition: [String: Int]?
    var tags: [String: String]?
  }

  private struct Frame: Decodable {
    var streamIndex: Int?
    var ptsTime: String?
    var bestEffortTimestampTime: String?
    var nbSamples: Int?
  }

  private struct Answer: Decodable {
    var streams: [Description]?
    var frames: [Frame]?
  }

  /// Asks ffprobe about the file at `url`.
  init(_ url: URL) async throws {
    self.url = url
    let entries =
      "stream=index,codec_type,codec_name,pix_fmt,width,height,sample_aspect_ratio,field_order,sample_rate,channels"
      + ":stream_disposition=attached_pic:stream_tags=alpha_mode"
      + ":frame=stream_index,pts_time,best_effort_timestamp_time,nb_samples"
    let run = ProgramRun(
      try MediaTools.executable("ffprobe"),
      ["-v", "error", "-show_streams", "-show_frames", "-show_entries", entries, "-of", "json", url.path])
    let outcome = try await run.outcome()
    complains = outcome.ending != .exited(0) || !outcome.errorText.isEmpty
    let decoder = JSONDecoder()
    decoder.keyDecodingStrategy = .convertFromSnakeCase
    guard let answer = try? decoder.decode(Answer.self, from: outcome.output) else { return }
    let frames = Dictionary(grouping: answer.frames ?? []) { $0.streamIndex ?? -1 }
    streams = (answer.streams ?? []).map { description in
      let own = frames[description.index] ?? []
      return Stream(
        description: description,
        times: own.map { Double($0.ptsTime ?? "") ?? Double($0.bestEffortTimestampTime ?? "") },
        sampleCounts: own.map { $0.nbSamples ?? 0 })
    }
  }

  /// The streams of pictures, without covers.
  var pictures: [Stream] {
    streams.filter { $0.description.codecType == "video" && $0.description.disposition?["attached_pic"] != 1 }
  }

  /// The streams of sound.
  var sounds: [Stream] { streams.filter { $0.description.codecType == "audio" } }

  /// The earliest time that anything is presented.
  var zero: Double {
    let starts = (pictures + sounds).compactMap { stream -> Double? in
      guard let first = stream.times.compactMap(\.self).min() else { return nil }
      return first - Double(stream.leadingSamples) / (Double(stream.description.sampleRate ?? "") ?? 48_000)
    }
    return starts.min() ?? 0
  }

  /// What the table says of ffmpeg.
  var words: String {
    let parts =
      pictures.map { "\($0.times.count) \($0.times.count == 1 ? "picture" : "pictures")" }
      + sounds.map { "\($0.sampleCounts.reduce(0, +)) samples" }
    if parts.isEmpty { return complains ? "refused" : "neither picture nor sound" }
    return parts.joined(separator: ", ") + (complains ? "; complains" : "")
  }

  /// Every picture of `stream` in `format`, scaled to a size, all in a row.
  func pictures(of stream: Stream, width: Int, height: Int, format: String) async throws -> [UInt8] {
    // ffmpeg's own decoders of VP8 and VP9 leave out alpha.
    let alphaDecoders = ["vp8": "libvpx", "vp9": "libvpx-vp9"]
    let decoder =
      stream.description.tags?["alpha_mode"] == "1" ? alphaDecoders[stream.description.codecName ?? ""] : nil
    let bytes = try await output(
      (decoder.map { ["-c:v", $0] } ?? []) + [
        "-i", url.path, "-map", "0:\(stream.description.index)", "-vf",
        Self.scaling(of: stream, width: width, height: height),
        "-vsync", "passthrough", "-f", "rawvideo", "-pix_fmt", format,
      ])
    return [UInt8](bytes)
  }

  /// The filter that makes pictures of `stream` `width` by `height` in limited range: zimg, which takes as many chroma
  /// samples to make one as the engine does, where its size stays and it is not red, green and blue.
  private static func scaling(of stream: Stream, width: Int, height: Int) -> String {
    let own = stream.description
    let isPacked = ["uyvy422", "yuyv422", "yvyu422"].contains(own.pixFmt)
    guard own.width == width, own.height == height, own.pixFmt?.hasPrefix("yuv") == true || isPacked else {
      return "scale=\(width):\(height):out_range=tv"
    }
    return (isPacked ? "format=yuv422p," : "") + "zscale=filter=bilinear:range=limited:chromal=left"
  }

  /// The samples of `stream`, channel by channel within each, in runs without holes that begin at seconds of the file.
  func runs(of stream: Stream, rate: Int, channels: Int) async throws -> [(start: Double?, samples: [Double])] {
    let isWhole = stream.leadingSamples > 0
    let bytes = try await output(
      (isWhole ? ["-flags2", "+skip_manual"] : []) + [
        "-i", url.path, "-map", "0:\(stream.description.index)", "-f", "f32le",
      ])
    let samples = RawSamples.widened(bytes)
    if isWhole {
      // Behind the last packet ffmpeg gives half a window that nothing overlaps: no sound can be made of it.
      let start = stream.times.first.flatMap { $0 }.map { $0 - Double(stream.leadingSamples) / Double(rate) }
      return [(start, samples.dropLast(stream.leadingSamples / 2 * channels))]
    }
    let count = stream.sampleCounts.reduce(0, +)
    guard count * channels == samples.count, !stream.times.contains(nil), let first = stream.times.first else {
      return [(stream.times.first ?? nil, samples)]
    }
    var runs: [(start: Double?, samples: [Double])] = [(first, [])]
    var (place, time) = (0, first ?? 0)
    // Movies count samples. Other containers round times to milliseconds, and where Vorbis changes its blocks ffmpeg is early
    // or late by some 450 samples for a while.
    let tolerance = ["mp4", "mov", "m4a"].contains(url.pathExtension) ? 0.002 : 0.015
    for (frame, count) in zip(stream.times, stream.sampleCounts) {
      if let frame, abs(frame - time) > tolerance { (runs, time) = (runs + [(frame, [])], frame) }
      runs[runs.count - 1].samples += samples[place * channels..<(place + count) * channels]
      (place, time) = (place + count, time + Double(count) / Double(rate))
    }
    return runs
  }

  /// What ffmpeg writes, as far as it comes.
  private func output(_ arguments: [String]) async throws -> Data {
    let run = ProgramRun(
      try MediaTools.executable("ffmpeg"), ["-nostdin", "-v", "quiet"] + arguments + ["pipe:1"])
    return try await run.outcome().output
  }
}
