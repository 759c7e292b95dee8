import 'server-only'
import type { Chain } from '#lib/adapters/chain/client'

/** The head of the chain and the last final block; -1 if no block is final yet. */
export async function readHeads(
  chain: Chain,
): Promise<{ head: { number: number; hash: string }; final: number }> {
  const { client, finality } = chain
  if (typeof finality === 'number') {
    const head = await client.getBlock({ blockTag: 'latest' })
    const number = Number(head.number)
    return { head: { number, hash: head.hash }, final: number - finality }
  }
  // The final block is read first, so that everything at or below it is still final when the receipts are read.
  const final = await client.getBlock({ blockTag: finality })
  const head = await client.getBlock({ blockTag: 'latest' })
  return { head: { number: Number(head.number), hash: head.hash }, final: Number(final.number) }
}
