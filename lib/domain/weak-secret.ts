const minDistinct = 8
const placeholder = /change.?me|replace.?me|password|example|placeholder|your.?secret/i

/**
 * Whether a secret of 32 characters or more can be guessed: few different characters, a pattern that repeats, characters in
 * sequence, or the placeholder of a template. Random secrets in hex, base64 or base64url pass.
 */
export function isWeakSecret(text: string): boolean {
  return placeholder.test(text) || new Set(text).size < minDistinct || isRepeated(text) || isSequence(text)
}

/** Whether the text is one pattern again and again, the last time perhaps in part. */
function isRepeated(text: string): boolean {
  for (let period = 1; period <= text.length / 2; period++)
    if (text.startsWith(text.slice(period))) return true
  return false
}

/** Whether most characters follow the one before by the same step, as in `abcdef` or `9876`. */
function isSequence(text: string): boolean {
  const steps = new Map<number, number>()
  for (let at = 1; at < text.length; at++) {
    const step = text.charCodeAt(at) - text.charCodeAt(at - 1)
    steps.set(step, (steps.get(step) ?? 0) + 1)
  }
  return Math.max(...steps.values()) > text.length / 2
}
