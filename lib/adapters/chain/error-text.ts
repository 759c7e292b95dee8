import { BaseError } from 'viem'

const maxLength = 300

/**
 * One short line that may be stored and logged. viem's own messages repeat the request, with its calldata and the RPC
 * URL, which can hold a provider's key.
 */
export function errorText(error: unknown): string {
  const text =
    error instanceof BaseError
      ? [error.shortMessage, error.details].filter(Boolean).join(' ')
      : error instanceof Error
        ? error.message
        : String(error)
  const line = text
    .replace(/https?:\/\/\S+/g, '<url>')
    .replace(/0x[0-9a-fA-F]{65,}/g, (hex) => `${hex.slice(0, 18)}…`)
    // A contract's error may hold any bytes, and the database takes no zero byte in a text.
    .replace(/[\s\p{Cc}]+/gu, ' ')
    .trim()
  return line.length > maxLength ? `${line.slice(0, maxLength)}…` : line
}
