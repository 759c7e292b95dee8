import { randomBytes } from 'node:crypto'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { bounty } from '#db/schema/bounty'
import { submission, submissionFile } from '#db/schema/submission'
import { upload } from '#db/schema/upload'
import { type BountyState, bountyStates } from '#lib/domain/bounty/bounty'
import { filesRoute } from '#lib/http/files/files'
import { reviewSchema } from '#lib/schemas/review'
import { boughtName } from '#lib/services/submissions/served-files'
import { bountyPath, withToken } from '#testing/bounty-request'
import { type SeededBounty, seedBounty } from '#testing/bounty-states'
import { openUnpaidService, origin, type UnpaidService } from '#testing/unpaid-service'

let service: UnpaidService
let folder: string
beforeAll(async () => {
  service = await openUnpaidService()
  folder = await mkdtemp(join(tmpdir(), 'cairn-links-'))
})
afterAll(async () => {
  await Promise.all(stored.map((key) => service.ctx.storage.remove(key)))
  await service?.close()
  await rm(folder, { recursive: true, force: true })
})

const stored: string[] = []
const files = [
  'preview_url',
  'poster_url',
  'full_capture_url',
  'model_preview_url',
  'model_glb_url',
  'model_splats_url',
  'model_zip_url',
] as const
type File = (typeof files)[number]
/** The content of each file of a submission: its name and its submission. */
const contents = (submissionId: string, file: File) => `${file} of ${submissionId}`

/** Completes a submission in any state with the results of every job. */
async function complete(submissionId: string): Promise<void> {
  const { db, storage } = service.ctx
  const keys = {} as Record<File, string>
  for (const file of files) {
    keys[file] = `tests/${randomBytes(12).toString('hex')}`
    stored.push(keys[file])
    const path = join(folder, 'local')
    await writeFile(path, contents(submissionId, file))
    await storage.put({ key: keys[file], path, type: 'video/mp4' })
  }
  const uploadId = randomBytes(12).toString('hex')
  const sha256 = new Uint8Array(randomBytes(32))
  await db.insert(upload).values({
    uploadId,
    owner: `0x${'ab'.repeat(20)}`,
    state: 'submitted',
    byteLength: 1_234,
    sha256,
    expiresAt: new Date(),
  })
  await db.insert(submissionFile).values({
    submissionId,
    uploadId,
    sha256,
    byteLength: 1_234,
    mediaType: 'video/quicktime',
    cell: 1,
    capturedAt: new Date('2026-05-01T12:00:00Z'),
    originalKey: keys.full_capture_url,
  })
  await db
    .update(submission)
    .set({
      previewStatus: 'ready',
      previewKey: keys.preview_url,
      posterKey: keys.poster_url,
      reconstructionStatus: 'ready',
      modelGlbKey: keys.model_glb_url,
      modelPreviewKey: keys.model_preview_url,
      modelSplatsKey: keys.model_splats_url,
      modelZipKey: keys.model_zip_url,
      manifestSha256: sha256,
    })
    .where(eq(submission.submissionId, submissionId))
}

async function seedComplete(state: BountyState): Promise<SeededBounty> {
  const seeded = await seedBounty(service.ctx, state)
  for (const submissionId of seeded.submissionIds) await complete(submissionId)
  return seeded
}

const reviewPath = (id: string) => `/api/review/bounties/${id}`
async function read(path: string, token: string): Promise<string> {
  const response = await service.send(path, withToken(token, {}))
  expect(response.status).toBe(200)
  expect(response.headers.get('cache-control')).toBe('private, no-store')
  return response.text()
}
async function follow(link: string): Promise<Response> {
  expect(link.startsWith(`${origin}/api/files/`)).toBe(true)
  return filesRoute(async () => service.ctx).GET(new Request(link))
}

/** Before the money is promised, promised, paid, and paid back. */
const decisive: readonly BountyState[] = ['open', 'accepting', 'accepted', 'cancelled']
function describeState(state: BountyState): void {
  test('gives its poster exactly the files that may be seen', async () => {
    const seeded = await seedComplete(state)
    const [accepted] = state === 'accepted' ? seeded.submissionIds : []
    const review = reviewSchema
      .strict()
      .parse(JSON.parse(await read(reviewPath(seeded.bounty_id), seeded.agent_token)))
    expect(review.submissions.map((one) => one.submission_id).toSorted()).toEqual(
      seeded.submissionIds.toSorted(),
    )
    for (const seen of review.submissions) {
      const visible: readonly File[] = seen.submission_id === accepted ? files : ['preview_url', 'poster_url']
      for (const file of files) {
        const link = seen[file]
        expect([file, link !== null]).toEqual([file, visible.includes(file)])
        if (link !== null) expect(await (await follow(link)).text()).toBe(contents(seen.submission_id, file))
      }
    }
  })

  test('shows nobody the original or the model of a submission that is not paid for', async () => {
    const seeded = await seedComplete(state)
    const { bounty_id: id, agent_token: token } = seeded
    const [paidFor] = state === 'accepted' ? seeded.submissionIds : []
    const answers = [
      await read(reviewPath(id), token),
      await read(`${bountyPath}/${id}`, token),
      await (await service.send(`/api/board/bounties/${id}`)).text(),
      await (await service.send('/api/board/bounties')).text(),
      await (await service.send(`${bountyPath}/${id}/cancel`, withToken(token, { method: 'POST' }))).text(),
    ]
    const links = answers.flatMap((text) => text.match(/http:[^"]*\/api\/files\/[^"]*/g) ?? [])
    expect(links.length > 0).toBe(seeded.submissionIds.length > 0)
    const seen = new Set(await Promise.all(links.map(async (link) => (await follow(link)).text())))
    for (const submissionId of seeded.submissionIds)
      for (const file of files.slice(2))
        expect([file, seen.has(contents(submissionId, file))]).toEqual([file, submissionId === paidFor])
    for (const key of stored) for (const text of answers) expect(text).not.toContain(key)
  })
}
for (const state of bountyStates)
  describe(state, decisive.includes(state) ? {} : { tags: 'thorough' }, () => describeState(state))

test('the answer to an accept has no original: the release may still come too late', async () => {
  const seeded = await seedComplete('open')
  const [submissionId] = seeded.submissionIds
  const response = await service.send(
    `${bountyPath}/${seeded.bounty_id}/accept`,
    withToken(seeded.agent_token, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ submission_id: submissionId }),
    }),
  )
  expect(response.status).toBe(202)
  const { submissions } = await response.json()
  const accepted = submissions.find((one: { accepted: boolean }) => one.accepted)
  expect(accepted).toMatchObject({
    submission_id: submissionId,
    preview_url: expect.any(String),
    full_capture_url: null,
    model_glb_url: null,
    model_splats_url: null,
    model_zip_url: null,
  })
})

describe('a link', () => {
  const readBounty = async (seeded: SeededBounty) =>
    JSON.parse(await read(reviewPath(seeded.bounty_id), seeded.agent_token))

  test('is to a file with a type and a name a person would want', async () => {
    const seeded = await seedComplete('accepted')
    const [submissionId] = seeded.submissionIds as [string]
    const review = reviewSchema.parse(await readBounty(seeded))
    const accepted = review.submissions.find((one) => one.accepted)!
    const told = await Promise.all(
      files.map(async (file) => {
        const { headers } = await follow(accepted[file]!)
        return [headers.get('content-disposition'), headers.get('content-type')]
      }),
    )
    const [row] = await service.ctx.db.select().from(bounty).where(eq(bounty.bountyId, seeded.bounty_id))
    const bought = boughtName(row!)
    expect(bought).toMatch(/^[a-z-]+-\d{4}-\d{2}-\d{2}-[0-9a-f]{8}$/)
    const submitted = `submission-${submissionId.slice('sub_'.length)}`
    expect(told).toEqual([
      [`inline; filename="${submitted}-preview.mp4"`, 'video/mp4'],
      [`inline; filename="${submitted}-poster.jpg"`, 'image/jpeg'],
      [`attachment; filename="${bought}.mov"`, 'video/quicktime'],
      [`inline; filename="${bought}-model-preview.glb"`, 'model/gltf-binary'],
      [`attachment; filename="${bought}-model.glb"`, 'model/gltf-binary'],
      [`attachment; filename="${bought}-model.spz"`, 'application/octet-stream'],
      [`attachment; filename="${bought}-model.zip"`, 'application/zip'],
    ])
  })

  test('is there as soon as its file is, and not before', async () => {
    const seeded = await seedComplete('accepted')
    const [submissionId] = seeded.submissionIds as [string]
    const { db } = service.ctx
    const linksOf = async () => {
      const { submissions } = reviewSchema.parse(await readBounty(seeded))
      const accepted = submissions.find((one) => one.accepted)!
      return files.filter((file) => accepted[file] !== null)
    }
    expect(await linksOf()).toEqual(files)
    const isIt = eq(submission.submissionId, submissionId)
    await db.update(submission).set({ reconstructionStatus: 'running' }).where(isIt)
    expect(await linksOf()).toEqual(['preview_url', 'poster_url', 'full_capture_url'])
    await db.update(submission).set({ previewStatus: 'pending', previewKey: null }).where(isIt)
    expect(await linksOf()).toEqual(['full_capture_url'])
    await db
      .update(submissionFile)
      .set({ originalKey: null })
      .where(eq(submissionFile.submissionId, submissionId))
    expect(await linksOf()).toEqual([])
  })

  test('is refused 15 minutes and one second after the answer, and the next answer has a fresh one', async () => {
    const seeded = await seedComplete('open')
    const previewOf = async () => reviewSchema.parse(await readBounty(seeded)).submissions[0]!.preview_url!
    const link = await previewOf()
    expect((await follow(link)).status).toBe(200)
    const { clock } = service.ctx
    const now = clock.now().getTime()
    clock.now = () => new Date(now + 901_000)
    expect((await follow(link)).status).toBe(401)
    expect((await follow(await previewOf())).status).toBe(200)
    clock.now = () => new Date()
  })
})
