import { createHash, randomBytes } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { type BountyState, bountyStates } from '#lib/domain/bounty/bounty'
import { acceptSubmission } from '#lib/services/bounties/accept-submission'
import { seedBounty } from '#testing/bounty-states'
import { moveClock } from '#testing/move-clock'
import { readRefusal } from '#testing/read-refusal'
import { sampled } from '#testing/sampled'
import {
  ask,
  counts,
  enter,
  handIn,
  said,
  send,
  serveSubmissions,
  service,
  silentFilm,
  upload,
} from '#testing/submission-fixture'

// The same wallets submit many films for one bounty.
serveSubmissions({ WALLET_FILMS_PER_BOUNTY: '0' })

describe('is refused', () => {
  test.each([
    ['upload_id', {}],
    ['upload_id', { upload_id: null }],
    ['upload_id', { upload_id: 'upl_1' }],
    ['upload_id', { upload_id: `upl_${'0'.repeat(31)}/` }],
    ['note', { note: '' }],
    ['note', { note: 'x'.repeat(2_001) }],
    ['note', { note: 'x\u0000' }],
    ['note', { note: 7 }],
    ['captured_at', { captured_at: '2026-11-01T12:00:00' }],
    ['captured_at', { captured_at: 'yesterday' }],
    ['captured_at', { captured_at: '2026-02-30T12:00:00Z' }],
    ['captured_at', { captured_at: 1_700_000_000 }],
    ['location', { location: 'u33d8' }],
    ['location', { location: 'u33d8a' }],
    ['location', { location: {} }],
    ['location.lat', { location: { lat: 91, lon: 0 } }],
    ['location', { location: { lat: '52.5', lon: 13.4 } }],
    ['location.lon', { location: { lat: 52.5, lon: -180.5 } }],
    ['location', { location: { lat: 0, lon: 0 } }],
    ['location', { location: [52.5, 13.4] }],
  ])('for its %s: %o, before anything else', async (field, changes) => {
    const body = { upload_id: `upl_${'0'.repeat(32)}`, ...said, ...changes }
    if (!('upload_id' in changes) && field === 'upload_id') Reflect.deleteProperty(body, 'upload_id')
    expect(await readRefusal(await send(undefined, body))).toEqual([400, 'invalid_request', field])
  })

  test('from nobody', async () => {
    expect(await readRefusal(await send(undefined, { upload_id: `upl_${'0'.repeat(32)}` }))).toEqual([
      401,
      'unauthorized',
    ])
    for (const rest of ['', '/sub_1'])
      expect(await readRefusal(await ask(undefined, rest))).toEqual([401, 'unauthorized'])
  })

  test('where neither file nor request says place or time, with the words of what is missing', async () => {
    const who = await enter()
    const uploadId = await upload(who, silentFilm())
    const message = async (body: object) => {
      const answer = await send(who, { upload_id: uploadId, ...body })
      const { field, message: text } = (await answer.json()) as { field: string; message: string }
      return [answer.status, field, text]
    }
    expect(await message({ captured_at: said.captured_at })).toEqual([
      400,
      'location',
      expect.stringContaining('the file carries no place'),
    ])
    expect(await message({ location: said.location })).toEqual([
      400,
      'captured_at',
      expect.stringContaining('the file carries no time'),
    ])
    const future = new Date(Date.now() + 60_000).toISOString()
    expect(await message({ ...said, captured_at: future })).toEqual([
      400,
      'captured_at',
      expect.stringContaining('future'),
    ])
    expect(await message({ ...said, captured_at: '1969-12-31' })).toEqual([
      400,
      'captured_at',
      expect.stringContaining('1970'),
    ])
    // None of these requests used up the upload.
    await handIn(who, { upload_id: uploadId, ...said })
  })

  const isClosed = async (state: BountyState) => {
    const who = await enter()
    const { bounty_id } = await seedBounty(service.ctx, state)
    const answer = await send(who, { upload_id: `upl_${'0'.repeat(32)}`, ...said }, bounty_id)
    expect(await readRefusal(answer)).toEqual([409, 'not_open'])
  }
  const closed = bountyStates.filter((state) => state !== 'open')
  const decisive: readonly BountyState[] = ['creating', 'accepting', 'cancelled']
  test.each(decisive)('for a bounty that is %s', isClosed)
  test.each(closed.filter((state) => !decisive.includes(state)))(
    'for a bounty that is %s',
    { tags: 'thorough' },
    isClosed,
  )

  test.each(['bty_none', '%00', 'a.b'])('for %s, which is no bounty', async (id) => {
    const answer = await send(await enter(), { upload_id: `upl_${'0'.repeat(32)}`, ...said }, id)
    expect(await readRefusal(answer)).toEqual([404, 'not_found'])
  })

  test('after the deadline', async () => {
    const who = await enter()
    const { bounty_id } = await seedBounty(service.ctx, 'open')
    await moveClock(service.ctx, 86_400)
    const back = await enter(who.wallet)
    const uploadId = await upload(back, silentFilm())
    expect(await readRefusal(await send(back, { upload_id: uploadId, ...said }, bounty_id))).toEqual([
      409,
      'deadline_passed',
    ])
  })

  test('with an upload that is incomplete, not theirs, discarded, expired, or of another submission', async () => {
    const [who, other] = [await enter(), await enter()]
    const refused = [400, 'invalid_request', 'upload_id']
    const status = async (uploadId: string, by = who) =>
      readRefusal(await send(by, { upload_id: uploadId, ...said }))
    const begun = await fetch(`${service.url}/api/board/uploads`, {
      method: 'POST',
      headers: { ...who.bearer, 'tus-resumable': '1.0.0', 'upload-length': '10' },
    })
    const part = begun.headers.get('location')!.split('/').at(-1)!
    expect(await status(part)).toEqual(refused)
    const uploadId = await upload(who, silentFilm())
    expect(await status(uploadId, other)).toEqual(refused)
    await handIn(who, { upload_id: uploadId, ...said })
    expect(await status(uploadId, other)).toEqual(refused)
    const discarded = await upload(who, silentFilm())
    await fetch(`${service.url}/api/board/uploads/${discarded}`, {
      method: 'DELETE',
      headers: { ...who.bearer, 'tus-resumable': '1.0.0' },
    })
    expect(await status(discarded)).toEqual(refused)
    // The submission remains.
    const kept = await fetch(`${service.url}/api/board/uploads/${uploadId}`, {
      method: 'DELETE',
      headers: { ...who.bearer, 'tus-resumable': '1.0.0' },
    })
    expect(await readRefusal(kept)).toEqual([409, 'upload_conflict'])
    expect(await status(`upl_${'0'.repeat(32)}`)).toEqual(refused)
  })

  test('with an upload that lacks its last byte, saying so, until it has come', async () => {
    const who = await enter()
    const film = silentFilm()
    const uploads = `${service.url}/api/board/uploads`
    const headers = { ...who.bearer, 'tus-resumable': '1.0.0' }
    const begun = await fetch(uploads, {
      method: 'POST',
      headers: { ...headers, 'upload-length': String(film.length) },
    })
    const uploadId = begun.headers.get('location')!.split('/').at(-1)!
    const sendFrom = (offset: number, bytes: Buffer) =>
      fetch(`${uploads}/${uploadId}`, {
        method: 'PATCH',
        headers: {
          ...headers,
          'upload-offset': String(offset),
          'content-type': 'application/offset+octet-stream',
        },
        body: bytes as BodyInit,
      })
    expect((await sendFrom(0, film.subarray(0, -1))).status).toBe(204)
    const refused = await send(who, { upload_id: uploadId, ...said })
    expect([refused.status, await refused.json()]).toEqual([
      400,
      expect.objectContaining({
        field: 'upload_id',
        message: `upload_id has ${film.length - 1} of its ${film.length} bytes. Send the rest first.`,
      }),
    ])
    const stateOf = () => service.ctx.sql<{ state: string }[]>`
      select state from upload where upload_id = ${uploadId}`
    expect((await stateOf())[0]!.state).toBe('receiving')
    expect((await sendFrom(film.length - 1, film.subarray(-1))).status).toBe(204)
    await handIn(who, { upload_id: uploadId, ...said })
  })

  test('with a file that somebody handed in before, or that is a capture', async () => {
    const [who, other] = [await enter(), await enter()]
    const film = silentFilm()
    const refused = [400, 'invalid_request', 'upload_id']
    const again = { upload_id: await upload(other, film), ...said }
    const mine = { upload_id: await upload(who, film), ...said }
    await handIn(who, { upload_id: await upload(who, film), ...said })
    expect(await readRefusal(await send(other, again))).toEqual(refused)
    expect(await readRefusal(await send(who, mine))).toEqual(refused)
    const captured = silentFilm()
    await service.ctx.sql`insert into capture (sha256, cell, captured_at, salt)
      values (${createHash('sha256').update(captured).digest()}, 1, now(), ${randomBytes(32)})`
    const body = { upload_id: await upload(who, captured), ...said }
    const before = await counts()
    expect(await readRefusal(await send(who, body))).toEqual(refused)
    expect(await counts()).toEqual(before)
  })

  test('with a file that was handed in before, saying by whom, and before its bytes are sent if its hash is declared', async () => {
    const [who, other] = [await enter(), await enter()]
    const film = silentFilm()
    const [mine, theirs] = [await upload(who, film), await upload(other, film)]
    await handIn(who, { upload_id: await upload(who, film), ...said })
    const message = async (answer: Response) => ((await answer.json()) as { message: string }).message
    expect(await message(await send(who, { upload_id: mine, ...said }))).toMatch(
      /^upload_id: You have submitted this very file for this bounty at .+ UTC\./,
    )
    expect(await message(await send(other, { upload_id: theirs, ...said }))).toMatch(
      /^upload_id: Another wallet has submitted this very file\./,
    )
    const sha256 = createHash('sha256').update(film).digest('hex')
    const begin = (by: typeof who, hash: string) =>
      fetch(`${service.url}/api/board/uploads`, {
        method: 'POST',
        headers: {
          ...by.bearer,
          'tus-resumable': '1.0.0',
          'upload-length': String(film.length),
          'upload-metadata': `filetype ${btoa('video/mp4')},sha256 ${btoa(hash)}`,
        },
      })
    const refusals = await Promise.all([begin(who, sha256), begin(other, sha256)])
    expect(refusals.map(({ status }) => status)).toEqual([400, 400])
    expect(await Promise.all(refusals.map(message))).toEqual([
      expect.stringMatching(/^Upload-Metadata: You have submitted this very file at .+ UTC\./),
      expect.stringMatching(/^Upload-Metadata: Another wallet has submitted this very file\./),
    ])
    expect((await begin(who, randomBytes(32).toString('hex'))).status).toBe(201)
    expect(await readRefusal(await begin(who, 'AB'))).toEqual([400, 'invalid_request', 'Upload-Metadata'])
  })

  test('with an upload that has expired or was discarded, saying which', async () => {
    const who = await enter()
    const gone = await upload(who, silentFilm())
    const message = async (uploadId: string, by = who) => {
      const answer = await send(by, { upload_id: uploadId, ...said })
      return ((await answer.json()) as { message: string }).message
    }
    await fetch(`${service.url}/api/board/uploads/${gone}`, {
      method: 'DELETE',
      headers: { ...who.bearer, 'tus-resumable': '1.0.0' },
    })
    expect(await message(gone)).toBe('upload_id was discarded. Upload the file again.')
    expect(await message(`upl_${'0'.repeat(32)}`)).toBe('upload_id is not one of your uploads.')
    const late = await upload(who, silentFilm())
    await service.ctx.sql`update upload set expires_at = service_now() where upload_id = ${late}`
    expect(await message(late)).toMatch(
      /^upload_id has expired at \d{4}-.+ UTC, because it was not submitted until then\. Upload the file again\.$/,
    )
  })
})

describe('at the same moment', () => {
  const rounds = { few: 3, many: 15 }

  sampled(
    'the same file by several wallets is taken once, and nothing is left of the others ($count times)',
    rounds,
    async (count) => {
      const wallets = [await enter(), await enter(), await enter()]
      for (let round = 0; round < count; round++) {
        const film = silentFilm()
        const uploads = await Promise.all(wallets.map((who) => upload(who, film)))
        const before = await counts()
        const answers = await Promise.all(
          wallets.map((who, at) => send(who, { upload_id: uploads[at], ...said })),
        )
        expect(answers.map(({ status }) => status).sort()).toEqual([201, 400, 400])
        const grown = Object.entries(await counts()).map(([name, count]) => [
          name,
          Number(count) - Number(before[name]),
        ])
        expect(Object.fromEntries(grown)).toEqual({ submissions: 1, files: 1, taken: 1, jobs: 1 })
        for (const [at, who] of wallets.entries())
          if (answers[at]!.status !== 201)
            await fetch(`${service.url}/api/board/uploads/${uploads[at]}`, {
              method: 'DELETE',
              headers: { ...who.bearer, 'tus-resumable': '1.0.0' },
            })
      }
    },
  )

  sampled(
    'a bounty accepted meanwhile has the submission from before, or refuses it whole ($count times)',
    rounds,
    async (count) => {
      const who = await enter()
      for (let round = 0; round < count; round++) {
        const { bounty_id: bountyId, submissionIds } = await seedBounty(service.ctx, 'open')
        const uploadId = await upload(who, silentFilm())
        const before = await counts()
        const [answer] = await Promise.all([
          send(who, { upload_id: uploadId, ...said }, bountyId),
          acceptSubmission({ ctx: service.ctx, input: { bountyId, submissionId: submissionIds[0]! } }),
        ])
        expect([201, 409]).toContain(answer.status)
        const isTaken = answer.status === 201
        const after = await counts()
        for (const name of ['submissions', 'files', 'taken', 'jobs'] as const)
          expect(Number(after[name]) - Number(before[name])).toBe(isTaken ? 1 : 0)
        if (!isTaken)
          await fetch(`${service.url}/api/board/uploads/${uploadId}`, {
            method: 'DELETE',
            headers: { ...who.bearer, 'tus-resumable': '1.0.0' },
          })
      }
    },
  )

  sampled(
    'an upload that is discarded meanwhile is either submitted or discarded ($count times)',
    rounds,
    async (count) => {
      const who = await enter()
      for (let round = 0; round < count; round++) {
        const uploadId = await upload(who, silentFilm())
        const [submitted, discarded] = await Promise.all([
          send(who, { upload_id: uploadId, ...said }),
          fetch(`${service.url}/api/board/uploads/${uploadId}`, {
            method: 'DELETE',
            headers: { ...who.bearer, 'tus-resumable': '1.0.0' },
          }),
        ])
        expect([
          [201, 409],
          [400, 204],
        ]).toContainEqual([submitted.status, discarded.status])
      }
    },
  )
})
