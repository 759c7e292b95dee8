import { z } from 'zod'
import { type Tier, tierLimits } from '#lib/domain/access/tier'
import { isoTime } from '#lib/domain/text/iso-time'

// API keys in words, in plain ASCII for the messages that operators sign.

/** When a key ends: ISO 8601 with an offset, to the second; `null`: when it is revoked. */
export const endOfKey = z.iso
  .datetime({ offset: true, error: 'must be ISO 8601 with an offset, or null' })
  .transform((text) => new Date(Math.floor(Date.parse(text) / 1_000) * 1_000))
  .nullable()

/** `standard: 600 requests a minute, 20 streams at once, areas up to 100 square kilometres`; plain ASCII, as effects are. */
export function tierText(tier: Tier): string {
  const { requestsPerMinute, streams, areaKm2 } = tierLimits[tier]
  return `${tier}: ${requestsPerMinute} requests a minute, ${streams} streams at once, areas up to ${areaKm2} square kilometres`
}

export function endText(expiresAt: Date | null): string {
  if (!expiresAt) return 'until it is revoked'
  const time = isoTime(expiresAt)
  return time.endsWith('T23:59:59Z') ? `until the end of ${time.slice(0, 10)} (UTC)` : `until ${time}`
}
