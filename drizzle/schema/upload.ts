import { sql } from 'drizzle-orm'
import { bigint, check, index, jsonb, pgTable, smallint, text, timestamp } from 'drizzle-orm/pg-core'
import { bytes } from './columns.ts'

/** What a film says of itself, as the program in the sandbox read it. */
export type UploadFacts =
  | {
      mediaType: 'video/mp4' | 'video/quicktime' | null
      cell: number | null
      time:
        | { kind: 'instant' | 'local'; seconds: number }
        | { kind: 'none' }
        | { kind: 'contradictory'; local: number; utc: number }
    }
  /** It is not taken: its tables are too large or declare what is not there, or no worker could read it in the tries that there are. */
  | { refused: 'too_complex' | 'overdeclared' | 'unreadable' }

/** A file on its way in. Its bytes are staged on disk under the same id until a submission takes them, or it expires. */
export const upload = pgTable(
  'upload',
  {
    /** Opaque and unguessable: it names the staged file and the URL that the owner sends to. */
    uploadId: text().primaryKey(),
    /** The wallet that may write, use and discard it, lower case. */
    owner: text().notNull(),
    state: text({ enum: ['receiving', 'received', 'submitted', 'discarded'] })
      .notNull()
      .default('receiving'),
    /** As declared when it was begun; nothing longer is taken. */
    byteLength: bigint({ mode: 'number' }).notNull(),
    /** Of every byte, once all are there. */
    sha256: bytes(),
    /** Once it was read; each file is read once. */
    facts: jsonb().$type<UploadFacts>(),
    /** Until when a worker reads it; it is read anew when that worker is not heard of by then. */
    readingUntil: timestamp({ withTimezone: true }),
    /** How often a worker began to read it, except for workers that were asked to stop meanwhile. */
    readingTries: smallint().notNull().default(0),
    createdAt: timestamp({ withTimezone: true }).notNull().default(sql`service_now()`),
    /** Unless it is submitted before. */
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
