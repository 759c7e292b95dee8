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
