import GstEdit
import Testing

@testable import GstEditCommands

struct ProgramExitTests {
  @Test func `the exit codes are the contract's`() {
    let codes = ProgramExit.allCases.map(\.rawValue)
    #expect(codes == [0, 64, 65, 66, 69, 70, 73, 74, 75, 76, 129, 130, 143])
  }

  private static let codes: [(RenderError.Code, Int32)] = [
    (.invalidModel, 65), (.sourceRangeBeyondMedia, 65), (.unsupported, 65), (.mediaMissing, 66),
    (.mediaUnreadable, 66), (.missingPlugin, 69), (.engineFailed, 70), (.outputExists, 73),
    (.cannotCreateOutput, 73), (.writeFailed, 74), (.stalled, 75), (.cancelled, 130),
    (RenderError.Code(rawValue: "somethingNew"), 70),
  ]

  @Test(arguments: codes)
  func `every kind of failure has its exit code`(code: RenderError.Code, status: Int32) {
    #expect(ProgramExit(code).rawValue == status)
  }

  @Test(arguments: ProgramExit.allCases)
  func `only what comes from outside is a signal`(status: ProgramExit) {
    #expect(status.isSignal == [.hungUp, .interrupted, .terminated].contains(status))
  }
}
