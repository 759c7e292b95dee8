import { expect, test } from 'vitest'
import { observationParams, provenanceParams } from '#lib/schemas/observation-id'
import { parseInput } from '#lib/schemas/parse'

const id = 'a1'.repeat(32)

test.each([id, `0x${id}`, id.toUpperCase(), `0x${id.toUpperCase()}`, `0X${id}`])(
  '%s is the id',
  (written) => {
    expect(parseInput(observationParams, { id: written })).toEqual({ id })
    expect(parseInput(provenanceParams, { hash: written })).toEqual({ hash: id })
  },
)

test.each([
  '',
  '0x',
  id.slice(1),
  `${id}0`,
  `${id.slice(1)}g`,
  ` ${id}`,
  `${id}\n`,
  `sha256:${id}`,
  `0x0x${id.slice(2)}`,
  undefined,
  1,
])('%j is refused', (written) => {
  expect(() => parseInput(observationParams, { id: written })).toThrow(
    expect.objectContaining({ code: 'invalid_request', field: 'id' }),
  )
  expect(() => parseInput(provenanceParams, { hash: written })).toThrow(
    expect.objectContaining({ code: 'invalid_request', field: 'hash' }),
  )
})

test('a provenance_hash is refused with what to send', () => {
  expect(() => parseInput(provenanceParams, { hash: `sha256:${id}` })).toThrow(
    'hash must be 64 hexadecimal digits: leave out "sha256:"',
  )
})
