import { z } from 'zod'
import { type WithdrawalReason, withdrawalReasons } from '#lib/domain/proof/withdrawal'

/** The answer of `GET /api/withdrawals`: counts only, without any data of captures. */
export const withdrawalCountsSchema = z.object({
  total: z.int().min(0).describe('Captures that are withdrawn now.'),
  by_reason: z
    .object(
      Object.fromEntries(withdrawalReasons.map((reason) => [reason, z.int().min(0)])) as Record<
        WithdrawalReason,
        z.ZodInt
      >,
    )
    .describe('The count for each reason, including zeros.'),
})
export type WithdrawalCounts = z.output<typeof withdrawalCountsSchema>
