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

  @Test func `its files can be read, and no others`() async throws {
    #expect(await attempt("read", readable.path) == .exited(status: 0))
    #expect(await attempt("read", scratch.url("secret.txt").path) == .exited(status: EACCES))
    #expect(await attempt("read", "/etc/passwd") == .exited(status: EACCES))
    #expect(await attempt("list", scratch.url.path) == .exited(status: EACCES))
    #expect(await attempt("list", "/proc") == .exited(status: EACCES))
    #expect(await attempt("environment") == .exited(status: EACCES))
    #expect(await attempt("read", scratch.url("none").path) == .exited(status: ENOENT))
  }

  @Test func `what can be read can be written nowhere but in one folder`() async throws {
    for action in ["write", "truncate", "remove"] {
      #expect(await attempt(action, readable.path) == .exited(status: EACCES), "\(action)")
    }
    #expect(await attempt("mode", readable.path) == .exited(status: EPERM))
    #expect(await attempt("create", scratch.url("new").path) == .exited(status: EACCES))
    #expect(await attempt("create", staging + "/new") == .exited(status: 0))
    #expect(await attempt("truncate", staging + "/new") == .exited(status: 0))
    #expect(await attempt("remove", staging + "/new") == .exited(status: 0))
    for action in ["folder", "link"] {
      #expect(await attempt(action, staging + "/new") == .exited(status: EACCES), "\(action)")
    }
    #expect(try scratch.names() == ["media.mp4", "secret.txt", "staging"])
  }

  @Test func `a link leads to the one file that it led to, and a folder that is named as a file to none`() async throws
  {
    let link = scratch.url("link.mp4").path
    try FileManager.default.createSymbolicLink(atPath: link, withDestinationPath: "secret.txt")
    #expect(await attempt("read", link) == .exited(status: EACCES))
    #expect(await attempt("read", link, files: [link]) == .exited(status: 0))
    #expect(await attempt("read", scratch.url("secret.txt").path, files: [scratch.url.path]) == .exited(status: EACCES))
  }

  @Test func `what the kernel does not have is said`() {
    #expect(Sandbox.Report(landlock: 1, filtersCalls: true).complaint == nil)
    let complaint = Sandbox.Report(landlock: 0, filtersCalls: false).complaint
    #expect(complaint?.contains("Landlock and seccomp") == true && complaint?.contains("every file") == true)
  }

  @Test func `there is no network, no other program and no other process`() async {
    for family in [AF_INET, AF_INET6, AF_UNIX, AF_NETLINK] {
      #expect(await attempt("socket", "\(family)") == .exited(status: EPERM), "\(family)")
    }
    // What pipelines wake one another with; datagrams would reach any socket of the system.
    #expect(await attempt("pair", "\(SOCK_STREAM.rawValue)") == .exited(status: 0))
    #expect(await attempt("pair", "\(SOCK_DGRAM.rawValue)") == .exited(status: EPERM))
    #expect(await attempt("execute") == .exited(status: EPERM))
    #expect(await attempt("spawn") == .exited(status: EPERM))
    #expect(await attempt("signal") == .exited(status: EPERM))
    #expect(await attempt("shared") == .exited(status: EPERM))
    #expect(await attempt("thread") == .exited(status: 0))
    #expect(await attempt("thread-state") == .exited(status: 0))
    #expect(await attempt("dump") == .exited(status: 0))
  }
}
