import { expect, test } from 'vitest'
import { readUploads } from '#lib/services/uploads/read-uploads'
import { boxNamed, withTracks } from '#testing/many-tracks'
import { readRefusal } from '#testing/read-refusal'
import { enter, said, send, serveSubmissions, service, silentFilm, upload } from '#testing/submission-fixture'

serveSubmissions()

test('a film of 6,000 tracks is read once within its limits, in no web process, and refused on every submission', async () => {
  const who = await enter()
  const uploadId = await upload(who, withTracks(silentFilm(), 6_000))
  const facts = async () => {
    const [row] = await service.ctx.sql`select facts from upload where upload_id = ${uploadId}`
    return row!.facts
  }
  expect(await facts()).toEqual({ refused: 'too_complex' })
  for (let tries = 0; tries < 10; tries++) {
    expect(await readRefusal(await send(who, { upload_id: uploadId, ...said }))).toEqual([
      400,
      'invalid_request',
      'upload_id',
    ])
    // No upload is left to read.
    expect(await readUploads({ ctx: service.ctx })).toBe(0)
  }
})

test('what a file leaves out can be said without its being read again', async () => {
  const who = await enter()
  const uploadId = await upload(who, silentFilm())
  expect(await readRefusal(await send(who, { upload_id: uploadId }))).toEqual([
    400,
    'invalid_request',
    'location',
  ])
  expect(await readUploads({ ctx: service.ctx })).toBe(0)
  expect((await send(who, { upload_id: uploadId, ...said })).status).toBe(201)
})

test('a film whose tables declare more than it holds is refused for that, before any of it is decoded', async () => {
  const film = silentFilm()
  const data = boxNamed(film, 'mdat', 0)
  const short = Buffer.concat([film.subarray(0, data.at + 1_000), film.subarray(data.at + data.size)])
  short.writeUInt32BE(1_000, data.at)
  const who = await enter()
  const answer = await send(who, { upload_id: await upload(who, short), ...said })
  expect(await answer.clone().text()).toContain('declare more frames than the file has')
  expect(await readRefusal(answer)).toEqual([400, 'invalid_request', 'upload_id'])
})
