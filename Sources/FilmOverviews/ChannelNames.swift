import MediaFormats

extension ChannelLayout {
  /// The name of each channel in a mixing room, in their order: "L", "R", "C", "LFE", "Ls", "Rs" …; "M" for the one of mono, and
  /// numbers from 1 where channels have no speakers.
  var channelNames: [String] {
    if channels == 1 { return ["M"] }
    guard mask != 0 else { return (1...max(1, channels)).map(String.init) }
    let speakers = (0..<64).filter { mask >> UInt64($0) & 1 == 1 }
    return speakers.enumerated().map { number, speaker in
      Self.speakers.indices.contains(speaker) ? Self.speakers[speaker] : "\(number + 1)"
    }
  }

  /// In the order of the mask's bits.
  private static let speakers = [
    "L", "R", "C", "LFE", "Lb", "Rb", "Lc", "Rc", "Cb", "LFE2", "Ls", "Rs",
    "Tfl", "Tfr", "Tfc", "Tc", "Tbl", "Tbr", "Tsl", "Tsr", "Tbc", "Bfc", "Bfl", "Bfr", "Lw", "Rw",
  ]
}
