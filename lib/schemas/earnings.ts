import { z } from 'zod'
import { contributorRecordSchema } from '#lib/schemas/contributor-record'

const usdc = z.int().min(0)

export const earningsSchema = z
  .object({
    record: contributorRecordSchema,
    networks: z
      .array(
        z.object({
          network: z.string().describe('CAIP-2.'),
          paid_usdc: usdc.describe('Released to you, in whole USDC. Each release has a transaction.'),
          on_its_way_usdc: usdc.describe('Accepted, with a release that is not final yet.'),
          waiting_usdc: usdc.describe(
            'What you may still get: the rewards of the open bounties with a submission of yours, each counted once.',
          ),
          submissions: z
            .object({
              paid: z.int().min(0),
              on_its_way: z.int().min(0),
              waiting: z.int().min(0),
              not_accepted: z.int().min(0),
            })
            .describe('Your submissions by state.'),
        }),
      )
      .describe('The networks of bounties with a submission of yours.'),
  })
  .meta({ id: 'Earnings' })
export type Earnings = z.output<typeof earningsSchema>
