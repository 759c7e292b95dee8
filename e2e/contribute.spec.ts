import { createHash, randomBytes } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { privateKeyToAccount } from 'viem/accounts'
import { type Contributor, signInAs } from '../testing/contributor.ts'
import { uploadUntil, uploadWith } from '../testing/upload-client.ts'
import { expect, test } from './journey.ts'
import { endBounty, type PostedBounty, postBounty } from './post-bounty.ts'
import { networks } from './sandbox-chain.ts'
import { sandboxFacts } from './sandbox-facts.ts'

const facts = sandboxFacts()
const board = `${facts.base_url}/api/board`
const sample = new URL('../../shared/samples/video/synth/synth_arc_480p_8s.mp4', import.meta.url)
/** A file is accepted once, and a sandbox may already have it: a box that players ignore makes its hash unique. */
const film = Buffer.concat([
  readFileSync(sample),
  Buffer.from([0, 0, 0, 24]),
  Buffer.from('free', 'latin1'),
  randomBytes(16),
])
const sha256 = createHash('sha256').update(film).digest('hex')
const chunkSize = 64 * 1_024

let bounty: PostedBounty
let contributor: Contributor
let uploadId: string
let submissionId: string

// A program contributes. Each step needs the result of the previous one.
test.describe.configure({ mode: 'serial' })

test.beforeAll(async () => {
  bounty = await postBounty(networks[0]!, `The arch by the river, ${Date.now()}`)
})
test.afterAll(() => endBounty(bounty))

const ask = async (path: string, init: RequestInit = {}) => {
  const headers = { ...contributor.bearer, 'content-type': 'application/json' }
  const answer = await fetch(`${board}${path}`, { ...init, headers })
  return { status: answer.status, body: (await answer.json()) as Record<string, unknown> }
}

test('a program signs in with its wallet', { tag: '@thorough' }, async () => {
  const wallet = privateKeyToAccount(facts.wallets.contributor.private_key)
  contributor = await signInAs({ url: facts.base_url, origin: facts.base_url, wallet })
  const session = await fetch(`${facts.base_url}/api/auth/session`, { headers: contributor.bearer })
  expect(await session.json()).toMatchObject({ address: wallet.address })
})

test('it uploads a film, is interrupted at 60 %, and resumes within one chunk of that', {
  tag: '@thorough',
}, async () => {
  const options = { endpoint: `${board}/uploads`, headers: contributor.bearer, chunkSize }
  const interruptedAt = film.length * 0.6
  const { url } = await uploadUntil(film, options, interruptedAt)
  let resumedAt = -1
  const sent = await uploadWith(film, {
    ...options,
    uploadUrl: url,
    onAfterResponse: (request, response) => {
      if (request.getMethod() === 'HEAD') resumedAt = Number(response.getHeader('Upload-Offset'))
    },
  })
  expect(resumedAt).toBeGreaterThanOrEqual(interruptedAt - chunkSize)
  expect(resumedAt).toBeLessThan(film.length)
  uploadId = sent.uploadId
})

test('it hands the film in with the place and time that the file does not carry', {
  tag: '@thorough',
}, async () => {
  const handIn = (more: object) =>
    ask(`/bounties/${bounty.bounty_id}/submissions`, {
      method: 'POST',
      body: JSON.stringify({ upload_id: uploadId, ...more }),
    })
  expect(await handIn({})).toMatchObject({ status: 400, body: { field: 'location' } })
  const said = {
    location: { lat: 48.85837, lon: 2.29448 },
    captured_at: '2026-11-01T12:00:00+01:00',
    note: 'Once around, at noon.',
  }
  const { status, body } = await handIn(said)
  expect([status, body]).toEqual([201, expect.anything()])
  expect(body).toMatchObject({
    sha256,
    geohash: 'u09tun',
    captured_at: '2026-11-01T11:00:00Z',
    note: said.note,
    accepted: false,
    bounty: { bounty_id: bounty.bounty_id, status: 'open' },
  })
  submissionId = body.submission_id as string
  expect((await handIn(said)).body).toMatchObject({ submission_id: submissionId })
})

test('it sees the film among its own, and nobody else sees it there', { tag: '@thorough' }, async () => {
  const { body } = await ask('/submissions?limit=5')
  expect(body.submissions).toContainEqual(
    expect.objectContaining({ submission_id: submissionId, sha256, geohash: 'u09tun' }),
  )
  const other = await signInAs({ url: facts.base_url, origin: facts.base_url })
  const asked = await fetch(`${board}/submissions/${submissionId}`, { headers: other.bearer })
  expect(asked.status).toBe(404)
})
