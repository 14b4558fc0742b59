import GstEdit
import MediaFormats
import Rendering

/// Brings samples to another rate and to other channels, block by block.
struct SampleConversion {
  private var converter: (from: SoundFormat, to: SoundFormat, converter: any SoundConverter)?

  /// Treatment of channels where input and output have different ones.
  enum Channels {
    /// They are mixed, from the speakers of the input to those of the output.
    case mixed
    /// Each of the output is that of the input which its number says; numbers of none are silent.
    case mapped([Int])
  }

  /// Converted samples for `samples`, those of all channels of `input` by turns.
  ///
  /// - Throws: `RenderError` with `.unsupported` where there is no such conversion.
  mutating func convert(
    _ samples: [Double], from input: SoundFormat, to output: SoundFormat, _ channels: Channels
  ) throws -> [Double] {
    let width = input.layout.channels
    let (source, taken): (ChannelLayout, [Double])
    switch channels {
    case .mixed: (source, taken) = (input.layout, samples)
    case .mapped(let map): (source, taken) = (output.layout, Self.mapped(samples, of: width, by: map))
    }
    let from = SoundFormat(sampleRate: input.sampleRate, layout: source)
    guard from != output else { return taken }
    if converter?.from != from || converter?.to != output {
      converter = (from, output, try Engine.renderer().soundConverter(from: from, to: output))
    }
    return converter?.converter.convert(taken) ?? []
  }

  /// Samples that are left to come out, behind the last ones. Samples that go in after this are the beginning of another sound.
  mutating func finish() -> [Double] {
    defer { converter = nil }
    return converter?.converter.finish() ?? []
  }

  /// Numbers of the `width` channels that the `wanted` ones are taken from: one alone is all of them, others are in order, -1 where there is none.
  static func inOrder(_ width: Int, _ wanted: Int) -> [Int] {
    (0..<wanted).map { width == 1 ? 0 : $0 < width ? $0 : -1 }
  }

  /// The channels of `samples`, `width` of them by turns, that `map` names.
  private static func mapped(_ samples: [Double], of width: Int, by map: [Int]) -> [Double] {
    guard map != Array(0..<width) else { return samples }
    var mapped: [Double] = []
    mapped.reserveCapacity(samples.count / max(1, width) * map.count)
    for start in stride(from: 0, to: samples.count - width + 1, by: max(1, width)) {
      for channel in map { mapped.append((0..<width).contains(channel) ? samples[start + channel] : 0) }
    }
    return mapped
  }
}
