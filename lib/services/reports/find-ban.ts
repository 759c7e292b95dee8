import 'server-only'
import { and, eq } from 'drizzle-orm'
import { moderation } from '#db/schema/moderation'
import type { Db, Tx } from '#lib/adapters/db'
import { CairnError } from '#lib/domain/errors'

/** Why a wallet is banned; `undefined` if it is not. */
export async function findBan(db: Db | Tx, wallet: string): Promise<string | undefined> {
  const [found] = await db
    .select({ reason: moderation.reason })
    .from(moderation)
    .where(and(eq(moderation.kind, 'wallet'), eq(moderation.subjectId, wallet.toLowerCase())))
  return found?.reason
}

/** @throws CairnError `wallet_banned`, with the reason: call it only for a caller who proved to own the wallet */
export async function assertNotBanned(db: Db | Tx, wallet: string): Promise<void> {
  const reason = await findBan(db, wallet)
  if (reason !== undefined) throw bannedError(reason)
}

/** Operators write reasons with and without one. */
function withFullStop(reason: string): string {
  const text = reason.trim()
  return /[.!?…]$/.test(text) ? text : `${text}.`
}

/** The refusal of a banned wallet. Where it may have paid, the answer also says that nothing was charged. @param reason in the words of an operator */
export function bannedError(reason: string): CairnError {
  return new CairnError(
    'wallet_banned',
    `This wallet is banned by an operator of this service: ${withFullStop(reason)} What it has earned is still paid, and its refunds still go back to it: you see both in the wallet itself.`,
  )
}
