import Foundation
import Layers
import ModelValues
import Testing

/// Core Animation's verbs, as values.
@Suite struct LayerEditingTests {
  @Test func `sublayers and animations are added, named, replaced and removed`() {
    var page = Layer()
    var words = Layer(.text("The end"))
    var fade = BasicAnimation(keyPath: .opacity)
    (fade.fromValue, fade.toValue) = (0, 1)
    words.add(fade, forKey: "fade")
    words.add(SpringAnimation(keyPath: .position), forKey: nil)
    words.add(Transition(.push), forKey: "push")
    #expect(words.animationKeys == ["fade", "push"] && words.animations.count == 3)
    #expect(words.animation(forKey: "fade")?.timing.key == "fade")
    fade.toValue = 0.5
    words.add(fade, forKey: "fade")
    #expect(words.animations.count == 3 && words.animationKeys == ["push", "fade"])
    guard case .basic(let kept) = words.animation(forKey: "fade") else {
      Issue.record("The animation is of another kind.")
      return
    }
    #expect(kept.toValue == 0.5)
    page.addSublayer(words)
    words.removeAnimation(forKey: "push")
    words.removeAllAnimations()
    #expect(page.sublayers.count == 1 && page.sublayers[0].animations.count == 3 && words.animations.isEmpty)
  }

  @Test func `values are written plainly`() {
    let values: [LayerValue] = [0.5, 2, true, "The end", [0, 0.5, 1], .point(Point(x: 1, y: 2))]
    #expect(values.map(\.kind) == [.number, .number, .flag, .text, .numbers, .point])
    #expect(values[3] == .text(AttributedText("The end")) && values[4] == .numbers([0, 0.5, 1]))
  }

  @Test func `keys are kept when animations are written and read`() throws {
    var layer = Layer()
    layer.add(BasicAnimation(keyPath: .opacity), forKey: "fade")
    layer.add(AnimationGroup(), forKey: nil)
    let read = try JSONDecoder().decode(Layer.self, from: JSONEncoder().encode(layer))
    #expect(read == layer && read.animations.map(\.timing.key) == ["fade", nil])
  }
}
