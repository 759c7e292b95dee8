import { z } from 'zod'
import { timestamp } from '#lib/schemas/formats'

/** The last day in the steps in which figures are sampled, each of them over. */
export const pulseStepSeconds = 300
export const pulseSteps = 288

const count = z.int().min(0)

export const pulseSchema = z.object({
  step_seconds: z.int(),
  points: z
    .array(
      z.object({
        at: timestamp.describe('End of the step, by the service’s clock.'),
        escrow_usdc: z
          .string()
          .nullable()
          .describe(
            'In the escrows of all networks, as the last audit before the end of the step found it; `null` where no audit could check one.',
          ),
        lookups: count.describe('Look-ups that were paid for.'),
        requests: count.describe(
          'Requests that are recorded, without reads of operators. Free reads that succeed are not recorded.',
        ),
        p95_ms: count.nullable().describe('95% of them took at most this long; `null`: there were none.'),
        preview_wait_seconds: count
          .nullable()
          .describe('The longest that a preview of a film waited for a worker; `null`: none waited.'),
      }),
    )
    .describe('Oldest first.'),
})
export type Pulse = z.output<typeof pulseSchema>
