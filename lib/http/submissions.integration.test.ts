import { createHash, randomBytes } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pino from 'pino'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { bountyStates } from '#lib/domain/bounty'
import { type StagedBounty, stageBounty } from '#lib/sandbox/testing/bounty-states'
import { type Contributor, signInAs } from '#lib/sandbox/testing/contributor'
import { createTestDatabase, type TestDatabase } from '#lib/sandbox/testing/database'
import { anotherFileOf } from '#lib/sandbox/testing/media-bench'
import { sample } from '#lib/sandbox/testing/media-fixtures'
import { jsonPost, type PaidService, startPaidService } from '#lib/sandbox/testing/paid-service'
import { origin, unchainedSettings } from '#lib/sandbox/testing/unchained-settings'
import { uploadWith } from '#lib/sandbox/testing/upload-client'
import { type OwnSubmission, ownSubmissionSchema, submissionsPageSchema } from '#lib/schemas/submission'
import { acceptSubmission } from '#lib/services/bounties/accept-submission'
import { cancelBounty } from '#lib/services/bounties/cancel-bounty'
import { transition } from '#lib/services/bounties/transition'

let database: TestDatabase
let folder: string
let service: PaidService
let bounty: StagedBounty
/** Everything the service logs. */
const logged: string[] = []
beforeAll(async () => {
  database = await createTestDatabase()
  folder = await mkdtemp(join(tmpdir(), 'cairn-submissions-'))
  service = await startPaidService({ settings: { ...unchainedSettings(database.url), MEDIA_DIR: folder } })
  service.ctx.log = pino({ level: 'trace' }, { write: (line: string) => void logged.push(line) })
  bounty = await stageBounty(service.ctx, 'open')
})
afterAll(async () => {
  await service?.close()
  await database?.close()
  await rm(folder, { recursive: true, force: true })
})
afterEach(() => moveClock(0))

const moveClock = async (seconds: number) => {
  await service.ctx.sql`update service_clock set offset_seconds = ${seconds}`
  await service.ctx.clock.refresh()
}
const enter = (wallet?: Contributor['wallet']) => signInAs({ url: service.url, origin, wallet })
/** A film without place and time, unlike any other. */
const silentFilm = () => anotherFileOf('synth/synth_arc_480p_8s.mp4')
const upload = async ({ bearer }: Contributor, film: Buffer) =>
  (
    await uploadWith(film, {
      endpoint: `${service.url}/api/board/uploads`,
      headers: bearer,
      uploadDataDuringCreation: true,
    })
  ).uploadId
const said = { captured_at: '2026-11-01T12:00:00+01:00', location: { lat: 52.51, lon: 13.4 } }
const send = (who: Contributor | undefined, body: unknown, bountyId = bounty.bounty_id) => {
  const init = jsonPost(body)
  return fetch(`${service.url}/api/board/bounties/${bountyId}/submissions`, {
    ...init,
    headers: { ...(init.headers as object), ...who?.bearer },
  })
}
const handIn = async (who: Contributor, body: Record<string, unknown>, bountyId?: string) => {
  const answer = await send(who, body, bountyId)
  const json = await answer.json()
  expect([answer.status, json]).toEqual([201, expect.anything()])
  return ownSubmissionSchema.strict().parse(json)
}
const refusalOf = async (answer: Response) => {
  const { error, field } = (await answer.json()) as { error: string; field?: string }
  return [answer.status, error, ...(field ? [field] : [])]
}
const ask = (who: Contributor | undefined, rest = '') =>
  fetch(`${service.url}/api/board/submissions${rest}`, { headers: { ...who?.bearer } })
const list = async (who: Contributor, query = '') => {
  const answer = await ask(who, query)
  expect(answer.status).toBe(200)
  return submissionsPageSchema.strict().parse(await answer.json())
}
const counts = async () => {
  const [row] = await service.ctx.sql<Record<string, string>[]>`select
    (select count(*) from submission) as submissions, (select count(*) from submission_file) as files,
    (select count(*) from upload where state = 'submitted') as taken,
    (select count(*) from pgboss.job where name = 'inspect') as jobs`
  return row!
}

describe('a film handed in', () => {
  test('is told to whoever handed it in, whole, and waits to be looked at', async () => {
    const who = await enter()
    const film = silentFilm()
    const uploadId = await upload(who, film)
    const answer = await send(who, { upload_id: uploadId, note: ' From the\nnorth side ', ...said })
    expect(answer.status).toBe(201)
    expect(answer.headers.get('cache-control')).toBe('private, no-store')
    const submission = ownSubmissionSchema.strict().parse(await answer.json())
    expect(answer.headers.get('location')).toBe(`/api/board/submissions/${submission.submission_id}`)
    expect(submission).toEqual({
      submission_id: expect.stringMatching(/^sub_[0-9a-f]{32}$/),
      submitted_at: expect.any(String),
      note: 'From the\nnorth side',
      sha256: createHash('sha256').update(film).digest('hex'),
      geohash: 'u33d8z',
      captured_at: '2026-11-01T11:00:00Z',
      preview_status: 'pending',
      preview_url: null,
      quality_status: 'pending',
      quality_reasons: [],
      quality_warnings: [],
      reconstruction_status: 'none',
      reconstruction_reason: null,
      accepted: false,
      accept_tx: null,
      original_url: null,
      bounty: {
        bounty_id: bounty.bounty_id,
        title: bounty.title,
        amount_usdc: 50,
        network: 'eip155:8453',
        deadline: bounty.deadline,
        status: 'open',
        board_url: `${origin}/board/${bounty.bounty_id}`,
      },
    })
    const [row] = await service.ctx.sql`
      select s.contributor, f.media_type as type, f.byte_length::integer as length, u.state, j.state as job
      from submission s join submission_file f using (submission_id) join upload u using (upload_id)
      join pgboss.job j on j.name = 'inspect' and j.data->>'submissionId' = submission_id
      where submission_id = ${submission.submission_id}`
    expect(row).toEqual({
      contributor: who.wallet.address.toLowerCase(),
      type: 'video/mp4',
      length: film.length,
      state: 'submitted',
      job: 'created',
    })
    expect(await (await ask(who, `/${submission.submission_id}`)).json()).toEqual(submission)
  })

  test.each([
    ['meta/gps_android.mp4', '2026-11-20T10:00:00Z'],
    ['meta/gps_apple.mov', '2026-11-20T10:00:00Z'],
  ])('counts where and when %s says it was made, whatever else is said', async (name, when) => {
    const who = await enter()
    const uploadId = await upload(who, anotherFileOf(name))
    const { geohash, captured_at } = await handIn(who, { upload_id: uploadId, ...said })
    expect([geohash, captured_at]).toEqual(['dr5reg', when])
    // Nor need anything be said of these.
    const other = await upload(who, anotherFileOf(name))
    expect(await handIn(who, { upload_id: other })).toMatchObject({ geohash: 'dr5reg', captured_at: when })
  })

  test.each(['hostile/hls_as.mp4', 'hostile/jpeg_as.mp4', 'hostile/random.mp4', 'qc/truncated_no_moov.mp4'])(
    'may be anything: %s is taken, and found wanting later',
    async (name) => {
      const who = await enter()
      const uploadId = await upload(who, sample(`video/${name}`))
      expect(await handIn(who, { upload_id: uploadId, ...said, location: 'U33D8ZQQQ' })).toMatchObject({
        geohash: 'u33d8z',
        quality_status: 'pending',
      })
    },
  )

  test('again is the same submission, also at once, and after the bounty has gone on', async () => {
    const who = await enter()
    const { bounty_id } = await stageBounty(service.ctx, 'open')
    const body = { upload_id: await upload(who, silentFilm()), ...said }
    const answers = await Promise.all([1, 2, 3, 4].map(() => handIn(who, body, bounty_id)))
    expect(new Set(answers.map(({ submission_id }) => submission_id)).size).toBe(1)
    await cancelBounty({ ctx: service.ctx, input: { bountyId: bounty_id } })
    const again = await handIn(who, { ...body, note: 'Said later' }, bounty_id)
    expect(again).toMatchObject({ submission_id: answers[0]!.submission_id, note: null })
    expect((await list(who)).submissions).toHaveLength(1)
    expect(await refusalOf(await send(who, body))).toEqual([400, 'invalid_request', 'upload_id'])
  })
})

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
    expect(await refusalOf(await send(undefined, body))).toEqual([400, 'invalid_request', field])
  })

  test('from nobody', async () => {
    expect(await refusalOf(await send(undefined, { upload_id: `upl_${'0'.repeat(32)}` }))).toEqual([
      401,
      'unauthorized',
    ])
    for (const rest of ['', '/sub_1'])
      expect(await refusalOf(await ask(undefined, rest))).toEqual([401, 'unauthorized'])
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
    // None of these used it up.
    await handIn(who, { upload_id: uploadId, ...said })
  })

  test.each(bountyStates.filter((state) => state !== 'open'))('for a bounty that is %s', async (state) => {
    const who = await enter()
    const { bounty_id } = await stageBounty(service.ctx, state)
    const answer = await send(who, { upload_id: `upl_${'0'.repeat(32)}`, ...said }, bounty_id)
    expect(await refusalOf(answer)).toEqual([409, 'not_open'])
  })

  test.each(['bty_none', '%00', 'a.b'])('for %s, which is no bounty', async (id) => {
    const answer = await send(await enter(), { upload_id: `upl_${'0'.repeat(32)}`, ...said }, id)
    expect(await refusalOf(answer)).toEqual([404, 'not_found'])
  })

  test('after the deadline', async () => {
    const who = await enter()
    const { bounty_id } = await stageBounty(service.ctx, 'open')
    await moveClock(86_400)
    const back = await enter(who.wallet)
    const uploadId = await upload(back, silentFilm())
    expect(await refusalOf(await send(back, { upload_id: uploadId, ...said }, bounty_id))).toEqual([
      409,
      'deadline_passed',
    ])
  })

  test('with an upload that is not whole, not theirs, discarded, over, or of another submission', async () => {
    const [who, other] = [await enter(), await enter()]
    const refused = [400, 'invalid_request', 'upload_id']
    const status = async (uploadId: string, by = who) =>
      refusalOf(await send(by, { upload_id: uploadId, ...said }))
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
    // What was submitted stays.
    const kept = await fetch(`${service.url}/api/board/uploads/${uploadId}`, {
      method: 'DELETE',
      headers: { ...who.bearer, 'tus-resumable': '1.0.0' },
    })
    expect(await refusalOf(kept)).toEqual([409, 'upload_conflict'])
    expect(await status(`upl_${'0'.repeat(32)}`)).toEqual(refused)
  })

  test('with a file that somebody handed in before, or that is a capture', async () => {
    const [who, other] = [await enter(), await enter()]
    const film = silentFilm()
    const refused = [400, 'invalid_request', 'upload_id']
    const again = { upload_id: await upload(other, film), ...said }
    const mine = { upload_id: await upload(who, film), ...said }
    await handIn(who, { upload_id: await upload(who, film), ...said })
    expect(await refusalOf(await send(other, again))).toEqual(refused)
    expect(await refusalOf(await send(who, mine))).toEqual(refused)
    const captured = silentFilm()
    await service.ctx.sql`insert into capture (sha256, cell, captured_at, salt)
      values (${createHash('sha256').update(captured).digest()}, 1, now(), ${randomBytes(32)})`
    const body = { upload_id: await upload(who, captured), ...said }
    const before = await counts()
    expect(await refusalOf(await send(who, body))).toEqual(refused)
    expect(await counts()).toEqual(before)
  })
})

describe('at the same moment', () => {
  const rounds = 15

  test('the same file by several wallets is taken once, and nothing is left of the others', async () => {
    const wallets = [await enter(), await enter(), await enter()]
    for (let round = 0; round < rounds; round++) {
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
  })

  test('a bounty accepted meanwhile has the submission from before, or refuses it whole', async () => {
    const who = await enter()
    for (let round = 0; round < rounds; round++) {
      const { bounty_id: bountyId, submissionIds } = await stageBounty(service.ctx, 'open')
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
  })

  test('an upload discarded meanwhile is one or the other', async () => {
    const who = await enter()
    for (let round = 0; round < rounds; round++) {
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
  })
})

describe('my submissions', () => {
  test('are listed newest first, page by page, and are nobody else’s', async () => {
    const [who, other] = [await enter(), await enter()]
    const made: string[] = []
    for (let count = 0; count < 5; count++)
      made.unshift((await handIn(who, { upload_id: await upload(who, silentFilm()), ...said })).submission_id)
    const theirs = await handIn(other, { upload_id: await upload(other, silentFilm()), ...said })
    const seen: string[] = []
    for (let query = '?limit=2'; query; ) {
      const { submissions, next_cursor } = await list(who, query)
      seen.push(...submissions.map(({ submission_id }) => submission_id))
      query = next_cursor ? `?limit=2&cursor=${next_cursor}` : ''
    }
    expect(seen).toEqual(made)
    for (const id of [theirs.submission_id, 'sub_none', '%00'])
      expect(await refusalOf(await ask(who, `/${id}`))).toEqual([404, 'not_found'])
    expect((await list(await enter())).submissions).toEqual([])
  })

  test.each(['limit=0', 'limit=101', 'cursor=x', 'cursor=', `cursor=${btoa("1.' or true")}`])(
    'cannot be asked for by %s',
    async (query) => {
      expect(await refusalOf(await ask(await enter(), `?${query}`))).toEqual([
        400,
        'invalid_request',
        query.split('=')[0],
      ])
    },
  )

  test('say what the check found, link to what is stored, and show the transaction that paid', async () => {
    const who = await enter()
    const { bounty_id: bountyId } = await stageBounty(service.ctx, 'open')
    const mine = await handIn(who, { upload_id: await upload(who, silentFilm()), ...said }, bountyId)
    const other = await handIn(who, { upload_id: await upload(who, silentFilm()), ...said }, bountyId)
    const id = mine.submission_id
    const reason = { code: 'blurred', text: 'Hold the phone still.' }
    await service.ctx.sql`update submission set quality_status = 'fail', preview_status = 'ready',
      preview_key = 'previews/one.mp4', reconstruction_reason = 'Walk, do not turn on the spot.',
      quality = ${JSON.stringify({ reasons: [reason], warnings: [reason], figures: { seconds: 8 } })}::jsonb
      where submission_id = ${id}`
    await service.ctx
      .sql`update submission_file set original_key = 'originals/one.mp4' where submission_id = ${id}`
    await acceptSubmission({ ctx: service.ctx, input: { bountyId, submissionId: id } })
    const acceptTx = randomBytes(32)
    const get = async (submissionId: string) =>
      (await (await ask(who, `/${submissionId}`)).json()) as OwnSubmission
    expect(await get(id)).toMatchObject({ accepted: true, accept_tx: null, bounty: { status: 'accepted' } })
    await service.ctx.db.transaction((tx) =>
      transition({ tx, bountyId, event: 'released', set: { acceptTx } }),
    )
    const told = await get(id)
    expect(told).toMatchObject({
      quality_status: 'fail',
      quality_reasons: [reason],
      quality_warnings: [reason],
      reconstruction_status: 'queued',
      reconstruction_reason: 'Walk, do not turn on the spot.',
      accepted: true,
      accept_tx: `0x${acceptTx.toString('hex')}`,
      bounty: { status: 'paid_out' },
    })
    expect(told.preview_url).toMatch(/^http:\/\/cairn\.test\/api\/files\/.+-preview\.mp4$/)
    expect(told.original_url).toMatch(new RegExp(`/api/files/.+/submission-${id.slice(4)}\\.mp4$`))
    expect(await get(other.submission_id)).toMatchObject({
      accepted: false,
      accept_tx: null,
      original_url: null,
    })
  })
})

test('nothing finer than a cell is kept, told or logged of where a film was made', async () => {
  const who = await enter()
  const exact = { lat: 48.858370123, lon: 2.294481456 }
  const answers: string[] = []
  for (const location of [exact, 'u09tunquc9y8'])
    for (const captured_at of [said.captured_at, 'nonsense'])
      answers.push(
        await (await send(who, { upload_id: await upload(who, silentFilm()), location, captured_at })).text(),
      )
  const apple = { upload_id: await upload(who, anotherFileOf('meta/gps_apple.mov')) }
  answers.push(await (await send(who, apple)).text(), JSON.stringify(await list(who)))
  const tables = ['submission', 'submission_file', 'upload', 'event', 'pgboss.job', 'session']
  const kept = await Promise.all(
    tables.map(async (table) =>
      JSON.stringify(await service.ctx.sql.unsafe(`select t::text from ${table} t`)),
    ),
  )
  const everything = [...answers, ...kept, ...logged].join('\n')
  for (const fine of ['48.858', '2.2944', 'u09tunq', '40.7128', '74.006', 'iPhone'])
    expect(everything).not.toContain(fine)
  expect(everything).toContain('u09tun')
})
