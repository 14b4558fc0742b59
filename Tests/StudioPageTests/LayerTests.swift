import Foundation
import ProjectFile
import TestSupport
import Testing

extension StudioPage {
  /// Adds a layer or an animation of a type to the list of an identifier in the panel of layers.
  func addLayer(_ type: String, to list: String) async throws {
    try await choose(type, in: "#\(list)-new-type")
    try await edited { try await click("#\(list)-new") }
    try await rest()
  }

  /// Gives a property of the layer or animation of an identifier a value, whether it has one or not.
  func setProperty(_ name: String, of layer: String, to value: String) async throws {
    let field = "#\(layer)-\(name)"
    if try await count("select\(field)") > 0 {
      if try await self.value("document.querySelector('\(field)').value", as: String.self) != value {
        try await edited { try await choose(value, in: field) }
      }
    } else if try await count(field) > 0 {
      if try await self.value("document.querySelector('\(field)').value", as: String.self) != value {
        try await edited { try await fill(field, with: value) }
      }
    } else {
      try await choose(name, in: "#\(layer)-property")
      // A field that one leaves by the tab key has added nothing yet.
      try await fill("#\(layer)-value", with: value)
      try await edited { try await click("#\(layer)-add") }
    }
    try await rest()
  }

  /// Takes a property of the layer or animation of an identifier away.
  func removeProperty(_ name: String, of layer: String) async throws {
    try await edited { try await click("#\(layer)-\(name)-remove") }
    try await rest()
  }

  /// The project's layers, as JSON with sorted keys.
  func layers() throws -> String {
    let project = try JSONSerialization.jsonObject(with: Data(text.utf8)) as? [String: Any]
    let layers = try JSONSerialization.data(
      withJSONObject: project?["layers"] ?? [], options: [.sortedKeys, .withoutEscapingSlashes])
    return String(decoding: layers, as: UTF8.self)
  }
}

extension StudioPageTests {
  /// Layers over the film, in a panel of their own.
  @Suite struct LayersOverTheFilm {
    @Test func `layers, what is in them and their animations are made, changed and taken away`() async throws {
      try await StudioPage.with(try await Films.media(), text: Films.text, errors: ["api/edit"]) { page in
        try await page.settlePicture()
        try await page.click("#tab-layers")
        try await page.addLayer("text", to: "layers")
        try await page.setProperty("string", of: "layer-0", to: "Spring")
        // A string that would be a number stays one, for what is typed into it is text.
        try await page.setProperty("string", of: "layer-0", to: "2010")
        try await page.setProperty("bounds", of: "layer-0", to: "0, 0, 120, 40")
        try await page.setProperty("position", of: "layer-0", to: "[80, 45]")
        try await page.setProperty("fontSize", of: "layer-0", to: "24")
        try await page.setProperty("alignmentMode", of: "layer-0", to: "center")
        #expect(
          try page.layers()
            == #"[{"alignmentMode":"center","bounds":[0,0,120,40],"fontSize":24,"position":[80,45],"string":"2010","type":"text"}]"#
        )
        // What is refused is said, and not shown on.
        let before = try page.text
        try await page.fill("#layer-0-fontSize", with: "large")
        try await page.wait("why not", until: "document.querySelector('#alerts p')?.textContent")
        try await page.wait("its size", until: "document.getElementById('layer-0-fontSize').value === '24'")
        #expect(try page.text == before)
        try await page.addLayer("basic", to: "layer-0-animations")
        try await page.setProperty("toValue", of: "layer-0-animations-0", to: "0.5")
        try await page.setProperty("fillMode", of: "layer-0-animations-0", to: "both")
        try await page.addLayer("shape", to: "layer-0-sublayers")
        try await page.setProperty("path", of: "layer-0-sublayers-0", to: "M0,0 H10 V10 Z")
        try await page.removeProperty("bounds", of: "layer-0-sublayers-0")
        try await page.removeProperty("position", of: "layer-0-sublayers-0")
        #expect(
          try page.layers().contains(
            ##""sublayers":[{"fillColor":"#ffffff","path":"M0,0 H10 V10 Z","type":"shape"}]"##))
        #expect(
          try page.layers().contains(
            #"[{"duration":1,"fillMode":"both","fromValue":0,"keyPath":"opacity","toValue":0.5,"type":"basic"}]"#))
        try await page.keepPicture(named: "layers")
        // Another one over it; then under it; then it goes, and the list with the last.
        try await page.addLayer("gradient", to: "layers")
        try await page.edited { try await page.click("#layer-1-up") }
        try await page.rest()
        #expect(try page.layers().firstMatch(of: /^\[{"bounds":\[[\d,]+\],"colors":\["#000000","#ffffff"\]/) != nil)
        #expect(
          try page.layers().hasSuffix(
            ##""string":"2010","sublayers":[{"fillColor":"#ffffff","path":"M0,0 H10 V10 Z","type":"shape"}],"type":"text"}]"##
          ))
        try await page.edited { try await page.click("#layer-0-remove") }
        try await page.rest()
        #expect(try page.layers().hasPrefix(#"[{"alignmentMode":"center""#))
        while try page.text != Films.text { try await page.undo() }
      }
    }
  }
}
