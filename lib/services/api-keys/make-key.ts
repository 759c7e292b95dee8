import 'server-only'
import { randomBytes } from 'node:crypto'
import { apiKey } from '#db/schema/api-key'
import { event } from '#db/schema/service'
import type { Context } from '#lib/adapters/context'
import type { Tx } from '#lib/adapters/db'
import { hashToken } from '#lib/adapters/hash-token'
import { type Tier, tierLimits } from '#lib/domain/access/tier'
import { fieldError } from '#lib/domain/errors'

/** `cairn_` and 8 of the 64 random hex digits; the other 224 bits stay secret. */
export const prefixLength = 14
export const maxAccountCharacters = 100

export type NewKey = {
  account: string
  tier: Tier
  /** `null`: valid until it is revoked. */
  expiresAt: Date | null
  /** A given key instead of a random one, for the sandbox. */
  key?: string
}

/**
 * Makes a key of the enterprise interface. Only its hash is stored, so the returned key cannot be shown again.
 *
 * @throws CairnError `invalid_request`
 */
export async function makeKey(args: {
  ctx: Pick<Context, 'db' | 'clock'>
  /** The caller's transaction, when it has one. */
  tx?: Tx
  input: NewKey
}): Promise<{ key: string; prefix: string }> {
  const { ctx, tx: outer = ctx.db, input } = args
  const { tier, expiresAt } = input
  const account = input.account.trim()
  if (account === '' || [...account].length > maxAccountCharacters)
    throw fieldError('account', `use 1–${maxAccountCharacters} characters`)
  if (!(tier in tierLimits)) throw fieldError('tier', `must be one of ${Object.keys(tierLimits).join(', ')}`)
  if (expiresAt && expiresAt <= ctx.clock.now()) throw fieldError('expires', 'must be in the future')
  const key = input.key ?? `cairn_${randomBytes(32).toString('hex')}`
  const prefix = key.slice(0, prefixLength)
  await outer.transaction(async (tx) => {
    await tx.insert(apiKey).values({ keyHash: hashToken(key), prefix, account, tier, expiresAt })
    const data = { account, tier, expires_at: expiresAt?.toISOString() ?? null }
    await tx.insert(event).values({ subject: 'api_key', subjectId: prefix, name: 'made', data })
  })
  return { key, prefix }
}
