import FoundationEssentials
import Glibc

// SAFETY: the kernel gets the array's size in bytes.

/// A program's orders to its worker before the work.
public struct WorkerOrders: Codable, Hashable, Sendable {
  /// The rules for what the worker may reach.
  public var rules: SandboxRules
  /// The folder in which the worker writes files, which the program then names; nil where it writes none.
  public var stagingFolder: String?
  /// Whether the worker refuses to work where the kernel cannot close it in altogether.
  public var isStrict: Bool
  /// The program's process.
  public private(set) var parent: Int32 = getpid()

  /// Orders to work within `rules`.
  public init(rules: SandboxRules, stagingFolder: String? = nil, isStrict: Bool = false) {
    self.rules = rules
    self.stagingFolder = stagingFolder
    self.isStrict = isStrict
  }

  /// The orders in `memory`, from its start; nil where it holds none.
  init?(from memory: Int32) {
    let size = Int(lseek(memory, 0, SEEK_END))
    guard size > 0 else { return nil }
    var bytes = [UInt8](repeating: 0, count: size)
    let count = unsafe bytes.withUnsafeMutableBytes { unsafe pread(memory, $0.baseAddress, $0.count, 0) }
    guard count == size, let orders = try? JSONDecoder().decode(Self.self, from: Data(bytes)) else { return nil }
    self = orders
  }
}
