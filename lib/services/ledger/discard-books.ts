import 'server-only'
import { and, eq, sql } from 'drizzle-orm'
import { ledgerCursor, ledgerEntry } from '#db/schema/ledger'
import type { Context } from '#lib/adapters/context'

/**
 * Deletes the books of a network, so that they are written again from the chain, which has all of their
 * content. Does so only if their last block is the one that the caller read.
 */
export async function discardBooks(args: {
  ctx: Pick<Context, 'db'>
  input: { chainId: number; blockHash: Uint8Array }
}): Promise<void> {
  const { chainId, blockHash } = args.input
  await args.ctx.db.transaction(async (tx) => {
    const gone = await tx
      .delete(ledgerCursor)
      .where(and(eq(ledgerCursor.chainId, chainId), eq(ledgerCursor.blockHash, blockHash)))
      .returning()
    if (gone.length === 0) return
    await tx.execute(sql`select set_config('cairn.discard_books', 'on', true)`)
    await tx.delete(ledgerEntry).where(eq(ledgerEntry.chainId, chainId))
  })
}

/** Deletes the books of all networks. */
export async function discardAllBooks(args: { ctx: Pick<Context, 'db'> }): Promise<void> {
  for (const cursor of await args.ctx.db.select().from(ledgerCursor))
    await discardBooks({ ctx: args.ctx, input: cursor })
}
