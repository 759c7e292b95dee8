import { z } from 'zod'
import { timestamp } from '#lib/schemas/formats'

const seconds = z.int().min(0)
const usdc = z.string().meta({ description: 'USDC, a decimal number.' })
/** Of the oldest; `null` when there is none. */
const oldest = seconds.nullable()
const network = z.string().meta({ description: 'CAIP-2.' })

/** What an audit says of everything: `unchecked` also when the last one is too old to go by. */
const verdictSchema = z.enum(['sound', 'violated', 'unchecked'])
const auditedBy = z.enum(['worker', 'scheduler', 'command'])

const findingSchema = z.object({
  code: z.string(),
  severity: z.enum(['violation', 'notice']),
  network: network.nullable(),
  message: z.string(),
  count: z.int(),
  ids: z.array(z.string()).meta({ description: 'Of the first of them.' }),
})

const needSubjects = [
  'money',
  'bounty',
  'payment',
  'inflow',
  'transaction',
  'lane',
  'chain',
  'job',
  'worker',
  'schedule',
  'request',
  'service',
] as const

const needSchema = z.object({
  alert: z.string().meta({ description: 'The rule in docs/alerts.yml; docs/operations.md has its runbook.' }),
  severity: z.enum(['page', 'ticket']),
  runbook: z.string().nullable().meta({ description: 'What to do about it.' }),
  text: z.string(),
  subject: z.enum(needSubjects).meta({ description: 'What it is about.' }),
  id: z.string().nullable().meta({ description: 'Which one, when it is one.' }),
  for_seconds: oldest.meta({ description: 'For how long already.' }),
})
export type Need = z.output<typeof needSchema>

const moneySchema = z.object({
  verdict: verdictSchema,
  reason: z.string().nullable().meta({ description: 'Why it is `unchecked`.' }),
  audited_at: timestamp
    .nullable()
    .meta({ description: 'By the service’s clock; `null` when nobody ever looked.' }),
  audited_by: auditedBy.nullable(),
  same_since: timestamp.nullable().meta({ description: 'Since when every audit found this.' }),
  findings: z.array(findingSchema),
})

const bountiesSchema = z.array(
  z.object({
    state: z.string(),
    count: z.int(),
    usdc,
    oldest_seconds: oldest.meta({ description: 'How long the one that waits longest is in this state.' }),
    late: z.int().meta({ description: 'How many are longer in it than they should be.' }),
  }),
)

const providerSchema = z.object({
  name: z.string().meta({ description: 'Its host; whatever else its URL says may be a secret.' }),
  head: z.int().nullable().meta({ description: '`null`: it did not answer.' }),
  behind: z.int().nullable().meta({ description: 'Blocks behind the one that is furthest.' }),
})

const keySchema = z.object({
  address: z.string(),
  roles: z.array(z.string()),
  balance: z.string().nullable().meta({ description: 'Native token; `null`: could not be asked.' }),
  lasts: z.int().nullable().meta({
    description: 'For how many transactions, at what its last ones cost at most. `null`: not known.',
  }),
  is_low: z.boolean(),
  is_frozen: z.boolean(),
  transactions: z.int().meta({ description: 'Not final yet.' }),
  oldest_seconds: oldest,
})

const networkSchema = z.object({
  network,
  money: z
    .object({
      block: z.int(),
      block_time: timestamp,
      escrow_usdc: usdc,
      escrow_ours_usdc: usdc.meta({ description: 'Of it, for open bounties of ours.' }),
      treasury_usdc: usdc,
      in_flight_usdc: usdc.meta({ description: 'Of it, on its way to the escrow or back.' }),
      difference_usdc: usdc.meta({ description: 'What does not add up, all of it: must be zero.' }),
    })
    .nullable()
    .meta({ description: 'As the last audit found it; `null`: it could not look.' }),
  could_not_check: z.string().nullable(),
  head_age_seconds: oldest.meta({ description: 'Age of the newest block; `null`: no endpoint answers.' }),
  providers: z.array(providerSchema),
  keys: z.array(keySchema),
})

const queuesSchema = z.array(
  z.object({
    name: z
      .string()
      .meta({ description: '`transactions`, `webhooks`, `payments`, or the name of a job queue.' }),
    waiting: z.int(),
    active: z.int(),
    dead: z.int(),
    oldest_seconds: oldest.meta({ description: 'How long what is due longest has waited.' }),
  }),
)

const runSchema = z.object({
  name: z.enum(['audit', 'expire_bounties', 'reconcile_payments']),
  ran_at: timestamp.nullable(),
  found_at: timestamp.nullable().meta({ description: 'When there last was something to do.' }),
  found: z.int(),
})

export const overviewSchema = z.object({
  at: timestamp.meta({ description: 'By the service’s clock.' }),
  frozen: z
    .object({ since: timestamp, cause: z.enum(['copy', 'chain', 'operator']), reason: z.string() })
    .nullable()
    .meta({ description: 'Whether the service stands still.' }),
  money: moneySchema,
  needs: z.array(needSchema).meta({ description: 'What needs a hand now, the gravest first.' }),
  bounties: bountiesSchema,
  networks: z.array(networkSchema),
  queues: queuesSchema,
  workers: z.array(
    z.object({
      worker_id: z.string(),
      started_at: timestamp,
      beat_seconds: seconds,
      /** Whether it works on films; `unconfined`: it leaves them alone because its machine cannot confine media programs. */
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
      times: z.int().meta({ description: 'How many audits in a row found this.' }),
      last_by: auditedBy,
      findings: z.array(findingSchema),
      could_not_check: z.array(z.object({ network, reason: z.string() })),
    }),
  ),
})
export type AuditRuns = z.output<typeof auditRunsSchema>
