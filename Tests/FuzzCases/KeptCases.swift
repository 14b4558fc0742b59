/// Cases in which the program once did what it must not. They are run in every test.
///
/// What a number does to a film depends on the film's bytes, which ffmpeg makes: another version of it may give
/// other cases. Nothing of them is lost then but that they are the old ones.
public enum KeptCases {
  /// Damaged files.
  public static let media: [MediaCase] = [
    // The header's byte rate is 3: a second of sound was 131 million samples.
    MediaCase(film: "pcm.wav", number: 20_536),
    // The header says 12000 by 12000 pixels, of which the file has a hundredth of a percent.
    MediaCase(film: "plain.bmp", number: 20_334),
    // A screen of 65535 by 16960 pixels took 4.5 GB to look at.
    MediaCase(film: "plain.gif", number: 20_477),
  ]

  /// Damaged projects.
  public static let projects: [ProjectCase] = []
}
