import { sql } from 'drizzle-orm'
import { bigint, boolean, check, index, jsonb, pgTable, text, timestamp } from 'drizzle-orm/pg-core'

/** The offset by which the sandbox moves the service's time; zero in production. One row. */
export const serviceClock = pgTable(
  'service_clock',
  {
    one: boolean().primaryKey().default(true),
    offsetSeconds: bigint({ mode: 'number' }).notNull().default(0),
  },
  (table) => [check('service_clock_one_row', sql`${table.one}`)],
)

/** Each worker process updates its row regularly, which shows that it runs. */
export const workerHeartbeat = pgTable('worker_heartbeat', {
  workerId: text().primaryKey(),
  startedAt: timestamp({ withTimezone: true }).notNull(),
  /** Real time, not the sandbox's. */
  beatAt: timestamp({ withTimezone: true }).notNull(),
  /** `on` if it processes films; `unconfined` if it does not because its machine cannot confine media programs. */
  mediaWork: text({ enum: ['on', 'off', 'unconfined'] })
    .notNull()
    .default('off'),
})

/** The log of what happened to each object. Append-only (`drizzle/sql/append-only.sql`). */
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
