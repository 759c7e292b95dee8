import 'server-only'
import { createECDH } from 'node:crypto'
import { and, eq, sql } from 'drizzle-orm'
import { pushSubscription } from '#db/schema/notice'
import type { Context } from '#lib/adapters/context'
import { fieldError } from '#lib/domain/errors'
import type { Session } from '#lib/services/accounts/authorize-session'

/** The maximum number of browsers of one contributor. A further one replaces the oldest subscription. */
const maxSubscriptions = 5

type Input = {
  session: Session
  /** A URL of the browser's choice: checked when a message is sent. */
  endpoint: string
  p256dh: Uint8Array
  auth: Uint8Array
}

/**
 * Sends the notices of the signed-in contributor to a browser from now on. A repeated subscription is refreshed. A browser of another
 * contributor is transferred, because a browser has only one endpoint.
 *
 * @throws CairnError `invalid_request` for a key that no message can be encrypted for
 */
export async function subscribePush(args: { ctx: Pick<Context, 'db' | 'sql'>; input: Input }): Promise<void> {
  const { ctx, input } = args
  const { session, endpoint, p256dh, auth } = input
  assertOnCurve(p256dh)
  const contributor = session.address.toLowerCase()
  const row = { contributor, p256dh, auth, sessionHash: session.tokenHash, subscribedAt: sql`service_now()` }
  await ctx.db.transaction(async (tx) => {
    // One at a time for each contributor: two that refresh a subscription which the other deletes would wait for each other.
    const name = `push subscriptions of ${contributor}`
    await tx.execute(sql`select pg_advisory_xact_lock(hashtextextended(${name}, 0))`)
    // Notices for the previous contributor of this browser are not for the next one.
    await tx
      .delete(pushSubscription)
      .where(
        and(eq(pushSubscription.endpoint, endpoint), sql`${pushSubscription.contributor} <> ${contributor}`),
      )
    await tx
      .insert(pushSubscription)
      .values({ endpoint, ...row })
      .onConflictDoUpdate({ target: pushSubscription.endpoint, set: row })
    await tx.execute(sql`
      delete from push_subscription where id in (
        select id from push_subscription where contributor = ${contributor}
        order by subscribed_at desc, id desc offset ${maxSubscriptions}
      )`)
  })
}

/** Ends the notices to a browser. Has no effect if the browser gets no notices, or those of another contributor. */
export async function unsubscribePush(args: {
  ctx: Pick<Context, 'db'>
  input: { session: Session; endpoint: string }
}): Promise<void> {
  const { ctx, input } = args
  await ctx.db
    .delete(pushSubscription)
    .where(
      and(
        eq(pushSubscription.endpoint, input.endpoint),
        eq(pushSubscription.contributor, input.session.address.toLowerCase()),
      ),
    )
}

function assertOnCurve(point: Uint8Array): void {
  const curve = createECDH('prime256v1')
  curve.generateKeys()
  try {
    curve.computeSecret(point)
  } catch {
    throw fieldError('keys.p256dh', 'must be a public key of P-256.')
  }
}
