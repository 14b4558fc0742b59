import Testing

/// Where an expected value comes from. None of these tests has been run on an Apple system.
extension Tag {
  /// A published test that runs against Apple's framework asserts it.
  @Tag static var publishedTest: Self

  /// Published output of Apple's framework.
  @Tag static var publishedOutput: Self

  /// Documented by Apple or in Apple's headers.
  @Tag static var documented: Self

  /// Checked on an Apple system by the authors of a public re-implementation, as they state; not confirmed.
  @Tag static var unverified: Self

  /// Derived from the documented rules; no observation is known.
  @Tag static var derived: Self
}
