/** Finds positions finer than a cell in sentences that people write. The result is a warning to the writer and never a refusal. */

const axis = String.raw`[-+]?\d{1,3}`
const compass = String.raw`\s*°?\s*[NSEWnsew]?`
/**
 * Some languages group thousands with a dot, so three decimals count as a position only in two adjacent numbers that cannot be
 * thousands.
 */
const threeDecimals = String.raw`${axis}\.(?!\d00\b)\d{3,}${compass}`

const forms: readonly RegExp[] = [
  new RegExp(String.raw`(?<![\w.])${threeDecimals}\s*[,;/\s]\s*${threeDecimals}(?!\w)`),
  // With four decimals, or as decimal commas, other words may stand between.
  new RegExp(String.raw`(?<![\d.])${axis}[.,]\d{4,}\D{1,12}?(?:2C)?${axis}[.,]\d{4,}`),
  /(?<![\d.])\d{1,3}[.,]\d{3,}\s*(?:°|[NSEW]\b)/,
  // Degrees with decimal minutes, or with minutes and seconds. Whole minutes alone are coarser than a cell.
  /\d{1,3}\s*(?:[°º˚]|d|deg)\s*\d{1,2}\s*(?:[.,]\d+\s*['’′m]|['’′m]\s*\d)/,
  /\b\d{1,3}[\s:.]\d{1,2}[\s:.]\d{1,2}(?:[.,]\d+)?\s*(?:["″”]|'')?\s*[NSEW]\b/,
  /\b[NSEW]\s*\d{1,3}[°\s]\s*\d{1,2}[.,]\d{2,}/,
  // UTM and MGRS
  /\b\d{1,2}\s?[C-HJ-NP-X]\s\d{6}\s*(?:mE)?[\s,]+\d{6,7}/,
  /\b\d{1,2}\s?[C-HJ-NP-X]\s?[A-HJ-NP-Z]{2}\s?(?:\d{3}\s?\d{3}|\d{4}\s?\d{4}|\d{5}\s?\d{5})\b/,
  // Plus codes
  /\b[23456789CFGHJMPQRVWX]{4,8}\+[23456789CFGHJMPQRVWX]{2,4}\b/,
  // Three words
  /\/{3}\p{L}{2,}\.\p{L}{2,}\.\p{L}{2,}/u,
]

const longGeohash = /(?<![\w/])[0-9b-hjkmnp-z]{7,12}(?![\w/])/gi

/** Numbers with a unit (`20metres`, `1080p60`) change less often between digits and letters, or have more digits in a row. */
export function isLikelyGeohash(word: string): boolean {
  const changes = word.match(/\d(?=\D)|\D(?=\d)/g)?.length ?? 0
  return changes >= 2 && !/^\d{3,}p\d+$/i.test(word)
}

/** True for coordinates with three or more decimals or with seconds, UTM, MGRS, plus codes and geohashes of seven or more characters. */
export function namesExactPosition(text: string): boolean {
  return forms.some((form) => form.test(text)) || (text.match(longGeohash) ?? []).some(isLikelyGeohash)
}
