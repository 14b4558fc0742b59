import ArgumentParser

/// Whether a file is planned and not written.
struct DryRunOptions: ParsableArguments {
  @Flag(
    name: .customLong("dry-run"),
    help: ArgumentHelp(
      "Print the plan of the file, and write nothing.",
      discussion: """
        Of a file that is encoded: which source frame is shown when, and which samples sound, as `gstedit plan` does. Of one that \
        is copied: which packets go along, the edit lists, and what is left behind and why. With --json as JSON.
        """))
  var dryRun = false

  /// Refuses to look at a file that is not written.
  func validate(verifies: Bool) throws {
    guard dryRun, verifies else { return }
    throw ValidationError("--dry-run writes no file that --verify could open. Leave out one of them.")
  }
}
