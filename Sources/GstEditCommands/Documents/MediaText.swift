import Foundation
import GstEdit

/// What a media file holds, for people (`gstedit probe`).
///
/// ```
/// cat.mp4
///   container    MPEG-4
///   duration     00:00:10.010 (1001/100 s)
///   video 0      H.264, 1280x720, I420
///     frames     300 at 30000/1001 a second (29.970)
///     color     limited 1/1/1
///   audio 0      AAC, 48000 Hz, 2 channels
///     samples    480480, from sample 0
/// ```
struct MediaText {
  private(set) var text: String

  init(_ facts: MediaFacts) {
    text = facts.asset.url.path + "\n"
    add("container", facts.container)
    add("duration", "\(facts.duration.timecode) (\(facts.duration) s)")
    for (index, track) in facts.videoTracks.enumerated() { add(track, index) }
    for (index, track) in facts.audioTracks.enumerated() { add(track, index) }
  }

  private mutating func add(_ track: VideoTrackFacts, _ index: Int) {
    var facts = [track.codec, "\(track.size)", track.format]
    if track.hasAlpha { facts.append("alpha") }
    if track.isInterlaced { facts.append("interlaced") }
    add("video \(index)", facts.joined(separator: ", "))
    if track.pixelAspect != .one { add("pixels", "\(track.pixelAspect) as wide as high", depth: 2) }
    if track.orientation != .up { add("turned", "\(track.orientation) (Exif \(track.orientation.rawValue))", depth: 2) }
    if track.displaySize != track.size { add("shown as", "\(track.displaySize)", depth: 2) }
    add("frames", Self.frames(of: track.timing), depth: 2)
    if let start = try? track.timing.start(of: 0), start != .zero { add("start", "\(start) s", depth: 2) }
    add("color", track.colorimetry == .unspecified ? "not said" : "\(track.colorimetry)", depth: 2)
  }

  private mutating func add(_ track: AudioTrackFacts, _ index: Int) {
    var facts = [
      track.codec, "\(track.sampleRate) Hz", track.channels == 1 ? "1 channel" : "\(track.channels) channels",
    ]
    if let format = track.losslessFormat { facts.append("lossless \(format.rawValue)") }
    add("audio \(index)", facts.joined(separator: ", "))
    add("samples", "\(track.sampleCount), from sample \(track.firstSample)", depth: 2)
  }

  private mutating func add(_ name: String, _ fact: String, depth: Int = 1) {
    let start = String(repeating: "  ", count: depth) + name
    let gap = String(repeating: " ", count: max(1, 15 - start.count))
    text += start + gap + fact + "\n"
  }

  private static func frames(of timing: FrameTiming) -> String {
    switch timing {
    case .still:
      return "a still"
    case .constant(_, let frameDuration, let count):
      guard let rate = try? .one / frameDuration else { return "\(count) of \(frameDuration) s" }
      return "\(count) at \(rate) a second (\(DecimalText.rounded(rate.seconds, to: 3)))"
    case .variable(let starts, _):
      let usual = timing.nominalFrameDuration.map { ", usually of \($0) s" } ?? ""
      return "\(starts.count) at a variable rate\(usual)"
    }
  }
}
