import { expect, test } from 'vitest'
import { observationParams, provenanceParams } from '#lib/schemas/observation-id'
import { parseInput } from '#lib/schemas/parse'

const id = 'a1'.repeat(32)

test.each([
  id,
  `0x${id}`,
  id.toUpperCase(),
  `0x${id.toUpperCase()}`,
  `0X${id}`,
  // A `provenance_hash` of our answers.
  `sha256:${id}`,
  `sha256:${id.toUpperCase()}`,
])('%s is the id', (written) => {
  expect(parseInput(observationParams, { id: written })).toEqual({ id })
  expect(parseInput(provenanceParams, { hash: written })).toEqual({ hash: id })
})

test.each([
  '',
  '0x',
  id.slice(1),
  `${id}0`,
  `${id.slice(1)}g`,
  ` ${id}`,
  `${id}\n`,
  `sha256:0x${id}`,
  `sha256:${id.slice(1)}`,
  `sha1:${id}`,
  `SHA256:${id}`,
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
