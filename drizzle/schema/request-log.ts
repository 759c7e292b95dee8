import { sql } from 'drizzle-orm'
import {
  bigint,
  check,
  index,
  integer,
  pgTable,
  primaryKey,
  smallint,
  text,
  timestamp,
  uuid,
} from 'drizzle-orm/pg-core'

/**
 * What was answered: refusals, what pays or changes something, and what key holders and operators asked. Found by the id that
 * every answer carries, kept for weeks. No address, body, header, query or place of anybody; no secret, hence no path.
 */
export const requestLog = pgTable(
  'request_log',
  {
    /** `X-Request-Id`. */
    requestId: uuid().primaryKey(),
    /** When it came in, in milliseconds: a cursor holds it exactly. */
    at: timestamp({ withTimezone: true, precision: 3 }).notNull(),
    /** As the interface calls it (`createBounty`); `other` for a path that nothing is at. */
    operation: text().notNull(),
    method: text().notNull(),
    status: smallint().notNull(),
    durationMs: integer().notNull(),
    /** Of a refusal: its code, and word for word what the caller was told. */
    code: text(),
    message: text(),
    /** Of a fault of ours: why, in words that hold no values. */
    cause: text(),
    /** What it was about, where that is known. No references: it may be something that was never there. */
    bountyId: text(),
    paymentId: bigint({ mode: 'number' }),
    submissionId: text(),
    uploadId: text(),
    /** What the API key is called by: its first characters. */
    apiKey: text(),
    /** What an operator wanted done. */
    action: text(),
    /** W3C trace id, where traces are sent somewhere. */
    traceId: text(),
  },
  (table) => [
    check('request_log_status', sql`${table.status} between 100 and 599`),
    check('request_log_trace', sql`${table.traceId} ~ '^[0-9a-f]{32}$'`),
    index('request_log_at').on(table.at, table.requestId),
    index('request_log_refused').on(table.at, table.requestId).where(sql`status >= 400`),
    index('request_log_failed').on(table.at, table.requestId).where(sql`status >= 500`),
    // All but what operators read, which their pages do again and again.
    index('request_log_notable')
      .on(table.at, table.requestId)
      .where(sql`method <> 'GET' or status >= 400 or api_key is not null or payment_id is not null`),
    index('request_log_code').on(table.code, table.at, table.requestId).where(sql`code is not null`),
    index('request_log_operation').on(table.operation, table.at, table.requestId),
    index('request_log_bounty').on(table.bountyId, table.at).where(sql`bounty_id is not null`),
    index('request_log_payment').on(table.paymentId, table.at).where(sql`payment_id is not null`),
    index('request_log_submission').on(table.submissionId, table.at).where(sql`submission_id is not null`),
    index('request_log_upload').on(table.uploadId, table.at).where(sql`upload_id is not null`),
    index('request_log_key').on(table.apiKey, table.at, table.requestId).where(sql`api_key is not null`),
  ],
)

/** How many requests of a minute were not written down, and why: so that a gap is known to be one. */
export const requestLogGap = pgTable(
  'request_log_gap',
  {
    minute: timestamp({ withTimezone: true, precision: 0 }).notNull(),
    /** `flood`: more of one kind than are kept in a second. `lost`: the database was away, or too slow. */
    reason: text({ enum: ['flood', 'lost'] }).notNull(),
    count: bigint({ mode: 'number' }).notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.minute, table.reason] }),
    check('request_log_gap_reason', sql`${table.reason} in ('flood', 'lost')`),
  ],
)
