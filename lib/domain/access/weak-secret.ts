const minDistinct = 8
const placeholder = /change.?me|replace.?me|password|example|placeholder|your.?secret/i

/**
 * Returns true if a secret of 32 characters or more can be guessed: few different characters, a repeated pattern, characters in
 * sequence, or the placeholder of a template. Random secrets in hex, base64 or base64url pass.
 */
export function isWeakSecret(text: string): boolean {
  return placeholder.test(text) || new Set(text).size < minDistinct || isRepeated(text) || isSequence(text)
}

/** True if the text repeats one pattern; the last repetition may be cut short. */
function isRepeated(text: string): boolean {
  for (let period = 1; period <= text.length / 2; period++)
    if (text.startsWith(text.slice(period))) return true
  return false
}

/** True if most characters differ from the previous one by the same step, as in `abcdef` or `9876`. */
function isSequence(text: string): boolean {
  const steps = new Map<number, number>()
  for (let at = 1; at < text.length; at++) {
    const step = text.charCodeAt(at) - text.charCodeAt(at - 1)
    steps.set(step, (steps.get(step) ?? 0) + 1)
  }
  return Math.max(...steps.values()) > text.length / 2
}
