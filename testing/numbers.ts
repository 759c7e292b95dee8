// Numbers of command lines.

/** @throws if the text is not a whole number of at most 12 digits, 0 included */
export function whole(text: string): number {
  if (!/^\d{1,12}$/.test(text)) throw new Error(`${text} is not a whole number`)
  return Number(text)
}

/** @throws if the text is not a number above 0 */
export function positive(text: string): number {
  const value = Number(text)
  if (!(value > 0)) throw new Error(`${text} is not a number above zero`)
  return value
}
