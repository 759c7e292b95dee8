import { randomBytes } from 'node:crypto'
import { eq, sql } from 'drizzle-orm'
import { session } from '#db/schema/account'
import { apiKey } from '#db/schema/api-key'
import { hashToken } from '#lib/adapters/hash-token'
import { makeKey } from '#lib/services/api-keys/make-key'
import { revokeKey } from '#lib/services/api-keys/revoke-key'
import type { PaymentContext } from '#lib/services/payments/types'
import { seedBounty } from '#testing/bounty-states'
import { createPlainSubmission } from '#testing/plain-submission'

// The roles of the access matrix, with a credential and data for each.

/** All roles. A role exists twice where tests need somebody else's data. */
export const roles = [
  'nobody',
  'payer',
  'poster',
  'other poster',
  'contributor',
  'other contributor',
  'operator',
  'key',
  'expired key',
  'revoked key',
  'scheduler',
] as const
export type Role = (typeof roles)[number]

/** What belongs to whom, so that a request can name it. */
export type Cast = {
  credentials: Record<Role, Record<string, string>>
  /** Session cookies, sent without an Origin header. */
  cookies: Record<'contributor' | 'operator', string>
  /** The bounty of the poster. It has a submission of each of the two contributors. */
  bountyId: string
  otherBountyId: string
  submissionId: string
  /** Begun by the contributor. */
  uploadId: string
  observationId: string
  /** Texts that no answer to anybody else may have. */
  secrets: string[]
}

const operatorWallet = `0x${'0e'.repeat(20)}` as const
export const operatorSettings = { OPERATOR_WALLETS: operatorWallet }

/** @param options.upload begins an upload with a session's credential, and says its id */
export async function openCast(
  ctx: PaymentContext,
  options: { observationId: string; upload: (credential: Record<string, string>) => Promise<string> },
): Promise<Cast> {
  const [own, other] = [await seedBounty(ctx, 'open'), await seedBounty(ctx, 'open')]
  const wallets = [newAddress(), newAddress()] as const
  const note = `a note of the contributor ${randomBytes(8).toString('hex')}`
  const { submissionId } = await createPlainSubmission({
    ctx,
    input: { bountyId: own.bounty_id, contributor: wallets[0], note },
  })
  await createPlainSubmission({ ctx, input: { bountyId: own.bounty_id, contributor: wallets[1] } })
  const tokens = await Promise.all([...wallets, operatorWallet].map((wallet) => signIn(ctx, wallet)))
  const [contributor, otherContributor, operator] = tokens as [string, string, string]
  const [good, expired, revoked] = (await Promise.all(
    ['good', 'expired', 'revoked'].map((account) =>
      makeKey({ ctx, input: { account, tier: 'scale', expiresAt: null } }),
    ),
  )) as [Made, Made, Made]
  await ctx.db
    .update(apiKey)
    .set({ expiresAt: sql`service_now() - interval '1 second'` })
    .where(eq(apiKey.prefix, expired.prefix))
  await revokeKey({ ctx, input: { prefix: revoked.prefix } })
  return {
    credentials: {
      nobody: {},
      // A well-formed payment for something else.
      payer: { 'payment-signature': Buffer.from(JSON.stringify(strayPayment)).toString('base64') },
      poster: bearer(own.agent_token),
      'other poster': bearer(other.agent_token),
      contributor: bearer(contributor),
      'other contributor': bearer(otherContributor),
      operator: bearer(operator),
      key: bearer(good.key),
      'expired key': bearer(expired.key),
      'revoked key': bearer(revoked.key),
      scheduler: bearer(ctx.env.cronSecret!),
    },
    cookies: { contributor: cookie(contributor), operator: cookie(operator) },
    bountyId: own.bounty_id,
    otherBountyId: other.bounty_id,
    submissionId,
    uploadId: await options.upload(bearer(contributor)),
    observationId: options.observationId,
    secrets: [
      ...[own.agent_token, other.agent_token, ...tokens, good.key, expired.key, revoked.key],
      ...[ctx.env.cronSecret!, ctx.env.secretKey, note, wallets[0], wallets[1]],
    ],
  }
}

type Made = { key: string; prefix: string }

const strayPayment = {
  x402Version: 2,
  resource: { url: 'http://elsewhere.test/', description: '', mimeType: 'application/json' },
  accepted: {
    scheme: 'exact',
    network: 'eip155:8453',
    asset: '0x833589fCD6eDb6E08f4c7C32D4f71b54bdA02913',
    amount: '1',
    payTo: `0x${'aa'.repeat(20)}`,
    maxTimeoutSeconds: 60,
    extra: { name: 'USD Coin', version: '2' },
  },
  payload: {
    signature: `0x${'11'.repeat(65)}`,
    authorization: {
      from: `0x${'bb'.repeat(20)}`,
      to: `0x${'aa'.repeat(20)}`,
      value: '1',
      validAfter: '0',
      validBefore: '4000000000',
      nonce: `0x${'22'.repeat(32)}`,
    },
  },
}

async function signIn(ctx: PaymentContext, address: string): Promise<string> {
  const token = `cairn_session_${randomBytes(32).toString('base64url')}`
  await ctx.db.insert(session).values({
    tokenHash: hashToken(token),
    address: address.toLowerCase(),
    chainId: 8453,
    expiresAt: sql`service_now() + interval '1 hour'`,
  })
  return token
}

function newAddress(): `0x${string}` {
  return `0x${randomBytes(20).toString('hex')}`
}

function bearer(token: string): Record<string, string> {
  return { authorization: `Bearer ${token}` }
}

function cookie(token: string): string {
  return `__Host-cairn_session=${token}`
}
