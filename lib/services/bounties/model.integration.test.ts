import { randomBytes } from 'node:crypto'
import fc from 'fast-check'
import { afterAll, beforeAll, expect } from 'vitest'
import { type OpenContext, openContext } from '#lib/adapters/context'
import { parseEnv } from '#lib/adapters/env'
import { type BountyEvent, type BountyState, isEnded, after as stateAfter } from '#lib/domain/bounty/bounty'
import { CairnError } from '#lib/domain/errors'
import { acceptSubmission } from '#lib/services/bounties/accept-submission'
import { cancelBounty } from '#lib/services/bounties/cancel-bounty'
import { expireBounties } from '#lib/services/bounties/expire-bounties'
import { getBounty } from '#lib/services/bounties/get-bounty'
import { transition } from '#lib/services/bounties/transition'
import { seedBounty } from '#testing/bounty-states'
import { createTestDatabase, type TestDatabase } from '#testing/database'
import { createPlainSubmission } from '#testing/plain-submission'
import { sampled } from '#testing/sampled'
import { unchainedSettings } from '#testing/unchained-settings'

const mostCalls = 25
const lifeHours = 24

let database: TestDatabase
let ctx: OpenContext

beforeAll(async () => {
  database = await createTestDatabase()
  ctx = await openContext(parseEnv(unchainedSettings(database.url)), { service: 'test', maxConnections: 4 })
})
afterAll(async () => {
  await ctx.close()
  await database.close()
})

/** The facts of a bounty that a caller can know. */
type Model = {
  state: BountyState
  hoursLeft: number
  submissionIds: string[]
  acceptedId: string | undefined
  /** The transactions that the worker has recorded. */
  txs: { create: boolean; accept: boolean; cancel: boolean; refund: boolean; payout: boolean }
}
type Real = { bountyId: string }
type Call = fc.AsyncCommand<Model, Real>

/** The status of a response, or the error code of a refusal. */
async function answerOf(call: Promise<{ status: string } | { submissionId: string }>): Promise<string> {
  try {
    const answer = await call
    return 'status' in answer ? answer.status : answer.submissionId
  } catch (error) {
    if (error instanceof CairnError) return error.code
    throw error
  }
}

/** From its deadline on an open bounty counts as expired. */
const shownOf = ({ state, hoursLeft }: Model) => (state === 'open' && hoursLeft <= 0 ? 'expired' : state)

abstract class Step implements Call {
  check = () => true
  async run(model: Model, real: Real): Promise<void> {
    await this.act(model, real)
    const seen = await getBounty({ ctx, input: real })
    const isAccepted = model.state === 'accepting' || model.state === 'accepted'
    const has = (hash: string | null) => hash !== null
    expect({
      state: seen.status,
      submissions: seen.submissions.map(({ submission_id: id, accepted }) => ({ id, accepted })),
      isOnBoard: seen.onchain_id !== null && seen.board_url !== null,
      txs: {
        create: has(seen.create_tx),
        accept: has(seen.accept_tx),
        cancel: has(seen.cancel_tx),
        refund: has(seen.refund_tx),
        payout: has(seen.payout_tx),
      },
    }).toEqual({
      state: shownOf(model),
      submissions: model.submissionIds.map((id) => ({ id, accepted: isAccepted && id === model.acceptedId })),
      isOnBoard: model.txs.create,
      txs: model.txs,
    })
  }
  protected abstract act(model: Model, real: Real): Promise<void>
}

class Accept extends Step {
  readonly which: number
  constructor(which: number) {
    super()
    this.which = which
  }
  override toString = () => `accept ${this.which}`
  protected async act(model: Model, { bountyId }: Real): Promise<void> {
    const submissionId = model.submissionIds[this.which] ?? 'sub_of_nobody'
    const answer = await answerOf(acceptSubmission({ ctx, input: { bountyId, submissionId } }))
    if (shownOf(model) === 'expired') expect(answer).toBe('deadline_passed')
    else if (model.state !== 'open') expect(answer).toBe('not_open')
    else if (!model.submissionIds.includes(submissionId)) expect(answer).toBe('not_found')
    else {
      expect(answer).toBe('accepting')
      model.state = 'accepting'
      model.acceptedId = submissionId
    }
  }
}

class Cancel extends Step {
  override toString = () => 'cancel'
  protected async act(model: Model, { bountyId }: Real): Promise<void> {
    const answer = await answerOf(cancelBounty({ ctx, input: { bountyId } }))
    if (shownOf(model) !== 'open') return expect(answer).toBe('not_open')
    expect(answer).toBe('cancelling')
    model.state = 'cancelling'
  }
}

class Submit extends Step {
  override toString = () => 'submit'
  protected async act(model: Model, { bountyId }: Real): Promise<void> {
    const contributor = `0x${randomBytes(20).toString('hex')}`
    const answer = await answerOf(createPlainSubmission({ ctx, input: { bountyId, contributor } }))
    if (model.state !== 'open') expect(answer).toBe('not_open')
    else if (model.hoursLeft <= 0) expect(answer).toBe('deadline_passed')
    else {
      expect(answer).toMatch(/^sub_/)
      model.submissionIds.push(answer)
    }
  }
}

class Expire extends Step {
  override toString = () => 'expire'
  protected async act(model: Model): Promise<void> {
    await expireBounties({ ctx, input: { limit: 1_000 } })
    if (model.state === 'open' && model.hoursLeft <= 0) model.state = 'expired'
  }
}

class Wait extends Step {
  readonly hours: number
  constructor(hours: number) {
    super()
    this.hours = hours
  }
  override toString = () => `wait ${this.hours} h`
  protected async act(model: Model): Promise<void> {
    await ctx.sql`update service_clock set offset_seconds = offset_seconds + ${this.hours * 3_600}`
    model.hoursLeft -= this.hours
  }
}

let lastNumber = 1_000_000
function nextNumber(): number {
  lastNumber += 1
  return lastNumber
}

const told: Partial<Record<BountyEvent, { [Key in keyof Model['txs']]?: boolean }>> = {
  posted: { create: true },
  post_undone: { create: false },
  released: { accept: true },
  cancelled: { cancel: true, payout: true },
  refunded: { refund: true, payout: true },
  paid_back: { payout: true, create: false },
}

/** An event that the worker reads on the chain. It may or may not be valid in the current state. */
class Read extends Step {
  readonly event: BountyEvent
  constructor(event: BountyEvent) {
    super()
    this.event = event
  }
  override toString = () => `read ${this.event}`
  protected async act(model: Model, { bountyId }: Real): Promise<void> {
    const changes = told[this.event] ?? {}
    const hash = (key: keyof Model['txs']) =>
      key in changes ? { [`${key}Tx`]: changes[key] ? new Uint8Array(randomBytes(32)) : null } : {}
    const set = {
      ...hash('create'),
      ...hash('accept'),
      ...hash('cancel'),
      ...hash('refund'),
      ...hash('payout'),
      ...('create' in changes ? { onchainId: changes.create ? nextNumber() : null, postIsFinal: false } : {}),
    }
    const moved = await ctx.db.transaction((tx) => transition({ tx, bountyId, event: this.event, set }))
    const to = stateAfter(model.state, this.event)
    expect(moved?.state).toBe(to)
    if (!to) return
    model.state = to
    Object.assign(model.txs, changes)
  }
}

const calls = [
  fc.integer({ min: 0, max: 3 }).map((which) => new Accept(which)),
  fc.constant(new Cancel()),
  fc.constant(new Submit()),
  fc.constant(new Submit()),
  fc.constant(new Expire()),
  fc.integer({ min: 1, max: 14 }).map((hours) => new Wait(hours)),
  // With these two events, most sequences post the bounty.
  fc.constant(new Read('post_signed')),
  fc.constant(new Read('posted')),
  fc
    .constantFrom<BountyEvent[]>('post_undone', 'released', 'cancelled', 'refunded', 'paid_back')
    .map((event) => new Read(event)),
]

// A failing sequence is shrunk and printed.
const title = '$count sequences of calls are answered as the model says'
sampled(title, { few: 5, many: 200, timeoutMs: 600_000 }, async (sequences) => {
  const ends = new Set<BountyState>()
  await fc.assert(
    fc.asyncProperty(
      fc.constantFrom<BountyState[]>('paid', 'open', 'open', 'open'),
      fc.commands(calls, { maxCommands: mostCalls, size: 'max' }),
      async (state, commands) => {
        const seeded = await seedBounty(ctx, state)
        const model: Model = {
          state,
          hoursLeft: lifeHours,
          submissionIds: seeded.submissionIds,
          acceptedId: undefined,
          txs: { create: state === 'open', accept: false, cancel: false, refund: false, payout: false },
        }
        await fc.asyncModelRun(() => ({ model, real: { bountyId: seeded.bounty_id } }), commands)
        ends.add(model.state)
      },
    ),
    { numRuns: sequences },
  )
  // With fewer sequences, one of the end states may be missing by chance.
  if (sequences >= 200)
    expect([...ends].filter(isEnded).sort()).toEqual(['accepted', 'cancelled', 'expired_refunded', 'failed'])
})
