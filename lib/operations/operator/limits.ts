// Console: API keys, and wallets at a limit.

import { tierLimits } from '#lib/domain/access/tier'
import { isoTime } from '#lib/domain/text/iso-time'
import { defineOperation, inputFrom } from '#lib/operations/define-operation'
import { keyCursor, operatorKeysQuery, operatorKeysSchema } from '#lib/schemas/operator-keys'
import { operatorWalletLimitsSchema, walletLimitsQuery } from '#lib/schemas/operator-limits'
import { listKeys as runListKeys } from '#lib/services/api-keys/list-keys'
import { listWalletUse } from '#lib/services/operator/limits/list-wallet-use'

export const listKeys = defineOperation({
  name: 'listKeys',
  method: 'GET',
  path: '/api/operator/keys',
  credential: 'operator',
  summary: 'List API keys',
  description: 'Newest first, with the limits and the use of each. The key itself is never stored.',
  ...inputFrom('query', operatorKeysQuery),
  output: operatorKeysSchema,
  run: async ({ ctx, input: { limit, cursor, ...filters } }) => {
    const rows = await runListKeys({ ctx, input: { ...filters, beforeId: cursor, limit: limit + 1 } })
    const shown = rows.slice(0, limit)
    return {
      keys: shown.map(({ prefix, account, tier, state, ...row }) => ({
        prefix,
        account,
        tier,
        state,
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

const listWalletLimits = defineOperation({
  name: 'listWalletLimits',
  method: 'GET',
  path: '/api/operator/wallet-limits',
  credential: 'operator',
  summary: 'List how much of its limits each wallet has used',
  description:
    'How much wallets have used of their daily budgets, and of the number of films for a bounty: those at a limit first. Names the limits that are switched off.',
  ...inputFrom('query', walletLimitsQuery),
  output: operatorWalletLimitsSchema,
  run: ({ ctx, input }) => listWalletUse({ ctx, input }),
})

export const limits = [listKeys, listWalletLimits]
