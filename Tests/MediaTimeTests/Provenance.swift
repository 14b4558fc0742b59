import Testing

/// Where an expected value comes from. Nothing here was executed on an Apple system by us.
extension Tag {
  /// A published test that runs against Apple's framework asserts it.
  @Tag static var publishedTest: Self

  /// Somebody published what Apple's framework printed.
  @Tag static var publishedOutput: Self

  /// Apple's documentation or headers say so.
  @Tag static var documented: Self

  /// A public re-implementation says that it checked the value on an Apple system. To be confirmed by one run there.
  @Tag static var unverified: Self

  /// It follows from the documented rules; no observation is known.
  @Tag static var derived: Self
}
