import type { SignedFacts } from '#lib/domain/chain/next-transaction-step'
import { height, type Raw } from '#testing/simulation/chain'
import type { Row, World } from '#testing/simulation/world'

// The nodes of a simulated chain, which may answer from an older block or not at all.

/** The block a node answers from: its newest, or an older one. `undefined`: it does not answer. */
export function askNode(world: World): number | undefined {
  const { random, plan } = world
  if (plan.rpcDead > 0 && random.chance(plan.rpcDead)) return undefined
  const behind = plan.rpcStale > 0 && random.chance(plan.rpcStale) ? random.below(4) : 0
  return Math.max(0, height(world.chain) - behind)
}

/** What a node says of a receipt. */
export function receiptFacts(receipt: Raw | undefined): SignedFacts['receipt'] {
  if (!receipt) return 'none'
  const outcome = receipt.call.kind === 'empty' ? 'cancelled' : receipt.ok ? 'succeeded' : 'reverted'
  return { block: receipt.minedAt, outcome }
}

/** The transaction that used the row's nonce, as the final blocks show. */
export function nonceUserFacts({ chain }: World, row: Row, finalBlock: number): SignedFacts['nonceUser'] {
  for (const { raws } of chain.blocks.slice(0, finalBlock + 1)) {
    const user = raws.find(({ key, nonce }) => key === row.key && nonce === row.nonce)
    if (user) return row.attempts.some(({ raw }) => raw === user) ? 'ours' : 'another'
  }
  return 'notFinal'
}
