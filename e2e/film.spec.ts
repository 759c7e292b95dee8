// needs: ffmpeg ffprobe colmap

import { execFileSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type Contributor, signInAs } from '../testing/contributor.ts'
import { readZip } from '../testing/read-zip.ts'
import { freshFilm } from './fresh-film.ts'
import { handIn } from './hand-in.ts'
import { expect, test } from './journey.ts'
import { bountyOf, endBounty, type PostedBounty, postBounty } from './post-bounty.ts'
import { advanceClock, networks, usdcOf } from './sandbox-chain.ts'
import { sandboxFacts } from './sandbox-facts.ts'

// From a film to a model with the API alone, as programs of a contributor and of a poster do.
const facts = sandboxFacts()
const [network] = networks
const url = facts.base_url
const orbit = new URL('../../shared/samples/video/synth/synth_orbit_720p.mp4', import.meta.url).pathname
const amountUsdc = 50
const checkTimeout = 400_000
/** The time for the whole engine: two minutes on two cores, and ten times that on a busy machine. */
const modelTimeout = 1_200_000

type Submission = Record<string, unknown> & {
  quality_status: string
  preview_status: string
  preview_url: string | null
  original_url?: string | null
}
type Bounty = Record<string, unknown> & {
  status: string
  submissions: (Record<string, unknown> & { preview_url: string | null })[]
}

let folder: string
let film: Buffer
test.beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'cairn-journey-'))
  film = makeFilm()
})
test.afterAll(() => rmSync(folder, { recursive: true, force: true }))

/** A film of a place that was not filmed yet: half of the sample with its light inverted, because a mirrored one is found. Each run gets a different file. */
function makeFilm(): Buffer {
  const path = join(folder, 'film.mp4')
  execFileSync('ffmpeg', [
    ...['-v', 'error', '-i', orbit, '-t', '9', '-vf', 'negate', '-metadata', 'comment=a private remark'],
    ...['-c:v', 'libx264', '-preset', 'veryfast', '-crf', '18', path],
  ])
  const box = Buffer.from(`\0\0\0\x1cfree${crypto.randomUUID().slice(0, 20)}`, 'latin1')
  return Buffer.concat([readFileSync(path), box])
}

const sha256 = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest('hex')
const bytesOf = async (link: unknown) => {
  const answer = await fetch(link as string)
  expect(answer.status, `the status of ${String(link).split('?')[0]}`).toBe(200)
  return Buffer.from(await answer.arrayBuffer())
}

async function reach(
  bounty: PostedBounty,
  isThere: (now: Bounty) => boolean,
  timeout: number,
): Promise<Bounty> {
  let now: Bounty | undefined
  const headers = { authorization: `Bearer ${bounty.agent_token}` }
  const look = async () => {
    now = (await (await fetch(`${url}/api/v1/bounties/${bounty.bounty_id}`, { headers })).json()) as Bounty
    return isThere(now)
  }
  await expect.poll(look, { timeout, intervals: [250] }).toBe(true)
  return now!
}

const toHandIn = {
  note: 'Once around, in the morning.',
  location: { lat: 48.86, lon: 2.3376 },
}

async function mine(submissionId: string, { bearer }: Contributor): Promise<Response> {
  return fetch(`${url}/api/board/submissions/${submissionId}`, { headers: bearer })
}

async function checked(submissionId: string, contributor: Contributor): Promise<Submission> {
  let found: Submission | undefined
  const look = async () => {
    found = (await (await mine(submissionId, contributor)).json()) as Submission
    return found.quality_status !== 'pending' && found.preview_status !== 'pending'
  }
  await expect.poll(look, { timeout: checkTimeout, intervals: [500] }).toBe(true)
  return found!
}

async function verified(hash: string): Promise<Record<string, unknown>> {
  let answer: Record<string, unknown> = {}
  const look = async () => {
    answer = (await (await fetch(`${url}/api/v1/provenance/${hash}`)).json()) as typeof answer
    return answer.verified
  }
  await expect.poll(look, { timeout: 120_000, intervals: [500] }).toBe(true)
  return answer
}

test('a film: checked, previewed, accepted, delivered byte for byte, made into a model, and both proved', {
  tag: '@thorough',
}, async () => {
  test.setTimeout(modelTimeout + 240_000)
  const bounty = await postBounty(network, 'The garden behind the museum')
  const contributor = await signInAs({ url, origin: url })
  const submissionId = await handIn({ bounty, contributor, film, ...toHandIn })
  const own = await checked(submissionId, contributor)
  expect(own).toMatchObject({
    quality_status: 'pass',
    quality_reasons: [],
    preview_status: 'ready',
    accepted: false,
    accept_tx: null,
    sha256: sha256(film),
  })

  await test.step('the preview plays, and says nothing of the film’s maker', async () => {
    const { submissions } = await bountyOf<Bounty>(bounty)
    const clip = join(folder, 'preview.mp4')
    writeFileSync(clip, await bytesOf(submissions[0]!.preview_url))
    const shown = execFileSync('ffprobe', [
      ...['-v', 'error', '-show_streams', '-show_format', '-of', 'json', '-count_frames', clip],
    ])
    const { streams, format } = JSON.parse(shown.toString()) as {
      streams: { codec_name: string; height: number; nb_read_frames: string }[]
      format: { tags: Record<string, string> }
    }
    expect(streams).toMatchObject([{ codec_name: 'h264', height: 480 }])
    expect(Number(streams[0]!.nb_read_frames)).toBeGreaterThan(100)
    expect(JSON.stringify(format.tags)).not.toContain('private')
  })

  await test.step('nobody but its maker has the original before it is paid', async () => {
    expect(sha256(await bytesOf(own.original_url))).toBe(sha256(film))
    const { submissions } = await bountyOf<Bounty>(bounty)
    expect(submissions[0]).toMatchObject({
      full_capture_url: null,
      model_glb_url: null,
      model_splats_url: null,
      model_zip_url: null,
      reconstruction_status: 'none',
    })
    const stranger = await signInAs({ url, origin: url })
    expect((await mine(submissionId, stranger)).status).toBe(404)
    // A link to the preview gives access to the preview only: `/api/files/{signature}/{what}/{name}`.
    const partsOf = (link: string) => new URL(link).pathname.split('/')
    const mixed = partsOf(own.original_url!)
    mixed[3] = partsOf(submissions[0]!.preview_url!)[3]!
    const refused = await fetch(url + mixed.join('/'))
    expect(refused.status).toBe(401)
    expect(await refused.text()).toContain('no valid signature of ours')
  })

  const accepting = await fetch(`${url}/api/v1/bounties/${bounty.bounty_id}/accept`, {
    method: 'POST',
    headers: { authorization: `Bearer ${bounty.agent_token}`, 'content-type': 'application/json' },
    body: JSON.stringify({ submission_id: submissionId }),
  })
  expect(accepting.status).toBe(202)
  const paid = await reach(bounty, ({ status }) => status === 'accepted', checkTimeout)
  expect(await usdcOf(network, contributor.wallet.address)).toBe(BigInt(amountUsdc) * 1_000_000n)
  const released = (await (await mine(submissionId, contributor)).json()) as Submission
  expect(released).toMatchObject({ accepted: true, accept_tx: paid.accept_tx })
  expect(sha256(await bytesOf(paid.submissions[0]!.full_capture_url))).toBe(sha256(film))
  const ofFilm = await verified(sha256(film))

  const made = await reach(
    bounty,
    ({ submissions }) => /ready|failed/.test(String(submissions[0]!.reconstruction_status)),
    modelTimeout,
  )
  expect(made.submissions[0]).toMatchObject({ reconstruction_status: 'ready' })
  const glb = await bytesOf(made.submissions[0]!.model_glb_url)
  expect(glb.subarray(0, 4).toString()).toBe('glTF')
  const archive = join(folder, 'model.zip')
  writeFileSync(archive, await bytesOf(made.submissions[0]!.model_zip_url))
  const files = await readZip(archive)
  const manifest = files.get('manifest.json')!
  expect(JSON.parse(manifest.toString())).toMatchObject({
    capture: { sha256: sha256(film) },
    bounty_id: bounty.bounty_id,
    submission_id: submissionId,
    files: expect.arrayContaining([{ path: 'model.glb', bytes: glb.length, sha256: sha256(glb) }]),
  })
  expect(sha256(files.get('model.glb')!)).toBe(sha256(glb))
  const proofOf = async () => (await fetch(`${url}/api/proofs/${sha256(manifest)}`)).json()
  await expect.poll(proofOf, { timeout: 120_000, intervals: [500] }).toMatchObject({
    status: 'anchored',
    made_from: sha256(film),
    geohash: ofFilm.geohash,
    captured_at: ofFilm.captured_at,
  })
  await test.step('its page is public from its publication to its withdrawal, and shows nothing finer than the cell', async () => {
    const share = async (shared: boolean) => {
      const answer = await fetch(`${url}/api/v1/bounties/${bounty.bounty_id}/share`, {
        method: 'POST',
        headers: { authorization: `Bearer ${bounty.agent_token}`, 'content-type': 'application/json' },
        body: JSON.stringify({ shared }),
      })
      expect(answer.status).toBe(200)
      return ((await answer.json()) as { page_url: string | null }).page_url
    }
    const link = await share(true)
    const answer = await fetch(link!)
    expect(answer.status).toBe(200)
    expect(answer.headers.get('cache-control')).toContain('no-store')
    const html = await answer.text()
    expect(html).toContain('The garden behind the museum')
    expect(html).toContain('og:title')
    expect(html).toContain('Claimed place and time')
    expect(html).toContain('parts may be missing or rough')
    for (const secret of [bounty.bounty_id, bounty.agent_token, submissionId, 'originals', '48.86', '2.3376'])
      expect(html).not.toContain(secret)
    expect(await share(false)).toBeNull()
    expect((await fetch(link!)).status).toBe(404)
    expect(await share(true)).not.toBe(link)
    expect((await fetch(link!)).status).toBe(404)
    await share(false)
  })
  // A manifest is not a capture.
  const ofModel = await fetch(`${url}/api/v1/provenance/${sha256(manifest)}`)
  expect(await ofModel.json()).toMatchObject({ verified: false })
})

test('a link of fifteen minutes and one second is refused, and the next look gives a fresh one', {
  tag: '@thorough',
}, async () => {
  test.setTimeout(checkTimeout + 120_000)
  film = Buffer.concat([film, Buffer.from(`\0\0\0\x1cfree${crypto.randomUUID().slice(0, 20)}`, 'latin1')])
  const bounty = await postBounty(network, 'The garden behind the museum')
  const contributor = await signInAs({ url, origin: url })
  const submissionId = await handIn({ bounty, contributor, film, ...toHandIn })
  // The place was filmed before by another person: the check reports it, and the film can still be watched.
  const own = await checked(submissionId, contributor)
  expect(own).toMatchObject({ quality_status: 'fail', quality_reasons: [{ code: 'duplicate' }] })
  const links = [own.preview_url, own.original_url]
  for (const link of links) await bytesOf(link)
  await advanceClock(15 * 60 + 1)
  for (const link of links) {
    const refused = await fetch(link!)
    expect(refused.status).toBe(401)
    expect(await refused.text()).toContain('has expired')
  }
  const again = (await (await mine(submissionId, contributor)).json()) as Submission
  for (const link of [again.preview_url, again.original_url]) await bytesOf(link)
  await endBounty(bounty)
})

test('a film that gives no model is delivered all the same, and its page shows a cross and the reason', {
  tag: '@thorough',
}, async ({ page }) => {
  test.setTimeout(checkTimeout + modelTimeout)
  const bounty = await postBounty(network, 'The chapel ceiling')
  const contributor = await signInAs({ url, origin: url })
  const still = freshFilm('qc/pan_only_no_parallax.mp4')
  const submissionId = await handIn({ bounty, contributor, film: still, ...toHandIn })
  await checked(submissionId, contributor)
  await fetch(`${url}/api/v1/bounties/${bounty.bounty_id}/accept`, {
    method: 'POST',
    headers: { authorization: `Bearer ${bounty.agent_token}`, 'content-type': 'application/json' },
    body: JSON.stringify({ submission_id: submissionId }),
  })
  await reach(
    bounty,
    ({ status, submissions }) =>
      status === 'accepted' && /ready|failed/.test(String(submissions[0]!.reconstruction_status)),
    modelTimeout,
  )
  const key = {
    bounty_id: bounty.bounty_id,
    agent_token: bounty.agent_token,
    title: 'The chapel ceiling',
    amount_usdc: amountUsdc,
    network,
    kept_at: new Date().toISOString(),
  }
  await page.addInitScript((keys) => localStorage.setItem('cairn.bounties', keys), JSON.stringify([key]))
  await page.goto(`/bounties/${bounty.bounty_id}`)
  const steps = page.locator('[data-step]').filter({ hasText: '3D model' })
  await expect(steps.first()).toContainText('The camera turned on the spot')
  expect(await steps.evaluateAll((all) => all.map((step) => step.getAttribute('data-step')))).toEqual([
    'wrong',
    'wrong',
  ])
  const link = await page.getByRole('link', { name: 'Download the film' }).first().getAttribute('href')
  expect(sha256(await bytesOf(link))).toBe(sha256(still))
})
