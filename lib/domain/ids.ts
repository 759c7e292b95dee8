/**
 * Returns true if a text could be one of our ids and is worth a database query: short, and without NUL, which text columns
 * refuse.
 */
export function couldBeId(text: string): boolean {
  return /^[\w-]{1,64}$/.test(text)
}
