import { sql } from 'drizzle-orm'
import { bigint, check, date, index, pgTable, text, timestamp } from 'drizzle-orm/pg-core'
import { bytes } from './columns.ts'

/** API keys of the enterprise interface. The key itself is not stored. */
export const apiKey = pgTable(
  'api_key',
  {
    id: bigint({ mode: 'number' }).primaryKey().generatedAlwaysAsIdentity(),
    /** SHA-256 of the key. */
    keyHash: bytes().notNull().unique(),
    /** The first characters of the key, which identify it to people. Far too few to guess the rest. */
    prefix: text().notNull().unique(),
    /** Its owner. Keys of one account see the same pseudonyms. */
    account: text().notNull(),
    tier: text({ enum: ['trial', 'standard', 'scale'] }).notNull(),
    createdAt: timestamp({ withTimezone: true }).notNull().default(sql`service_now()`),
    /** `null`: valid until it is revoked. */
    expiresAt: timestamp({ withTimezone: true, precision: 0 }),
    revokedAt: timestamp({ withTimezone: true }),
    /** The day only (UTC): enough to find unused keys. */
    lastUsedOn: date({ mode: 'string' }),
  },
  (table) => [
    check('api_key_hash_length', sql`octet_length(${table.keyHash}) = 32`),
    check('api_key_tier', sql`${table.tier} in ('trial', 'standard', 'scale')`),
    check('api_key_account', sql`${table.account} = btrim(${table.account}) and ${table.account} <> ''`),
    index('api_key_of_account').on(table.account, table.id),
  ],
)
