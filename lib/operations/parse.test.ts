import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { Env } from '#lib/adapters/env'
import { CairnError } from '#lib/domain/errors'
import { operations as all } from '#lib/operations/catalog'

const operations = all.filter(({ name }) => name !== 'checkHealth')
const now = new Date('2026-03-10T12:34:56Z')
const env = { bounty: { minUsdc: 50, maxUsdc: 5_000 } } as Env
const members = [
  'aoi',
  'radius_m',
  'from',
  'to',
  'limit',
  'advance_seconds',
  'address',
  'title',
  'brief',
  'amount_usdc',
  'deadline_days',
  'submission_id',
  'message',
  'signature',
]

test.each(operations)('$name refuses any invalid input with a message of ours', ({ path, parse }) => {
  const names = [...path.matchAll(/\{(\w+)\}/g)].map((match) => match[1]!)
  const params = fc.record(Object.fromEntries(names.map((name) => [name, fc.string()])))
  const body = fc.oneof(
    fc.jsonValue(),
    fc.dictionary(fc.constantFrom(...members), fc.jsonValue()),
    fc.constant({ aoi: { type: 'Point', coordinates: [0, 0] } }),
  )
  const query = fc.dictionary(
    fc.constantFrom('sort', 'limit', 'cursor', 'network', 'min_amount_usdc', 'near', 'q'),
    fc.string(),
  )
  fc.assert(
    fc.property(params, query, body, (given, asked, sent) => {
      try {
        parse({ params: given, query: asked, headers: {}, body: sent }, { now, env })
      } catch (error) {
        expect(error).toBeInstanceOf(CairnError)
        expect((error as CairnError).message).not.toMatch(/Invalid|Too |expected|received/)
      }
    }),
    { numRuns: 300 },
  )
})
