// needs: ffmpeg ffprobe

import { hexToBytes } from '@noble/hashes/utils.js'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { observation } from '#db/schema/observation'
import { pictureHash } from '#db/schema/picture-hash'
import { splitHashes } from '#lib/domain/film/film-hashes'
import { findMatches } from '#lib/services/likeness/find-matches'
import { deliverCaptures } from '#lib/services/media/deliver-captures'
import { runInspect } from '#lib/services/media/run-inspect'
import { anotherFileOf, type MediaFixture, openMediaFixture } from '#testing/media-fixture'

let fixture: MediaFixture
beforeAll(async () => {
  fixture = await openMediaFixture()
})
afterAll(() => fixture?.close())

const stored = () => fixture.ctx.db.select({ sha256: pictureHash.sha256 }).from(pictureHash)

test('a film is found by its pictures once it is published, and not while it is submitted, checked, accepted or delivered', async () => {
  const { ctx } = fixture
  const film = await fixture.handIn(anotherFileOf('qc/p240.mp4'))
  const { signal } = new AbortController()
  await runInspect({ ctx, input: { submissionId: film.submissionId }, signal })
  const hashes = splitHashes((await fixture.rowOf(film)).file.pictureHashes!)
  expect(hashes.length).toBeGreaterThan(3)
  const find = async () => (await findMatches({ ctx, input: { hashes: hashes.slice(1, 3) } })).matches
  expect([await find(), await stored()]).toEqual([[], []])

  await fixture.accept(film)
  expect([await find(), await stored()]).toEqual([[], []])

  await fixture.release(film)
  await deliverCaptures({ ctx })
  const rows = await stored()
  expect(rows).toHaveLength(hashes.length)
  expect(await find()).toEqual([])

  const sha256 = hexToBytes(film.sha256)
  await ctx.db.insert(observation).values({ sha256, leafHash: sha256, cell: 1, treeId: 1, recency: -1 })
  expect(await find()).toEqual([{ sha256: film.sha256, similarityScore: 100 }])
})

test('a film that was checked but never accepted cannot be found', { tags: 'thorough' }, async () => {
  const { ctx } = fixture
  const before = await stored()
  const film = await fixture.handIn(anotherFileOf('qc/good.mp4'))
  const { signal } = new AbortController()
  await runInspect({ ctx, input: { submissionId: film.submissionId }, signal })
  await deliverCaptures({ ctx })
  expect((await fixture.rowOf(film)).file.pictureHashes!.length).toBeGreaterThan(0)
  expect(await stored()).toEqual(before)
})
