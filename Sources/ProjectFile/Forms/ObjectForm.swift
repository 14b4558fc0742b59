extension Form {
  /// An object with exactly these keys, called `name` in the schema, which makes a value out of them. Of the keys in
  /// `exclusive`, it may have one.
  static func object<each Part: Sendable>(
    _ name: String, _ description: String, exclusive: [String] = [], _ fields: repeat Field<Value, each Part>,
    make: @escaping @Sendable (repeat each Part) -> Value
  ) -> Form {
    var keys = ObjectKeys(exclusive: exclusive)
    for field in repeat each fields { keys.add(field) }
    return Form(
      expected: ObjectKeys.expected, schema: keys.schema(description).named(name),
      read: { [keys] node, reading in
        guard keys.check(node, &reading) else { return nil }
        // All members are read before any is missed, so that everything wrong with them is found.
        let parts = (repeat (each fields).read(node[(each fields).key], &reading))
        do throws(MissingPart) {
          return make(repeat try available(each parts))
        } catch {
          return nil
        }
      },
      write: { value in
        var members: [(String, JSONNode)] = []
        for field in repeat each fields {
          if let node = field.write(value) { members.append((field.key, node)) }
        }
        return .object(members)
      })
  }
}

/// Says that an object cannot be made, because a member that it needs could not be read.
private struct MissingPart: Error {}

private func available<Part>(_ part: Part?) throws(MissingPart) -> Part {
  guard let part else { throw MissingPart() }
  return part
}
