import { sql } from 'drizzle-orm'
import {
  bigint,
  boolean,
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
 * Answered requests: refused ones, those that pay or change something, and those of key holders and operators. Found by the
 * request id of the answer, and deleted after some weeks. Has no client address, body, header, query or place, and no path, which
 * may contain a secret.
 */
export const requestLog = pgTable(
  'request_log',
  {
    /** `X-Request-Id`. */
    requestId: uuid().primaryKey(),
    /** When it arrived. In milliseconds, so that a cursor holds it exactly. */
    at: timestamp({ withTimezone: true, precision: 3 }).notNull(),
    /** The operation's name, such as `createBounty`; `other` for an unknown path. */
    operation: text().notNull(),
    method: text().notNull(),
    status: smallint().notNull(),
    durationMs: integer().notNull(),
    /** The error code and message that the caller got. */
    code: text(),
    message: text(),
    /** Set for a 402: `true` if it quoted a price to a request without a payment, `false` if it refused a payment. */
    isQuote: boolean(),
    /** The cause of an internal error, without any values. */
    cause: text(),
    /** The objects that it was about, if known. No foreign keys: an object may not exist. */
    bountyId: text(),
    paymentId: bigint({ mode: 'number' }),
    submissionId: text(),
    uploadId: text(),
    /** The prefix of the API key. */
    apiKey: text(),
    /** The operator's action. */
    action: text(),
    /** W3C trace id, if traces are exported. */
    traceId: text(),
  },
  (table) => [
    check('request_log_status', sql`${table.status} between 100 and 599`),
    check('request_log_trace', sql`${table.traceId} ~ '^[0-9a-f]{32}$'`),
    index('request_log_at').on(table.at, table.requestId),
    index('request_log_refused').on(table.at, table.requestId).where(sql`status >= 400`),
    index('request_log_failed').on(table.at, table.requestId).where(sql`status >= 500`),
    // Leaves out the reads of the operators' pages, which are frequent.
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

/** The number of requests in a minute that were not logged, and why. */
export const requestLogGap = pgTable(
  'request_log_gap',
  {
    minute: timestamp({ withTimezone: true, precision: 0 }).notNull(),
    /** `flood`: more of one kind in a second than are logged. `lost`: the database was down or too slow. */
    reason: text({ enum: ['flood', 'lost'] }).notNull(),
    count: bigint({ mode: 'number' }).notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.minute, table.reason] }),
    check('request_log_gap_reason', sql`${table.reason} in ('flood', 'lost')`),
  ],
)
