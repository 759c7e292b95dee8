import { BaseError, HttpRequestError, RpcRequestError } from 'viem'

// Reads the log of a chain in pieces, as large as its provider allows.

/** Blocks to search, both ends included. */
export type Blocks = { from: number; to: number }

/** The range that most providers allow in one `eth_getLogs`. It is reduced for a provider that allows less. */
export const maxSpan = 2_000

/**
 * Reads a chain's log in pieces, newest blocks first, until one has entries, and returns its first entry.
 *
 * @param goesOn called after each piece with its first block: returns true if earlier blocks are relevant
 */
export async function searchBack<Log>(
  { from, to }: Blocks,
  read: (fromBlock: bigint, toBlock: bigint) => Promise<readonly Log[]>,
  goesOn: (first: bigint) => Promise<boolean> = async () => true,
): Promise<Log | undefined> {
  const least = BigInt(from)
  let span = BigInt(maxSpan)
  for (let last = BigInt(to); last >= least; ) {
    const first = last - least >= span ? last - span + 1n : least
    let logs: readonly Log[]
    try {
      logs = await read(first, last)
    } catch (error) {
      if (first === last || !isRefusal(error)) throw error
      span = (last - first + 2n) / 2n
      continue
    }
    if (logs[0] !== undefined) return logs[0]
    if (first === least || !(await goesOn(first))) return undefined
    last = first - 1n
  }
  return undefined
}

/** Reads a chain's log in pieces, oldest blocks first. @returns all entries */
export async function readForward<Log>(
  { from, to }: Blocks,
  read: (fromBlock: bigint, toBlock: bigint) => Promise<readonly Log[]>,
): Promise<Log[]> {
  const all: Log[] = []
  let span = maxSpan
  for (let first = from; first <= to; ) {
    const last = Math.min(first + span - 1, to)
    try {
      all.push(...(await read(BigInt(first), BigInt(last))))
      first = last + 1
    } catch (error) {
      if (first === last || !isRefusal(error)) throw error
      span = Math.ceil((last - first + 1) / 2)
    }
  }
  return all
}

/** Providers refuse too many blocks or logs with different codes. */
export function isRefusal(error: unknown): boolean {
  const found = (cause: unknown) =>
    cause instanceof RpcRequestError ||
    (cause instanceof HttpRequestError && (cause.status === 400 || cause.status === 413))
  return error instanceof BaseError && error.walk(found) !== null
}
