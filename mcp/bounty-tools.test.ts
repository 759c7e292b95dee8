import { expect, test } from 'vitest'
import { changeBounty } from './bounty-tools.ts'
import type { OrderContext } from './order-bounty.ts'
import { stdioTools } from './stdio-tools.ts'

const { call } = stdioTools.find(({ tool }) => tool.name === 'cairn_cancel_bounty')!
const ctx = { orders: { list: async () => [] } } as unknown as OrderContext

test('a change without bounty_id is refused by naming the argument, and one of an unknown bounty by its id', async () => {
  await expect(changeBounty(ctx, call, {})).rejects.toThrow(
    /^bounty_id must be given\. Nothing was changed\./,
  )
  await expect(changeBounty(ctx, call, { bounty_id: 'bty_1' })).rejects.toThrow(
    'This server holds no token for the bounty "bty_1".',
  )
})
