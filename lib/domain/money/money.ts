// USDC in atomic units and as decimal text.

/** USDC has six decimals on both networks. Inside, money is always a `bigint` of atomic units. */
export const usdcDecimals = 6

/** Decimal text (`"0.01"`, `"120"`) to atomic units; throws on anything that is not an exact non-negative amount. */
export function parseUsdc(text: string): bigint {
  const match = /^(\d{1,18})(?:\.(\d{1,6}))?$/.exec(text)
  if (!match) throw new RangeError(`"${text}" is not an amount of USDC with at most ${usdcDecimals} decimals`)
  return BigInt(match[1]!) * 10n ** BigInt(usdcDecimals) + BigInt((match[2] ?? '').padEnd(usdcDecimals, '0'))
}

/** Whole USDC, as bounties have them, in atomic units; throws on anything else. */
export function wholeUsdc(whole: number): bigint {
  if (!Number.isSafeInteger(whole) || whole < 0) throw new RangeError(`${whole} is not whole USDC`)
  return BigInt(whole) * 10n ** BigInt(usdcDecimals)
}

/** Atomic units to decimal text with at least two decimals: `10000n` is `"0.01"`, `120000000n` is `"120.00"`. */
export function formatUsdc(amountAtomic: bigint): string {
  const sign = amountAtomic < 0n ? '-' : ''
  const digits = (amountAtomic < 0n ? -amountAtomic : amountAtomic).toString().padStart(usdcDecimals + 1, '0')
  const decimals = digits.slice(-usdcDecimals).replace(/0{1,4}$/, '')
  return `${sign}${digits.slice(0, -usdcDecimals)}.${decimals}`
}

/** Atomic units as people write an amount: `"120"`, `"5,000"`, `"12.50"`, `"0.01"`, `"0.0015"`. Nothing is rounded. */
export function readableUsdc(amountAtomic: bigint): string {
  const [whole, decimals] = formatUsdc(amountAtomic).split('.') as [string, string]
  const grouped = whole.replace(/\B(?=(\d{3})+$)/g, ',')
  return decimals === '00' ? grouped : `${grouped}.${decimals}`
}
