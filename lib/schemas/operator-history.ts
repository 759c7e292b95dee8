import { z } from 'zod'
import { timestamp } from '#lib/schemas/formats'

/** The ranges, and the seconds between two points of each. A range of which less is recorded has the shortest step that fits. */
export const historySteps = { '24h': 300, '7d': 1_800, '30d': 7_200, '90d': 21_600, '1y': 86_400 } as const
export const historyRanges = Object.keys(historySteps) as (keyof typeof historySteps)[]
export type HistoryRange = (typeof historyRanges)[number]

export const historyQuery = z.object({
  range: z.enum(historyRanges as [HistoryRange, ...HistoryRange[]]).default('24h'),
})

const usdc = z
  .string()
  .nullable()
  .describe('Whole USDC, as the last audit of the interval found it; `null` if none could check.')

export const historySchema = z.object({
  from: timestamp,
  to: timestamp,
  sampled_at: timestamp
    .nullable()
    .describe('When the newest sample of all networks was taken, to five minutes; `null` if there is none.'),
  step_seconds: z.int(),
  networks: z.array(
    z.object({
      network: z.string().describe('CAIP-2.'),
      earned_usdc: z
        .string()
        .describe('What settled payments for queries, thus for anything but bounties, came to in the range.'),
      points: z
        .array(
          z.object({
            at: timestamp.describe('Start of the interval of the point.'),
            escrow_usdc: usdc,
            in_flight_usdc: usdc,
            bounties: z.record(z.string(), z.int()).describe('The number of bounties in each state.'),
            transactions: z.int().describe('Not final yet.'),
            payments_per_hour: z
              .number()
              .nullable()
              .describe(
                'Payments settled in the hour before the end of the interval; with longer intervals, the average of an hour of it.',
              ),
          }),
        )
        .describe('Oldest first. Intervals in which no worker took a sample are left out.'),
    }),
  ),
})
export type History = z.output<typeof historySchema>
