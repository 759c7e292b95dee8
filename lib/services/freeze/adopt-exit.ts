import 'server-only'
import { eq, sql } from 'drizzle-orm'
import { type Address, bytesToHex, keccak256, toBytes } from 'viem'
import { ledgerEntry } from '#db/schema/ledger'
import { submission } from '#db/schema/submission'
import { type EscrowExit, readAcceptance, readEscrowBounty, readRelease } from '#lib/adapters/chain/escrow'
import type { Tx } from '#lib/adapters/db'
import { queueJob } from '#lib/adapters/jobs'
import { isAsDecided } from '#lib/services/bounties/is-as-decided'
import type { Known } from '#lib/services/bounties/load-facts'
import type { Pass } from '#lib/services/bounties/pass'
import { type BountyRow, transition } from '#lib/services/bounties/transition'

/** Lost decisions, by the state that the contract shows. */
const decisions = { cancelled: 'cancel', refunded: 'expire' } as const
const lostCode = 'lost_with_a_database'
const lostText =
  'This film was accepted and paid for. Its record was lost when the database was restored from an older backup.'

/**
 * For an open bounty that has left the contract or is accepted there: repeats the decision that the chain shows was made, on the
 * same terms. Its end is then recorded like any other.
 *
 * @returns false if the bounty has changed since this was decided, or the release is not in the ledger yet
 */
export async function adoptExit(args: {
  pass: Pass
  known: Known
  exit: EscrowExit | 'accepted'
}): Promise<boolean> {
  const { pass, known, exit } = args
  const { row } = known
  if (exit !== 'released' && exit !== 'accepted') {
    const moved = await inReplay(pass, (tx) =>
      transition({ tx, bountyId: row.bountyId, event: decisions[exit], ...asDecided(row) }),
    )
    return moved !== undefined
  }
  const released = exit === 'accepted' ? await readAccepted(pass, row) : await findRelease(pass, row)
  if (!released) return false
  const moved = await inReplay(pass, async (tx) => {
    const { submissionId, isKnown } = await findSubmission(tx, row, released)
    const set = { acceptedSubmissionId: submissionId }
    const accepted = await transition({ tx, bountyId: row.bountyId, event: 'accept', set, ...asDecided(row) })
    if (accepted && isKnown) {
      const isIt = eq(submission.submissionId, submissionId)
      await tx.update(submission).set({ reconstructionStatus: 'queued' }).where(isIt)
      await queueJob({ tx, name: 'reconstruct', submissionId })
    }
    return accepted
  })
  return moved !== undefined
}

const asDecided = (row: BountyRow) => ({ where: isAsDecided(row), data: { replayed: true } })

/** Decisions are refused while the service is frozen, and these were made before. */
function inReplay<Result>({ ctx }: Pass, run: (tx: Tx) => Promise<Result>): Promise<Result> {
  return ctx.db.transaction(async (tx) => {
    await tx.execute(sql`select set_config('cairn.replay', 'on', true)`)
    return run(tx)
  })
}

/** Released, and waiting for a day with room in the daily limit. */
async function readAccepted({ chain }: Pass, row: BountyRow) {
  const escrow = row.escrow as Address
  const bounty = await readEscrowBounty({ chain, escrow, id: BigInt(row.onchainId!), blockNumber: undefined })
  return bounty.state === 'accepted' ? readAcceptance({ chain, escrow, bounty }) : undefined
}

async function findRelease({ ctx, chain, network }: Pass, row: BountyRow) {
  const [entry] = await ctx.db
    .select({ txHash: ledgerEntry.txHash })
    .from(ledgerEntry)
    .where(
      sql`${ledgerEntry.chainId} = ${network.chainId} and ${ledgerEntry.onchainId} = ${row.onchainId} and ${ledgerEntry.fromAddress} = ${row.escrow} and ${ledgerEntry.kind} = 'released'`,
    )
  const escrow = row.escrow as Address
  const id = BigInt(row.onchainId!)
  return entry && readRelease({ chain, escrow, id, transaction: bytesToHex(entry.txHash) })
}

/** The submission that was paid for. If it was lost with a database, only the paid address is known, from the chain. */
async function findSubmission(
  tx: Tx,
  { bountyId }: BountyRow,
  released: { contributor: string; submission: string },
): Promise<{ submissionId: string; isKnown: boolean }> {
  const handedIn = await tx
    .select({ id: submission.submissionId })
    .from(submission)
    .where(eq(submission.bountyId, bountyId))
  const known = handedIn.find(({ id }) => keccak256(toBytes(id)) === released.submission)
  if (known) return { submissionId: known.id, isKnown: true }
  // Derived from the reference in the contract, so that an interrupted replay creates it only once.
  const submissionId = `sub_${released.submission.slice(2, 34)}`
  await tx
    .insert(submission)
    .values({
      submissionId,
      bountyId,
      contributor: released.contributor.toLowerCase(),
      previewStatus: 'failed',
      qualityStatus: 'fail',
      reconstructionStatus: 'failed',
      quality: { reasons: [{ code: lostCode, text: lostText }], warnings: [], figures: {} },
      reconstructionReason: lostText,
    })
    .onConflictDoNothing()
  return { submissionId, isKnown: false }
}
