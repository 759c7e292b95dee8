import { expect, test } from 'vitest'
import type { BundleFile } from '#lib/client/bundle'
import type { CheckRow } from '#lib/client/check-row'
import { joinsOf, looseProofs } from '#lib/client/pair-proofs'
import type { ProofBundle } from '#lib/domain/proof/proof'

const count = 300
const hashOf = (index: number) => index.toString(16).padStart(64, '0')

test('files find their proofs with work in proportion to the files and proofs, whether or not they belong together', () => {
  let reads = 0
  const proofs = Array.from({ length: count }, (_, index): BundleFile => {
    const bundle = {
      get sha256() {
        reads++
        return hashOf(index)
      },
    } as ProofBundle
    return { name: `proof-${index}.json`, key: String(index), bundle }
  })
  const rowsFrom = (first: number) =>
    Array.from({ length: count }, (_, index): CheckRow => {
      const sha256 = hashOf(first + index)
      const base = { sizeBytes: 1, doneBytes: 1, state: 'done' as const, isProofAlone: false }
      return { ...base, id: index, name: `photo-${index}.jpg`, sha256, file: new File(['x'], 'x') }
    })
  const joins = joinsOf(proofs, rowsFrom(0), looseProofs(rowsFrom(0), proofs))
  expect(joins.map(({ id, bundle }) => [id, bundle.name])).toEqual(
    proofs.map(({ name }, index) => [index, name]),
  )
  expect(joinsOf(proofs, rowsFrom(count), looseProofs(rowsFrom(count), proofs))).toEqual([])
  expect(reads).toBeLessThan(10 * count)
})
