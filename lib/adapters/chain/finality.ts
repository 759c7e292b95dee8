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
  // The final block first: what is at or below it when the receipts are read later is final then too.
  const final = await client.getBlock({ blockTag: finality })
  const head = await client.getBlock({ blockTag: 'latest' })
  return { head: { number: Number(head.number), hash: head.hash }, final: Number(final.number) }
}
