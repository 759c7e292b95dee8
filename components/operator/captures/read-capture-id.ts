import { readOperatorId } from '#lib/domain/access/operator-id'

/** A whole fingerprint or leaf, or text for the search of the console, which also reads shortened hashes. */
export type CaptureId = { whole: string } | { search: string } | { problem: string }

/** Reads what was typed into the field for a capture. A text that is no id must not be in an address, because addresses are logged. */
export function readCaptureId(text: string): CaptureId {
  const typed = text.trim().toLowerCase()
  if (typed === '' || /^(?:sha256:|0x)?[0-9a-f]{64}$/.test(typed)) return { whole: typed }
  const read = readOperatorId(typed)
  return read.form === 'unreadable'
    ? {
        problem:
          'A fingerprint (SHA-256) or a leaf has 64 hexadecimal digits, or is shortened as here: 17307b12…a5af4035. Paste all of it: the button beside a shortened one copies it.',
      }
    : { search: typed }
}
