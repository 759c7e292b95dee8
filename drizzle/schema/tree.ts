import { sql } from 'drizzle-orm'
import { bigint, check, index, integer, pgTable, text, timestamp, unique } from 'drizzle-orm/pg-core'
import { bytes } from './columns.ts'
import { chainTx } from './outbox.ts'

/** A Merkle tree of captures. Tree numbers have no gaps, and each tree has the root of the previous one. */
export const tree = pgTable(
  'tree',
  {
    treeId: integer().primaryKey(),
    /**
     * `attesting` until the attestation is final on the chain, then `final`; only then are its captures sold. `lost`: we attested
     * it, and lost its leaves with a database. Its number and root stay in use, and it has nothing to sell.
     */
    state: text({ enum: ['attesting', 'final', 'lost'] }).notNull(),
    leafCount: integer().notNull(),
    root: bytes().notNull(),
    /** 32 zero bytes for the first tree. */
    prevRoot: bytes().notNull(),
    leafSpec: bytes().notNull(),
    chainId: integer().notNull(),
    schemaUid: bytes().notNull(),
    attester: text().notNull(),
    chainTxId: bigint({ mode: 'number' }).references(() => chainTx.id),
    /** From the final receipt only: a reorganisation changes the uid of the same transaction. */
    attestUid: bytes(),
    attestTx: bytes(),
    attestBlock: bigint({ mode: 'number' }),
    attestedAt: timestamp({ withTimezone: true, precision: 0 }),
    builtAt: timestamp({ withTimezone: true }).notNull().default(sql`service_now()`),
  },
  (table) => [
    check('tree_state', sql`${table.state} in ('attesting', 'final', 'lost')`),
    check('tree_numbers_from_one', sql`${table.treeId} > 0`),
    check(
      'tree_final_has_attestation',
      sql`${table.state} = 'attesting' or (${table.attestUid} is not null and ${table.attestTx} is not null)`,
    ),
    unique('tree_root').on(table.root),
    unique('tree_prev_root').on(table.prevRoot),
    index('tree_attest_uid').on(table.attestUid),
    index('tree_attest_tx').on(table.attestTx),
    index('tree_attesting').on(table.treeId).where(sql`state = 'attesting'`),
  ],
)
