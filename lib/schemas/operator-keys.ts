import { z } from 'zod'
import { keyStates } from '#lib/domain/access/api-key'
import { tiers } from '#lib/domain/access/tier'
import { pageLimit } from '#lib/schemas/board'
import { nextCursor, numberCursor } from '#lib/schemas/cursor'
import { timestamp } from '#lib/schemas/formats'

export const keyCursor = numberCursor('key')

/** The query string of GET /api/operator/keys. */
export const operatorKeysQuery = z.object({
  state: z.enum(keyStates).optional(),
  tier: z.enum(tiers).optional(),
  account: z.string().trim().min(1).max(100).optional(),
  limit: pageLimit,
  cursor: keyCursor.schema.optional(),
})

const limits = z.object({ requests_per_minute: z.int(), concurrent_streams: z.int(), area_km2: z.number() })

/** The answer of `GET /api/operator/keys`. */
export const operatorKeysSchema = z.object({
  keys: z.array(
    z.object({
      prefix: z.string().describe('The first characters of the key, which identify it.'),
      account: z.string(),
      tier: z.enum(tiers),
      limits,
      state: z.enum(keyStates),
      created_at: timestamp,
      expires_at: timestamp.nullable(),
      revoked_at: timestamp.nullable(),
      last_used_on: z.string().nullable().describe('The day, UTC.'),
      open_streams: z.int().min(0),
    }),
  ),
  next_cursor: nextCursor,
})
export type OperatorKey = z.output<typeof operatorKeysSchema>['keys'][number]
