import 'server-only'
import { eq } from 'drizzle-orm'
import { session } from '#db/schema/account'
import { pushSubscription } from '#db/schema/notice'
import type { Context } from '#lib/adapters/context'
import type { Session } from '#lib/services/accounts/authorize-session'

/** Ends a session for good: its token opens nothing any more, and the browser that subscribed with it gets no more notices. */
export async function endSession(args: { ctx: Pick<Context, 'db'>; session: Session }): Promise<void> {
  const { tokenHash } = args.session
  await args.ctx.db.transaction(async (tx) => {
    await tx.delete(pushSubscription).where(eq(pushSubscription.sessionHash, tokenHash))
    await tx.delete(session).where(eq(session.tokenHash, tokenHash))
  })
}
