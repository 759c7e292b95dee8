import 'server-only'
import type postgres from 'postgres'
import { arrayTypes } from '#lib/adapters/db/driver/array-types'

/**
 * Workaround: opens connections without the query for array types that postgres.js otherwise sends first. If that query
 * fails, nothing can catch the error and the process ends. README.md, "Query for array types".
 *
 * `sql.array()` needs that query, so it cannot be used here: cast a list instead, `any(${list}::text[])`.
 *
 * @param types further types of the caller
 */
export function withoutTypeLookup(types: Record<string, postgres.PostgresType> | undefined) {
  return { fetch_types: false, types: { ...arrayTypes, ...types } }
}
