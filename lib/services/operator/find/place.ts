import 'server-only'
import type { Found } from '#lib/schemas/operator-find'

/** One place where an id may be. */
export type Place = { place: string; look: () => Promise<Found[]> }

/** As a query of ours answers it; the time as `readTime` reads it. */
export type FoundRow = Found
