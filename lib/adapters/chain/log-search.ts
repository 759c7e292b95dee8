/** Blocks to search, both ends included. */
export type Blocks = { from: number; to: number }

/** What providers commonly allow in one `eth_getLogs`. */
const blocksPerLookup = 2_000n

/** Reads a chain's log in pieces, newest blocks first, up to the first that is not empty, and answers its first entry. */
export async function searchBack<Log>(
  { from, to }: Blocks,
  read: (fromBlock: bigint, toBlock: bigint) => Promise<readonly Log[]>,
): Promise<Log | undefined> {
  const least = BigInt(from)
  for (let last = BigInt(to); last >= least; last -= blocksPerLookup) {
    const first = last - blocksPerLookup + 1n
    const [log] = await read(first > least ? first : least, last)
    if (log !== undefined) return log
  }
  return undefined
}
