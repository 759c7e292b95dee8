import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { reportCase } from '#db/schema/report'
import { submission } from '#db/schema/submission'
import { boardFeedRoute } from '#lib/http/documents/board-feed'
import { getBoardEntry } from '#lib/services/bounties/get-board-entry'
import { getBounty } from '#lib/services/bounties/get-bounty'
import { getReview } from '#lib/services/bounties/get-review'
import { getSharedModel } from '#lib/services/models/get-shared-model'
import { findPage, shareModel } from '#lib/services/models/share-model'
import { reportSubject } from '#lib/services/reports/report-subject'
import { getSubmission } from '#lib/services/submissions/get-submission'
import { seedBounty } from '#testing/bounty-states'
import { operate } from '#testing/operate'
import { createPlainSubmission } from '#testing/plain-submission'
import { seedModel } from '#testing/seed-model'
import { openUnpaidService, origin, type UnpaidService } from '#testing/unpaid-service'

const reason = 'It asks for the inside of a home.'
let service: UnpaidService
beforeAll(async () => {
  service = await openUnpaidService()
})
afterAll(() => service?.close())

const act = (name: string, input: object, why = reason) => operate(service.ctx, name, input, why)
const contributorOf = async (submissionId: string) => {
  const [row] = await service.ctx.db
    .select({ contributor: submission.contributor })
    .from(submission)
    .where(eq(submission.submissionId, submissionId))
  return row!.contributor
}
const stateOf = async (subjectId: string) => {
  const [row] = await service.ctx.db
    .select({ state: reportCase.state })
    .from(reportCase)
    .where(eq(reportCase.subjectId, subjectId))
  return row?.state
}
const posterSees = (bountyId: string) => getBounty({ ctx: service.ctx, input: { bountyId } })
const contributorSees = async (submissionId: string) =>
  getSubmission({
    ctx: service.ctx,
    input: { submissionId, contributor: await contributorOf(submissionId) },
  })

/** All that strangers get of the bounties. */
async function publicText(): Promise<string> {
  const board = await service.send('/api/board/bounties?limit=100')
  const placed = await service.send('/api/board/bounties?limit=100&has_place=true&sort=ending_soonest')
  const feed = await boardFeedRoute(async () => service.ctx).GET(new Request(`${origin}/board/feed.xml`))
  const tools = await service.send('/mcp', {
    method: 'POST',
    headers: { 'content-type': 'application/json', accept: 'application/json, text/event-stream' },
    body: JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/list' }),
  })
  const texts = await Promise.all([board, placed, feed, tools].map((answer) => answer.text()))
  return texts.join('\n')
}

test('a hidden bounty leaves the board, its map, its feed and the tools, and returns when it is shown again', async () => {
  const { bounty_id: id } = await seedBounty(service.ctx, 'open')
  expect(await publicText()).toContain(id)
  await reportSubject({ ctx: service.ctx, input: { kind: 'bounty', id, category: 'private_home' } })
  await act('hide_subject', { kind: 'bounty', id })
  expect(await publicText()).not.toContain(id)
  expect(await stateOf(id)).toBe('acted')
  await expect(act('hide_subject', { kind: 'bounty', id })).rejects.toThrow('hidden already')
  await act('unhide_subject', { kind: 'bounty', id })
  expect(await publicText()).toContain(id)
  await expect(act('unhide_subject', { kind: 'bounty', id })).rejects.toThrow('not hidden')
})

test('the page of a hidden bounty says why, and withholds its title, its instructions and its place', async () => {
  const { bounty_id: id, title, brief } = await seedBounty(service.ctx, 'open')
  await act('hide_subject', { kind: 'bounty', id })
  const answer = await service.send(`/api/board/bounties/${id}`)
  const text = await answer.text()
  expect(JSON.parse(text)).toMatchObject({ hidden: { reason }, geohash: null, brief: '' })
  for (const word of [title, brief]) expect(text).not.toContain(word)
  expect((await getBoardEntry({ ctx: service.ctx, input: { bountyId: id } })).hidden?.reason).toBe(reason)
})

test('poster and contributor read the same reason, and a hidden bounty takes no more films', async () => {
  const { bounty_id: id, submissionIds } = await seedBounty(service.ctx, 'open')
  await act('hide_subject', { kind: 'bounty', id })
  const shown = [{ measure: 'hidden', reason }]
  expect((await posterSees(id)).moderation).toMatchObject(shown)
  expect((await contributorSees(submissionIds[0]!)).bounty.moderation).toMatchObject(shown)
  const input = { bountyId: id, contributor: `0x${'77'.repeat(20)}` }
  await expect(createPlainSubmission({ ctx: service.ctx, input })).rejects.toMatchObject({
    code: 'not_open',
    message: expect.stringContaining(reason),
  })
})

test('the preview of a hidden film is withheld from its poster and its contributor, who both read why', async () => {
  const { bounty_id: id, submissionIds } = await seedBounty(service.ctx, 'open')
  const [hidden, other] = submissionIds as [string, string]
  for (const submissionId of [hidden, other])
    await service.ctx.db
      .update(submission)
      .set({ previewStatus: 'ready', previewKey: 'previews/a.mp4', posterKey: 'posters/a.jpg' })
      .where(eq(submission.submissionId, submissionId))
  await act('hide_subject', { kind: 'submission', id: hidden })
  const { submissions } = await getReview({ ctx: service.ctx, input: { bountyId: id } })
  const one = submissions.find(({ submission_id }) => submission_id === hidden)
  expect(one).toMatchObject({ preview_url: null, poster_url: null })
  expect(one?.moderation).toMatchObject([{ measure: 'hidden', reason }])
  expect(await contributorSees(hidden)).toMatchObject({
    preview_url: null,
    moderation: [{ measure: 'hidden', reason }],
  })
  const next = submissions.find(({ submission_id }) => submission_id === other)
  expect(next?.preview_url).toContain('-preview.mp4')
  expect(next?.moderation).toBeUndefined()
  await act('unhide_subject', { kind: 'submission', id: hidden })
  expect((await contributorSees(hidden)).preview_url).toContain('-preview.mp4')
})

test('a hidden model page is gone, and its poster reads why instead of publishing another', async () => {
  const { ctx } = service
  const { bountyId } = await seedModel(ctx, 'accepted')
  const { page_url: url } = await shareModel({ ctx, input: { bountyId, shared: true } })
  const pageId = url!.split('/').at(-1)!
  await reportSubject({ ctx, input: { kind: 'model', id: pageId, category: 'child' } })
  expect(await stateOf(bountyId)).toBe('waiting')
  await act('hide_subject', { kind: 'model', id: bountyId })
  expect(await stateOf(bountyId)).toBe('acted')
  expect(await getSharedModel({ ctx, input: { pageId } })).toBeUndefined()
  expect(await findPage({ ctx, input: { bountyId } })).toBeNull()
  await expect(shareModel({ ctx, input: { bountyId, shared: true } })).rejects.toMatchObject({
    code: 'conflict',
    message: expect.stringContaining(reason),
  })
  expect((await posterSees(bountyId)).moderation).toMatchObject([{ measure: 'model_page_hidden', reason }])
})

test('a reason that people read must be fit for publication', async () => {
  const { bounty_id: id } = await seedBounty(service.ctx, 'open')
  const hide = (why: string) => act('hide_subject', { kind: 'bounty', id }, why)
  await expect(hide('a\u202eb')).rejects.toMatchObject({ code: 'invalid_request', field: 'reason' })
  await expect(hide('two\nlines')).rejects.toMatchObject({ code: 'invalid_request', field: 'reason' })
  await expect(act('hide_subject', { kind: 'bounty', id: 'bty_none' })).rejects.toMatchObject({
    code: 'not_found',
  })
  expect((await posterSees(id)).moderation).toBeUndefined()
})
