import 'server-only'
import { eq } from 'drizzle-orm'
import { session } from '#db/schema/account'
import type { Context } from '#lib/adapters/context'
import type { Session } from '#lib/services/accounts/authorize-session'

/** Ends a session for good: its token opens nothing any more. */
export async function endSession(args: { ctx: Pick<Context, 'db'>; session: Session }): Promise<void> {
  await args.ctx.db.delete(session).where(eq(session.tokenHash, args.session.tokenHash))
}
