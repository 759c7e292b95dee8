import { randomBytes } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { submission, submissionFile } from '#db/schema/submission'
import { upload } from '#db/schema/upload'
import type { ClaimOrigin, PlaceMatch, TimeMatch } from '#lib/domain/film/match-claims'
import { geohashToCell } from '#lib/domain/geo/geohash'
import { countContributorRecords } from '#lib/services/bounties/count-contributor-records'
import { insertBounty } from '#testing/bounty-rows'
import { openUnpaidService, type UnpaidService } from '#testing/unpaid-service'

let service: UnpaidService
beforeAll(async () => {
  service = await openUnpaidService()
})
afterAll(() => service?.close())

const wallet = () => `0x${randomBytes(20).toString('hex')}`

type Film = {
  contributor: string
  payer: string
  /** Default: accepted, and paid for. */
  end?: 'accepted' | 'declined' | 'open'
  origin?: ClaimOrigin
  isChecked?: boolean
  placeMatch?: PlaceMatch
  timeMatch?: TimeMatch
}

async function handIn(film: Film): Promise<void> {
  const { contributor, payer, end = 'accepted', origin = 'file', isChecked = true } = film
  const { db } = service.ctx
  const sha256 = new Uint8Array(randomBytes(32))
  const submissionId = `sub_${randomBytes(12).toString('hex')}`
  const uploadId = `upl_${randomBytes(16).toString('hex')}`
  const { bountyId } = await insertBounty(db, end === 'accepted' ? 'accepted' : 'open', {
    payer,
    ...(end === 'accepted' && { acceptedSubmissionId: submissionId }),
  })
  await db.insert(upload).values({
    uploadId,
    owner: contributor,
    byteLength: 1,
    sha256,
    state: 'submitted',
    expiresAt: new Date(),
  })
  await db.insert(submission).values({
    submissionId,
    bountyId,
    contributor,
    qualityStatus: isChecked ? 'pass' : 'fail',
    ...(end === 'declined' && { declinedReason: 'blurred', declinedAt: new Date() }),
  })
  await db.insert(submissionFile).values({
    submissionId,
    uploadId,
    sha256,
    byteLength: 1,
    mediaType: 'video/mp4',
    cell: geohashToCell('u09tun')!,
    capturedAt: new Date(),
    placeFrom: origin,
    timeFrom: origin,
    placeMatch: film.placeMatch ?? 'inside',
    timeMatch: film.timeMatch ?? 'after_order',
  })
}

async function recordOf(contributor: string, viewer?: string) {
  const input = { contributors: [contributor], ...(viewer !== undefined && { viewer }) }
  return (await countContributorRecords({ db: service.ctx.db, input })).get(contributor)
}

/** A poster who paid a stranger for a signed film. */
async function establishedPoster(): Promise<string> {
  const payer = wallet()
  await handIn({ contributor: wallet(), payer, origin: 'credentials' })
  return payer
}

const nothing = { submitted: 0, accepted: 0, declined: 0 }

test('films for established posters are the record, with how many of these posters accepted one', async () => {
  const contributor = wallet()
  const [one, other] = [await establishedPoster(), await establishedPoster()]
  await handIn({ contributor, payer: one })
  await handIn({ contributor, payer: one })
  await handIn({ contributor, payer: other })
  await handIn({ contributor, payer: other, end: 'declined' })
  await handIn({ contributor, payer: await establishedPoster(), end: 'open' })
  expect(await recordOf(contributor)).toEqual({
    submitted: 5,
    accepted: 3,
    declined: 1,
    posters: 2,
    yours: nothing,
    unproven: nothing,
    connected: nothing,
  })
})

test('films that new wallets accept from each other add nothing to the record, in any number', async () => {
  const contributor = wallet()
  for (let film = 0; film < 12; film++) await handIn({ contributor, payer: wallet() })
  expect(await recordOf(contributor)).toEqual({
    ...nothing,
    posters: 0,
    yours: nothing,
    unproven: { submitted: 12, accepted: 12, declined: 0 },
    connected: nothing,
  })
})

test.each<{ what: string; film: Partial<Film> }>([
  { what: 'an unsigned film', film: { origin: 'file' } },
  { what: 'a signed film that failed its check', film: { isChecked: false } },
  {
    what: 'a signed film from before the order, as it can be found elsewhere',
    film: { timeMatch: 'before_order' },
  },
  { what: 'a signed film of another place', film: { placeMatch: 'elsewhere' } },
  { what: 'a signed film that is not accepted', film: { end: 'open' } },
])('$what establishes no poster', async ({ film }) => {
  const [contributor, payer] = [wallet(), wallet()]
  await handIn({ contributor: wallet(), payer, origin: 'credentials', ...film })
  await handIn({ contributor, payer })
  expect(await recordOf(contributor)).toMatchObject({ accepted: 0, unproven: { accepted: 1 } })
})

test('a signed film that a wallet pays itself for establishes no poster', async () => {
  const [contributor, payer] = [wallet(), wallet()]
  await handIn({ contributor: payer, payer, origin: 'credentials' })
  await handIn({ contributor, payer })
  expect(await recordOf(contributor)).toMatchObject({ accepted: 0, unproven: { accepted: 1 } })
})

test('a poster that money reached from the contributor is connected, over other wallets too', async () => {
  const [contributor, between, payer] = [wallet(), wallet(), await establishedPoster()]
  await handIn({ contributor, payer })
  expect(await recordOf(contributor)).toMatchObject({ accepted: 1, posters: 1, connected: nothing })
  await handIn({ contributor: between, payer: contributor })
  await handIn({ contributor: payer, payer: between })
  await handIn({ contributor, payer: contributor })
  expect(await recordOf(contributor)).toEqual({
    ...nothing,
    posters: 0,
    yours: nothing,
    unproven: nothing,
    connected: { submitted: 2, accepted: 2, declined: 0 },
  })
  const stranger = wallet()
  await handIn({ contributor: stranger, payer })
  expect(await recordOf(stranger)).toMatchObject({ accepted: 1, connected: nothing })
})

test('money that only comes from a poster connects nobody, also among the contributors of one poster', async () => {
  const payer = await establishedPoster()
  const contributors = [wallet(), wallet()]
  for (const contributor of contributors) await handIn({ contributor, payer })
  for (const contributor of contributors)
    expect(await recordOf(contributor)).toMatchObject({ accepted: 1, connected: nothing })
})

test('a poster sees its own decisions as those of an established poster and apart, unless the film is its own', async () => {
  const [contributor, viewer] = [wallet(), wallet()]
  await handIn({ contributor, payer: viewer })
  await handIn({ contributor, payer: wallet() })
  await handIn({ contributor, payer: await establishedPoster() })
  expect(await recordOf(contributor, viewer)).toMatchObject({
    accepted: 2,
    posters: 2,
    unproven: { accepted: 1 },
    yours: { submitted: 1, accepted: 1, declined: 0 },
  })
  expect(await recordOf(contributor)).toMatchObject({
    accepted: 1,
    posters: 1,
    yours: nothing,
    unproven: { accepted: 2 },
  })
  await handIn({ contributor: viewer, payer: viewer })
  expect(await recordOf(viewer, viewer)).toMatchObject({
    accepted: 0,
    yours: nothing,
    connected: { accepted: 1 },
  })
})
