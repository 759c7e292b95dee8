/**
 * Whether a text could be an id of ours, and so is worth looking for: not one of megabytes, and without NUL, which no text
 * column takes.
 */
export function couldBeId(text: string): boolean {
  return /^[\w-]{1,64}$/.test(text)
}
