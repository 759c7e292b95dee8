import 'server-only'
import { and, eq, sql } from 'drizzle-orm'
import { bounty } from '#db/schema/bounty'
import { submission } from '#db/schema/submission'
import type { Db, Tx } from '#lib/adapters/db'
import type { Env } from '#lib/adapters/env'
import { CairnError } from '#lib/domain/errors'

type Films = { bountyId: string; contributor: string }

/**
 * Refuses a wallet that has handed in as many films for a bounty as it may (`WALLET_FILMS_PER_BOUNTY`). Every film counts,
 * whatever was found of it: each one was stored and checked.
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
      endsInSeconds: sql<number>`greatest(1, ceil(extract(epoch from max(${bounty.deadline}) - service_now())))::integer`,
    })
    .from(submission)
    .innerJoin(bounty, eq(bounty.bountyId, submission.bountyId))
    .where(and(eq(submission.contributor, contributor.toLowerCase()), eq(submission.bountyId, bountyId)))
  if (!found || found.films < filmsPerBounty) return
  throw new CairnError(
    'rate_limited',
    `One wallet may hand in ${filmsPerBounty} films for a bounty, and you have handed in ${found.films} for this one. The limit ends with the bounty, at its deadline in ${found.endsInSeconds} s; other bounties take films of yours now.`,
    {
      retryAfterSeconds: found.endsInSeconds,
      rateLimit: { policy: 'wallet-films', quota: filmsPerBounty },
    },
  )
}

/** The same inside the transaction that hands one in: films that are handed in at once are counted one after the other. */
export async function takeFilm(
  { tx, env }: { tx: Tx; env: Pick<Env, 'walletLimits'> },
  films: Films,
): Promise<void> {
  const name = `films of ${films.contributor.toLowerCase()} for ${films.bountyId}`
  await tx.execute(sql`select pg_advisory_xact_lock(hashtextextended(${name}, 0))`)
  await assertFilmsLeft({ db: tx, env }, films)
}
