import { sql } from 'drizzle-orm'
import { check, index, integer, pgTable, text, timestamp } from 'drizzle-orm/pg-core'
import { bytes } from './columns.ts'

/** Sign-in nonces that were issued. Each can be used once: a sign-in deletes its row, and expired rows are deleted. */
export const signInNonce = pgTable(
  'sign_in_nonce',
  {
    /** SHA-256 of the nonce, which is not stored. */
    nonceHash: bytes().primaryKey(),
    expiresAt: timestamp({ withTimezone: true, precision: 0 }).notNull(),
  },
  (table) => [index('sign_in_nonce_expires').on(table.expiresAt)],
)

/** Signed-in sessions. An account is an address and has no row of its own. */
export const session = pgTable(
  'session',
  {
    /** SHA-256 of the session token, which is not stored. */
    tokenHash: bytes().primaryKey(),
    /** Lower case. */
    address: text().notNull(),
    /** The chain on which the signature was valid. On another chain the same address may be a different contract, or none. */
    chainId: integer().notNull(),
    createdAt: timestamp({ withTimezone: true }).notNull().default(sql`service_now()`),
    expiresAt: timestamp({ withTimezone: true, precision: 0 }).notNull(),
  },
  (table) => [
    check('session_address', sql`${table.address} ~ '^0x[0-9a-f]{40}$'`),
    index('session_expires').on(table.expiresAt),
  ],
)
