import { z } from 'zod'
import { timestamp } from '#lib/schemas/formats'

/** How far back, and how many seconds a point then stands for. */
export const historySteps = { '24h': 300, '7d': 1_800, '30d': 7_200, '90d': 21_600, '1y': 86_400 } as const
export const historyRanges = Object.keys(historySteps) as (keyof typeof historySteps)[]
export type HistoryRange = (typeof historyRanges)[number]

export const historyQuery = z.object({
  range: z.enum(historyRanges as [HistoryRange, ...HistoryRange[]]).default('24h'),
})

const usdc = z.string().nullable().meta({ description: 'Whole USDC; `null` where no audit could look.' })

export const historySchema = z.object({
  from: timestamp,
  to: timestamp,
  step_seconds: z.int(),
  networks: z.array(
    z.object({
      network: z.string().meta({ description: 'CAIP-2.' }),
      points: z
        .array(
          z.object({
            at: timestamp.meta({ description: 'Begin of the time it stands for.' }),
            escrow_usdc: usdc,
            in_flight_usdc: usdc,
            bounties: z.record(z.string(), z.int()).meta({ description: 'How many are in each state.' }),
            transactions: z.int().meta({ description: 'Not final yet.' }),
            payments_per_hour: z.number().nullable(),
          }),
        )
        .meta({ description: 'Oldest first. There is none for a time in which no worker looked.' }),
    }),
  ),
})
export type History = z.output<typeof historySchema>
