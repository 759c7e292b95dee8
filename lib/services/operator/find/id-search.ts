import 'server-only'
import type { Found } from '#lib/schemas/operator-find'

/** After this time, a place that has not answered is reported as such. */
export const searchWithinMs = 4_000

/** The search for an id in one place: in tables of this service, or on a chain. `place` is its name for operators. */
export type IdSearch = { place: string; look: () => Promise<Found[]> }

/** A query for an id. Its times are texts of PostgreSQL, for `readTime`. */
export type IdQuery = () => Promise<Found[]>
/** Queries by place. */
export type IdQueries = Record<string, IdQuery>
