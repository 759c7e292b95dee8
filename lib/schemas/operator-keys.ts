import { z } from 'zod'
import { keyStates } from '#lib/domain/api-key'
import { tiers } from '#lib/domain/tier'
import { pageLimit } from '#lib/schemas/board'
import { numberCursor } from '#lib/schemas/cursor'
import { timestamp } from '#lib/schemas/formats'

/** A cursor that goes on before a key. */
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

/** What `GET /api/operator/keys` answers. */
export const operatorKeysSchema = z.object({
  keys: z.array(
    z.object({
      prefix: z.string().meta({ description: 'Its first characters, by which it is called.' }),
      account: z.string(),
      tier: z.enum(tiers),
      limits,
      state: z.enum(keyStates),
      created_at: timestamp,
      expires_at: timestamp.nullable(),
      revoked_at: timestamp.nullable(),
      last_used_on: z.string().nullable().meta({ description: 'The day, UTC.' }),
      open_streams: z.int().min(0),
    }),
  ),
  next_cursor: z.string().nullable(),
})
export type OperatorKey = z.output<typeof operatorKeysSchema>['keys'][number]
