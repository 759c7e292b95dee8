import { z } from 'zod'
import { timestamp } from '#lib/schemas/formats'

const seconds = z.int().min(0)
const usdc = z.string().describe('USDC, a decimal number.')
/** The age of the oldest; `null` if there are no items. */
const oldest = seconds.nullable()
const network = z.string().describe('CAIP-2.')

/** The result of an audit. `unchecked` also if the last audit is too old. */
const verdictSchema = z.enum(['sound', 'violated', 'unchecked'])
const auditedBy = z.enum(['worker', 'scheduler', 'command'])

const findingSchema = z.object({
  code: z.string(),
  severity: z.enum(['violation', 'notice']),
  network: network.nullable(),
  message: z.string(),
  count: z.int(),
  usdc: usdc.nullable().describe('The money that it is about; `null` if it is about none.'),
  ids: z.array(z.string()).describe('The ids of the first ones.'),
})

const needSubjects = [
  'money',
  'bounty',
  'payment',
  'inflow',
  'transaction',
  'sender_queue',
  'chain',
  'job',
  'worker',
  'schedule',
  'request',
  'report',
  'service',
] as const

const needSchema = z.object({
  alert: z.string().describe('The rule in docs/alerts.yml. Its runbook is in docs/operations.md.'),
  severity: z.enum(['page', 'ticket']),
  runbook: z.string().nullable().describe('What to do about it.'),
  text: z.string(),
  subject: z.enum(needSubjects).describe('The kind of object.'),
  id: z.string().nullable().describe('The id of the object, if it is about a single one.'),
  count: z.int().min(1).describe('The number of objects it is about.'),
  for_seconds: oldest.describe('For how long this has been so.'),
  usdc: usdc.nullable().describe('The money that waits for it; `null` if it is about none.'),
})
export type Need = z.output<typeof needSchema>

const moneySchema = z.object({
  verdict: verdictSchema,
  reason: z.string().nullable().describe('Why the verdict is `unchecked`.'),
  audited_at: timestamp.nullable().describe('By the service’s clock; `null` if there was no audit yet.'),
  audited_by: auditedBy.nullable(),
  same_since: timestamp.nullable().describe('The time since which every audit has found this.'),
  findings: z.array(findingSchema),
})

const bountiesSchema = z.array(
  z.object({
    state: z.string(),
    count: z.int(),
    usdc,
    oldest_seconds: oldest.describe('How long the oldest has been in this state.'),
    late: z.int().describe('The number of bounties that have been in the state for too long.'),
  }),
)

const providerSchema = z.object({
  name: z.string().describe('The host; the rest of the URL may be secret.'),
  head: z.int().nullable().describe('`null`: it did not answer.'),
  behind: z.int().nullable().describe('Blocks behind the provider with the highest block.'),
})

const keySchema = z.object({
  address: z.string(),
  roles: z.array(z.string()),
  balance: z.string().nullable().describe('In the native token; `null`: could not be read.'),
  lasts: z
    .int()
    .nullable()
    .describe(
      'The number of transactions that the balance pays for, at the highest cost of the last ones. `null`: not known.',
    ),
  is_low: z.boolean(),
  is_frozen: z.boolean(),
  frozen_seconds: oldest.describe('How long its queue has been frozen; `null` if it is not.'),
  frozen_by: z.string().nullable().describe('The wallet of an operator, or a part of the service.'),
  frozen_reason: z.string().nullable(),
  transactions: z.int().describe('Not final yet.'),
  oldest_seconds: oldest,
})

const networkSchema = z.object({
  network,
  money: z
    .object({
      block: z.int(),
      block_time: timestamp,
      escrow_usdc: usdc,
      escrow_ours_usdc: usdc.describe('The part for our open bounties.'),
      treasury_usdc: usdc,
      in_flight_usdc: usdc.describe('The part that is moving to the escrow or back.'),
      difference_usdc: usdc.describe('The sum of all differences; must be zero.'),
    })
    .nullable()
    .describe('From the last audit; `null`: it could not check.'),
  could_not_check: z.string().nullable(),
  head_age_seconds: oldest.describe('Age of the newest block; `null`: no endpoint answers.'),
  final_block: z.int().nullable().describe('The newest final block now; `null`: could not be read.'),
  revenue: z
    .object({
      address: z.string(),
      usdc: usdc.nullable().describe('In the newest block; `null`: could not be read.'),
    })
    .describe('The wallet that look-ups pay.'),
  providers: z.array(providerSchema),
  keys: z.array(keySchema),
})

const queuesSchema = z.array(
  z.object({
    name: z
      .string()
      .describe('`transactions`, `webhooks`, `pushes`, `payments`, or the name of a job queue.'),
    waiting: z.int(),
    failing: z.int().describe('Of the waiting, those whose last attempt failed.'),
    active: z.int(),
    dead: z.int(),
    oldest_seconds: oldest.describe('How long the oldest due item has waited.'),
  }),
)

const runSchema = z.object({
  name: z.enum(['audit', 'expire_bounties', 'reconcile_payments']),
  ran_at: timestamp.nullable(),
  found_at: timestamp.nullable().describe('When there was last something to do.'),
  found: z.int(),
})

export const overviewSchema = z.object({
  at: timestamp.describe('By the service’s clock.'),
  frozen: z
    .object({ since: timestamp, cause: z.enum(['copy', 'chain', 'operator']), reason: z.string() })
    .nullable()
    .describe('Null unless the service is frozen.'),
  money: moneySchema,
  needs: z.array(needSchema).describe('What an operator has to act on, most severe first.'),
  bounties: bountiesSchema,
  networks: z.array(networkSchema),
  queues: queuesSchema,
  workers: z.array(
    z.object({
      worker_id: z.string(),
      started_at: timestamp,
      beat_seconds: seconds,
      /** `on` if it processes films; `unconfined` if it does not because its machine cannot confine media programs. */
      media_work: z.enum(['on', 'off', 'unconfined']),
    }),
  ),
  runs: z.array(runSchema),
})
export type Overview = z.output<typeof overviewSchema>

export const auditRunsQuery = z.object({ limit: z.coerce.number().int().min(1).max(100).default(20) })

export const auditRunsSchema = z.object({
  audits: z.array(
    z.object({
      id: z.int(),
      verdict: verdictSchema,
      first_at: timestamp,
      last_at: timestamp,
      times: z.int().describe('The number of consecutive audits that found this.'),
      last_by: auditedBy,
      findings: z.array(findingSchema),
      could_not_check: z.array(z.object({ network, reason: z.string() })),
    }),
  ),
})
export type AuditRuns = z.output<typeof auditRunsSchema>
