/** A binary glTF file of one empty mesh: what an engine's model looks like from outside. */
export function smallGlb(
  described: object = { asset: { version: '2.0' }, meshes: [{ primitives: [] }] },
): Buffer {
  const text = JSON.stringify(described)
  const json = Buffer.from(text.padEnd(Math.ceil(text.length / 4) * 4))
  const head = Buffer.alloc(20)
  head.write('glTF', 0, 'latin1')
  head.writeUInt32LE(2, 4)
  head.writeUInt32LE(head.length + json.length, 8)
  head.writeUInt32LE(json.length, 12)
  head.write('JSON', 16, 'latin1')
  return Buffer.concat([head, json])
}
