import Foundation
import Glibc
import Testing

@testable import NameClaims

@Suite("Names that belong to a process") struct NameClaimTests {
  private let folder = FileManager.default.temporaryDirectory.appending(path: "claims-\(UUID().uuidString)").path

  init() throws {
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
  }

  private func make(_ names: String...) {
    for name in names { #expect(FileManager.default.createFile(atPath: "\(folder)/\(name)", contents: Data([1]))) }
  }

  private func names() throws -> [String] { try FileManager.default.contentsOfDirectory(atPath: folder).sorted() }

  @Test func `claims in a folder differ, share a lock, and leave nothing`() throws {
    defer { try? FileManager.default.removeItem(atPath: folder) }
    let (one, other) = (NameClaim(in: folder), NameClaim(in: folder))
    #expect(one.mark != other.mark)
    #expect(try names().count == 1)
    make(".film.mp4.\(one.mark).part", ".\(other.mark).passes.temp")
    NameClaim.removeLeftovers(in: folder)
    #expect(try names().count == 3)
    one.removeFiles()
    #expect(try names().count == 2)
    one.release()
    one.release()
    #expect(try names().count == 2)
    other.removeFiles()
    other.release()
    #expect(try names() == [])
  }

  @Test func `the first claim has the files of ended processes removed, and no others`() throws {
    defer { try? FileManager.default.removeItem(atPath: folder) }
    make(
      ".gstedit-0badcafe.lock", ".gstedit-0badcafe-0.passes.mbtree", ".film.mp4.gstedit-0badcafe-12.part",
      // No lock, another mark, a file of the user's.
      ".film.mp4.gstedit-0badcafd-0.part", ".gstedit-0badcafe0-1", "film.mp4.gstedit-0badcafe-0",
      ".gstedit-0BADCAFE.lock",
      ".film.mp4.12ab34cd.part")
    try FileManager.default.createDirectory(atPath: "\(folder)/.gstedit-0badcafe-1", withIntermediateDirectories: true)
    make(".gstedit-0badcafe-1/film.mp4")
    let claim = NameClaim(in: folder)
    claim.release()
    #expect(
      try names() == [
        ".film.mp4.12ab34cd.part", ".film.mp4.gstedit-0badcafd-0.part", ".gstedit-0BADCAFE.lock",
        ".gstedit-0badcafe0-1",
        "film.mp4.gstedit-0badcafe-0",
      ])
  }

  @Test func `a name that is always the same is taken by one alone, and from a process that has ended`() throws {
    defer { try? FileManager.default.removeItem(atPath: folder) }
    let path = "\(folder)/submit.lock"
    make("submit.lock")
    for _ in 0..<2 {
      guard case .made(let lock) = FolderLock.take(path) else { throw POSIXError(.EBUSY) }
      guard case .taken = FolderLock.take(path) else { throw POSIXError(.EEXIST) }
      // NFS gives locks of files that are open for writing alone.
      let open = try FileManager.default.contentsOfDirectory(atPath: "/proc/self/fd").filter {
        (try? FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/fd/\($0)")) == path
      }
      let descriptor = try #require(open.first.flatMap { Int32($0) })
      #expect(fcntl(descriptor, F_GETFL) & O_ACCMODE == O_RDWR)
      lock.remove()
      #expect(try names() == [])
    }
  }

  @Test func `locked files stay, whichever process holds the lock, and so do targets of links`() throws {
    defer { try? FileManager.default.removeItem(atPath: folder) }
    make(".gstedit-0badcafe.lock", ".gstedit-0badcafe-0.mp4", "mine")
    let descriptor = unsafe open("\(folder)/.gstedit-0badcafe.lock", O_RDONLY)
    defer { close(descriptor) }
    #expect(flock(descriptor, LOCK_EX) == 0)
    NameClaim.removeLeftovers(in: folder)
    #expect(try names().count == 3)
    flock(descriptor, LOCK_UN)
    try FileManager.default.createSymbolicLink(atPath: "\(folder)/.gstedit-1badcafe.lock", withDestinationPath: "mine")
    try FileManager.default.createSymbolicLink(atPath: "\(folder)/.gstedit-0badcafe-1", withDestinationPath: "mine")
    NameClaim.removeLeftovers(in: folder)
    #expect(try names() == [".gstedit-1badcafe.lock", "mine"])
  }

  @Test func `a folder that takes no file has claims without a lock`() throws {
    let claim = NameClaim(in: "\(folder)/none")
    #expect(claim.mark.hasPrefix("gstedit-"))
    claim.removeFiles()
    claim.release()
    try FileManager.default.removeItem(atPath: folder)
  }
}
