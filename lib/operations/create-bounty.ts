import { z } from 'zod'
import { wholeUsdc } from '#lib/domain/money'
import { defineUpfrontOperation } from '#lib/operations/define-operation'
import { type CreatedBounty, createBountyInput, createdBountySchema } from '#lib/schemas/bounty'
import { parseInput } from '#lib/schemas/parse'
import { webhookUrl } from '#lib/schemas/webhook'
import { getCreatedBounty } from '#lib/services/bounties/get-created-bounty'
import { bountyOperation } from '#lib/services/payments/types'

const webhookHeader = 'Cairn-Webhook'
const createBountyHeaders = z.object({
  [webhookHeader]: z
    .url()
    .optional()
    .meta({ description: 'An https URL that is told of each change, signed; see `setWebhook`.' }),
})

export const createBounty = defineUpfrontOperation({
  name: bountyOperation,
  method: 'POST',
  path: '/api/v1/bounties',
  summary: 'Post a bounty for a new capture',
  description:
    'Commissions a capture of a real place. The amount is paid up front and held in escrow: it goes to the contributor whose submission you accept, or back to the wallet that paid when you cancel or the deadline passes.',
  request: { body: (env) => createBountyInput(env.bounty), headers: createBountyHeaders },
  output: createdBountySchema,
  status: 201,
  location: (bounty: CreatedBounty) => bounty.poll_url,
  errors: [],
  parse: ({ body, headers }, { env }) => ({
    ...parseInput(createBountyInput(env.bounty), body),
    webhookUrl: parseInput(
      z.object({ [webhookHeader]: webhookUrl({ mayBeLocal: env.mode === 'sandbox' }).optional() }),
      headers,
    )[webhookHeader],
  }),
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
      webhookUrl: input.webhookUrl,
    }),
    fulfil: ({ ctx, paymentId }) => getCreatedBounty({ ctx, input: { paymentId } }),
  },
})
