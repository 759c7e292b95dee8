import { sql } from 'drizzle-orm'
import { bigint, check, date, index, pgTable, text, timestamp } from 'drizzle-orm/pg-core'
import { bytes } from './columns.ts'

/** What opens the enterprise interface. The key itself is kept nowhere. */
export const apiKey = pgTable(
  'api_key',
  {
    id: bigint({ mode: 'number' }).primaryKey().generatedAlwaysAsIdentity(),
    /** SHA-256 of the key. */
    keyHash: bytes().notNull().unique(),
    /** Its first characters: what it is called by. Far too few of it to guess the rest. */
    prefix: text().notNull().unique(),
    /** Whose it is. Keys of one account see the same pseudonyms. */
    account: text().notNull(),
    tier: text({ enum: ['trial', 'standard', 'scale'] }).notNull(),
    createdAt: timestamp({ withTimezone: true }).notNull().default(sql`service_now()`),
    /** `null`: it stays good until it is revoked. */
    expiresAt: timestamp({ withTimezone: true, precision: 0 }),
    revokedAt: timestamp({ withTimezone: true }),
    /** The day (UTC), and no finer: enough to find keys that nobody uses. */
    lastUsedOn: date({ mode: 'string' }),
  },
  (table) => [
    check('api_key_hash_length', sql`octet_length(${table.keyHash}) = 32`),
    check('api_key_tier', sql`${table.tier} in ('trial', 'standard', 'scale')`),
    check('api_key_account', sql`${table.account} = btrim(${table.account}) and ${table.account} <> ''`),
    index('api_key_of_account').on(table.account, table.id),
  ],
)
