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
import { takeFilm } from '#lib/services/submissions/film-limit'

/**
 * Writes the row of a submission for an open bounty, within the caller's transaction. Who is paid for it is fixed from then
 * on.
 *
 * @param args.input.contributor address of the wallet that is paid should it be accepted
 * @throws CairnError `not_found`, `not_open`, `deadline_passed`, `rate_limited` when the wallet has handed in too many, or
 *   `invalid_request` for a wallet that cannot be paid
 */
export async function insertSubmission(args: {
  tx: Tx
  env: Context['env']
  input: { bountyId: string; contributor: string; note?: string }
}): Promise<{ submissionId: string }> {
  const { tx, env, input } = args
  const contributor = input.contributor.toLowerCase()
  // Shared: it stays as it is until the submission is written, and others may be handed in beside.
  const { chainId } = await findOpen(tx, input.bountyId, { isShared: true })
  const network = env.networks.find((one) => one.chainId === chainId)
  // The contract refuses to pay itself, and so the release would never come.
  const refused = network ? escrowsOf(network).map((escrow) => escrow.toLowerCase()) : []
  if (refused.includes(contributor))
    throw new CairnError('invalid_request', 'The escrow contract cannot be paid. Sign in as somebody else.')
  await takeFilm({ tx, env }, { bountyId: input.bountyId, contributor })
  const submissionId = `sub_${randomUUID().replaceAll('-', '')}`
  const { bountyId, note } = input
  await tx.insert(submission).values({ submissionId, bountyId, contributor, note })
  return { submissionId }
}

/** @throws CairnError `not_found`, `not_open` or `deadline_passed` unless the bounty takes submissions now */
export async function assertOpen(db: Db, bountyId: string): Promise<void> {
  await findOpen(db, bountyId, { isShared: false })
}

async function findOpen(
  db: Db | Tx,
  bountyId: string,
  { isShared }: { isShared: boolean },
): Promise<{ chainId: number }> {
  if (!couldBeId(bountyId)) throw nothingThere()
  const found = db
    .select({
      state: bounty.state,
      chainId: bounty.chainId,
      inTime: sql<boolean>`service_now() < ${bounty.deadline}`,
    })
    .from(bounty)
    .where(eq(bounty.bountyId, bountyId))
  const [row] = await (isShared ? found.for('share') : found)
  if (!row) throw nothingThere()
  if (row.state !== 'open')
    throw new CairnError('not_open', `This bounty is ${row.state}: it takes no submissions.`)
  if (!row.inTime) throw new CairnError('deadline_passed', 'The deadline of this bounty has passed.')
  return row
}

function nothingThere(): CairnError {
  return new CairnError('not_found', 'There is no such bounty.')
}
