import { wholeUsdc } from '#lib/domain/money'
import { defineUpfrontOperation } from '#lib/operations/define-operation'
import { type CreatedBounty, createBountyInput, createdBountySchema } from '#lib/schemas/bounty'
import { parseInput } from '#lib/schemas/parse'
import { getCreatedBounty } from '#lib/services/bounties/get-created-bounty'
import { bountyOperation } from '#lib/services/payments/types'

export const createBounty = defineUpfrontOperation({
  name: bountyOperation,
  method: 'POST',
  path: '/api/v1/bounties',
  summary: 'Post a bounty for a new capture',
  description:
    'Commissions a capture of a real place. The amount is paid up front and held in escrow: it goes to the contributor whose submission you accept, or back to the wallet that paid when you cancel or the deadline passes.',
  request: { body: (env) => createBountyInput(env.bounty) },
  output: createdBountySchema,
  status: 201,
  location: (bounty: CreatedBounty) => bounty.poll_url,
  errors: [],
  parse: ({ body }, { env }) => parseInput(createBountyInput(env.bounty), body),
  payment: {
    flow: 'upfront',
    payTo: 'treasury',
    quotesEmptyBody: false,
    priceAtomic: ({ input }) => wholeUsdc(input.amount_usdc),
    order: (input) => ({
      title: input.title,
      brief: input.brief,
      amountUsdc: input.amount_usdc,
      deadlineDays: input.deadline_days,
    }),
    fulfil: ({ ctx, paymentId }) => getCreatedBounty({ ctx, input: { paymentId } }),
  },
})
