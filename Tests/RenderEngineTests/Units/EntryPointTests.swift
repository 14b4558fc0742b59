import Containers
import Testing

/// What a packet's own bytes tell: whether decoding can begin with it, and what its parameter sets are called.
struct EntryPointTests {
  /// NAL units behind lengths of four bytes.
  private func packet(_ units: [UInt8]...) -> [UInt8] {
    units.flatMap { [0, 0, 0, UInt8($0.count)] + $0 }
  }

  @Test func `H.264 is decoded from pictures of IDR slices on`() {
    #expect(
      EntryPoint.isEntryPoint(packet([9, 0x10], [0x67, 1], [0x68, 1], [6, 1], [0x65, 1]), codec: "h264") == true)
    // A recovery point is none.
    #expect(EntryPoint.isEntryPoint(packet([9, 0x10], [6, 6, 1], [0x41, 1]), codec: "h264") == false)
    #expect(EntryPoint.isEntryPoint(packet([9, 0x10], [6, 6, 1]), codec: "h264") == nil)
    #expect(EntryPoint.isEntryPoint([], codec: "h264") == nil)
    #expect(EntryPoint.isEntryPoint([0, 0, 0, 200, 0x65], codec: "h264") == true)
  }

  @Test func `HEVC is decoded from pictures of random access on`() {
    for type in UInt8(0)...40 where type != 22 && type != 23 {
      let expected: Bool? = type > 31 ? nil : (16...21).contains(type)
      #expect(EntryPoint.isEntryPoint(packet([70, 1], [type << 1, 1, 0x80]), codec: "hevc") == expected, "\(type)")
    }
  }

  @Test func `key frames of VP8, VP9 and AV1 are recognized by their first bits`() {
    #expect(
      EntryPoint.isEntryPoint([0x10, 2, 0], codec: "vp8") == true
        && EntryPoint.isEntryPoint([0x31, 2, 0], codec: "vp8") == false)
    #expect(EntryPoint.isEntryPoint([0x82, 0x49], codec: "vp9") == true)
    #expect(EntryPoint.isEntryPoint([0x86, 0x49], codec: "vp9") == false)
    // A frame that is shown again is no key frame; nor is what has no marker.
    #expect(
      EntryPoint.isEntryPoint([0x88], codec: "vp9") == false && EntryPoint.isEntryPoint([0x02], codec: "vp9") == false)
    #expect(
      EntryPoint.isEntryPoint([0xB0], codec: "vp9") == true && EntryPoint.isEntryPoint([0xB2], codec: "vp9") == false)
    // Temporal delimiter, sequence header, frame.
    #expect(EntryPoint.isEntryPoint([0x12, 0, 0x0A, 1, 0, 0x32, 2, 0x10, 0], codec: "av1") == true)
    #expect(EntryPoint.isEntryPoint([0x12, 0, 0x32, 2, 0x10, 0], codec: "av1") == false)
    #expect(EntryPoint.isEntryPoint([0x12, 0, 0x0A, 1, 0, 0x32, 2, 0x30, 0], codec: "av1") == false)
    #expect(EntryPoint.isEntryPoint([0x12, 0, 0x0A, 1, 0], codec: "av1") == nil)
  }

  @Test func `pictures of FFV1 are recognized by their first bit, and profiles of DNxHR by a number`() {
    #expect(
      EntryPoint.isEntryPoint([0x7F, 0x80], codec: "ffv1") == true
        && EntryPoint.isEntryPoint([0xFE, 0], codec: "ffv1") == true)
    #expect(
      EntryPoint.isEntryPoint([0x7F, 0x7F], codec: "ffv1") == false
        && EntryPoint.isEntryPoint([0xFF], codec: "ffv1") == nil)
    #expect(EntryPoint.isEntryPoint([], codec: "dnxhd") == true)
    func picture(_ number: Int, headerLength: Int = 0x280) -> [UInt8] {
      [0, 0, UInt8(headerLength >> 8), UInt8(headerLength & 0xFF), 3] + [UInt8](repeating: 0, count: 37)
        + [UInt8(number >> 8), UInt8(number & 0xFF)]
    }
    #expect((1_270...1_274).map { DNxHRHeader(picture($0))?.profile } == ["444", "hqx", "hq", "sq", "lb"])
    // 2,160 and 4,320 lines, whose headers are longer.
    #expect([0x38C, 0x5A8].map { DNxHRHeader(picture(1_272, headerLength: $0))?.profile } == ["hq", "hq"])
    // DNxHD, what is cut short, and something else.
    #expect(DNxHRHeader(picture(1_253)) == nil && DNxHRHeader(Array(picture(1_272).dropLast())) == nil)
    #expect(DNxHRHeader(picture(1_272, headerLength: 0x27C)) == nil)
    #expect(DNxHRHeader([1] + picture(1_272).dropFirst()) == nil)
  }

  /// ```
  ///  VP9   10 0 0 0 0 10 │ 49 83 42 │ 001 0 │ width − 1, 16 │ height − 1, 16 │ …     profile 0, shown
  /// ```
  @Test func `key frames of VP8 and VP9 say their size`() throws {
    let small = try #require(KeyFrameSize([0x10, 2, 0, 0x9D, 0x01, 0x2A, 0x40, 0x41, 0xF0, 0x00, 7], codec: "vp8"))
    #expect(small.width == 320 && small.height == 240)
    #expect(KeyFrameSize([0x10, 2, 0, 0x9D, 0x01, 0x2B, 0x40, 0x41, 0xF0, 0x00], codec: "vp8") == nil)
    #expect(KeyFrameSize([0x10, 2, 0, 0x9D, 0x01, 0x2A, 0x40], codec: "vp8") == nil)
    // 001 0, then 1,919 and 1,079 in sixteen bits each.
    let frame: [UInt8] = [0x82, 0x49, 0x83, 0x42, 0x20, 0x77, 0xF0, 0x43, 0x70]
    let large = try #require(KeyFrameSize(frame, codec: "vp9"))
    #expect(large.width == 1_920 && large.height == 1_080)
    #expect(KeyFrameSize([0x86] + frame.dropFirst(), codec: "vp9") == nil)
    #expect(KeyFrameSize(Array(frame.prefix(7)), codec: "vp9") == nil)
    // A profile of ten bits has a bit more before its colors.
    let deep: [UInt8] = [0x92, 0x49, 0x83, 0x42, 0x10, 0x3B, 0xF8, 0x21, 0xB8]
    #expect(KeyFrameSize(deep, codec: "vp9") == large && KeyFrameSize(frame, codec: "h264") == nil)
  }

  /// ```
  ///  000 0 0 │ 0 0 │ 00000 │ 000000000000 │ 00101 │ 1000 1000 │ 100111111 │ 010110011
  ///  profile   no timing, one operating point       9 bits each       320 − 1     180 − 1
  /// ```
  @Test func `the sequence header of AV1 stands in its key frames, and says their size`() throws {
    let header: [UInt8] = [0x00, 0x00, 0x00, 0x2C, 0x44, 0xFD, 0x66]
    let packet = [0x12, 0, 0x0A, 7] + header + [0x32, 2, 0x10, 0]
    #expect(AV1SequenceHeader.content(in: packet) == header)
    let size = try #require(KeyFrameSize(packet, codec: "av1"))
    #expect(size.width == 320 && size.height == 180)
    #expect(KeyFrameSize(Array(packet.prefix(9)), codec: "av1") == nil)
    #expect(AV1SequenceHeader.content(in: [0x12, 0, 0x0A, 2, 7, 8, 0x32, 2, 0x10, 0]) == [7, 8])
    #expect(AV1SequenceHeader.content(in: [0x12, 0, 0x32, 2, 0x10, 0]) == nil)
    #expect(AV1SequenceHeader.content(in: [0x12, 0, 0x0A, 9, 7, 8]) == nil)
  }

  /// A record of x264's, called 1; and one of another encoder's, called 0.
  private static let one: [UInt8] =
    [1, 0x64, 0, 0x1F, 0xFF, 0xE1, 0, 7, 0x67, 0x64, 0, 0x1F, 0x4B, 0x36, 0x50, 1, 0, 4, 0x68, 0x4A, 0xBE, 0x3C]
  private static let zero: [UInt8] =
    [1, 0x64, 0, 0x29, 0xFF, 0xE1, 0, 6, 0x67, 0x64, 0, 0x29, 0xAC, 0x34, 1, 0, 3, 0x68, 0xE9, 0x78, 0xFD, 0xF8]

  @Test func `parameter sets of two makers stand in one record`() throws {
    let (one, zero) = (try #require(AVCConfiguration(Self.one)), try #require(AVCConfiguration(Self.zero)))
    #expect(one.numbers == [1] && zero.numbers == [0])
    #expect(one.bytes == Self.one && zero.bytes == Self.zero)
    let both = try #require(one.joined(with: zero))
    #expect(both.bytes[3] == 0x29 && both.numbers == [0, 1])
    #expect(AVCConfiguration(both.bytes) == both)
    // Those that are called alike do not.
    #expect(one.joined(with: one) == nil)
    for length in 0..<Self.one.count { #expect(AVCConfiguration(Array(Self.one.prefix(length))) == nil) }
  }

  /// A phone's Constrained Baseline, with what an encoder of ours makes beside it.
  @Test func `a record of two profiles says the one that has both`() throws {
    let low: [UInt8] =
      [1, 0x42, 0xC0, 0x1E, 0xFF, 0xE1, 0, 6, 0x67, 0x42, 0xC0, 0x1E, 0xAC, 0x34, 1, 0, 3, 0x68, 0xE9, 0x78]
    let tail: [UInt8] = [0xFD, 0xF8, 0xF8, 0]
    let (baseline, high) = (try #require(AVCConfiguration(low)), try #require(AVCConfiguration(Self.one + tail)))
    for both in [try #require(baseline.joined(with: high)), try #require(high.joined(with: baseline))] {
      #expect(Array(both.bytes[..<4]) == [1, 0x64, 0, 0x1F] && Array(both.bytes.suffix(4)) == tail)
      #expect(AVCConfiguration(both.bytes) == both)
    }
  }

  /// Pictures of 8 bits and 4:2:0 may be of each of these: lossless ones are of 244.
  @Test(arguments: [(110, "high10"), (122, "high422"), (244, "high444")] as [(UInt8, String)])
  func `a record that is joined says the widest profile that a set of it has`(number: UInt8, name: String) throws {
    var wide = Self.one + [0xFD, 0xF8, 0xF8, 0]
    (wide[1], wide[9]) = (number, number)
    let (high, other) = (try #require(AVCConfiguration(Self.zero)), try #require(AVCConfiguration(wide)))
    #expect(high.profile == "high" && other.profile == name)
    for both in [try #require(high.joined(with: other)), try #require(other.joined(with: high))] {
      #expect(both.bytes[1] == number && both.profile == name && Array(both.bytes.suffix(4)) == [0xFD, 0xF8, 0xF8, 0])
    }
    // A header that says less than its sets.
    wide[1] = 100
    let understated = try #require(AVCConfiguration(wide))
    #expect(understated.profile == name && high.joined(with: understated)?.bytes[1] == number)
  }

  @Test func `profiles that do not include one another cannot share a record`() throws {
    var extended = Self.one
    (extended[1], extended[9]) = (88, 88)
    let (high, other) = (try #require(AVCConfiguration(Self.zero)), try #require(AVCConfiguration(extended)))
    #expect(other.profile == nil && high.joined(with: other) == nil && other.joined(with: high) == nil)
  }

  @Test func `parameter sets are put before key frames, behind what delimits them`() throws {
    let sets = try #require(ParameterSets(Self.zero, codec: "h264"))
    let (sequence, picture): ([UInt8], [UInt8]) = ([0x67, 0x64, 0, 0x29, 0xAC, 0x34], [0x68, 0xE9, 0x78])
    #expect(sets.units == [sequence, picture])
    #expect(sets.repeated(before: packet([9, 0xF0], [0x65, 1])) == packet([9, 0xF0], sequence, picture, [0x65, 1]))
    #expect(
      sets.byteStream(packet([0x65, 1]), isKeyFrame: true)
        == [0, 0, 0, 1] + sequence + [0, 0, 0, 1] + picture + [0, 0, 0, 1, 0x65, 1])
    #expect(sets.byteStream(packet([0x41, 1]), isKeyFrame: false) == [0, 0, 0, 1, 0x41, 1])
    #expect(!sets.areReplaced(by: packet(sequence, picture, [0x65, 1])))
    #expect(sets.areReplaced(by: packet([0x68, 0xE9], [0x65, 1])))
    // A stretch of H.264 begins as it is.
    #expect(sets.cut(packet([0x65, 1])) == packet([0x65, 1]))
  }

  @Test func `a clean random access of HEVC becomes one behind a broken link`() throws {
    let record: [UInt8] = [1] + [UInt8](repeating: 0, count: 20) + [0xFF, 1, 0xA0, 0, 1, 0, 2, 0x40, 1]
    let sets = try #require(ParameterSets(record, codec: "hevc"))
    #expect(sets.units == [[0x40, 1]] && sets.lengthSize == 4)
    #expect(sets.cut(packet([0x46, 1, 0x10], [0x2A, 1, 0x80])) == packet([0x46, 1, 0x10], [0x24, 1, 0x80]))
    #expect(sets.cut(packet([0x26, 1, 0x80])) == packet([0x26, 1, 0x80]))
    #expect(sets.repeated(before: packet([0x46, 1], [0x2A, 1])) == packet([0x46, 1], [0x40, 1], [0x2A, 1]))
  }
}
