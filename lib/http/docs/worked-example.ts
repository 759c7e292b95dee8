import { keccak_256 } from '@noble/hashes/sha3.js'
import { concatBytes, utf8ToBytes } from '@noble/hashes/utils.js'
import { fieldsType, fromHex, hashFields, hashLeaf, leafType, toHex } from '#lib/domain/proof/leaf'
import { climb } from '#lib/domain/proof/merkle'
import { recomputeProof } from '#lib/domain/proof/proof'
import { exampleProof } from '#lib/operations/examples/capture'

/** One value on the way from a file to its root, computed when the page is built. */
export type Step = { name: string; value: string; note: string }

/** @throws Error if the code that checks proofs does not confirm the example */
export function workedExample(): Step[] {
  const { sha256, salt, geohash, captured_at, proof } = exampleProof
  const capturedAtMs = Date.parse(captured_at)
  const fields = hashFields({ salt: fromHex(salt), geohash, capturedAtMs })
  const leaf = hashLeaf(fromHex(sha256), fields)
  const path = climb(leaf, proof.map(fromHex))
  if (!recomputeProof(exampleProof, sha256).holds) throw new Error('the worked example does not hold')
  const typeHash = (text: string) => keccak_256(utf8ToBytes(text))
  return [
    { name: 'SHA-256 of the file', value: `0x${sha256}`, note: '' },
    { name: 'type hash of the fields', value: toHex(typeHash(fieldsType)), note: '' },
    { name: 'salt', value: salt, note: '' },
    {
      name: 'geohash as a word',
      value: toHex(padEnd(utf8ToBytes(geohash))),
      note: `\`${geohash}\``,
    },
    {
      name: 'captured_at as a word',
      value: `0x${BigInt(capturedAtMs).toString(16).padStart(64, '0')}`,
      note: `\`${captured_at}\`, ${capturedAtMs} ms`,
    },
    { name: 'fields', value: toHex(fields), note: 'Keccak-256 of the four words above' },
    { name: 'type hash of the leaf', value: toHex(typeHash(leafType)), note: '' },
    {
      name: 'inner hash',
      value: toHex(keccak_256(concatBytes(typeHash(leafType), fromHex(sha256), fields))),
      note: 'Keccak-256 of type hash, SHA-256 and fields',
    },
    { name: 'leaf', value: toHex(leaf), note: 'Keccak-256 of the inner hash' },
    ...proof.flatMap((sibling, level) => [
      { name: `sibling ${level + 1}`, value: sibling, note: '' },
      {
        name: level === proof.length - 1 ? 'root' : `node ${level + 1}`,
        value: toHex(path[level + 1]!),
        note: 'Keccak-256 of the two before, the smaller first',
      },
    ]),
  ]
}

function padEnd(bytes: Uint8Array): Uint8Array {
  const word = new Uint8Array(32)
  word.set(bytes)
  return word
}
