import 'server-only'
import { and, eq, isNotNull } from 'drizzle-orm'
import { bytesToHex, type Hex } from 'viem'
import { bounty } from '#db/schema/bounty'
import type { Context } from '#lib/adapters/context'
import type { BountyState } from '#lib/domain/bounty'
import { CairnError } from '#lib/domain/errors'
import { visibleLine, visibleText } from '#lib/domain/visible-text'

/** What anyone may know of a bounty: what its poster says, and what the chain shows. */
export type BoardEntry = {
  bountyId: string
  state: BountyState
  /** Fit to be shown: one line, and lines. */
  title: string
  brief: string
  amountUsdc: number
  deadline: Date
  /** Whether the deadline has passed, by the service's clock. */
  isOver: boolean
  chainId: number
  onchainId: number
  /** Whether another bounty can no longer get that number by a reorganisation. */
  numberIsFinal: boolean
  createTx: Hex | null
}

const anyBountyId = /^[\w-]{1,64}$/

/**
 * A bounty as the public board shows it.
 *
 * @throws CairnError `not_found` when there is none, or it was not posted yet
 */
export async function getBoardEntry(args: {
  ctx: Pick<Context, 'db' | 'clock'>
  input: { bountyId: string }
}): Promise<BoardEntry> {
  const { ctx, input } = args
  if (!anyBountyId.test(input.bountyId)) throw nothingThere()
  const [row] = await ctx.db
    .select({
      bountyId: bounty.bountyId,
      state: bounty.state,
      title: bounty.title,
      brief: bounty.brief,
      amountUsdc: bounty.amountUsdc,
      deadline: bounty.deadline,
      chainId: bounty.chainId,
      onchainId: bounty.onchainId,
      numberIsFinal: bounty.postIsFinal,
      createTx: bounty.createTx,
    })
    .from(bounty)
    .where(and(eq(bounty.bountyId, input.bountyId), isNotNull(bounty.onchainId)))
  if (!row) throw nothingThere()
  return {
    ...row,
    onchainId: row.onchainId!,
    title: visibleLine(row.title) || 'Untitled',
    brief: visibleText(row.brief).trim(),
    isOver: ctx.clock.now() >= row.deadline,
    createTx: row.createTx && bytesToHex(row.createTx),
  }
}

function nothingThere(): CairnError {
  return new CairnError('not_found', 'There is no such bounty on the board.')
}
