import 'server-only'
import { hasNoMoneyYet } from '#lib/adapters/chain/money-logs'
import type { Context } from '#lib/adapters/context'
import type { NetworkConfig } from '#lib/adapters/env'
import { inTime } from '#lib/adapters/in-time'
import { booksOf } from '#lib/services/ledger/books'
import { bountyOperation } from '#lib/services/payments/types'

/**
 * True if a network has no books yet and nothing to record in them: no bounty, and no transfer that belongs to one, on the chain or in the
 * database. A service starts this way, until the first block in its books is final. False if the chain does not answer.
 *
 * @param input.timeoutMs how long the chain may take
 * @throws when the database does not answer
 */
export async function hasNothingToRecord(args: {
  ctx: Pick<Context, 'sql' | 'chains' | 'env'>
  input: { network: NetworkConfig; timeoutMs: number }
}): Promise<boolean> {
  const { ctx, input } = args
  const { network } = input
  const chain = ctx.chains.get(network.chainId)
  if (!chain) return false
  const [row] = await ctx.sql<{ isEmpty: boolean }[]>`
    select not exists (select from ledger_cursor where chain_id = ${network.chainId})
      and not exists (select from ledger_entry where chain_id = ${network.chainId})
      and not exists (select from bounty where chain_id = ${network.chainId})
      and not exists (select from payment where network = ${network.id} and operation = ${bountyOperation}) as "isEmpty"`
  if (!row!.isEmpty) return false
  const asked = hasNoMoneyYet({ chain, books: booksOf(ctx.env, network) })
  return (await inTime(input.timeoutMs, asked)) === true
}
