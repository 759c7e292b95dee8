// How long the answers to payments are stored.

/** How long the answer of a settled payment is stored at least, so that its payer can ask for it again. */
export const answerHours = 24

/** The least number of payment ids in a partition. */
const leastIds = 50_000n
/** The answers of one day fill about this many partitions. */
const partitionsOfADay = 16n

/**
 * The number of ids in the next partition: a sixteenth of those that are stored now, so that the number of partitions does not grow with the
 * traffic.
 */
export function nextPartitionWidth(stored: readonly { from: bigint; to: bigint }[]): bigint {
  const ids = stored.reduce((sum, { from, to }) => sum + to - from, 0n)
  const share = ids / partitionsOfADay
  return share > leastIds ? share : leastIds
}
