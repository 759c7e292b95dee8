// @module-tag thorough
import { createHash } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { getReview } from '#lib/services/bounties/get-review'
import { runInspect } from '#lib/services/media/run-inspect'
import { type MediaFixture, openMediaFixture } from '#testing/media-fixture'
import { sample } from '#testing/media-fixtures'

let fixture: MediaFixture
beforeAll(async () => {
  fixture = await openMediaFixture()
})
afterAll(() => fixture?.close())

test('a film with Content Credentials is validated, checked and delivered byte for byte', async () => {
  const name = 'video/c2pa/video1.mp4'
  const film = await fixture.handIn(sample(name))
  const [read] = await fixture.ctx.sql`select facts from upload where upload_id = ${film.uploadId}`
  expect(read?.facts.credentials).toMatchObject({ state: 'untrusted', cell: null, capturedAt: null })
  const review = await getReview({ ctx: fixture.ctx, input: { bountyId: film.bountyId } })
  const seen = review.submissions.find(({ submission_id }) => submission_id === film.submissionId)
  expect(seen?.credentials).toMatchObject({
    state: 'untrusted',
    text: expect.stringMatching(/not on the C2PA trust list/),
  })
  const { submissionId } = film
  await runInspect({ ctx: fixture.ctx, input: { submissionId }, signal: new AbortController().signal })
  const { file } = await fixture.rowOf(film)
  const bytes = await fixture.ctx.storage.withLocal(file.originalKey!, (path) => readFile(path))
  const sha256 = createHash('sha256').update(sample(name)).digest('hex')
  expect(createHash('sha256').update(bytes).digest('hex')).toBe(sha256)
  expect(Buffer.from(file.sha256).toString('hex')).toBe(sha256)
})
