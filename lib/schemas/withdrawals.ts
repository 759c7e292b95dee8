import { z } from 'zod'
import { type WithdrawalReason, withdrawalReasons } from '#lib/domain/withdrawal'

/** What `GET /api/withdrawals` answers: numbers, and nothing of any capture. */
export const withdrawalCountsSchema = z.object({
  total: z.int().min(0).meta({ description: 'Captures that are withdrawn now.' }),
  by_reason: z
    .object(
      Object.fromEntries(withdrawalReasons.map((reason) => [reason, z.int().min(0)])) as Record<
        WithdrawalReason,
        z.ZodInt
      >,
    )
    .meta({ description: 'How many for which reason; every reason is named.' }),
})
export type WithdrawalCounts = z.output<typeof withdrawalCountsSchema>
