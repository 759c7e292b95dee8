import 'server-only'
import { and, eq, inArray } from 'drizzle-orm'
import { bytesToHex, type Hex, hexToBytes } from 'viem'
import { ledgerEntry } from '#db/schema/ledger'
import type { Context } from '#lib/adapters/context'
import type { OperatorBountyDetail } from '#lib/schemas/operator-bounty'
import type { BountyRow } from '#lib/services/bounties/transition'

type Move = OperatorBountyDetail['moves'][number]

type MoveAfterPayment = Omit<Move, 'in_books' | 'to'> & { to: Exclude<Move['to'], 'treasury'> }
type MoveColumns = Pick<BountyRow, 'createTx' | 'acceptTx' | 'payoutTx'>

/** The confirmed transfers of a bounty's money after its payment, in order. */
export function movesAfterPayment(row: MoveColumns): MoveAfterPayment[] {
  const moves: MoveAfterPayment[] = []
  if (row.createTx) moves.push({ from: 'treasury', to: 'escrow', transaction: bytesToHex(row.createTx) })
  if (row.acceptTx) moves.push({ from: 'escrow', to: 'contributor', transaction: bytesToHex(row.acceptTx) })
  if (row.payoutTx)
    moves.push({
      from: row.createTx ? 'escrow' : 'treasury',
      to: 'payer',
      transaction: bytesToHex(row.payoutTx),
    })
  return moves
}

/**
 * The transfers of a bounty's money in order, each with its transaction, and if the books have it from a
 * final block.
 */
export async function listMoves(args: { ctx: Pick<Context, 'db'>; row: BountyRow }): Promise<Move[]> {
  const { ctx, row } = args
  const moves: Omit<Move, 'in_books'>[] = [
    { from: 'payer', to: 'treasury', transaction: bytesToHex(row.paymentTx) },
    ...movesAfterPayment(row),
  ]
  const known = await ctx.db
    .select({ txHash: ledgerEntry.txHash })
    .from(ledgerEntry)
    .where(
      and(
        eq(ledgerEntry.chainId, row.chainId),
        inArray(
          ledgerEntry.txHash,
          moves.map(({ transaction }) => hexToBytes(transaction as Hex)),
        ),
      ),
    )
  const inBooks = new Set(known.map(({ txHash }) => bytesToHex(txHash)))
  return moves.map((move) => ({ ...move, in_books: inBooks.has(move.transaction as Hex) }))
}
