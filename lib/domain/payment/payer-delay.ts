/** Failed settlements older than this no longer count. */
export const failuresCountDays = 7

const minute = 60
const hour = 60 * minute

/**
 * How long a payer waits after its latest failed settlement before another payment of it is accepted, in seconds.
 *
 * The code of a contract payer decides how much of the relayer's gas a failure costs, so it waits from the first failure on. A plain
 * account can only fail by moving its money or cancelling an authorization, which costs it as much as us, so its first failure is free.
 *
 * @param failures failed transactions of the last {@link failuresCountDays} days, this one included
 */
export function payerDelaySeconds({ failures, hasCode }: { failures: number; hasCode: boolean }): number {
  if (failures <= 0) return 0
  if (hasCode) return Math.min(10 * minute * 4 ** (failures - 1), 24 * hour)
  return failures === 1 ? 0 : Math.min(30 * 2 ** (failures - 2), hour)
}
