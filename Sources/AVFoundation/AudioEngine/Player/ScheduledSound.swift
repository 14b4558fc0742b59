import Foundation

/// Sound of a player: a buffer, or a part of a file. Used under the player's lock.
protocol ScheduledSound: AnyObject, Sendable {
  /// Number of samples, at the player's rate.
  var length: Int64 { get }
  /// The next `count` samples, always all of them; there are as many.
  func read(_ count: Int) -> SoundBlock
  /// Has the next sample be the first again.
  func rewind()
  /// Has the first `count` samples be ready, where nothing was read.
  func prepare(_ count: Int)
}

/// A buffer that is played: as it is when its samples are reached.
final class ScheduledBuffer: ScheduledSound, @unchecked Sendable {
  // @unchecked: it is under the player's lock, and the buffer is read alone.
  let length: Int64
  private let buffer: AVAudioPCMBuffer
  private var position = 0

  init(_ buffer: AVAudioPCMBuffer) { (self.buffer, length) = (buffer, Int64(buffer.frameLength)) }

  func read(_ count: Int) -> SoundBlock {
    defer { position += count }
    return buffer.block(position..<position + count)
      ?? SoundBlock(silence: count, channels: Int(buffer.format.channelCount))
  }

  func rewind() { position = 0 }
  func prepare(_ count: Int) {}
}

/// A part of a file that is played, at the rate of the player. The file is read by itself, wherever the program reads it.
final class ScheduledSegment: ScheduledSound, @unchecked Sendable {
  // @unchecked: it is under the player's lock.
  let length: Int64
  private let file: AVAudioFile?
  private let first: AVAudioFramePosition
  private let channels: Int
  private let rate: Double
  private var conversion: RateConversion?
  /// Samples that were read ahead, and how many of the file are left.
  private var ahead: SoundBlock
  private var left: Int64

  /// Number of samples that are read at once.
  private static let chunk = 8_192

  /// Samples `first` and `count` - 1 that follow it of the file at `url`, as far as there are, `rate` a second. One that cannot be read is
  /// empty, and said on the standard error.
  init(_ url: URL, from first: AVAudioFramePosition, _ count: Int64, rate: Double) {
    let file: AVAudioFile?
    do {
      file = try AVAudioFile(forReading: url)
    } catch {
      file = nil
      Misuse.report("\(url.path) cannot be played: \(error)")
    }
    let there = max(0, min(count, (file?.length ?? 0) - first))
    (self.file, self.first, self.rate, left) = (file, first, rate, there)
    channels = Int(file?.processingFormat.channelCount ?? 1)
    ahead = SoundBlock(channels: channels)
    let own = file?.processingFormat.sampleRate ?? rate
    length = own == rate ? there : Int64((Double(there) * rate / own).rounded())
    (total, fileRate) = (there, own)
    rewind()
  }

  private let total: Int64
  private let fileRate: Double

  func read(_ count: Int) -> SoundBlock { conversion?.samples(count, from: next) ?? next(count) }

  func rewind() {
    (ahead, left) = (SoundBlock(channels: channels), total)
    file?.framePosition = first
    conversion = fileRate == rate ? nil : RateConversion(from: fileRate, to: rate, channels: channels)
  }

  func prepare(_ count: Int) { fill(Int(Double(count) * fileRate / rate)) }

  /// The next `count` samples of the file; silence behind its end.
  private func next(_ count: Int) -> SoundBlock {
    fill(count)
    var block = ahead.takeFirst(count)
    if block.count < count { block.append(SoundBlock(silence: count - block.count, channels: channels)) }
    return block
  }

  /// Reads ahead until there are `count` samples, or no more.
  private func fill(_ count: Int) {
    while ahead.count < count, left > 0 {
      let wanted = AVAudioFrameCount(min(left, Int64(max(Self.chunk, count - ahead.count))))
      guard let file,
        let buffer = AVAudioPCMBuffer(pcmFormat: file.processingFormat, frameCapacity: wanted)
      else { return }
      do {
        try file.read(into: buffer, frameCount: wanted)
      } catch {
        Misuse.report("\(file.url.path) cannot be played on: \(error)")
        left = 0
        return
      }
      let block = buffer.block(0..<Int(buffer.frameLength)) ?? SoundBlock(channels: channels)
      left = block.count == 0 ? 0 : left - Int64(block.count)
      ahead.append(block)
    }
  }
}
