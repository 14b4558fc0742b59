import TestSupport
import Testing

/// The browser of all tests here, which are done one after another, each in a window of its own.
enum Browser {
  @TaskLocal static var current: WebDriver?

  /// Starts the browser before the tests of a suite, and ends it after them, however they end.
  struct Running: SuiteTrait, TestScoping {
    func provideScope(
      for test: Test, testCase: Test.Case?, performing function: @Sendable () async throws -> Void
    ) async throws {
      let driver = try Chromedriver()
      defer { driver.stop() }
      let browser = try await WebDriver(driver)
      try await Browser.$current.withValue(browser) { try await function() }
      try? await browser.quit()
      #expect(Poll.until(within: .seconds(30)) { driver.browsers.isEmpty }, "The browser ends when it is told to.")
    }
  }
}

extension SuiteTrait where Self == Browser.Running {
  /// With a browser for all tests of the suite.
  static var inBrowser: Self { Self() }
}

/// The page of the studio in a browser, used by hand: with the pointer, with keys, and by what can be seen.
@Suite(.serialized, .inBrowser, .enabled(if: Chromedriver.isInstalled))
struct StudioPageTests {}
