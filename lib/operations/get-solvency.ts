import { defineOperation } from '#lib/operations/define-operation'
import { solvencySchema } from '#lib/schemas/solvency'
import { getSolvency as run } from '#lib/services/ledger/get-solvency'

/** Shorter than the answer is kept here, so that nobody sees it more than twice as old. */
const maxAgeSeconds = 5

export const getSolvency = defineOperation({
  name: 'getSolvency',
  method: 'GET',
  path: '/api/solvency',
  summary: 'Whether the money of every bounty is where it should be',
  description:
    'On each network, at one final block: the balance of the escrow against the open bounties, and what came into the treasury against what left it and what is on its way. Anyone can read the same from the chain; differences must be zero.',
  request: {},
  output: solvencySchema,
  errors: ['unavailable'],
  freshness: () => ({ maxAgeSeconds }),
  parse: () => ({}),
  run: ({ ctx }) => run({ ctx }),
})
