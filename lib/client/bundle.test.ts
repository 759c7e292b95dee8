import { describe, expect, test } from 'vitest'
import { type BundleFile, bundleFor, givenProofs, readBundle, writeBundle } from '#lib/client/bundle'
import type { ProofBundle } from '#lib/domain/proof/proof'
import { singleLeafProof } from '#testing/single-leaf-proof'

const sha256 = 'a'.repeat(64)
const bundleNamed = (name: string, digit = 'b'): BundleFile => ({
  name,
  key: digit,
  bundle: { sha256: digit.repeat(64) } as ProofBundle,
})

describe('a proof finds its file', () => {
  const file = { name: 'photo.jpg', sha256 }

  test('by the hash it was made for, with any file name', () => {
    const made = bundleNamed('x.json', 'a')
    expect(bundleFor(file, givenProofs([bundleNamed('photo.jpg.json'), made], 5))).toBe(made)
  })

  test('by name, so that an altered file meets the proof of its original', () => {
    const named = bundleNamed('Photo.proof.json')
    expect(bundleFor(file, givenProofs([bundleNamed('other.json'), named], 5))).toBe(named)
  })

  test('by being the only one beside the only file', () => {
    const only = bundleNamed('download.json')
    expect(bundleFor(file, givenProofs([only], 1))).toBe(only)
    expect(bundleFor(file, givenProofs([only], 2))).toBeUndefined()
  })
})

test('the proof of a demonstration says so in its file, and is read like any other', async () => {
  const proof = singleLeafProof(new Uint8Array([1]))
  const text = writeBundle(proof, { isDemo: true })
  expect(JSON.parse(text)).toEqual({ ...proof, is_demonstration: true })
  expect(JSON.parse(writeBundle(proof))).toEqual(proof)
  expect(await readBundle(new File([text], 'a.proof.json'))).toMatchObject({ bundle: proof, isDemo: true })
  expect(await readBundle(new File([writeBundle(proof)], 'a.json'))).not.toHaveProperty('isDemo')
})

describe('a dropped file is taken for a proof', () => {
  const read = (name: string, text: string) => readBundle(new File([text], name))

  test('only when it looks like one', async () => {
    expect(await read('photo.jpg', '{"version":1,"leaf_hash":"0x"}')).toBeUndefined()
    expect(await read('notes.json', '{"version":1}')).toBeUndefined()
    expect(await read('broken.json', '{"version":1,"leaf_hash"')).toBeUndefined()
    expect(await read('null.json', 'null')).toBeUndefined()
  })

  test('and if it is newer or damaged, the reason is shown instead of a verdict on the file', async () => {
    expect(await read('p.json', '{"version":9,"leaf_hash":""}')).toEqual({
      name: 'p.json',
      problem: 'The proof has version 9; this page knows version 1.',
    })
    expect(await read('p.json', '{"version":1,"leaf_hash":""}')).toMatchObject({
      problem: expect.stringMatching(/^The proof cannot be read \(/),
    })
  })
})
