import 'server-only'
import type { Found } from '#lib/schemas/operator-find'

/** The search for an id in one place: in tables of this service, or on a chain. `place` is its name for operators. */
export type IdSearch = { place: string; look: () => Promise<Found[]> }

/** A query for an id. Its times are texts of PostgreSQL, for `readTime`. */
export type IdQuery = { place: string; query: () => Promise<Found[]> }
