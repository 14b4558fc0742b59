import Foundation
import Testing

@Suite("The house: who may see whom")
struct ModuleRuleTests {
  @Test func `every folder of Sources is a module of the house`() throws {
    let known = Set(Module.house.map(\.name)).union(Module.foreignModules)
    #expect(try Repository.folders(in: "Sources").filter { !known.contains($0) } == [])
  }

  @Test func `the house's arrows point only downward`() {
    let names = Module.house.map(\.name)
    for (index, module) in Module.house.enumerated() {
      #expect(module.mayImport.isDisjoint(with: names[index...]), "\(module.name) sees something above itself")
    }
  }

  @Test(arguments: Module.house) func `a module imports only what the house allows it`(module: Module) throws {
    let wrong = try module.files().flatMap(\.imports).filter { !module.mayImport.contains($0.module) }
    #expect(wrong.map(\.place) == [])
  }

  /// Otherwise the build fails wherever it happens to compile the other module later.
  @Test(arguments: Module.house) func `what a module imports of the house, the package declares`(module: Module) throws
  {
    let package = try Repository.file("Package.swift").text
    // Those that the package makes in a way of their own are not read.
    guard let start = package.range(of: #"module\(\s*"\#(module.name)""#, options: .regularExpression),
      let end = package.range(of: ")", range: start.upperBound..<package.endIndex)
    else { return }
    let declaration = package[start.upperBound..<end.lowerBound]
    let house = Set(Module.house.map(\.name))
    let missing = try module.files().flatMap(\.imports).filter { line in
      house.contains(line.module) && !declaration.contains("\"\(line.module)\"")
    }
    #expect(missing.map(\.place) == [])
  }

  @Test(arguments: Module.house.filter { !$0.bordersOnC })
  func `unsafe code stands in the modules that border on C alone`(module: Module) throws {
    let words = ["unsafe", "@unsafe", "Unmanaged", "@unchecked"].filter { $0 != "@unchecked" || module.isPure }
    let files = try module.files()
    #expect(words.flatMap { word in files.flatMap { $0.placesInCode(ofWord: word) } } == [])
  }

  @Test func `every file with unsafe code says what makes it safe`() throws {
    let files = try Module.house.flatMap { try $0.files() }
    let unsafe = files.filter { !$0.placesInCode(ofWord: "unsafe").isEmpty }
    #expect(unsafe.count > 50)
    #expect(unsafe.filter { $0.places(of: "// SAFETY: ").isEmpty }.map(\.path) == [])
  }

  @Test func `every module that may hold unsafe code does`() throws {
    for module in Module.house where module.bordersOnC {
      #expect(try module.files().contains { !$0.placesInCode(ofWord: "unsafe").isEmpty }, "\(module.name)")
    }
    #expect(Set(HouseWords.unsafeModules.keys).isSubset(of: Module.house.map(\.name)))
  }

  @Test func `plug-ins see nothing of the program`() throws {
    let seen = ["CompositorExport", "Compositing", "EditingModel", "MediaFormats", "MediaTime"]
    let hidden = Set(Module.house.map(\.name)).subtracting(seen).union(Module.foreignModules)
    let files = try Repository.files(under: "Sources/Plugins", ending: [".swift"])
    #expect(files.flatMap(\.imports).filter { hidden.contains($0.module) }.map(\.place) == [])
  }

  @Test func `plug-ins hold no unsafe code`() throws {
    let files = try Repository.files(under: "Sources/Plugins", ending: [".swift"])
    #expect(
      ["unsafe", "Unmanaged", "@unchecked"].flatMap { word in files.flatMap { $0.placesInCode(ofWord: word) } } == [])
  }

  @Test func `every unchecked conformance says why it holds`() throws {
    let files = try Repository.files(under: "Sources", ending: [".swift"])
    #expect(files.flatMap(\.uncheckedWithoutReason) == [])
  }

  @Test func `the names of elements stand in one file`() throws {
    let home = "Sources/MediaDecoding/ElementName.swift"
    let names = try Repository.file(home).text.matches(of: #/ElementName\("([^"]+)"/#).map { String($0.output.1) }
    #expect(!names.isEmpty)
    // "volume" is also the word for loudness, as a property and a key.
    let literals = Set(names).subtracting(["volume"])
    let others = try Repository.files(under: "Sources", ending: [".swift"]).filter { $0.path != home }
    #expect(others.flatMap { $0.places(ofLiterals: literals) } == [])
    // The typed layer's own two ends of a pipeline are what they are called after.
    let typedEnds = ["Sources/GStreamer/AppSink.swift", "Sources/GStreamer/AppSource.swift"]
    let rest = others.filter { !typedEnds.contains($0.path) }
    #expect(rest.flatMap { $0.places(of: "Element(\"") + $0.places(of: "hasElement(\"") } == [])
  }
}
