// @module-tag thorough
import { createHash } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { withPlace } from '#lib/domain/bounty/bounty-place'
import { type Bounty, bountySchema, type CreatedBounty, createdBountySchema } from '#lib/schemas/bounty'
import { type Review, reviewSchema } from '#lib/schemas/review'
import { type OwnSubmission, ownSubmissionSchema } from '#lib/schemas/submission'
import { bountyPath, postBounty, withToken } from '#testing/bounty-request'
import { signInAs } from '#testing/contributor'
import { boxInside, insideCell } from '#testing/inside-cell'
import { anotherFileOf } from '#testing/media-fixture'
import { type Market, marketOrigin, openMarket } from '#testing/month/market'
import { createPayer, jsonPost, type Payer, payingFetch } from '#testing/paid-service'
import { readUpload } from '#testing/read-upload'
import { uploadWith } from '#testing/upload-client'
import { misfits } from '../../components/review/claim-words.ts'

/** A film that claims Paris in 1990, for a bounty in Tokyo, from its hand-in to its proof, beside one that fits. */
const [tokyo, paris] = ['xn76ur', 'u09tun']
const old = '1990-01-01T00:00:00Z'
const network = 'eip155:8453'

type Sold = {
  bounty: CreatedBounty
  submissionId: string
  sha256: string
  own: OwnSubmission
  /** The poster's view of the bounty before a decision, from the API and for the review page, and after the delivery of the film. */
  before: { bounty: Bounty; review: Review }
  after: Bounty
}

let market: Market
let payer: Payer
let unfit: Sold
let fitting: Sold
beforeAll(async () => {
  market = await openMarket()
  payer = await createPayer(market.fixture.chains, 110_000_000n)
  const [claimsParis, claimsTokyo] = [await order(), await order()]
  await market.work()
  unfit = await handIn(claimsParis, { captured_at: old, location: paris })
  const now = new Date(market.now() * 1_000).toISOString()
  fitting = await handIn(claimsTokyo, { captured_at: now, location: tokyo })
  for (const film of [unfit, fitting]) await accept(film)
  await market.work()
  await market.publish()
  // The longest time that a delivered film waits for others, and the one that its tree does.
  await market.pass(43_200 + 600)
  await market.publish()
  await market.pass(600)
  await market.publish()
  for (const film of [unfit, fitting]) film.after = await seeBounty(film.bounty)
}, 240_000)
afterAll(() => market?.close())

async function order(): Promise<CreatedBounty> {
  const brief = withPlace('Walk once around the fountain, slowly.', tokyo)
  const answer = await payingFetch(payer, [network])(
    market.service.url + bountyPath,
    postBounty({ brief, amount_usdc: 50 }),
  )
  expect(answer.status).toBe(201)
  return createdBountySchema.parse(await answer.json())
}

const get = async ({ bounty_id: id, agent_token: token }: CreatedBounty, path: string) =>
  (await fetch(`${market.service.url}${path}/${id}`, withToken(token))).json()
const seeBounty = async (bounty: CreatedBounty) => bountySchema.strict().parse(await get(bounty, bountyPath))
const seeReview = async (bounty: CreatedBounty) =>
  reviewSchema.strict().parse(await get(bounty, '/api/review/bounties'))

async function handIn(bounty: CreatedBounty, said: object): Promise<Sold> {
  const { url, ctx } = market.service
  const { bearer } = await signInAs({ url, origin: marketOrigin })
  const film = anotherFileOf('synth/synth_arc_480p_8s.mp4')
  const { uploadId } = await uploadWith(film, {
    endpoint: `${url}/api/board/uploads`,
    headers: bearer,
    uploadDataDuringCreation: true,
  })
  await readUpload({ ctx, uploadId, bytes: film })
  const init = jsonPost({ upload_id: uploadId, ...said })
  const answer = await fetch(`${url}/api/board/bounties/${bounty.bounty_id}/submissions`, {
    ...init,
    headers: { ...(init.headers as object), ...bearer },
  })
  expect(answer.status).toBe(201)
  const own = ownSubmissionSchema.strict().parse(await answer.json())
  const before = { bounty: await seeBounty(bounty), review: await seeReview(bounty) }
  const sha256 = createHash('sha256').update(film).digest('hex')
  return { bounty, submissionId: own.submission_id, sha256, own, before, after: before.bounty }
}

async function accept({ bounty, submissionId }: Sold): Promise<void> {
  const answer = await fetch(
    `${market.service.url}${bountyPath}/${bounty.bounty_id}/accept`,
    withToken(bounty.agent_token, jsonPost({ submission_id: submissionId })),
  )
  expect(answer.status).toBe(202)
}

/** The films that a buyer is sold for a place and a time, and what the answer says of how many there are. */
async function buy(geohash: string, from: string, to: string): Promise<string[]> {
  const answer = await payingFetch(payer, [network])(
    `${market.service.url}/api/v1/spatial/query`,
    jsonPost({ aoi: insideCell(geohash), from, to }),
  )
  expect(answer.status).toBe(200)
  return namesIn(await answer.text())
}

async function askEnterprise(geohash: string): Promise<string[]> {
  const answer = await fetch(
    `${market.service.url}/enterprise/v1/spatial/query`,
    withToken(market.apiKey, jsonPost({ aoi: insideCell(geohash), max_age_seconds: 7 * 86_400 })),
  )
  expect(answer.status).toBe(200)
  return namesIn(await answer.text())
}

const namesIn = (text: string) =>
  Object.entries({ unfit, fitting }).flatMap(([name, { sha256 }]) => (text.includes(sha256) ? [name] : []))

const claims = {
  captured_at: old,
  geohash: paris,
  claims_from: 'declared',
  place_match: 'elsewhere',
  time_match: 'before_order',
}

test('before Accept, API, review and contributor read that neither place nor time fits', () => {
  const { before, own } = unfit
  expect(before.bounty.status).toBe('open')
  expect(before.bounty.submissions).toMatchObject([{ ...claims, accepted: false }])
  expect(before.review.submissions).toMatchObject([
    { ...claims, place_from: 'declared', time_from: 'declared', accepted: false },
  ])
  expect(own).toMatchObject(claims)
})

test('the sentences of the review page warn of the place and of the time, and of nothing for a film that fits', () => {
  expect(misfits(unfit.before.review.submissions[0]!)).toEqual([
    'This film claims another place than the one you asked for.',
    'The stated time of this film is before your order.',
  ])
  expect(misfits(fitting.before.review.submissions[0]!)).toEqual([])
})

test('accepted all the same, it is paid for, delivered and attested', async () => {
  for (const { after } of [unfit, fitting]) {
    expect(after.status).toBe('accepted')
    expect(after.submissions).toMatchObject([{ accepted: true, proof_status: 'anchored' }])
  }
  expect(unfit.after.submissions).toMatchObject([claims])
  const proof = await fetch(`${market.service.url}/api/proofs/${unfit.sha256}`)
  expect(await proof.json()).toMatchObject({ status: 'anchored', geohash: paris })
})

test('it is absent from queries, look-ups, scores and maps, while the film that fits is sold', async () => {
  const now = market.now() * 1_000
  const [yesterday, tomorrow] = [-2, 2].map((days) => new Date(now + days * 86_400_000).toISOString())
  expect(await buy(paris, '1989-12-31', '1990-01-02')).toEqual([])
  expect(await buy(paris, yesterday!, tomorrow!)).toEqual([])
  expect(await buy(tokyo, '1989-12-31', '1990-01-02')).toEqual([])
  expect(await buy(tokyo, yesterday!, tomorrow!)).toEqual(['fitting'])
  expect([await askEnterprise(paris), await askEnterprise(tokyo)]).toEqual([[], ['fitting']])
  const lookUp = async ({ sha256 }: Sold) =>
    (await payingFetch(payer, [network])(`${market.service.url}/api/v1/observations/${sha256}`)).status
  expect([await lookUp(unfit), await lookUp(fitting)]).toEqual([404, 200])
  const covered = async (geohash: string) => {
    const { west, south, east, north } = boxInside(geohash)
    const answer = await fetch(`${market.service.url}/api/coverage?bbox=${[west, south, east, north]}`)
    return ((await answer.json()) as { cells: unknown[] }).cells.length > 0
  }
  expect([await covered(paris), await covered(tokyo)]).toEqual([false, true])
})
