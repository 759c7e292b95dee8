import { generatePrivateKey, privateKeyToAccount } from 'viem/accounts'
import { createSiweMessage } from 'viem/siwe'
import { beforeEach, describe, expect, test } from 'vitest'
import { declineSubmission } from '#lib/services/bounties/decline-submission'
import { chargeBudget } from '#lib/services/limits/charge-budget'
import { forgetBudgets } from '#lib/services/limits/forget-budgets'
import { spentWallets } from '#lib/services/limits/spent-wallets'
import { listWalletUse } from '#lib/services/operator/limits/list-wallet-use'
import { seedBounty } from '#testing/bounty-states'
import type { Contributor } from '#testing/contributor'
import { jsonPost } from '#testing/paid-service'
import {
  bounty,
  enter,
  handIn,
  said,
  send,
  serveSubmissions,
  service,
  silentFilm,
  upload,
} from '#testing/submission-fixture'
import { origin } from '#testing/unchained-settings'

const uploadMaxBytes = 4_000_000
serveSubmissions({
  UPLOAD_MAX_BYTES: String(uploadMaxBytes),
  WALLET_FILMS_PER_BOUNTY: '2',
  WALLET_BYTES_PER_DAY: '6000000',
  WALLET_CPU_SECONDS_PER_DAY: '100',
  WALLET_SIGN_INS_PER_DAY: '3',
})

const day = 86_400
/** The headers and the message of a refusal. */
const refusalOf = async (answer: Response) => {
  const { error, field, message } = (await answer.json()) as Record<string, string>
  return {
    status: answer.status,
    error,
    field,
    message,
    policy: answer.headers.get('ratelimit-policy'),
    left: answer.headers.get('ratelimit'),
    retryAfter: Number(answer.headers.get('retry-after')),
  }
}
let who: Contributor
beforeEach(async () => {
  who = await enter()
})

describe('films of one wallet for one bounty', () => {
  test('are limited, by name and with the end of the limit, independent of other submissions', async () => {
    for (let count = 0; count < 2; count++)
      await handIn(who, { upload_id: await upload(who, silentFilm()), ...said })
    const uploadId = await upload(who, silentFilm())
    const refused = await refusalOf(await send(who, { upload_id: uploadId, ...said }))
    expect(refused).toMatchObject({ status: 429, error: 'rate_limited', policy: '"wallet-films";q=2' })
    expect(refused.message).toContain('One wallet may submit 2 films for a bounty')
    expect(refused.left).toBe(`"wallet-films";r=0;t=${refused.retryAfter}`)
    // The deadline of the bounty is a few days ahead.
    expect(refused.retryAfter).toBeGreaterThan(3_600)
    // The upload was not used up, and another bounty takes it.
    const other = await seedBounty(service.ctx, 'open')
    await handIn(who, { upload_id: uploadId, ...said }, other.bounty_id)
    const another = await enter()
    await handIn(another, { upload_id: await upload(another, silentFilm()), ...said })
  })

  test('that are declined free a place for another take, at most as many as the limit', async () => {
    const { bounty_id: bountyId } = await seedBounty(service.ctx, 'open')
    const input = { bountyId }
    const handInOne = async () =>
      (await handIn(who, { upload_id: await upload(who, silentFilm()), ...said }, bountyId)).submission_id
    const decline = (submissionId: string) =>
      declineSubmission({ ctx: service.ctx, input: { ...input, submissionId, reason: 'blurred' } })
    const refused = async () => {
      const body = { upload_id: await upload(who, silentFilm()), ...said }
      expect((await refusalOf(await send(who, body, bountyId))).policy).toBe('"wallet-films";q=2')
    }
    const first = await handInOne()
    const second = await handInOne()
    await refused()
    await decline(first)
    const third = await handInOne()
    await refused()
    await decline(second)
    const fourth = await handInOne()
    for (const each of [third, fourth]) await decline(each)
    await refused()
  })

  test('are counted exactly when they are handed in at once, and asking again for one counts nothing', async () => {
    const uploads = [
      await upload(who, silentFilm()),
      await upload(who, silentFilm()),
      await upload(who, silentFilm()),
      await upload(who, silentFilm()),
    ]
    const answers = await Promise.all(uploads.map((id) => send(who, { upload_id: id, ...said })))
    expect(answers.map(({ status }) => status).sort()).toEqual([201, 201, 429, 429])
    const taken = uploads[answers.findIndex(({ status }) => status === 201)]!
    expect((await send(who, { upload_id: taken, ...said })).status).toBe(201)
  })
})

describe('bytes of one wallet in a day', () => {
  const begin = (by: Contributor, length: number) =>
    fetch(`${service.url}/api/board/uploads`, {
      method: 'POST',
      headers: { ...by.bearer, 'tus-resumable': '1.0.0', 'upload-length': String(length) },
    })

  test('are those that were sent, also of uploads that were discarded', async () => {
    const film = Buffer.alloc(uploadMaxBytes)
    const uploadId = await upload(who, film)
    const at = `${service.url}/api/board/uploads/${uploadId}`
    await fetch(at, { method: 'DELETE', headers: { ...who.bearer, 'tus-resumable': '1.0.0' } })

    const refused = await refusalOf(await begin(who, 3_000_000))
    expect(refused).toMatchObject({ status: 429, error: 'rate_limited', field: 'Upload-Length' })
    expect(refused.policy).toBe(`"wallet-bytes";q=6000000;w=${day}`)
    expect(refused.message).toContain('One wallet may upload 6000000 bytes a day')
    // A million bytes over the limit, which are available again within a sixth of a day.
    expect(refused.retryAfter).toBeGreaterThan(day / 6 - 120)
    expect(refused.retryAfter).toBeLessThanOrEqual(day / 6)
    expect((await begin(who, 1_900_000)).status).toBe(201)
    expect((await begin(await enter(), 3_000_000)).status).toBe(201)
  })

  test('are not those that were only announced', async () => {
    for (let count = 0; count < 2; count++) {
      const begun = await begin(who, uploadMaxBytes)
      expect(begun.status).toBe(201)
      const at = service.url + begun.headers.get('location')!
      await fetch(at, { method: 'DELETE', headers: { ...who.bearer, 'tus-resumable': '1.0.0' } })
    }
  })
})

describe('computing time of one wallet in a day', () => {
  test('once it is spent, no film of that wallet is taken until some of it is back', async () => {
    const wallet = who.wallet.address
    const ctx = service.ctx
    await chargeBudget({ ctx, input: { wallet, budget: 'cpu', amount: 60 } })
    await handIn(who, { upload_id: await upload(who, silentFilm()), ...said })
    await chargeBudget({ ctx, input: { wallet, budget: 'cpu', amount: 90 } })
    const uploadId = await upload(who, silentFilm())
    const refused = await refusalOf(await send(who, { upload_id: uploadId, ...said }))
    expect(refused).toMatchObject({ status: 429, policy: `"wallet-cpu";q=100;w=${day}` })
    // Fifty seconds are over the limit, in addition to the time for reading two films, and one more second must be available.
    const half = (day * 51) / 100
    expect(refused.retryAfter).toBeGreaterThan(half - 120)
    expect(refused.retryAfter).toBeLessThanOrEqual(half + (day * 20) / 100)
    expect(await spentWallets({ ctx, input: { budget: 'cpu' } })).toEqual([wallet.toLowerCase()])
    await ctx.sql`
      update wallet_budget set spent_until = spent_until - interval '13 hours' where wallet = ${wallet.toLowerCase()}`
    await handIn(who, { upload_id: uploadId, ...said })
    expect(await spentWallets({ ctx, input: { budget: 'cpu' } })).toEqual([])
  })

  test('what is owed has a bound, so that no wallet is locked out for good', async () => {
    const wallet = who.wallet.address
    await chargeBudget({ ctx: service.ctx, input: { wallet, budget: 'cpu', amount: 1e9 } })
    await chargeBudget({ ctx: service.ctx, input: { wallet, budget: 'cpu', amount: 1e9 } })
    const uploadId = await upload(who, silentFilm())
    const { retryAfter } = await refusalOf(await send(who, { upload_id: uploadId, ...said }))
    const longest = 2 * day + day / 100
    expect(retryAfter).toBeLessThanOrEqual(longest)
    expect(retryAfter).toBeGreaterThan(longest - 120)
  })
})

describe('sign-ins of one wallet in a day', () => {
  const signIn = async (address: Contributor['wallet'], signer = address) => {
    const { nonce } = (await (await fetch(`${service.url}/api/auth/nonce`)).json()) as { nonce: string }
    const message = createSiweMessage({
      address: address.address,
      chainId: 8453,
      domain: new URL(origin).host,
      uri: origin,
      version: '1',
      nonce,
    })
    const signature = await signer.signMessage({ message })
    return fetch(`${service.url}/api/auth/verify`, jsonPost({ message, signature }))
  }

  test('are limited; sessions that are open stay open, and other wallets get in', async () => {
    const { wallet } = who
    for (let count = 0; count < 2; count++) expect((await signIn(wallet)).status).toBe(200)
    const refused = await refusalOf(await signIn(wallet))
    expect(refused).toMatchObject({ status: 429, policy: `"wallet-sign-ins";q=3;w=${day}` })
    expect(refused.message).toContain('One wallet may sign in 3 times a day')
    expect(refused.retryAfter).toBeLessThanOrEqual(day / 3)
    const session = await fetch(`${service.url}/api/auth/session`, { headers: who.bearer })
    expect(session.status).toBe(200)
    await enter()
  })

  test('are not used up by somebody else who signs with another key', async () => {
    const stranger = privateKeyToAccount(generatePrivateKey())
    for (let count = 0; count < 5; count++) expect((await signIn(who.wallet, stranger)).status).not.toBe(200)
    expect((await signIn(who.wallet)).status).toBe(200)
  })
})

test('a budget that is whole again is forgotten, unless something was refused of late', async () => {
  const { ctx } = service
  const rows = () => ctx.sql<{ budget: string }[]>`
    select budget from wallet_budget where wallet = ${who.wallet.address.toLowerCase()} order by budget`
  const wallet = who.wallet.address
  await chargeBudget({ ctx, input: { wallet, budget: 'cpu', amount: 1 } })
  await chargeBudget({ ctx, input: { wallet, budget: 'bytes', amount: 1_000_000 } })
  await forgetBudgets({ ctx })
  expect((await rows()).map(({ budget }) => budget)).toEqual(['bytes', 'cpu', 'sign_ins'])
  await ctx.sql`
    update wallet_budget set spent_until = clock_timestamp() - interval '1 minute',
      refused_at = case budget when 'cpu' then clock_timestamp() end
    where wallet = ${wallet.toLowerCase()}`
  await forgetBudgets({ ctx })
  expect((await rows()).map(({ budget }) => budget)).toEqual(['cpu'])
})

test('operators see which wallets are at a limit, since when they were refused, and until when', async () => {
  const { ctx } = service
  const wallet = who.wallet.address.toLowerCase()
  const mine = async (limit?: 'films' | 'bytes') => {
    const { wallets } = await listWalletUse({ ctx, input: { limit } })
    return wallets.filter((row) => row.wallet === wallet)
  }
  await chargeBudget({ ctx, input: { wallet, budget: 'cpu', amount: 100 } })
  await chargeBudget({ ctx, input: { wallet, budget: 'bytes', amount: 3_000_000 } })
  expect(
    (await mine()).map(({ limit, used_percent, is_at_limit }) => [limit, used_percent, is_at_limit]),
  ).toEqual([
    ['cpu', 100, true],
    ['bytes', 50, false],
    ['sign_ins', 33, false],
  ])
  expect((await mine())[0]).toMatchObject({ refused_at: null, bounty_id: null })
  await send(who, { upload_id: `upl_${'0'.repeat(32)}`, ...said })
  const [row] = await mine()
  // One second of computing time is available again after a hundredth of a day.
  const waitSeconds = (Date.parse(row!.resets_at!) - Date.parse(row!.refused_at!)) / 1_000
  expect(waitSeconds).toBeGreaterThan(day / 100 - 120)
  expect(waitSeconds).toBeLessThanOrEqual(day / 100 + 2)

  await ctx.sql`delete from wallet_budget where wallet = ${wallet}`
  await handIn(who, { upload_id: await upload(who, silentFilm()), ...said })
  expect(await mine('films')).toEqual([
    expect.objectContaining({ used_percent: 50, is_at_limit: false, resets_at: null }),
  ])
  await handIn(who, { upload_id: await upload(who, silentFilm()), ...said })
  expect(await mine('films')).toEqual([
    expect.objectContaining({
      limit: 'films',
      used_percent: 100,
      is_at_limit: true,
      bounty_id: bounty.bounty_id,
    }),
  ])
  expect((await mine('bytes')).map(({ limit }) => limit)).toEqual(['bytes'])
})

test('operators see which limits are switched off: nobody seems to use those', async () => {
  const off = { ...service.ctx.env, walletLimits: { ...service.ctx.env.walletLimits, filmsPerBounty: 0 } }
  const ctx = { ...service.ctx, env: off }
  expect((await listWalletUse({ ctx, input: {} })).switched_off).toEqual(['films'])
  expect((await listWalletUse({ ctx, input: { limit: 'cpu' } })).switched_off).toEqual([])
})
