import 'server-only'
import { and, eq, sql } from 'drizzle-orm'
import type { Address } from 'viem'
import { z } from 'zod'
import { chainAccount } from '#db/schema/outbox'
import type { Context } from '#lib/adapters/context'
import { chainIdOf } from '#lib/domain/chain/caip2'
import { rolesText } from '#lib/domain/chain/key-roles'
import { CairnError } from '#lib/domain/errors'
import { address } from '#lib/schemas/formats'
import { networkId } from '#lib/schemas/query-formats'

// The sender queue that an action is about.

/** A key of ours on a chain. */
export const askedQueueInput = z.object({ network: networkId, sender: address })
type AskedQueue = z.output<typeof askedQueueInput>

export function queueOf({ network, sender }: AskedQueue): { chainId: number; address: Address } {
  return { chainId: chainIdOf(network), address: sender.toLowerCase() as Address }
}

/** The name of a sender queue in the log. */
export function queueId({ network, sender }: AskedQueue): string {
  return `${network} ${sender.toLowerCase()}`
}

/** Loads the sender queue that an action is about. @throws CairnError `not_found` */
export async function loadQueue(ctx: Pick<Context, 'db' | 'env'>, asked: AskedQueue) {
  const { chainId, address: of } = queueOf(asked)
  const [row] = await ctx.db
    .select({
      roles: chainAccount.roles,
      frozenReason: chainAccount.frozenReason,
      isFrozen: sql<boolean>`${chainAccount.frozenAt} is not null`,
      queued: sql<number>`(select count(*)::int from chain_tx where chain_id = ${chainId} and sender = ${of} and state = 'queued')`,
      sent: sql<number>`(select count(*)::int from chain_tx where chain_id = ${chainId} and sender = ${of} and state = 'sent')`,
    })
    .from(chainAccount)
    .where(and(eq(chainAccount.chainId, chainId), eq(chainAccount.address, of)))
  if (!row) throw new CairnError('not_found', 'No key of ours with this address has sent anything there.')
  const network = ctx.env.networks.find((one) => one.chainId === chainId)
  const who = row.roles.length > 0 ? `the ${rolesText(row.roles)} (${of})` : of
  const networkName = network?.name ?? asked.network
  return { ...row, networkName, name: `${who} on ${networkName}` }
}
