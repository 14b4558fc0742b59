import Foundation
import Glibc
import TestSupport
import Testing

@testable import MediaIsolation

/// What a process that is closed in can still do, tried by one: `SandboxProbe` ends with the `errno` of what it tried.
@Suite("The sandbox, tried from inside", .enabled(if: Sandbox.hasLandlock, "the kernel has no Landlock"))
struct SandboxTests {
  private let scratch: ScratchFolder
  private let readable: URL
  private let staging: String

  init() throws {
    scratch = try ScratchFolder()
    readable = try scratch.write("media", to: "media.mp4")
    try scratch.write("secret", to: "secret.txt")
    staging = scratch.url("staging").path
    try FileManager.default.createDirectory(atPath: staging, withIntermediateDirectories: false)
  }

  /// What comes of `words`, where `readable` may be read and `staging` be written.
  private func attempt(_ words: String..., files: [String] = []) async -> WorkerEnding {
    let rules = SandboxRules(
      files: [readable.path] + files, folders: SandboxRules.systemFolders, writableFolders: [staging])
    return await Probe(rules).run(words)
  }

  /// Expects `ending`, and says what came instead.
  private func expect(
    _ ending: WorkerEnding, of attempt: WorkerEnding, sourceLocation: SourceLocation = #_sourceLocation
  ) {
    #expect(attempt == ending, sourceLocation: sourceLocation)
  }

  @Test func `its files can be read, and no others`() async throws {
    await expect(.exited(status: 0), of: attempt("read", readable.path))
    await expect(.exited(status: EACCES), of: attempt("read", scratch.url("secret.txt").path))
    await expect(.exited(status: EACCES), of: attempt("read", "/etc/passwd"))
    await expect(.exited(status: EACCES), of: attempt("list", scratch.url.path))
    await expect(.exited(status: EACCES), of: attempt("list", "/proc"))
    await expect(.exited(status: EACCES), of: attempt("environment"))
    await expect(.exited(status: ENOENT), of: attempt("read", scratch.url("none").path))
  }

  @Test func `readable files can be written in one folder alone`() async throws {
    for action in ["write", "truncate", "remove"] {
      await expect(.exited(status: EACCES), of: attempt(action, readable.path))
    }
    await expect(.exited(status: EPERM), of: attempt("mode", readable.path))
    await expect(.exited(status: EACCES), of: attempt("create", scratch.url("new").path))
    await expect(.exited(status: 0), of: attempt("create", staging + "/new"))
    await expect(.exited(status: 0), of: attempt("truncate", staging + "/new"))
    await expect(.exited(status: 0), of: attempt("remove", staging + "/new"))
    for action in ["folder", "link"] {
      await expect(.exited(status: EACCES), of: attempt(action, staging + "/new"))
    }
    #expect(try scratch.names() == ["media.mp4", "secret.txt", "staging"])
  }

  @Test func `a link leads to the one file that it led to, and a folder that is named as a file to none`() async throws
  {
    let link = scratch.url("link.mp4").path
    try FileManager.default.createSymbolicLink(atPath: link, withDestinationPath: "secret.txt")
    await expect(.exited(status: EACCES), of: attempt("read", link))
    await expect(.exited(status: 0), of: attempt("read", link, files: [link]))
    await expect(
      .exited(status: EACCES), of: attempt("read", scratch.url("secret.txt").path, files: [scratch.url.path]))
  }

  @Test func `a missing kernel feature is reported`() {
    #expect(Sandbox.Report(landlock: 1, filtersCalls: true).complaint == nil)
    let complaint = Sandbox.Report(landlock: 0, filtersCalls: false).complaint
    #expect(complaint?.contains("Landlock and seccomp") == true && complaint?.contains("every file") == true)
  }

  @Test func `there is no network, no other program and no other process`() async {
    for family in [AF_INET, AF_INET6, AF_UNIX, AF_NETLINK] {
      await expect(.exited(status: EPERM), of: attempt("socket", "\(family)"))
    }
    // What pipelines wake one another with; datagrams would reach any socket of the system.
    await expect(.exited(status: 0), of: attempt("pair", "\(SOCK_STREAM.rawValue)"))
    await expect(.exited(status: EPERM), of: attempt("pair", "\(SOCK_DGRAM.rawValue)"))
    await expect(.exited(status: EPERM), of: attempt("execute"))
    await expect(.exited(status: EPERM), of: attempt("spawn"))
    await expect(.exited(status: EPERM), of: attempt("signal"))
    await expect(.exited(status: EPERM), of: attempt("shared"))
    await expect(.exited(status: 0), of: attempt("thread"))
    await expect(.exited(status: 0), of: attempt("thread-state"))
    await expect(.exited(status: 0), of: attempt("dump"))
  }
}
