import 'server-only'
import { and, eq, gt, sql } from 'drizzle-orm'
import { type Address, getAddress } from 'viem'
import { session } from '#db/schema/account'
import { moderation } from '#db/schema/moderation'
import type { Context } from '#lib/adapters/context'
import { hashToken } from '#lib/adapters/hash-token'
import { CairnError } from '#lib/domain/errors'
import { bannedError } from '#lib/services/reports/find-ban'

/** A signed-in wallet. */
export type Session = {
  /** The account, EIP-55. */
  address: Address
  /** The chain on which the wallet proved its address. A contract wallet may have another owner on another chain. */
  chainId: number
  expiresAt: Date
  /** Hash of the session token, by which the session is looked up. */
  tokenHash: Uint8Array
}

/**
 * The session of a token. It is looked up by the token's hash, so the time that this takes reveals nothing about any token.
 *
 * @throws CairnError `unauthorized`, `wallet_banned`
 */
export async function authorizeSession(args: {
  ctx: Pick<Context, 'db'>
  input: { token: string | undefined }
}): Promise<Session> {
  const { token } = args.input
  const [found] =
    token === undefined
      ? []
      : await args.ctx.db
          .select({
            address: session.address,
            chainId: session.chainId,
            expiresAt: session.expiresAt,
            tokenHash: session.tokenHash,
            ban: moderation.reason,
          })
          .from(session)
          .leftJoin(moderation, and(eq(moderation.kind, 'wallet'), eq(moderation.subjectId, session.address)))
          .where(and(eq(session.tokenHash, hashToken(token)), gt(session.expiresAt, sql`service_now()`)))
  if (found) {
    const { ban, ...opened } = found
    // Refused with the reason, instead of ended, so that its owner learns why at once.
    if (ban !== null) throw bannedError(ban)
    return { ...opened, address: getAddress(opened.address) }
  }
  throw new CairnError(
    'unauthorized',
    'You are not signed in, or your session has ended. Sign in with GET /api/auth/nonce and POST /api/auth/verify.',
  )
}
