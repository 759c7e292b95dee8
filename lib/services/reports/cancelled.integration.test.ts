import { afterAll, beforeAll, expect, test } from 'vitest'
import { reportsQuery } from '#lib/schemas/operator-report'
import { acceptSubmission } from '#lib/services/bounties/accept-submission'
import { countPosterRecords } from '#lib/services/bounties/count-poster-records'
import { getBoardEntry } from '#lib/services/bounties/get-board-entry'
import { getBounty } from '#lib/services/bounties/get-bounty'
import { getReport } from '#lib/services/reports/get-report'
import { listReports } from '#lib/services/reports/list-reports'
import { reportSubject } from '#lib/services/reports/report-subject'
import { getSubmission } from '#lib/services/submissions/get-submission'
import { type LedgerFixture, startLedgerFixture } from '#testing/ledger-fixture'
import { operate } from '#testing/operate'
import { createPlainSubmission } from '#testing/plain-submission'
import { sampled } from '#testing/sampled'

const reason = 'It asks to film children.'
let fixture: LedgerFixture
beforeAll(async () => {
  fixture = await startLedgerFixture()
})
afterAll(() => fixture?.close())

const opened = async () => {
  const paid = await fixture.payBounty({ amountUsdc: 73 })
  await fixture.run()
  return { ...paid, bountyId: paid.row.bountyId }
}
const cancel = (bountyId: string) => operate(fixture.ctx, 'cancel_bounty', { bounty_id: bountyId }, reason)
const handIn = async (bountyId: string) => {
  const contributor = fixture.newAddress()
  const { submissionId } = await createPlainSubmission({ ctx: fixture.ctx, input: { bountyId, contributor } })
  return { contributor, submissionId }
}

test('a cancellation by an operator refunds the poster to the cent, the books stay whole, and both sides read why', async () => {
  const { bountyId, payer, network, amountAtomic } = await opened()
  const { contributor, submissionId } = await handIn(bountyId)
  await reportSubject({ ctx: fixture.ctx, input: { kind: 'bounty', id: bountyId, category: 'child' } })
  expect(await fixture.balanceOf(network, payer.address)).toBe(0n)

  const done = await cancel(bountyId)
  expect(done).toMatchObject({
    title: expect.stringContaining('73.00 USDC'),
    result: { state: 'cancelling', refunded_to: payer.address.toLowerCase() },
  })
  await fixture.run()
  expect((await fixture.rowOf(bountyId)).state).toBe('cancelled')
  expect(await fixture.balanceOf(network, payer.address)).toBe(amountAtomic)
  expect(await fixture.balanceOf(network, contributor)).toBe(0n)
  expect(await fixture.check()).toMatchObject({ verdict: 'sound', findings: [] })

  const shown = expect.arrayContaining([expect.objectContaining({ measure: 'cancelled', reason })])
  expect((await getBounty({ ctx: fixture.ctx, input: { bountyId } })).moderation).toEqual(shown)
  expect(await getBoardEntry({ ctx: fixture.ctx, input: { bountyId } })).toMatchObject({
    state: 'cancelled',
    cancelled: { reason },
    hidden: { reason },
  })
  const own = await getSubmission({ ctx: fixture.ctx, input: { submissionId, contributor } })
  expect(own.bounty.moderation).toEqual(shown)
  const { reports } = await listReports({ ctx: fixture.ctx, input: reportsQuery.parse({ state: 'acted' }) })
  expect(reports).toMatchObject([{ subject_id: bountyId }])
  const detail = await getReport({ ctx: fixture.ctx, input: { reportId: reports[0]!.id } })
  expect(detail.may).toEqual({ dismiss: false, hide: false, unhide: true, cancel: false })
  // The cancellation does not count against the poster.
  const payers = [payer.address.toLowerCase()]
  expect((await countPosterRecords({ ctx: fixture.ctx, input: { payers } })).get(payers[0]!)).toMatchObject({
    cancelled: 0,
  })
})

const momentTitle =
  'of an acceptance and a cancellation by an operator at the same moment exactly one happens, and its money moves once ($count times)'
sampled(momentTitle, { few: 2, many: 6 }, async (count) => {
  const rounds = await Promise.all(
    Array.from({ length: count }, async () => {
      const paid = await fixture.payBounty({ amountUsdc: 73 })
      return { ...paid, bountyId: paid.row.bountyId }
    }),
  )
  await fixture.run()
  for (const { bountyId, payer, network, amountAtomic } of rounds) {
    const { contributor, submissionId } = await handIn(bountyId)
    const [accepted, cancelled] = await Promise.allSettled([
      acceptSubmission({ ctx: fixture.ctx, input: { bountyId, submissionId } }),
      cancel(bountyId),
    ])
    expect([accepted.status, cancelled.status].sort()).toEqual(['fulfilled', 'rejected'])
    await fixture.run()
    const isAccepted = accepted.status === 'fulfilled'
    expect((await fixture.rowOf(bountyId)).state).toBe(isAccepted ? 'accepted' : 'cancelled')
    expect(await fixture.balanceOf(network, payer.address)).toBe(isAccepted ? 0n : amountAtomic)
    const paidOut = await fixture.balanceOf(network, contributor)
    expect(paidOut > 0n).toBe(isAccepted)
    const { moderation } = await getBounty({ ctx: fixture.ctx, input: { bountyId } })
    expect(moderation === undefined).toBe(isAccepted)
  }
  expect(await fixture.check()).toMatchObject({ verdict: 'sound', findings: [] })
})

test('an accepted bounty cannot be cancelled, and the refused action sends no transaction', async () => {
  const paid = await opened()
  const contributor = await fixture.accept(paid)
  await expect(cancel(paid.bountyId)).rejects.toThrow('A film was accepted')
  await fixture.run()
  expect((await fixture.rowOf(paid.bountyId)).state).toBe('accepted')
  expect(await fixture.balanceOf(paid.network, contributor)).toBeGreaterThan(0n)
})

test('the money of banned wallets moves as before: a poster is refunded and a contributor is paid', async () => {
  const [refunded, accepted] = [await opened(), await opened()]
  const { contributor, submissionId } = await handIn(accepted.bountyId)
  for (const wallet of [refunded.payer.address, contributor])
    await operate(fixture.ctx, 'ban_wallet', { wallet }, 'Fraud.')
  await cancel(refunded.bountyId)
  await acceptSubmission({ ctx: fixture.ctx, input: { bountyId: accepted.bountyId, submissionId } })
  await fixture.run()
  expect(await fixture.balanceOf(refunded.network, refunded.payer.address)).toBe(refunded.amountAtomic)
  expect(await fixture.balanceOf(accepted.network, contributor)).toBeGreaterThan(0n)
  expect(await fixture.check()).toMatchObject({ verdict: 'sound', findings: [] })
  const poster = await getBounty({ ctx: fixture.ctx, input: { bountyId: accepted.bountyId } })
  expect(poster.submissions[0]?.moderation).toMatchObject([
    { measure: 'contributor_banned', reason: 'Fraud.' },
  ])
})
