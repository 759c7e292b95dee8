import { type Hex, hexToBytes } from 'viem'
import type { BookAddresses, EscrowEvent, Transfer } from '#lib/adapters/chain/money-logs'
import type { LedgerEntry } from '#lib/services/ledger/books'

/**
 * Builds ledger entries from the logs of a chain. Each event of the escrow is matched to the transfer it
 * made: the next one in the same transaction with its parties and its amount.
 *
 * @param nonceOf the EIP-3009 nonce that moved a transfer
 * @throws if an event of the escrow has no matching transfer of the token: such logs are incomplete
 */
export function entriesOf(args: {
  chainId: number
  books: BookAddresses
  transfers: readonly Transfer[]
  events: readonly EscrowEvent[]
  nonceOf: (transfer: Transfer) => Hex | undefined
}): LedgerEntry[] {
  const { chainId, books, transfers, nonceOf } = args
  const causes = new Map<Transfer, EscrowEvent>()
  for (const event of args.events) {
    const made = transfers.find((transfer) => !causes.has(transfer) && isMadeBy(event, transfer))
    if (!made) throw new Error(`bounty ${event.onchainId} was ${event.kind}, but no transfer matches it`)
    causes.set(made, event)
  }
  return transfers.filter(movesMoney).map((transfer): LedgerEntry => {
    const cause = causes.get(transfer)
    const ref = cause ? cause.ref : nonceOf(transfer)
    return {
      chainId,
      block: transfer.block,
      txHash: hexToBytes(transfer.txHash),
      logIndex: transfer.logIndex,
      kind: cause?.kind ?? kindOf(books, transfer),
      fromAddress: transfer.from,
      toAddress: transfer.to,
      amountAtomic: transfer.amountAtomic,
      ref: ref ? hexToBytes(ref) : null,
      onchainId: cause?.onchainId ?? null,
      refundTo: cause?.kind === 'posted' ? cause.party : null,
    }
  })
}

/**
 * Ignores transfers of zero, which anyone can have a token log for any sender, and transfers to the sender
 * itself.
 */
export function movesMoney({ from, to, amountAtomic }: Transfer): boolean {
  return amountAtomic > 0n && from !== to
}

function isMadeBy(event: EscrowEvent, transfer: Transfer): boolean {
  const parties =
    event.kind === 'posted'
      ? transfer.from === event.poster && transfer.to === event.escrow
      : transfer.from === event.escrow && transfer.to === event.party
  return (
    parties &&
    transfer.txHash === event.txHash &&
    transfer.logIndex > event.logIndex &&
    transfer.amountAtomic === event.amountAtomic
  )
}

function kindOf(books: BookAddresses, { from, to }: Transfer): LedgerEntry['kind'] {
  if (books.escrows.includes(to)) return 'escrow_in'
  if (books.escrows.includes(from)) return 'escrow_out'
  if (to === books.treasury) return 'treasury_in'
  return from === books.treasury ? 'treasury_out' : 'revenue_in'
}
