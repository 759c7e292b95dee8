import 'server-only'
import type { Found } from '#lib/schemas/operator-find'

/** One place where an id may be. */
export type Place = { place: string; look: () => Promise<Found[]> }

/** A row as a SQL query returns it, with the time as text for `readTime`. */
export type FoundRow = Found
