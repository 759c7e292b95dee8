// Amounts of native coins in words.

const many = 1_000_000

/** An amount of a native coin, in four digits: `10,000`, `0.03125`. */
export function coinsText(balance: string): string {
  return Number(balance).toLocaleString('en', { maximumSignificantDigits: 4 })
}

/** How many transactions the gas of a key pays for. */
export function lastsText(lasts: number | null): string {
  if (lasts === null) return 'none sent yet'
  if (lasts >= many) return 'over a million transactions'
  return `${lasts.toLocaleString('en')} ${lasts === 1 ? 'transaction' : 'transactions'}`
}

/** A fee as people write it, in three digits: `0.0000012 ETH`. @param wei in units of 10^-18 of the coin */
export function feeText(wei: string, coin: string): string {
  return `${threeDigits(Number(wei) / 1e18)} ${coin}`
}

/** A fee per gas in three digits: `1.2`, `0.00625`. */
export function gweiText(gwei: string): string {
  return threeDigits(Number(gwei))
}

const threeDigits = (value: number) => value.toLocaleString('en', { maximumSignificantDigits: 3 })
