const maxLength = 300

/**
 * One short line that may be stored and logged. viem's own messages repeat the request, with its calldata and the RPC
 * URL, which can hold a provider's key.
 */
export function errorText(error: unknown): string {
  const text = error instanceof Error ? shortest(error) : String(error)
  const line = text
    .replace(/https?:\/\/\S+/g, '<url>')
    .replace(/0x[0-9a-fA-F]{65,}/g, (hex) => `${hex.slice(0, 18)}…`)
    // A contract's error may contain any bytes, and the database accepts no zero byte in a text.
    .replace(/[\s\p{Cc}]+/gu, ' ')
    .trim()
  return line.length > maxLength ? `${line.slice(0, maxLength)}…` : line
}

/** Recognized by its members, because the error may come from another copy of viem (pages and routes are bundled separately). */
function shortest(error: Error & { shortMessage?: unknown; details?: unknown }): string {
  // The message of drizzle repeats the statement with its parameters; the reason is in its cause.
  if (error.message.startsWith('Failed query: ') && error.cause instanceof Error) return shortest(error.cause)
  if (typeof error.shortMessage !== 'string') return error.message
  return [error.shortMessage, error.details].filter(Boolean).join(' ')
}
