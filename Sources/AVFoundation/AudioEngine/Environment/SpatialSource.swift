import Foundation
import MediaTime

/// State that an environment keeps of one of its inputs. Used by the thread that renders.
final class SpatialSource {
  private var stage: SpeedStage?
  private var head: SphericalHead?
  private var direct = Muffler()
  private var sent = Muffler()
  private var gains: [Double]?

  /// The next `count` samples at the speed `rate`; `source` gives as many as it is asked for, in `channels` channels.
  func samples(_ count: Int, rate: Float, channels: Int, from source: (Int) -> SoundBlock) -> SoundBlock {
    guard rate != 1 || stage != nil else { return source(count).inOrder(channels) }
    let speed = Rational(speed: Double(rate))
    // What has been asked for ahead is heard first, whatever the speed is by then.
    let stage = stage ?? SpeedStage(rate: speed, channels: channels)
    self.stage = stage
    stage.change(to: speed)
    // It may have begun with other channels, where the source was not yet a point, or was one.
    return stage.samples(count, from: source).inOrder(channels)
  }

  /// Stereo of mono `samples` (`rate` a second) from the lateral position `lateral`, -1 to 1, by the model of a head or
  /// by panning.
  func place(_ samples: [Float], lateral: Double, byHead: Bool, rate: Double) -> SoundBlock {
    let part = 0.5.squareRoot()
    guard byHead else {
      head = nil
      let angle = (lateral + 1) * Double.pi / 4
      return spread(samples, [cos(angle), sin(angle)])
    }
    gains = nil
    var head = self.head ?? SphericalHead(rate: rate)
    var block = SoundBlock(head.hear(samples, lateral: lateral))
    block.multiply(by: Float(part))
    self.head = head
    return block
  }

  /// `samples` in as many channels as there are `goals`, as loud as these say when they end; from how loud they were, in a straight line.
  private func spread(_ samples: [Float], _ goals: [Double]) -> SoundBlock {
    let starts = gains ?? goals
    gains = goals
    return SoundBlock(
      zip(starts, goals).map { start, goal in
        samples.indices.map { index in
          let part = Double(index + 1) / Double(samples.count)
          return samples[index] * Float(start + (goal - start) * part)
        }
      })
  }

  /// Takes away what does not come to the listener, and what does not come into the room, of the high tones.
  func muffle(_ space: SpaceSettings, direct block: inout SoundBlock, room: inout SoundBlock, rate: Double) {
    direct.run(&block, decibels: space.obstruction + space.occlusion, rate: rate)
    sent.run(&room, decibels: space.occlusion, rate: rate)
  }

  /// A shelf from 1,000 Hz on.
  private struct Muffler {
    private var decibels: Float = 0
    private var filter: BiquadFilter?
    private var memories: [BiquadFilter.Memory] = []

    mutating func run(_ block: inout SoundBlock, decibels: Float, rate: Double) {
      guard decibels < 0 else {
        (filter, memories) = (nil, [])
        return
      }
      if filter == nil || decibels != self.decibels {
        filter = BiquadFilter(.highShelf, frequency: 1_000, bandwidth: 1, gain: Double(decibels), rate: rate)
        self.decibels = decibels
      }
      if memories.count != block.channels.count { memories = block.channels.map { _ in .init() } }
      block.change { samples, channel in filter?.filter(&samples, &memories[channel]) }
    }
  }
}
