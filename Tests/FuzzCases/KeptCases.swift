/// Cases in which the program once did what it must not. They are run in every test.
///
/// What a number does to a film depends on the film's bytes, which ffmpeg makes: another version of it may give other
/// cases. They are still valid cases then, but not the old ones.
public enum KeptCases {
  /// Damaged files.
  public static let media: [MediaCase] = [
    // The header's byte rate is 3: a second of sound was 131 million samples.
    MediaCase(film: "pcm.wav", number: 20_536),
    // The header says 12000 by 12000 pixels; the file has a hundredth of a percent of them.
    MediaCase(film: "plain.bmp", number: 20_334),
    // A screen of 65535 by 16960 pixels took 4.5 GB to look at.
    MediaCase(film: "plain.gif", number: 20_477),
  ]

  /// Damaged projects.
  public static let projects: [ProjectCase] = []
}
