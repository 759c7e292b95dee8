import 'server-only'
import { and, eq, isNull, sql } from 'drizzle-orm'
import type { Address } from 'viem'
import { chainAccount } from '#db/schema/outbox'
import type { Chain } from '#lib/adapters/chain/client'
import { errorText } from '#lib/adapters/chain/error-text'
import type { Db, Tx } from '#lib/adapters/db'

const everyMs = 60_000

/**
 * Records what only a process with the key knows: its roles, when its sender queue was last worked through, and the error of
 * that pass. At most once a minute, and at once when the error changes; the console calls a queue silent after two and a half.
 *
 * @param queue.by names the process, for people
 */
export function createPassRecorder(queue: {
  chain: Chain
  address: Address
  roles: readonly string[]
  by: string
}): (db: Db, error: unknown) => Promise<void> {
  const { chain, address, roles, by } = queue
  let last: { error: string | null; at: number } | undefined
  return async (db, failure) => {
    const error = failure === undefined ? null : errorText(failure)
    if (last?.error === error && performance.now() - last.at < everyMs) return
    await db
      .update(chainAccount)
      .set({ roles: [...roles], passedAt: sql`now()`, passedBy: by, passError: error })
      .where(isKey(chain.chainId, address))
    last = { error, at: performance.now() }
  }
}

/**
 * After the commit, no process takes a nonce of this key. Transactions that already have one are followed to their end.
 *
 * @param frozen.by a wallet in lower case, or a part of the service
 * @returns false if it was frozen already, or the key was never used here
 */
export async function freezeSenderQueue(args: {
  tx: Tx
  chainId: number
  address: Address
  frozen: { by: string; reason: string }
}): Promise<boolean> {
  const { tx, chainId, address, frozen } = args
  const rows = await tx
    .update(chainAccount)
    .set({ frozenAt: sql`service_now()`, frozenBy: frozen.by, frozenReason: frozen.reason })
    .where(and(isKey(chainId, address), isNull(chainAccount.frozenAt)))
    .returning({ address: chainAccount.address })
  return rows.length > 0
}

/** @returns false if it was not frozen */
export async function unfreezeSenderQueue(args: {
  tx: Tx
  chainId: number
  address: Address
}): Promise<boolean> {
  const rows = await args.tx
    .update(chainAccount)
    .set({ frozenAt: null, frozenBy: null, frozenReason: null })
    .where(and(isKey(args.chainId, args.address), sql`${chainAccount.frozenAt} is not null`))
    .returning({ address: chainAccount.address })
  return rows.length > 0
}

function isKey(chainId: number, address: Address) {
  return and(eq(chainAccount.chainId, chainId), eq(chainAccount.address, address.toLowerCase()))
}
