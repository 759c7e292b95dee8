import { z } from 'zod'
import { defineScheduled } from '#lib/operations/scheduled-operation'
import { expireBounties as run } from '#lib/services/bounties/expire-bounties'

/** One call's share: well within what schedulers wait, however slow the database is. */
const maxBatches = 10
const batchSize = 100
const maxCallMs = 20_000

const output = z.object({
  expired: z.int().meta({ description: 'How many were closed by this call.' }),
  more: z.boolean().meta({ description: 'Whether there were more to close: call again.' }),
})

export const expireBounties = defineScheduled({
  name: 'expireBounties',
  path: '/api/cron/expire-bounties',
  summary: 'Close the bounties whose deadline has passed',
  description: 'Closes open bounties past their deadline; workers then give each payer the money back.',
  output,
  run: async ({ ctx }) => {
    const endsAt = performance.now() + maxCallMs
    let expired = 0
    for (let batch = 1; ; batch++) {
      const done = await run({ ctx, input: { limit: batchSize } })
      expired += done.expired
      // None of a full batch: another call is at it.
      const goesOn = done.more && done.expired > 0 && batch < maxBatches && performance.now() < endsAt
      if (!goesOn) return { expired, more: done.more }
    }
  },
})
