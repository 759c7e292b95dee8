import { sql } from 'drizzle-orm'
import { check, index, integer, pgTable, text, timestamp } from 'drizzle-orm/pg-core'
import { bytes } from './columns.ts'

/** What was given out to be signed, each once. Taken back by whoever signs in with it; whatever is over is deleted. */
export const signInNonce = pgTable(
  'sign_in_nonce',
  {
    /** SHA-256; the nonce itself is kept nowhere. */
    nonceHash: bytes().primaryKey(),
    expiresAt: timestamp({ withTimezone: true, precision: 0 }).notNull(),
  },
  (table) => [index('sign_in_nonce_expires').on(table.expiresAt)],
)

/** Who is signed in. An account is an address and needs no row of its own. */
export const session = pgTable(
  'session',
  {
    /** SHA-256 of its token; the token itself is kept nowhere. */
    tokenHash: bytes().primaryKey(),
    /** Lower case. */
    address: text().notNull(),
    /** Where the signature held: the same address may be another contract's, or nobody's, on another chain. */
    chainId: integer().notNull(),
    createdAt: timestamp({ withTimezone: true }).notNull().default(sql`service_now()`),
    expiresAt: timestamp({ withTimezone: true, precision: 0 }).notNull(),
  },
  (table) => [
    check('session_address', sql`${table.address} ~ '^0x[0-9a-f]{40}$'`),
    index('session_expires').on(table.expiresAt),
  ],
)
