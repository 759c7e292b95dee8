import 'server-only'
import { randomUUID } from 'node:crypto'
import { eq, sql } from 'drizzle-orm'
import { bounty } from '#db/schema/bounty'
import { submission } from '#db/schema/submission'
import { escrowsOf } from '#lib/adapters/chain/escrow'
import type { Context } from '#lib/adapters/context'
import type { Db, Tx } from '#lib/adapters/db'
import { CairnError } from '#lib/domain/errors'
import { couldBeId } from '#lib/domain/ids'
import { assertNotBanned } from '#lib/services/reports/find-ban'
import { hiddenOf, measuresOf } from '#lib/services/reports/measures'
import { takeFilm } from '#lib/services/submissions/film-limit'

export type InsertedSubmission = {
  submissionId: string
  submittedAt: Date
  /** The request of the bounty: a geohash of one to six characters, and the time of its payment. */
  asked: { place: string | null; orderedAt: Date }
}

/**
 * Inserts a submission for an open bounty, in the caller's transaction. Its contributor never changes afterwards.
 *
 * @param args.input.contributor address of the wallet that is paid if the submission is accepted
 * @throws CairnError `not_found`, `not_open`, `deadline_passed`, `rate_limited` when the wallet has handed in too many, `wallet_banned`, or
 *   `invalid_request` for a wallet that cannot be paid
 */
export async function insertSubmission(args: {
  tx: Tx
  env: Context['env']
  input: { bountyId: string; contributor: string; note?: string }
}): Promise<InsertedSubmission> {
  const { tx, env, input } = args
  const contributor = input.contributor.toLowerCase()
  // A shared lock: the bounty cannot change until the submission is committed, and other submissions need not wait.
  const { chainId, place, orderedAt } = await findOpen(tx, input.bountyId, { isShared: true })
  const network = env.networks.find((one) => one.chainId === chainId)
  // The contract refuses to pay itself, so a release would never succeed.
  const refused = network ? escrowsOf(network).map((escrow) => escrow.toLowerCase()) : []
  if (refused.includes(contributor))
    throw new CairnError(
      'invalid_request',
      'The escrow contract cannot be paid. Sign in with another wallet.',
    )
  await assertNotBanned(tx, contributor)
  await takeFilm({ tx, env }, { bountyId: input.bountyId, contributor })
  const submissionId = `sub_${randomUUID().replaceAll('-', '')}`
  const { bountyId, note } = input
  const [inserted] = await tx
    .insert(submission)
    .values({ submissionId, bountyId, contributor, note })
    .returning({ submittedAt: submission.submittedAt })
  return { submissionId, submittedAt: inserted!.submittedAt, asked: { place, orderedAt } }
}

/** @throws CairnError `not_found`, `not_open` or `deadline_passed` unless the bounty takes submissions now */
export async function assertOpen(db: Db, bountyId: string): Promise<void> {
  await findOpen(db, bountyId, { isShared: false })
}

async function findOpen(
  db: Db | Tx,
  bountyId: string,
  { isShared }: { isShared: boolean },
): Promise<{ chainId: number; place: string | null; orderedAt: Date }> {
  if (!couldBeId(bountyId)) throw noSuchBounty()
  const found = db
    .select({
      state: bounty.state,
      chainId: bounty.chainId,
      place: bounty.placeGeohash,
      orderedAt: bounty.paidAt,
      taken: measuresOf([['bounty', bounty.bountyId]]),
      inTime: sql<boolean>`service_now() < ${bounty.deadline}`,
    })
    .from(bounty)
    .where(eq(bounty.bountyId, bountyId))
  const [row] = await (isShared ? found.for('share') : found)
  if (!row) throw noSuchBounty()
  if (row.state !== 'open')
    throw new CairnError('not_open', `This bounty is ${row.state} and accepts no submissions.`)
  const hidden = hiddenOf(row.taken, 'bounty')
  if (hidden)
    throw new CairnError(
      'not_open',
      `An operator has hidden this bounty, and it takes no submissions: ${hidden.reason}`,
    )
  if (!row.inTime) throw new CairnError('deadline_passed', 'The deadline of this bounty has passed.')
  return row
}

function noSuchBounty(): CairnError {
  return new CairnError('not_found', 'There is no such bounty.')
}
