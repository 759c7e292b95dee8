import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { Env } from '#lib/adapters/env'
import { CairnError } from '#lib/domain/errors'
import { acceptSubmission } from '#lib/operations/accept-submission'
import { advanceClock } from '#lib/operations/advance-clock'
import { cancelBounty } from '#lib/operations/cancel-bounty'
import { createBounty } from '#lib/operations/create-bounty'
import type { Operation } from '#lib/operations/define-operation'
import { findPlaces } from '#lib/operations/find-places'
import { fundWallet } from '#lib/operations/fund-wallet'
import { getBoardBounty } from '#lib/operations/get-board-bounty'
import { getBounty } from '#lib/operations/get-bounty'
import { getObservation } from '#lib/operations/get-observation'
import { getProof } from '#lib/operations/get-proof'
import { getTree } from '#lib/operations/get-tree'
import { listBoard } from '#lib/operations/list-board'
import { queryObservations } from '#lib/operations/query-observations'
import { signIn } from '#lib/operations/sign-in'
import { verifyProvenance } from '#lib/operations/verify-provenance'

const operations: Pick<Operation, 'name' | 'path' | 'parse'>[] = [
  acceptSubmission,
  advanceClock,
  cancelBounty,
  createBounty,
  findPlaces,
  fundWallet,
  getBoardBounty,
  getBounty,
  getObservation,
  getProof,
  getTree,
  listBoard,
  queryObservations,
  signIn,
  verifyProvenance,
]
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

test.each(operations)('$name refuses in our own words, whatever it is sent', ({ path, parse }) => {
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
