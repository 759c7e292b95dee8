/** A SHA-256 as people write it (`sha256:` or `0x` before it, any case, with spaces or lines) as 64 lower-case hex digits. */
export function parseFingerprint(text: string): string | undefined {
  return /^(?:sha256:|0x)?([0-9a-f]{64})$/.exec(text.replace(/\s+/g, '').toLowerCase())?.[1]
}
