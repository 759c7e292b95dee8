import { sql } from 'drizzle-orm'
import { bigint, check, index, jsonb, pgTable, smallint, text, timestamp } from 'drizzle-orm/pg-core'
import type { Credentials } from '../../lib/domain/proof/credentials.ts'
import { bytes } from './columns.ts'

/** The metadata of a film, as read by the sandboxed program. */
export type UploadFacts =
  | {
      mediaType: 'video/mp4' | 'video/quicktime' | null
      cell: number | null
      time:
        | { kind: 'instant' | 'local'; seconds: number }
        | { kind: 'none' }
        | { kind: 'contradictory'; local: number; utc: number }
      /** The verdict on its Content Credentials; absent if they were not read. */
      credentials?: Credentials
    }
  /** The film is refused: its tables are too large, or declare data that is missing, or every attempt at reading it failed. */
  | { refused: 'too_complex' | 'overdeclared' | 'unreadable' }

/** A file that is being uploaded. It is staged on disk under the same id until a submission takes it or it expires. */
export const upload = pgTable(
  'upload',
  {
    /** Opaque and unguessable: part of the name of the staged file, and of the URL to which the owner uploads. */
    uploadId: text().primaryKey(),
    /** The wallet that may write, use and discard it, in lower case. */
    owner: text().notNull(),
    state: text({ enum: ['receiving', 'received', 'submitted', 'discarded'] })
      .notNull()
      .default('receiving'),
    /** As declared at the start. More bytes are refused. */
    byteLength: bigint({ mode: 'number' }).notNull(),
    /** SHA-256 of the whole file; `null` until it is complete. */
    sha256: bytes(),
    /** `null` until the file was read, which is done once. */
    facts: jsonb().$type<UploadFacts>(),
    /** A worker is reading the file until then. If the worker does not report back by this time, another one reads it again. */
    readingUntil: timestamp({ withTimezone: true }),
    /** Number of attempts at reading it, without those that were interrupted by a worker's regular shutdown. */
    readingTries: smallint().notNull().default(0),
    createdAt: timestamp({ withTimezone: true }).notNull().default(sql`service_now()`),
    /** When the upload expires, unless it is submitted by then. */
    expiresAt: timestamp({ withTimezone: true }).notNull(),
  },
  (table) => [
    check('upload_owner', sql`${table.owner} ~ '^0x[0-9a-f]{40}$'`),
    check('upload_length', sql`${table.byteLength} > 0`),
    check('upload_sha256_length', sql`octet_length(${table.sha256}) = 32`),
    check(
      'upload_received_has_hash',
      sql`(${table.state} in ('received', 'submitted')) <= (${table.sha256} is not null)`,
    ),
    index('upload_unread').on(table.createdAt).where(sql`state = 'received' and facts is null`),
    index('upload_of_owner').on(table.owner, table.createdAt),
    index('upload_expires').on(table.expiresAt).where(sql`state in ('receiving', 'received')`),
  ],
)
