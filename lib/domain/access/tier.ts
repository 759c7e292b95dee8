export const tiers = ['trial', 'standard', 'scale'] as const
export type Tier = (typeof tiers)[number]

/** The limits of one key, for all processes together. */
export type TierLimits = {
  requestsPerMinute: number
  /** Streams open at once. */
  streams: number
  /** Largest bounding box of an area. The API accepts at most 100 km² from any caller. */
  areaKm2: number
}

export const tierLimits: Readonly<Record<Tier, TierLimits>> = {
  trial: { requestsPerMinute: 60, streams: 2, areaKm2: 25 },
  standard: { requestsPerMinute: 600, streams: 20, areaKm2: 100 },
  scale: { requestsPerMinute: 6000, streams: 1000, areaKm2: 100 },
}

export function isTier(text: string): text is Tier {
  return (tiers as readonly string[]).includes(text)
}
