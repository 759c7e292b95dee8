import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { cellToGeohash } from '#lib/domain/geo/geohash'
import type { MediaFixture } from '#testing/media-fixture'
import { sample } from '#testing/media-fixtures'
import { createSigner } from '#testing/sign-credentials'

let signer: Awaited<ReturnType<typeof createSigner>>
let fixture: MediaFixture
let ingestFiles: typeof import('#lib/services/captures/ingest-file').ingestFiles
let getReview: typeof import('#lib/services/bounties/get-review').getReview
const folder = mkdtempSync(join(tmpdir(), 'cairn-trusted-'))
beforeAll(async () => {
  signer = await createSigner('Trusted Cameras')
  // The only signer that is trusted here. Modules of earlier test files have the official list.
  vi.resetModules()
  vi.doMock('#lib/domain/proof/trust-list', () => ({ trustAnchors: signer.anchors }))
  ;({ ingestFiles } = await import('#lib/services/captures/ingest-file'))
  ;({ getReview } = await import('#lib/services/bounties/get-review'))
  const { openMediaFixture } = await import('#testing/media-fixture')
  fixture = await openMediaFixture()
})
afterAll(async () => {
  await fixture?.close()
  rmSync(folder, { recursive: true, force: true })
  vi.doUnmock('#lib/domain/proof/trust-list')
  vi.resetModules()
})

const claims = {
  'exif:GPSLatitude': '43,46.1234567N',
  'exif:GPSLongitude': '11,15.5678901E',
  'exif:DateTimeOriginal': '2026-05-02T12:00:00+02:00',
}
const manifest = {
  claim_generator_info: [{ name: 'Field Camera', version: '1.2' }],
  assertions: [
    {
      label: 'c2pa.actions.v2',
      created: true,
      data: {
        actions: [
          {
            action: 'c2pa.created',
            digitalSourceType: 'http://cv.iptc.org/newscodes/digitalsourcetype/digitalCapture',
          },
        ],
      },
    },
    {
      label: 'c2pa.metadata',
      kind: 'Json',
      created: true,
      data: { '@context': { exif: 'http://ns.adobe.com/exif/1.0/' }, ...claims },
    },
  ],
}
const claimed = { geohash: 'srb0bp', time: new Date('2026-05-02T10:00:00Z') }
const exact = /46\.12|15\.56|43\.76|11\.25|12345|56789/

const film = (by: typeof signer) =>
  by.sign({ bytes: sample('video/qc/p240.mp4'), mediaType: 'video/mp4', manifest })

test('a submitted film has the place and time of its trusted manifest, and nothing finer is stored or shown', async () => {
  const handedIn = await fixture.handIn(Buffer.from(await film(signer)))
  const { file } = await fixture.rowOf(handedIn)
  expect([cellToGeohash(file.cell), file.capturedAt]).toEqual([claimed.geohash, claimed.time])
  const review = await getReview({ ctx: fixture.ctx, input: { bountyId: handedIn.bountyId } })
  const seen = review.submissions.find(({ submission_id }) => submission_id === handedIn.submissionId)
  expect(seen?.credentials).toMatchObject({ state: 'trusted', signer: 'Trusted Cameras' })
  const rows = await fixture.ctx.sql`select facts from upload where upload_id = ${handedIn.uploadId}`
  expect(JSON.stringify([rows, seen])).not.toMatch(exact)
})

test('a submitted film of a signer who is not trusted has the place and time that its contributor declares', {
  tags: 'thorough',
}, async () => {
  const handedIn = await fixture.handIn(Buffer.from(await film(await createSigner())))
  const { file } = await fixture.rowOf(handedIn)
  expect(cellToGeohash(file.cell)).toBe('u33dbb')
})

test('an ingested film has the place and time of its trusted manifest', { tags: 'thorough' }, async () => {
  const path = join(folder, 'film.mp4')
  writeFileSync(path, await film(signer))
  const [outcome] = await ingestFiles({ ctx: fixture.ctx, input: { files: [{ path }] } })
  expect(outcome).toMatchObject({ status: expect.stringMatching(/new/) })
  const [row] = await fixture.ctx.sql<{ cell: number; at: string }[]>`
    select cell, captured_at as at from capture where sha256 = decode(${(outcome as { observationId: string }).observationId}, 'hex')`
  expect([cellToGeohash(row!.cell), new Date(row!.at)]).toEqual([claimed.geohash, claimed.time])
})
