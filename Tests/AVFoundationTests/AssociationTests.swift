import AVFoundation
import Testing

private nonisolated(unsafe) var titleKey: UInt8 = 0
private nonisolated(unsafe) var noteKey: UInt8 = 0

/// Objects of Apple's as libraries extend them.
@Suite("Values beside objects") struct AssociationTests {
  @Test func `a value is found by its object and its key, and by no others`() {
    let (item, other) = (AVMutableMetadataItem(), AVMutableMetadataItem())
    objc_setAssociatedObject(item, &titleKey, "first", .OBJC_ASSOCIATION_RETAIN_NONATOMIC)
    objc_setAssociatedObject(item, &noteKey, 5, .OBJC_ASSOCIATION_COPY)
    #expect(objc_getAssociatedObject(item, &titleKey) as? String == "first")
    #expect(objc_getAssociatedObject(item, &noteKey) as? Int == 5)
    #expect(objc_getAssociatedObject(other, &titleKey) == nil)
    objc_setAssociatedObject(item, &titleKey, "second", .OBJC_ASSOCIATION_RETAIN)
    #expect(objc_getAssociatedObject(item, &titleKey) as? String == "second")
    objc_setAssociatedObject(item, &titleKey, nil, .OBJC_ASSOCIATION_RETAIN)
    #expect(objc_getAssociatedObject(item, &titleKey) == nil)
    objc_removeAssociatedObjects(item)
    #expect(objc_getAssociatedObject(item, &noteKey) == nil)
  }

  @Test func `a value is held, copied or only named, as its policy says`() {
    let item = AVMutableMetadataItem()
    let text = NSMutableString(string: "a")
    objc_setAssociatedObject(item, &titleKey, text, .OBJC_ASSOCIATION_COPY_NONATOMIC)
    text.append("b")
    #expect((objc_getAssociatedObject(item, &titleKey) as? NSString)?.isEqual(to: "a") == true)
    weak var kept: NSObject?
    weak var named: NSObject?
    do {
      let (first, second) = (NSObject(), NSObject())
      (kept, named) = (first, second)
      objc_setAssociatedObject(item, &titleKey, first, .OBJC_ASSOCIATION_RETAIN_NONATOMIC)
      objc_setAssociatedObject(item, &noteKey, second, .OBJC_ASSOCIATION_ASSIGN)
      #expect(objc_getAssociatedObject(item, &noteKey) as? NSObject === second)
    }
    #expect(kept != nil && named == nil && objc_getAssociatedObject(item, &noteKey) == nil)
  }

  @Test func `values of objects that have gone are released when others get some`() {
    weak var value: NSObject?
    do {
      let (item, first) = (AVMutableMetadataItem(), NSObject())
      value = first
      objc_setAssociatedObject(item, &titleKey, first, .OBJC_ASSOCIATION_RETAIN_NONATOMIC)
    }
    let others = (0..<1_000).map { _ in AVMutableMetadataItem() }
    for other in others { objc_setAssociatedObject(other, &titleKey, 1, .OBJC_ASSOCIATION_RETAIN_NONATOMIC) }
    #expect(value == nil)
    for other in others { objc_removeAssociatedObjects(other) }
  }

  /// An object that looks for its value when it ends.
  private final class Ending: NSObject {
    let ended: (Any?) -> Void
    init(_ ended: @escaping (Any?) -> Void) { self.ended = ended }
    deinit { ended(objc_getAssociatedObject(self, &titleKey)) }
  }

  @Test func `an object finds its values until its end`() {
    var found: String?
    objc_setAssociatedObject(Ending { found = $0 as? String }, &titleKey, "last", .OBJC_ASSOCIATION_RETAIN)
    #expect(found == "last")
  }

  @Test func `objects end on any thread while others get values`() {
    let ended = CallLog<Int>()
    DispatchQueue.concurrentPerform(iterations: 4) { thread in
      for _ in 0..<1_000 {
        let object = Ending { _ in ended.add(thread) }
        objc_setAssociatedObject(object, &titleKey, thread, .OBJC_ASSOCIATION_RETAIN_NONATOMIC)
      }
    }
    #expect(ended.entries.count == 4_000)
  }
}
