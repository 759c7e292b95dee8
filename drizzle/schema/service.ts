import { sql } from 'drizzle-orm'
import { bigint, boolean, check, index, jsonb, pgTable, text, timestamp } from 'drizzle-orm/pg-core'

/** The sandbox moves the service's time by this offset; zero everywhere else. One row. */
export const serviceClock = pgTable(
  'service_clock',
  {
    one: boolean().primaryKey().default(true),
    offsetSeconds: bigint({ mode: 'number' }).notNull().default(0),
  },
  (table) => [check('service_clock_one_row', sql`${table.one}`)],
)

/** Each worker process says here that it lives. */
export const workerHeartbeat = pgTable('worker_heartbeat', {
  workerId: text().primaryKey(),
  startedAt: timestamp({ withTimezone: true }).notNull(),
  /** Real time, not the sandbox's: it tells whether a process lives. */
  beatAt: timestamp({ withTimezone: true }).notNull(),
  /** Whether it works on films: `unconfined` if this is refused because its machine cannot confine media programs. */
  mediaWork: text({ enum: ['on', 'off', 'unconfined'] })
    .notNull()
    .default('off'),
})

/** What happened to whom, append-only (a trigger refuses change). */
export const event = pgTable(
  'event',
  {
    id: bigint({ mode: 'number' }).primaryKey().generatedAlwaysAsIdentity(),
    subject: text({ enum: ['tree', 'payment', 'capture', 'bounty', 'submission', 'api_key'] }).notNull(),
    subjectId: text().notNull(),
    name: text().notNull(),
    data: jsonb().notNull().default({}),
    at: timestamp({ withTimezone: true }).notNull().default(sql`service_now()`),
  },
  (table) => [index('event_subject').on(table.subject, table.subjectId, table.id)],
)
