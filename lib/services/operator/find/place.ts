import 'server-only'
import type { Found } from '#lib/schemas/operator-find'

/** One place where an id may be. */
export type Place = { place: string; look: () => Promise<Found[]> }

/** As a query of ours answers it. */
export type FoundRow = Omit<Found, 'at'> & { at: Date | null }
