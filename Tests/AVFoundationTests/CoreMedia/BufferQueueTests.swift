import AVFoundation
import Synchronization
import TestSupport
import Testing

@Suite("Queues of buffers")
struct BufferQueueTests {
  private func sample(at time: Int64, lasting duration: Int64 = 1, bytes: Int = 2) throws -> CMSampleBuffer {
    try CMSampleBuffer(
      dataBuffer: CMBlockBuffer(length: bytes), formatDescription: nil, numSamples: 1,
      sampleTimings: [
        CMSampleTimingInfo(
          duration: frames(duration), presentationTimeStamp: frames(time), decodeTimeStamp: frames(time - 2))
      ], sampleSizes: [bytes])
  }

  private func times(_ queue: CMBufferQueue) -> [CMTime] {
    queue.buffers.compactMap { ($0 as? CMSampleBuffer)?.presentationTimeStamp }
  }

  @Test func `buffers come out as they were put in, and the queue knows their times`() throws {
    let queue = try CMBufferQueue(capacity: 3, handlers: .unsortedSampleBuffers)
    #expect(queue.isEmpty && queue.duration == .zero && queue.head == nil && queue.dequeue() == nil)
    #expect(!queue.firstPresentationTimeStamp.isValid && !queue.endPresentationTimeStamp.isValid)
    let samples = try [sample(at: 9), sample(at: 4, lasting: 5, bytes: 7), sample(at: 6)]
    for sample in samples { try queue.enqueue(sample) }
    #expect(throws: CMBufferQueue.Error.queueIsFull) { try queue.enqueue(samples[0]) }
    #expect(queue.bufferCount == 3 && queue.duration == frames(7) && queue.totalSize == 11)
    #expect(queue.firstPresentationTimeStamp == frames(9) && queue.minPresentationTimeStamp == frames(4))
    #expect(queue.maxPresentationTimeStamp == frames(9) && queue.endPresentationTimeStamp == frames(10))
    #expect(queue.firstDecodeTimeStamp == frames(7) && queue.minDecodeTimeStamp == frames(2))
    #expect(queue.head === samples[0] && queue.dequeue() === samples[0] && queue.duration == frames(6))
    #expect(CMBufferQueueDequeue(queue) === samples[1] && queue.dequeueIfDataReady() === samples[2])
    #expect(queue.isEmpty && queue.duration == .zero)
  }

  @Test func `a sorted queue gives the earliest one first, equal ones as they came`() throws {
    let queue = try CMBufferQueue(capacity: 0, handlers: .outputPTSSortedSampleBuffers)
    let (first, second) = (try sample(at: 5), try sample(at: 5))
    for sample in [try sample(at: 8), first, try sample(at: 1), second] { try queue.enqueue(sample) }
    #expect(times(queue) == [1, 5, 5, 8].map { frames($0) })
    _ = queue.dequeue()
    #expect(queue.dequeue() === first && queue.dequeue() === second)
    let late = try sample(at: 2)
    try late.setOutputPresentationTimeStamp(frames(20))
    try queue.enqueue(late)
    #expect(times(queue) == [frames(8), frames(2)] && queue.maxPresentationTimeStamp == frames(20))
  }

  @Test func `the end of data is marked until the queue is reset`() throws {
    let queue = try CMBufferQueue(capacity: 2, handlers: .unsortedSampleBuffers)
    let only = try sample(at: 0)
    try queue.enqueue(only)
    try queue.markEndOfData()
    #expect(CMBufferQueueEnqueue(queue, buffer: only) == kCMBufferQueueError_EnqueueAfterEndOfData)
    #expect(queue.containsEndOfData && !queue.isAtEndOfData)
    var seen: [CMBuffer] = []
    try queue.reset { seen.append($0) }
    #expect(seen.count == 1 && seen[0] === only && queue.isEmpty && !queue.containsEndOfData)
    queue.setValidationHandler { _, _ in throw CMBufferQueue.Error.invalidBuffer }
    #expect(throws: CMBufferQueue.Error.invalidBuffer) { try queue.enqueue(only) }
    #expect(throws: (any Error).self) {
      try CMBufferQueue(capacity: 1, handlers: .init { $0.isDataReady { _ in true } })
    }
  }

  @Test func `triggers are called when their conditions come to hold, and may not change the queue`() throws {
    let queue = try CMBufferQueue(capacity: 0, handlers: .unsortedSampleBuffers)
    var calls: [String] = []
    func install(_ name: String, _ condition: CMBufferQueue.TriggerCondition) throws -> CMBufferQueue.TriggerToken {
      try queue.installTrigger(condition: condition) { _ in
        calls.append(name)
        if (try? queue.reset()) != nil || queue.dequeue() != nil { calls.append("changed") }
      }
    }
    let empty = try install("below 1", .whenBufferCountBecomesLessThan(1))
    let long = try install("long", .whenDurationBecomesGreaterThanOrEqualTo(frames(3)))
    _ = try install("earliest", .whenMinPresentationTimeStampChanges)
    _ = try install("end", .whenEndOfDataReached)
    _ = try install("reset", .whenReset)
    #expect(calls == ["below 1"] && queue.testTrigger(empty) && !queue.testTrigger(long))
    calls = []
    try queue.enqueue(sample(at: 4, lasting: 2))
    #expect(calls == ["earliest"])
    try queue.enqueue(sample(at: 6, lasting: 2))
    #expect(calls == ["earliest", "long"] && queue.testTrigger(long))
    try queue.markEndOfData()
    _ = (queue.dequeue(), queue.dequeue())
    #expect(calls == ["earliest", "long", "earliest", "below 1", "earliest", "end"])
    calls = []
    try queue.reset()
    #expect(calls == ["reset"])
    try queue.removeTrigger(empty)
    #expect(throws: CMBufferQueue.Error.invalidTriggerToken) { try queue.removeTrigger(empty) }
    #expect(throws: CMBufferQueue.Error.badTriggerDuration) {
      try queue.installTrigger(condition: .whenDurationBecomesLessThan(.indefinite))
    }
  }

  @Test func `a buffer waits until its media are there`() throws {
    let queue = try CMBufferQueue(capacity: 0, handlers: .unsortedSampleBuffers)
    let waiting = try CMSampleBuffer(
      dataBuffer: nil, formatDescription: nil, numSamples: 1, sampleTimings: [.invalid], sampleSizes: [2],
      makeDataReadyHandler: { buffer in
        guard let block = try? CMBlockBuffer(length: 2) else { return -1 }
        return CMSampleBufferSetDataBuffer(buffer, newValue: block)
      })
    try queue.enqueue(waiting)
    var calls = 0
    _ = try queue.installTrigger(condition: .whenDataBecomesReady) { _ in calls += 1 }
    #expect(queue.dequeueIfDataReady() == nil && calls == 0)
    try waiting.makeDataReady()
    #expect(calls == 1 && waiting.dataBuffer?.dataLength == 2 && queue.dequeueIfDataReady() === waiting)
  }

  @Test func `callbacks of a program's own objects are given its context`() throws {
    final class Word {
      let text: String
      init(_ text: String) { self.text = text }
    }
    var asked = 0
    let queue = try withUnsafeMutablePointer(to: &asked) { asked in
      var callbacks = CMBufferCallbacks(
        version: 0, refcon: asked, getDecodeTimeStamp: nil, getPresentationTimeStamp: nil,
        getDuration: { buffer, context in
          context?.assumingMemoryBound(to: Int.self).pointee += 1
          return frames(Int64((buffer as? Word)?.text.count ?? 0))
        }, isDataReady: nil,
        compare: { first, second, _ in
          (first as? Word)?.text ?? "" < (second as? Word)?.text ?? "" ? .compareLessThan : .compareGreaterThan
        }, dataBecameReadyNotification: nil, getSize: nil)
      var made: CMBufferQueue?
      #expect(CMBufferQueueCreate(allocator: nil, capacity: 5, callbacks: &callbacks, queueOut: &made) == noErr)
      let queue = try #require(made)
      for text in ["or", "and", "nor"] { CMBufferQueueEnqueue(queue, buffer: Word(text)) }
      return queue
    }
    #expect(asked == 3 && CMBufferQueueGetDuration(queue) == frames(8) && CMBufferQueueGetTotalSize(queue) == 0)
    #expect(queue.buffers.compactMap { ($0 as? Word)?.text } == ["and", "nor", "or"])
    #expect(!CMBufferQueueGetMinPresentationTimeStamp(queue).isValid)
    #expect(CFGetTypeID(queue) == CMBufferQueueGetTypeID() && CMBufferQueueGetTypeID() != CMSampleBufferGetTypeID())
  }

  @Test func `a simple queue is a ring of addresses`() throws {
    var made: CMSimpleQueue?
    #expect(
      CMSimpleQueueCreate(allocator: nil, capacity: 0, queueOut: &made) == kCMSimpleQueueError_ParameterOutOfRange)
    #expect(CMSimpleQueueCreate(allocator: nil, capacity: 2, queueOut: &made) == noErr)
    let queue = try #require(made)
    let bytes = UnsafeMutableRawPointer.allocate(byteCount: 4, alignment: 1)
    defer { bytes.deallocate() }
    #expect(queue.dequeue() == nil && queue.head == nil && queue.fullness == 0)
    for round in 0..<3 {
      #expect(CMSimpleQueueEnqueue(queue, element: bytes + round) == noErr && queue.fullness == 0.5)
      try queue.enqueue(bytes + round + 1)
      #expect(throws: CMSimpleQueue.Error.queueIsFull) { try queue.enqueue(bytes) }
      #expect(queue.dequeue() == UnsafeRawPointer(bytes + round) && queue.head == UnsafeRawPointer(bytes + round + 1))
      #expect(CMSimpleQueueDequeue(queue) == UnsafeRawPointer(bytes + round + 1) && queue.count == 0)
    }
    try queue.enqueue(bytes)
    #expect(CMSimpleQueueReset(queue) == noErr && CMSimpleQueueGetCount(queue) == 0 && queue.capacity == 2)
  }

  @Test func `a pool gives a block of the same size again`() throws {
    let pool = CMMemoryPoolCreate(options: [kCMMemoryPoolOption_AgeOutPeriod: 100])
    let allocator = CMMemoryPoolGetAllocator(pool)
    let first = try #require(CFAllocatorAllocate(allocator, 1_000, 0))
    first.storeBytes(of: 7, toByteOffset: 999, as: UInt8.self)
    CFAllocatorDeallocate(allocator, first)
    let other = try #require(CFAllocatorAllocate(allocator, 999, 0))
    let again = try #require(CFAllocatorAllocate(allocator, 1_000, 0))
    #expect(again == first && other != first && UInt(bitPattern: again) % 16 == 0)
    CMMemoryPoolInvalidate(pool)
    CFAllocatorDeallocate(allocator, again)
    CFAllocatorDeallocate(allocator, other)
    #expect(CFAllocatorAllocate(allocator, 1_000, 0) == nil && CFAllocatorAllocate(kCFAllocatorNull, 8, 0) == nil)
    let usual = CFAllocatorAllocate(kCFAllocatorDefault, 8, 0)
    #expect(usual != nil)
    CFAllocatorDeallocate(kCFAllocatorDefault, usual)
  }
}
