import { createHash, randomBytes } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { type OwnSubmission, ownSubmissionSchema } from '#lib/schemas/submission'
import { acceptSubmission } from '#lib/services/bounties/accept-submission'
import { cancelBounty } from '#lib/services/bounties/cancel-bounty'
import { transition } from '#lib/services/bounties/transition'
import { seedBounty } from '#testing/bounty-states'
import { anotherFileOf } from '#testing/media-fixture'
import { sample } from '#testing/media-fixtures'
import { readRefusal } from '#testing/read-refusal'
import {
  ask,
  bounty,
  enter,
  handIn,
  list,
  logged,
  said,
  send,
  serveSubmissions,
  service,
  silentFilm,
  upload,
} from '#testing/submission-fixture'
import { origin } from '#testing/unchained-settings'

serveSubmissions()

describe('a film handed in', () => {
  test('is shown completely to its contributor, and waits for review', async () => {
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
      claims_from: 'declared',
      place_match: 'unknown',
      time_match: 'before_order',
      paid_at: null,
      preview_status: 'pending',
      preview_url: null,
      quality_status: 'pending',
      quality_reasons: [],
      credentials: {
        state: 'none',
        signer: null,
        signed_at: null,
        generator: null,
        ai_use: null,
        edits: [],
        text: 'No Content Credentials were found in this file.',
      },
      quality_warnings: [],
      model_forecast: null,
      model_forecast_reason: null,
      model_forecast_status: 'none',
      reconstruction_status: 'none',
      reconstruction_reason: null,
      proof_status: 'none',
      proof_by: null,
      accepted: false,
      declined: null,
      accept_tx: null,
      original_url: null,
      bounty: {
        bounty_id: bounty.bounty_id,
        title: bounty.title,
        geohash: null,
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

  const takesItsOwn = async (name: string) => {
    const when = '2026-11-20T10:00:00Z'
    const who = await enter()
    const uploadId = await upload(who, anotherFileOf(name))
    const { geohash, captured_at } = await handIn(who, { upload_id: uploadId, ...said })
    expect([geohash, captured_at]).toEqual(['dr5reg', when])
    // These files need no declared place and time either.
    const other = await upload(who, anotherFileOf(name))
    expect(await handIn(who, { upload_id: other })).toMatchObject({ geohash: 'dr5reg', captured_at: when })
  }
  const ownTitle = 'takes place and time from %s, and ignores other claims'
  test.each(['meta/gps_apple.mov'])(ownTitle, takesItsOwn)
  test.each(['meta/gps_android.mp4'])(ownTitle, { tags: 'thorough' }, takesItsOwn)

  const isTaken = async (name: string) => {
    const who = await enter()
    const uploadId = await upload(who, sample(`video/${name}`))
    expect(await handIn(who, { upload_id: uploadId, ...said, location: 'U33D8ZQQQ' })).toMatchObject({
      geohash: 'u33d8z',
      quality_status: 'pending',
    })
  }
  const anythingTitle = 'may be anything: %s is taken, and found wanting later'
  test.each(['hostile/random.mp4'])(anythingTitle, isTaken)
  test.each(['hostile/hls_as.mp4', 'hostile/jpeg_as.mp4', 'qc/truncated_no_moov.mp4'])(
    anythingTitle,
    { tags: 'thorough' },
    isTaken,
  )

  test('again is the same submission, also at once, and after the bounty has gone on', async () => {
    const who = await enter()
    const { bounty_id } = await seedBounty(service.ctx, 'open')
    const body = { upload_id: await upload(who, silentFilm()), ...said }
    const answers = await Promise.all([1, 2, 3, 4].map(() => handIn(who, body, bounty_id)))
    expect(new Set(answers.map(({ submission_id }) => submission_id)).size).toBe(1)
    await cancelBounty({ ctx: service.ctx, input: { bountyId: bounty_id } })
    const again = await handIn(who, { ...body, note: 'Said later' }, bounty_id)
    expect(again).toMatchObject({ submission_id: answers[0]!.submission_id, note: null })
    expect((await list(who)).submissions).toHaveLength(1)
    expect(await readRefusal(await send(who, body))).toEqual([400, 'invalid_request', 'upload_id'])
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
      expect(await readRefusal(await ask(who, `/${id}`))).toEqual([404, 'not_found'])
    expect((await list(await enter())).submissions).toEqual([])
  })

  test.each(['limit=0', 'limit=101', 'cursor=x', 'cursor=', `cursor=${btoa("1.' or true")}`])(
    'cannot be asked for by %s',
    async (query) => {
      expect(await readRefusal(await ask(await enter(), `?${query}`))).toEqual([
        400,
        'invalid_request',
        query.split('=')[0],
      ])
    },
  )

  test('say what the check found, link to what is stored, and show the transaction that paid', async () => {
    const who = await enter()
    const { bounty_id: bountyId } = await seedBounty(service.ctx, 'open')
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
    expect(await get(id)).toMatchObject({
      accepted: true,
      accept_tx: null,
      paid_at: null,
      bounty: { status: 'accepted' },
    })
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
      paid_at: expect.stringMatching(/^\d{4}-.*Z$/),
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
