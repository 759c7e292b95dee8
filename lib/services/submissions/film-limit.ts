import 'server-only'
import { and, eq, sql } from 'drizzle-orm'
import { bounty } from '#db/schema/bounty'
import { submission } from '#db/schema/submission'
import type { Db, Tx } from '#lib/adapters/db'
import type { Env } from '#lib/adapters/env'
import { filmsLeft } from '#lib/domain/bounty/decline'
import { CairnError } from '#lib/domain/errors'

type Films = { bountyId: string; contributor: string }

/**
 * Refuses a wallet that has reached its limit of films for a bounty (`WALLET_FILMS_PER_BOUNTY`). Films that failed the check count
 * too: each one was stored and checked. A declined film frees a place for another take (`filmsLeft`).
 *
 * @throws CairnError `rate_limited`
 */
export async function assertFilmsLeft(
  { db, env }: { db: Db | Tx; env: Pick<Env, 'walletLimits'> },
  { bountyId, contributor }: Films,
): Promise<void> {
  const { filmsPerBounty } = env.walletLimits
  if (filmsPerBounty === 0) return
  const [found] = await db
    .select({
      films: sql<number>`count(*)::integer`,
      declined: sql<number>`count(${submission.declinedAt})::integer`,
      endsInSeconds: sql<number>`greatest(1, ceil(extract(epoch from max(${bounty.deadline}) - service_now())))::integer`,
    })
    .from(submission)
    .innerJoin(bounty, eq(bounty.bountyId, submission.bountyId))
    .where(and(eq(submission.contributor, contributor.toLowerCase()), eq(submission.bountyId, bountyId)))
  if (!found || filmsLeft({ limit: filmsPerBounty, ...found }) > 0) return
  throw new CairnError(
    'rate_limited',
    `One wallet may submit ${filmsPerBounty} films for a bounty, and as many again after films were declined; you have submitted ${found.films} for this one. The limit ends with the bounty, at its deadline in ${found.endsInSeconds} s; you can submit to other bounties now.`,
    {
      retryAfterSeconds: found.endsInSeconds,
      rateLimit: { policy: 'wallet-films', quota: filmsPerBounty },
    },
  )
}

/** The same in the transaction that submits a film, with a lock, so that concurrent submissions are all counted. */
export async function takeFilm(
  { tx, env }: { tx: Tx; env: Pick<Env, 'walletLimits'> },
  films: Films,
): Promise<void> {
  const name = `films of ${films.contributor.toLowerCase()} for ${films.bountyId}`
  await tx.execute(sql`select pg_advisory_xact_lock(hashtextextended(${name}, 0))`)
  await assertFilmsLeft({ db: tx, env }, films)
}
