import { decodeAnchorData } from './attestation.ts'

// The schema of our attestations, and their data.

/** EAS schema of the attested data of a tree. Any change of this text makes a different schema. */
export const anchorSchema = 'bytes32 root,uint64 treeId,uint32 leafCount,bytes32 prevRoot,bytes32 leafSpec'

/** One 32-byte word of an attestation's data. */
export type AnchorWord = {
  /** Position of its first byte in the data. */
  offset: number
  name: 'root' | 'treeId' | 'leafCount' | 'prevRoot' | 'leafSpec'
  type: 'bytes32' | 'uint64' | 'uint32'
  /** 64 lower-case hex digits. */
  word: string
  /** A number in decimal, a hash with 0x. */
  value: string
}

/**
 * The data of an attestation, field by field: five words of 32 bytes, big-endian as the ABI has them.
 *
 * @throws RangeError when it is not of our schema
 */
export function readAnchorWords(data: string): AnchorWord[] {
  const decoded = decodeAnchorData(data)
  const digits = data.slice(2).toLowerCase()
  if (digits.length !== 5 * 64) throw new RangeError(`${digits.length / 2} bytes are not five words`)
  return anchorSchema.split(',').map((field, index) => {
    const [type, name] = field.split(' ') as [AnchorWord['type'], AnchorWord['name']]
    return {
      offset: index * 32,
      name,
      type,
      word: digits.slice(index * 64, (index + 1) * 64),
      value: String(decoded[name]),
    }
  })
}
