import { isoTime } from '#lib/domain/iso-time'
import { tierLimits } from '#lib/domain/tier'
import { defineOperatorOperation } from '#lib/operations/define-operation'
import { keyCursor, operatorKeysQuery, operatorKeysSchema } from '#lib/schemas/operator-keys'
import { parseInput } from '#lib/schemas/parse'
import { listKeys as run } from '#lib/services/api-keys/list-keys'

export const listKeys = defineOperatorOperation({
  name: 'listKeys',
  method: 'GET',
  path: '/api/operator/keys',
  summary: 'List API keys',
  description: 'Newest first, with what each may do and how it is used. Of a key itself nothing is kept.',
  request: { query: operatorKeysQuery },
  limit: 'light',
  output: operatorKeysSchema,
  errors: ['unauthorized'],
  parse: ({ query }) => parseInput(operatorKeysQuery, query),
  run: async ({ ctx, input: { limit, cursor, ...filters } }) => {
    const rows = await run({ ctx, input: { ...filters, beforeId: cursor, limit: limit + 1 } })
    const shown = rows.slice(0, limit)
    return {
      keys: shown.map(({ prefix, account, tier, state, ...row }) => ({
        ...{ prefix, account, tier, state },
        limits: {
          requests_per_minute: tierLimits[tier].requestsPerMinute,
          concurrent_streams: tierLimits[tier].streams,
          area_km2: tierLimits[tier].areaKm2,
        },
        created_at: isoTime(row.createdAt),
        expires_at: row.expiresAt && isoTime(row.expiresAt),
        revoked_at: row.revokedAt && isoTime(row.revokedAt),
        last_used_on: row.lastUsedOn,
        open_streams: row.openStreams,
      })),
      next_cursor: rows.length > limit ? keyCursor.write(shown.at(-1)!.id) : null,
    }
  },
})
