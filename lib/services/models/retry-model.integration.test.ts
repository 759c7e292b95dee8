import { randomBytes } from 'node:crypto'
import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { submission } from '#db/schema/submission'
import type { BountyState } from '#lib/domain/bounty/bounty'
import { type ModelMode, maxModelRetries } from '#lib/domain/film/reconstruction'
import { transition } from '#lib/services/bounties/transition'
import { queueModelAgain } from '#lib/services/media/retry-reconstruction'
import { retryModel } from '#lib/services/models/retry-model'
import { seedBounty } from '#testing/bounty-states'
import { openUnpaidService, type UnpaidService } from '#testing/unpaid-service'

let service: UnpaidService
beforeAll(async () => {
  service = await openUnpaidService()
})
afterAll(() => service?.close())

type Row = typeof submission.$inferSelect
type Staged = { bountyId: string; submissionId: string }

async function stage(state: BountyState, reconstructionStatus: Row['reconstructionStatus']): Promise<Staged> {
  const { bounty_id: bountyId, submissionIds } = await seedBounty(service.ctx, state)
  const seeded = { bountyId, submissionId: submissionIds[0]! }
  await set(seeded, { reconstructionStatus, reconstructionReason: 'The camera turned on the spot.' })
  return seeded
}
/** Changes a submission like a worker that gives up on its model. */
async function set({ submissionId }: Staged, columns: Partial<Row>): Promise<void> {
  await service.ctx.db.update(submission).set(columns).where(eq(submission.submissionId, submissionId))
  // Its job has ended.
  await service.ctx.sql`delete from pgboss.job where singleton_key = ${submissionId}`
}
const rowOf = async ({ submissionId }: Staged) => {
  const [row] = await service.ctx.db
    .select()
    .from(submission)
    .where(eq(submission.submissionId, submissionId))
  return row!
}
const retry = (
  { bountyId }: Staged,
  { mode = 'standard', idempotencyKey }: { mode?: ModelMode; idempotencyKey?: string } = {},
) => retryModel({ ctx: service.ctx, input: { bountyId, mode, idempotencyKey } })
const jobsOf = async ({ submissionId }: Staged) =>
  (
    await service.ctx.sql`
      select from pgboss.job where name = 'reconstruct' and singleton_key = ${submissionId} and state < 'completed'`
  ).length

describe('a poster', () => {
  test('has a failed model made again, in the mode of their choice', async () => {
    const seeded = await stage('accepted', 'failed')
    const { submissions } = await retry(seeded, { mode: 'relaxed' })
    expect(submissions[0]).toMatchObject({
      reconstruction_status: 'queued',
      reconstruction_reason: null,
      reconstruction_progress: 0,
      reconstruction_mode: 'relaxed',
      reconstruction_retries_left: maxModelRetries - 1,
    })
    expect(await jobsOf(seeded)).toBe(1)
  })

  test('can do so a few times; an operator can do it once more, in the same mode', async () => {
    const seeded = await stage('accepted', 'failed')
    for (let time = 1; time <= maxModelRetries; time++) {
      await retry(seeded, { mode: 'fine' })
      await set(seeded, { reconstructionStatus: 'failed' })
    }
    await expect(retry(seeded)).rejects.toMatchObject({ code: 'conflict' })
    expect(await jobsOf(seeded)).toBe(0)
    await service.ctx.db.transaction((tx) => queueModelAgain({ tx, submissionId: seeded.submissionId }))
    expect(await rowOf(seeded)).toMatchObject({
      reconstructionMode: 'fine',
      reconstructionRetries: maxModelRetries,
      reconstructionStatus: 'queued',
    })
  })

  test('a request repeated with the same idempotency key changes nothing, also after the model failed again', async () => {
    const seeded = await stage('accepted', 'failed')
    await retry(seeded, { mode: 'relaxed', idempotencyKey: 'one' })
    await retry(seeded, { mode: 'relaxed', idempotencyKey: 'one' })
    await set(seeded, { reconstructionStatus: 'failed' })
    const { submissions } = await retry(seeded, { mode: 'relaxed', idempotencyKey: 'one' })
    expect(submissions[0]).toMatchObject({ reconstruction_status: 'failed', reconstruction_retries_left: 2 })
    expect((await retry(seeded, { idempotencyKey: 'two' })).submissions[0]).toMatchObject({
      reconstruction_status: 'queued',
      reconstruction_mode: 'standard',
      reconstruction_retries_left: 1,
    })
  })

  test('who asks twice at once gets one job and uses one retry', async () => {
    const seeded = await stage('accepted', 'failed')
    const answers = await Promise.allSettled([1, 2, 3].map(() => retry(seeded)))
    expect(answers.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
    expect(await jobsOf(seeded)).toBe(1)
    expect((await rowOf(seeded)).reconstructionRetries).toBe(1)
  })

  test.each(['queued', 'running', 'none'] as const)('cannot do so while the model is %s', async (status) => {
    const seeded = await stage('accepted', status)
    await expect(retry(seeded)).rejects.toMatchObject({ code: 'conflict' })
    expect(await rowOf(seeded)).toMatchObject({ reconstructionRetries: 0, reconstructionStatus: status })
  })

  test('cannot do so for a bounty whose money went back, or that accepted no film', async () => {
    await expect(retry(await stage('open', 'none'))).rejects.toMatchObject({ code: 'not_found' })
    const refunded = await stage('accepting', 'failed')
    const tx = randomBytes(32)
    const event = { event: 'refunded', set: { refundTx: tx, payoutTx: tx } } as const
    const { bountyId } = refunded
    await service.ctx.db.transaction((tx) => transition({ tx, bountyId, ...event }))
    await expect(retry(refunded)).rejects.toMatchObject({ code: 'conflict' })
    expect((await rowOf(refunded)).reconstructionRetries).toBe(0)
  })
})
