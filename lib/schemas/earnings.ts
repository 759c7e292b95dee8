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
            'What you may still get: the rewards of the open bounties with a submission of yours that waits for a decision, each counted once.',
          ),
          declined_usdc: usdc.describe(
            'The same for submissions that were declined, without the bounties counted in `waiting_usdc`.',
          ),
          check_failed_usdc: usdc.describe(
            'The same for submissions that did not pass the check, without the bounties counted in `waiting_usdc` or `declined_usdc`.',
          ),
          submissions: z
            .object({
              paid: z.int().min(0),
              on_its_way: z.int().min(0),
              waiting: z.int().min(0),
              declined: z.int().min(0),
              check_failed: z.int().min(0),
              not_accepted: z.int().min(0),
            })
            .describe(
              'Your submissions by state. `declined` and `check_failed` are of open bounties: the poster may still accept them. After the end of a bounty, they are `not_accepted`.',
            ),
        }),
      )
      .describe('The networks of bounties with a submission of yours.'),
  })
  .meta({ id: 'Earnings' })
export type Earnings = z.output<typeof earningsSchema>
