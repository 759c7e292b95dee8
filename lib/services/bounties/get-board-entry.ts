import 'server-only'
import { and, eq, isNotNull } from 'drizzle-orm'
import { bounty } from '#db/schema/bounty'
import type { Context } from '#lib/adapters/context'
import { CairnError } from '#lib/domain/errors'
import { couldBeId } from '#lib/domain/ids'
import { type BoardEntry, boardColumns, toBoardEntries } from '#lib/services/bounties/board-entry'
import { measuresOf } from '#lib/services/reports/measures'

/**
 * A bounty as the public board shows it.
 *
 * @throws CairnError `not_found` if it is unknown or not posted yet
 */
export async function getBoardEntry(args: {
  ctx: Pick<Context, 'db' | 'clock'>
  input: { bountyId: string }
}): Promise<BoardEntry> {
  const { ctx, input } = args
  if (!couldBeId(input.bountyId)) throw nothingThere()
  const rows = await ctx.db
    .select({ ...boardColumns, taken: measuresOf([['bounty', bounty.bountyId]]) })
    .from(bounty)
    .where(and(eq(bounty.bountyId, input.bountyId), isNotNull(bounty.onchainId)))
  const [entry] = await toBoardEntries({ ctx, rows })
  if (!entry) throw nothingThere()
  return entry
}

function nothingThere(): CairnError {
  return new CairnError('not_found', 'There is no such bounty on the board.')
}
