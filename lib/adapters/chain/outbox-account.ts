import 'server-only'
import { and, eq, isNull, sql } from 'drizzle-orm'
import type { Address } from 'viem'
import { chainAccount } from '#db/schema/outbox'
import type { Chain } from '#lib/adapters/chain/client'
import { errorText } from '#lib/adapters/chain/error-text'
import type { Db, Tx } from '#lib/adapters/db'

const everyMs = 5_000

/**
 * Writes down what only a process with the key knows: what the key is used for, that somebody looks after its lane, and what
 * hindered the last look. At most every few seconds, and at once when that changes.
 *
 * @param by names the process, for people
 */
export function laneNotes(lane: {
  chain: Chain
  address: Address
  roles: readonly string[]
  by: string
}): (db: Db, error: unknown) => Promise<void> {
  const { chain, address, roles, by } = lane
  let last: { error: string | null; at: number } | undefined
  return async (db, failure) => {
    const error = failure === undefined ? null : errorText(failure)
    if (last?.error === error && performance.now() - last.at < everyMs) return
    await db
      .update(chainAccount)
      .set({ roles: [...roles], passedAt: sql`now()`, passedBy: by, passError: error })
      .where(isLane(chain.chainId, address))
    last = { error, at: performance.now() }
  }
}

/**
 * From the commit on nothing new gets a nonce of this key, in whatever process; what has one is followed to its end.
 *
 * @param frozen.by a wallet in lower case, or a part of the service
 * @returns false when it was frozen already, or is no lane of ours
 */
export async function freezeLane(args: {
  tx: Tx
  chainId: number
  address: Address
  frozen: { by: string; reason: string }
}): Promise<boolean> {
  const { tx, chainId, address, frozen } = args
  const rows = await tx
    .update(chainAccount)
    .set({ frozenAt: sql`service_now()`, frozenBy: frozen.by, frozenReason: frozen.reason })
    .where(and(isLane(chainId, address), isNull(chainAccount.frozenAt)))
    .returning({ address: chainAccount.address })
  return rows.length > 0
}

/** @returns false when it was not frozen */
export async function unfreezeLane(args: { tx: Tx; chainId: number; address: Address }): Promise<boolean> {
  const rows = await args.tx
    .update(chainAccount)
    .set({ frozenAt: null, frozenBy: null, frozenReason: null })
    .where(and(isLane(args.chainId, args.address), sql`${chainAccount.frozenAt} is not null`))
    .returning({ address: chainAccount.address })
  return rows.length > 0
}

function isLane(chainId: number, address: Address) {
  return and(eq(chainAccount.chainId, chainId), eq(chainAccount.address, address.toLowerCase()))
}
