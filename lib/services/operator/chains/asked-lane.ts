import 'server-only'
import { and, eq, sql } from 'drizzle-orm'
import type { Address } from 'viem'
import { z } from 'zod'
import { chainAccount } from '#db/schema/outbox'
import type { Context } from '#lib/adapters/context'
import { chainIdOf } from '#lib/domain/caip2'
import { CairnError } from '#lib/domain/errors'
import { address } from '#lib/schemas/formats'
import { networkId } from '#lib/schemas/query-formats'

/** A key of ours on a chain. */
export type AskedLane = { network: string; sender: string }

export const askedLaneInput = z.object({
  network: networkId,
  sender: address,
})

export function laneOf({ network, sender }: AskedLane): { chainId: number; address: Address } {
  return { chainId: chainIdOf(network), address: sender.toLowerCase() as Address }
}

/** How a lane is named in the log. */
export function laneId({ network, sender }: AskedLane): string {
  return `${network} ${sender.toLowerCase()}`
}

/** A lane as an operator decides on it. @throws CairnError `not_found` */
export async function loadLane(ctx: Pick<Context, 'db' | 'env'>, asked: AskedLane) {
  const { chainId, address: of } = laneOf(asked)
  const [row] = await ctx.db
    .select({
      ...{ roles: chainAccount.roles, frozenReason: chainAccount.frozenReason },
      isFrozen: sql<boolean>`${chainAccount.frozenAt} is not null`,
      queued: sql<number>`(select count(*)::int from chain_tx where chain_id = ${chainId} and sender = ${of} and state = 'queued')`,
      sent: sql<number>`(select count(*)::int from chain_tx where chain_id = ${chainId} and sender = ${of} and state = 'sent')`,
    })
    .from(chainAccount)
    .where(and(eq(chainAccount.chainId, chainId), eq(chainAccount.address, of)))
  if (!row) throw new CairnError('not_found', 'No key of ours with this address has sent anything there.')
  const network = ctx.env.networks.find((one) => one.chainId === chainId)
  const who = row.roles.length > 0 ? `the ${row.roles.join(' and ')} (${of})` : of
  return { ...row, name: `${who} on ${network?.name ?? asked.network}` }
}
