import { randomBytes } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { capture } from '#db/schema/capture'
import { withdrawnCapture } from '#db/schema/withdrawal'
import { geohashToCell } from '#lib/domain/geo/geohash'
import { getSharedModel } from '#lib/services/models/get-shared-model'
import { findPage, shareModel } from '#lib/services/models/share-model'
import { seedBounty } from '#testing/bounty-states'
import { seedModel } from '#testing/seed-model'
import { openUnpaidService, type UnpaidService } from '#testing/unpaid-service'

let service: UnpaidService
beforeAll(async () => {
  service = await openUnpaidService()
})
afterAll(() => service?.close())

const bytes = () => new Uint8Array(randomBytes(32))
const share = (bountyId: string, shared: boolean) =>
  shareModel({ ctx: service.ctx, input: { bountyId, shared } })
const seen = (url: string | null) =>
  getSharedModel({ ctx: service.ctx, input: { pageId: url!.split('/').at(-1)! } })

test('a published model is visible to anyone with its link, and a withdrawn one to nobody', async () => {
  const { bountyId, manifestSha256 } = await seedModel(service.ctx, 'accepted')
  expect(await findPage({ ctx: service.ctx, input: { bountyId } })).toBeNull()
  const { page_url: url } = await share(bountyId, true)
  expect(url).toMatch(/\/models\/mdl_[0-9a-f]{32}$/)
  expect(await share(bountyId, true)).toEqual({ page_url: url })
  const model = await seen(url)
  expect(model).toMatchObject({
    geohash: 'u33db2',
    capturedAt: '2026-11-01T10:00:00Z',
    placeFrom: null,
    timeFrom: null,
    manifestSha256: Buffer.from(manifestSha256).toString('hex'),
  })
  // Neither the film nor the archive with its cameras, nor whose bounty it is.
  expect(JSON.stringify({ ...model, modelUrl: '' })).not.toMatch(/bty_|sub_|originals|zip/)

  expect(await share(bountyId, false)).toEqual({ page_url: null })
  expect(await share(bountyId, false)).toEqual({ page_url: null })
  expect(await seen(url)).toBeUndefined()
  const again = await share(bountyId, true)
  expect(again.page_url).not.toBe(url)
  expect(await seen(url)).toBeUndefined()
})

test('only a model that was paid for and is ready can be published', async () => {
  const { bountyId } = await seedModel(service.ctx, 'accepting')
  await expect(share(bountyId, true)).rejects.toMatchObject({ code: 'not_found' })
  const bare = await seedBounty(service.ctx, 'accepted')
  await expect(share(bare.bounty_id, true)).rejects.toMatchObject({ code: 'not_found' })
})

test('a model of a withdrawn capture is not shown any more', async () => {
  const { bountyId, sha256 } = await seedModel(service.ctx, 'accepted')
  const { page_url: url } = await share(bountyId, true)
  await service.ctx.db.insert(capture).values({
    sha256,
    cell: geohashToCell('u33db2')!,
    capturedAt: new Date('2026-11-01T10:00:00Z'),
    salt: bytes(),
    mediaType: 'video/mp4',
    byteLength: 9,
  })
  await service.ctx.db.insert(withdrawnCapture).values({ sha256, reason: 'privacy', wasObserved: false })
  expect(await seen(url)).toBeUndefined()
})
