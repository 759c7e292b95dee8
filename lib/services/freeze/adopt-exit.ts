import 'server-only'
import { eq, sql } from 'drizzle-orm'
import { type Address, bytesToHex, keccak256, toBytes } from 'viem'
import { ledgerEntry } from '#db/schema/ledger'
import { submission } from '#db/schema/submission'
import { type EscrowExit, readAcceptance, readEscrowBounty, readRelease } from '#lib/adapters/chain/escrow'
import type { Tx } from '#lib/adapters/db'
import { askJob } from '#lib/adapters/jobs'
import { isAsDecided } from '#lib/services/bounties/is-as-decided'
import type { Known } from '#lib/services/bounties/load-facts'
import { type BountyRow, transition } from '#lib/services/bounties/transition'
import type { Visit } from '#lib/services/bounties/visit'

/** Decisions that were made and lost, by what the contract says came of them. */
const decisions = { cancelled: 'cancel', refunded: 'expire' } as const
const lostCode = 'lost_with_a_database'
const lostText =
  'This film was accepted and paid for. What was known of it was lost with a database that was restored from an older backup.'

/**
 * An open bounty that has left the contract, or is accepted there: the decision behind that is made once more, on the same terms, because the chain
 * says that it was made. Its end is then recorded as any other.
 *
 * @returns false when the bounty is not as it was when this was decided, or the release is not in the books yet
 */
export async function adoptExit(args: {
  visit: Visit
  known: Known
  exit: EscrowExit | 'accepted'
}): Promise<boolean> {
  const { visit, known, exit } = args
  const { row } = known
  if (exit !== 'released' && exit !== 'accepted') {
    const moved = await inReplay(visit, (tx) =>
      transition({ tx, bountyId: row.bountyId, event: decisions[exit], ...asDecided(row) }),
    )
    return moved !== undefined
  }
  const released = exit === 'accepted' ? await readAccepted(visit, row) : await findRelease(visit, row)
  if (!released) return false
  const moved = await inReplay(visit, async (tx) => {
    const { submissionId, isKnown } = await findSubmission(tx, row, released)
    const set = { acceptedSubmissionId: submissionId }
    const accepted = await transition({ tx, bountyId: row.bountyId, event: 'accept', set, ...asDecided(row) })
    if (accepted && isKnown) {
      const isIt = eq(submission.submissionId, submissionId)
      await tx.update(submission).set({ reconstructionStatus: 'queued' }).where(isIt)
      await askJob({ tx, name: 'reconstruct', submissionId })
    }
    return accepted
  })
  return moved !== undefined
}

const asDecided = (row: BountyRow) => ({ where: isAsDecided(row), data: { replayed: true } })

/** Decisions are refused while the service is frozen, and these were made before. */
function inReplay<Result>({ ctx }: Visit, run: (tx: Tx) => Promise<Result>): Promise<Result> {
  return ctx.db.transaction(async (tx) => {
    await tx.execute(sql`select set_config('cairn.replay', 'on', true)`)
    return run(tx)
  })
}

/** Released, and waiting for a day with room in the daily limit. */
async function readAccepted({ chain }: Visit, row: BountyRow) {
  const escrow = row.escrow as Address
  const bounty = await readEscrowBounty({ chain, escrow, id: BigInt(row.onchainId!), blockNumber: undefined })
  return bounty.state === 'accepted' ? readAcceptance({ chain, escrow, bounty }) : undefined
}

async function findRelease({ ctx, chain, network }: Visit, row: BountyRow) {
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

/** The submission that was paid for. One that went with a database keeps what the chain knows of it: who was paid. */
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
  // Follows from the reference in the contract, so that a replay that is cut short makes it once.
  const submissionId = `sub_${released.submission.slice(2, 34)}`
  await tx
    .insert(submission)
    .values({
      ...{ submissionId, bountyId, contributor: released.contributor.toLowerCase() },
      ...{ previewStatus: 'failed', qualityStatus: 'fail', reconstructionStatus: 'failed' },
      quality: { reasons: [{ code: lostCode, text: lostText }], warnings: [], figures: {} },
      reconstructionReason: lostText,
    })
    .onConflictDoNothing()
  return { submissionId, isKnown: false }
}
