import Containers
import CoreMedia
import Foundation

// SAFETY: a format is copied from the address that the caller gives, and a status is written to the converter's
// variable while it waits.

/// The samples of a file of sound, from any one on.
protocol SoundFileSamples: AnyObject {
  /// Format of the samples in the file.
  var format: AVAudioFormat { get }
  /// Number of samples of each channel.
  var length: AVAudioFramePosition { get }
  /// The number of the next one.
  var position: AVAudioFramePosition { get }
  /// The next samples of all channels by turns, `count` of each or as many as are left.
  func next(_ count: Int) throws -> ArraySlice<Double>
  /// Has sample number `position` be the next.
  func seek(to position: AVAudioFramePosition)
}

/// Samples of all channels by turns that were made beyond what was asked for.
struct SamplesAhead {
  private var waiting: ArraySlice<Double> = []

  /// The next `count` of them, made by `more` where there are too few; silence from there on where that gives nil: the file says that it is
  /// longer than what is in it.
  mutating func take(_ count: Int, more: () throws -> [Double]?) rethrows -> ArraySlice<Double> {
    while waiting.count < count {
      guard let made = try more() else {
        waiting += ArraySlice(repeating: 0, count: count - waiting.count)
        break
      }
      waiting += made
    }
    defer { waiting = waiting.dropFirst(count) }
    return waiting.prefix(count)
  }
}

/// The samples of a compressed Core Audio file, which the engine has no tracks for: packets are found by the file's
/// packet table, and decoded.
///
/// ```
///  packets   ├──────┼──────┼──────┼──────┼──────┤
///  decoded          ▓▓▓▓▓▓▓▓▓▓▓▓▓▓▓▓▓▓▓▓▓▓▓▓▓▓▓▓▓     with a preroll of packets
///  given                      ├─────────────────
/// ```
///
/// Threads: one at a time.
final class SoundPacketReading: SoundFileSamples {
  let format: AVAudioFormat
  let length: AVAudioFramePosition
  private(set) var position: AVAudioFramePosition = 0
  private let file: AudioFileReading
  /// Format of the samples that come out of the decoder: floats of all channels by turns.
  private let decoded: AVAudioFormat
  private var decoder: AVAudioConverter?
  /// The number of the packet that is decoded next.
  private var packet: Int64 = 0
  private var ahead = SamplesAhead()

  /// Number of packets before a sample's own that it is made of: those that overlap, and 80 ms of Opus (RFC 7845 §4.6).
  private static let preroll: Int64 = 4
  /// Number of samples that are decoded at a time, and of packets that are read.
  private static let (portion, packets): (AVAudioFrameCount, Int) = (8_192, 16)
  /// Largest size of those packets together, in bytes.
  private static let room = 1 << 24

  /// The file at `url`; nil where it is no Core Audio file of packets that are decoded here.
  init?(_ url: URL) {
    guard let bytes = try? FileBytes(url.path, isReadOnly: true), (try? bytes.read(at: 0, 4)) == Array("caff".utf8),
      let file = try? AudioFileReading(url.path, hint: nil), file.facts.coding == nil
    else { return nil }
    var stated = file.facts.description
    let layout = AVAudioChannelLayout.unnamed(stated.mChannelsPerFrame)
    guard file.facts.packetLength > 0, let count = file.facts.sound?.count ?? Self.length(file), let layout,
      let format = unsafe AVAudioFormat(streamDescription: &stated, channelLayout: layout)
    else { return nil }
    if !file.facts.configuration.isEmpty { format.magicCookie = Data(file.facts.configuration) }
    decoded = AVAudioFormat(
      commonFormat: .pcmFormatFloat64, sampleRate: format.sampleRate, interleaved: true, channelLayout: layout)
    (self.file, self.format, length) = (file, format, count)
    decoder = AVAudioConverter(from: format, to: decoded)
    guard decoder != nil else { return nil }
    begin()
  }

  /// Number of samples in the packets of `file`, where it does not state priming and remainder.
  private static func length(_ file: AudioFileReading) -> Int64? {
    guard let count = try? file.totals().count else { return nil }
    let (length, isBeyond) = count.multipliedReportingOverflow(by: Int64(file.facts.packetLength))
    return isBeyond ? nil : length
  }

  func next(_ count: Int) throws -> ArraySlice<Double> {
    let channels = Int(format.channelCount)
    let wanted = min(count, Int(clamping: length - position)) * channels
    let taken = try ahead.take(wanted, more: decode)
    position += AVAudioFramePosition(wanted / channels)
    return taken
  }

  func seek(to position: AVAudioFramePosition) {
    guard position != self.position else { return }
    self.position = position
    begin()
  }

  /// Has the decoder begin so that the sample at `position` is the first that it gives.
  private func begin() {
    let length = Int64(file.facts.packetLength)
    let place = position.addingSaturated(Int64(file.facts.sound?.leading ?? 0))
    packet = max(0, place / length - Self.preroll)
    ahead = SamplesAhead()
    decoder?.reset()
    decoder?.primeInfo = AVAudioConverterPrimeInfo(
      leadingFrames: AVAudioFrameCount(clamping: place - packet * length), trailingFrames: 0)
  }

  /// Samples of all channels by turns; nil at the end.
  private func decode() throws -> [Double]? {
    guard let decoder, let made = AVAudioPCMBuffer(pcmFormat: decoded, frameCapacity: Self.portion) else {
      throw AVError(.unknown)
    }
    var (failure, error): ((any Error)?, NSError?) = (nil, nil)
    let status = unsafe decoder.convert(to: made, error: &error) { _, outStatus in
      do {
        let packets = try file.packets(from: packet, Self.packets, room: Self.room)
        packet += Int64(packets.count)
        unsafe outStatus.pointee = packets.isEmpty ? .endOfStream : .haveData
        return packets.isEmpty ? nil : buffer(packets.map { Array($0) })
      } catch let thrown {
        failure = thrown
        unsafe outStatus.pointee = .endOfStream
        return nil
      }
    }
    if let failure { throw failure }
    guard status != .error else { throw error ?? AVError(.decodeFailed) as any Error }
    return made.interleaved().flatMap { $0.isEmpty ? nil : $0 }
  }

  private func buffer(_ packets: [[UInt8]]) -> AVAudioCompressedBuffer {
    let buffer = AVAudioCompressedBuffer(
      format: format, packetCapacity: AVAudioPacketCount(packets.count),
      maximumPacketSize: max(1, packets.map(\.count).max() ?? 0))
    _ = buffer.put(packets[...])
    return buffer
  }
}
