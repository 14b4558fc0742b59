/// Characteristics of options, stated by their authors: by a movie's tags; that all subtitles are forced, also by other
/// fields of a file.
extension AVMediaCharacteristic {
  /// It belongs to the program itself.
  public static let isMainProgramContent = AVMediaCharacteristic("public.main-program-content")
  /// It is about the program: comments.
  public static let isAuxiliaryContent = AVMediaCharacteristic("public.auxiliary-content")
  /// It is as the program was made, and no translation.
  public static let isOriginalContent = AVMediaCharacteristic("public.original-content")
  /// It has only subtitles that are shown whatever a person chooses.
  public static let containsOnlyForcedSubtitles = AVMediaCharacteristic("public.subtitles.forced-only")
  /// It has what is spoken, as text, for people who do not hear it.
  public static let transcribesSpokenDialogForAccessibility = AVMediaCharacteristic(
    "public.accessibility.transcribes-spoken-dialog")
  /// It describes music and sounds, for people who do not hear them.
  public static let describesMusicAndSoundForAccessibility = AVMediaCharacteristic(
    "public.accessibility.describes-music-and-sound")
  /// Speech is easier to understand in it.
  public static let enhancesSpeechIntelligibility = AVMediaCharacteristic(
    "public.accessibility.enhances-speech-intelligibility")
  /// It describes the picture, for people who do not see it.
  public static let describesVideoForAccessibility = AVMediaCharacteristic("public.accessibility.describes-video")
  /// It is written so that it is easily read.
  public static let easyToRead = AVMediaCharacteristic("public.easy-to-read")
  /// It is a translation.
  public static let languageTranslation = AVMediaCharacteristic("public.translation")
  /// It is a translation that takes the place of what is spoken.
  public static let dubbedTranslation = AVMediaCharacteristic("public.translation.dubbed")
  /// It is a translation that is spoken over the original.
  public static let voiceOverTranslation = AVMediaCharacteristic("public.translation.voice-over")
}
