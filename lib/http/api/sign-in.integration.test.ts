import pino from 'pino'
import type { Hex } from 'viem'
import { generatePrivateKey, privateKeyToAccount } from 'viem/accounts'
import { createSiweMessage, type SiweMessage } from 'viem/siwe'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { openDatabase } from '#lib/adapters/db'
import { signedInSchema } from '#lib/schemas/sign-in'
import { type LocalChains, startChains } from '#sandbox/chains'
import { openLocal } from '#sandbox/local-chain'
import { contractWallet } from '#testing/contract-wallet'
import { createTestDatabase, type TestDatabase } from '#testing/database'
import { moveClock } from '#testing/move-clock'
import { dispatcher, jsonPost, type PaidService, settingsFor, startPaidService } from '#testing/paid-service'
import { openUnpaidService } from '#testing/unpaid-service'

const origin = 'http://cairn.test'
let chains: LocalChains
let database: TestDatabase
let service: PaidService
beforeAll(async () => {
  chains = await startChains()
  database = await createTestDatabase()
  service = await startPaidService({
    settings: settingsFor({ chains, databaseUrl: database.url, baseUrl: origin }),
  })
})
afterAll(async () => {
  await service?.close()
  await database?.close()
  await chains?.stop()
})
afterEach(() => moveClock(service.ctx, 0))

type Send = (path: string, init?: RequestInit) => Promise<Response>
const send: Send = (path, init) => dispatcher(service.ctx)(new Request(origin + path, init))
const verify = (message: string, signature: Hex, headers: Record<string, string> = {}, by = send) => {
  const init = jsonPost({ message, signature })
  return by('/api/auth/verify', { ...init, headers: { ...(init.headers as object), ...headers } })
}
const whoAmI = (headers: Record<string, string>) => send('/api/auth/session', { headers })
const signOut = (headers: Record<string, string>) => send('/api/auth/sign-out', { method: 'POST', headers })
const bearer = (token: string) => ({ authorization: `Bearer ${token}` })
const newNonce = async (by = send): Promise<string> => {
  const answer = await by('/api/auth/nonce')
  expect(answer.headers.get('cache-control')).toBe('no-store')
  return ((await answer.json()) as { nonce: string }).nonce
}
const refusalOf = async (response: Response) => {
  expect(response.headers.get('set-cookie')).toBeNull()
  return [response.status, ((await response.json()) as { error: string }).error]
}
const sessions = async () => {
  const [row] = await service.ctx.sql<{ count: string }[]>`select count(*) from session`
  return Number(row!.count)
}

const newWallet = () => privateKeyToAccount(generatePrivateKey())
const messageFor = async (changes: Partial<SiweMessage> & { address: Hex }, by = send) =>
  createSiweMessage({
    domain: 'cairn.test',
    uri: `${origin}/board`,
    version: '1',
    chainId: 8453,
    statement: 'Sign in to Cairn.',
    nonce: changes.nonce ?? (await newNonce(by)),
    issuedAt: new Date(),
    ...changes,
  })
/** Signs in a new wallet. */
const enter = async (headers: Record<string, string> = {}) => {
  const wallet = newWallet()
  const message = await messageFor({ address: wallet.address })
  const answer = await verify(message, await wallet.signMessage({ message }), headers)
  expect(answer.status).toBe(200)
  return { wallet, answer, ...signedInSchema.strict().parse(await answer.json()) }
}
const cookieOf = (answer: Response) => answer.headers.get('set-cookie')!.split(';')[0]!

describe('who signs', () => {
  test('a wallet signs in, and its token and its cookie both say who it is', async () => {
    const { wallet, answer, address, token, expires_at } = await enter({ origin })
    expect(address).toBe(wallet.address)
    expect(Date.parse(expires_at) - Date.now()).toBeGreaterThan(12 * 3_600_000 - 60_000)
    expect(answer.headers.get('cache-control')).toBe('no-store')
    expect(answer.headers.get('access-control-allow-credentials')).toBeNull()
    expect(answer.headers.get('set-cookie')).toBe(
      `__Host-cairn_session=${token}; Max-Age=43200; Path=/; Secure; HttpOnly; SameSite=Strict`,
    )
    for (const headers of [bearer(token), { cookie: `other=1; ${cookieOf(answer)}` }]) {
      const answered = await whoAmI(headers)
      expect(answered.headers.get('cache-control')).toBe('private, no-store')
      expect(await answered.json()).toEqual({ address, expires_at })
    }
  })

  test('of token and nonce only hashes are stored', async () => {
    const nonce = await newNonce()
    const { token } = await enter()
    const rows = await service.ctx.sql`
      select encode(token_hash, 'escape') || address as text from session
      union all select encode(nonce_hash, 'escape') from sign_in_nonce`
    const text = JSON.stringify(rows)
    expect(text).not.toContain(token)
    expect(text).not.toContain(nonce)
  })

  test.each([8453, 5042])(
    'a contract wallet signs in where it is deployed, %i, and nowhere else',
    async (chainId) => {
      const owner = newWallet()
      const other = chainId === 8453 ? 5042 : 8453
      const wallet = contractWallet(chains.networks[`eip155:${chainId as 8453}`].rpcUrl, owner.address)
      await wallet.deploy()
      const elsewhere = await messageFor({ address: wallet.address, chainId: other })
      expect(
        await refusalOf(await verify(elsewhere, await owner.signMessage({ message: elsewhere }))),
      ).toEqual([401, 'unauthorized'])
      const message = await messageFor({ address: wallet.address, chainId })
      const stranger = await newWallet().signMessage({ message })
      expect(await refusalOf(await verify(message, stranger))).toEqual([401, 'unauthorized'])
      const answer = await verify(message, await owner.signMessage({ message }))
      expect(await answer.json()).toMatchObject({ address: wallet.address })
    },
  )

  test('a contract wallet that is still to be deployed signs in with what deploys it', async () => {
    const owner = newWallet()
    const { rpcUrl } = chains.networks['eip155:8453']
    const wallet = contractWallet(rpcUrl, owner.address)
    const message = await messageFor({ address: wallet.address })
    const stranger = wallet.wrap(await newWallet().signMessage({ message }))
    expect(await refusalOf(await verify(message, stranger))).toEqual([401, 'unauthorized'])
    const answer = await verify(message, wallet.wrap(await owner.signMessage({ message })))
    expect(await answer.json()).toMatchObject({ address: wallet.address })
    expect(await openLocal(rpcUrl).getCode({ address: wallet.address })).toBeUndefined()
  })

  test('a wallet whose code never ends is refused', async () => {
    const { address } = newWallet()
    await openLocal(chains.networks['eip155:8453'].rpcUrl).setCode({ address, bytecode: '0x5b5f56' })
    const message = await messageFor({ address })
    const stranger = await newWallet().signMessage({ message })
    expect(await refusalOf(await verify(message, stranger))).toEqual([401, 'unauthorized'])
  })

  test('with the chain away a key still signs in; what only a contract could say is 503, and keeps its nonce', async () => {
    const unchained = await openUnpaidService()
    try {
      const wallet = newWallet()
      const message = await messageFor({ address: wallet.address }, unchained.send)
      const stranger = await newWallet().signMessage({ message })
      const unknown = await verify(message, stranger, {}, unchained.send)
      expect(await refusalOf(unknown)).toEqual([503, 'unavailable'])
      expect(unknown.headers.get('retry-after')).toBe('5')
      const known = await verify(message, await wallet.signMessage({ message }), {}, unchained.send)
      expect(known.status).toBe(200)
    } finally {
      await unchained.close()
    }
  })
})

describe('what is signed', () => {
  const at = (seconds: number) => new Date(Date.now() + seconds * 1_000)
  test.each<[string, Partial<SiweMessage>]>([
    ['for another domain', { domain: 'evil.test' }],
    ['for our domain at another port', { domain: 'cairn.test:8443' }],
    ['for another scheme', { scheme: 'https' }],
    ['with a URI elsewhere', { uri: 'http://cairn.test.evil.test/' }],
    ['for a chain that is none of ours', { chainId: 1 }],
    ['with a nonce of nobody', { nonce: 'a'.repeat(32) }],
    ['expired', { expirationTime: at(-1) }],
    ['not valid yet', { notBefore: at(60) }],
    ['issued in the future', { issuedAt: at(3_600) }],
  ])('a message %s is refused', async (_, changes) => {
    const wallet = newWallet()
    const message = await messageFor({ address: wallet.address, ...changes })
    const before = await sessions()
    const answer = await verify(message, await wallet.signMessage({ message }))
    expect(await refusalOf(answer)).toEqual([401, 'unauthorized'])
    expect(await sessions()).toBe(before)
  })

  test('every other way to write it passes: times with an offset, a resource, no statement', async () => {
    const wallet = newWallet()
    const written = await messageFor({
      address: wallet.address,
      statement: undefined,
      scheme: 'http',
      expirationTime: at(600),
      notBefore: at(-60),
      requestId: 'one',
      resources: ['https://example.com/a'],
    })
    const message = written.replace(
      /Issued At: .*/,
      `Issued At: ${new Date().toISOString().slice(0, 19)}+00:00`,
    )
    const answer = await verify(message, await wallet.signMessage({ message }))
    expect(answer.status).toBe(200)
  })

  test.each<[string, (message: string) => string]>([
    ['a lower-case address', (message) => message.replace(/0x\w{40}/, (address) => address.toLowerCase())],
    ['a line in between', (message) => message.replace('\nVersion', '\nNote: x\nVersion')],
    ['more after its end', (message) => `${message}\nAnd more`],
    ['no time of issue', (message) => message.replace(/Issued At: .*/, 'Issued At: soon')],
    ['nothing in it', () => ''],
  ])('a message with %s cannot be read', async (_, change) => {
    const wallet = newWallet()
    const message = change(await messageFor({ address: wallet.address }))
    const answer = await verify(message, await wallet.signMessage({ message }))
    expect(answer.status).toBe(400)
    expect(await answer.json()).toMatchObject({ error: 'invalid_request', field: 'message' })
  })

  test('a message changed after it was signed is refused', async () => {
    const [wallet, thief] = [newWallet(), newWallet()]
    const message = await messageFor({ address: wallet.address })
    const signature = await wallet.signMessage({ message })
    for (const tampered of [
      message.replace('Sign in to Cairn.', 'Sign in to Cairn!'),
      message.replace(wallet.address, thief.address),
    ])
      expect(await refusalOf(await verify(tampered, signature))).toEqual([401, 'unauthorized'])
    expect((await verify(message, signature)).status).toBe(200)
  })

  test('an invalid signature names its member', async () => {
    const answer = await verify(await messageFor({ address: newWallet().address }), '0xabc')
    expect(await answer.json()).toMatchObject({ error: 'invalid_request', field: 'signature' })
  })
})

describe('once, and in time', () => {
  test('the same message twenty times at once opens one session', async () => {
    const wallet = newWallet()
    const message = await messageFor({ address: wallet.address })
    const signature = await wallet.signMessage({ message })
    const before = await sessions()
    const answers = await Promise.all(Array.from({ length: 20 }, () => verify(message, signature)))
    expect(answers.map(({ status }) => status).sort()).toEqual([200, ...Array(19).fill(401)])
    expect(await sessions()).toBe(before + 1)
    expect((await verify(message, signature)).status).toBe(401)
  })

  test('a message, a nonce and a session expire by the service’s clock', async () => {
    const wallet = newWallet()
    const message = await messageFor({
      address: wallet.address,
      expirationTime: new Date(Date.now() + 300_000),
    })
    const lasting = await messageFor({ address: wallet.address })
    const signature = await wallet.signMessage({ message: lasting })
    await moveClock(service.ctx, 301)
    expect(await refusalOf(await verify(message, await wallet.signMessage({ message })))).toEqual([
      401,
      'unauthorized',
    ])
    await moveClock(service.ctx, 601)
    expect(await refusalOf(await verify(lasting, signature))).toEqual([401, 'unauthorized'])
    await moveClock(service.ctx, 590)
    expect((await verify(lasting, signature)).status).toBe(200)
    await moveClock(service.ctx, 0)
    const { token } = await enter()
    await moveClock(service.ctx, 12 * 3_600 - 10)
    expect((await whoAmI(bearer(token))).status).toBe(200)
    await moveClock(service.ctx, 12 * 3_600 + 1)
    expect((await whoAmI(bearer(token))).status).toBe(401)
  })

  test('what is over is deleted by those who come after', async () => {
    const { token } = await enter()
    await newNonce()
    await moveClock(service.ctx, 13 * 3_600)
    await enter()
    const [row] = await service.ctx.sql<{ nonces: string; sessions: string }[]>`
      select (select count(*) from sign_in_nonce where expires_at <= service_now()) as nonces,
        (select count(*) from session where expires_at <= service_now()) as sessions`
    expect(row).toEqual({ nonces: '0', sessions: '0' })
    await moveClock(service.ctx, 0)
    expect((await whoAmI(bearer(token))).status).toBe(401)
  })
})

describe('the session', () => {
  test('ends at sign-out, by token or cookie, and for nobody else', async () => {
    const [first, second] = [await enter({ origin }), await enter({ origin })]
    const byToken = await signOut(bearer(first.token))
    expect([byToken.status, await byToken.text()]).toEqual([204, ''])
    expect(byToken.headers.get('content-type')).toBeNull()
    expect((await whoAmI(bearer(first.token))).status).toBe(401)
    expect((await signOut(bearer(first.token))).status).toBe(401)
    expect((await whoAmI(bearer(second.token))).status).toBe(200)
    const byCookie = await signOut({ origin, cookie: cookieOf(second.answer) })
    expect(byCookie.status).toBe(204)
    expect(byCookie.headers.get('set-cookie')).toBe(
      '__Host-cairn_session=; Max-Age=0; Path=/; Secure; HttpOnly; SameSite=Strict',
    )
    expect((await whoAmI(bearer(second.token))).status).toBe(401)
  })

  test('a cookie moves nothing from elsewhere; a token does', async () => {
    const { answer, token } = await enter({ origin })
    const cookie = cookieOf(answer)
    for (const headers of [
      { cookie, origin: 'https://evil.test' },
      { cookie, origin: 'null' },
      { cookie, origin: 'http://cairn.test:8443' },
      { cookie, 'sec-fetch-site': 'same-site' },
      { cookie, 'sec-fetch-site': 'cross-site' },
      { cookie, 'sec-fetch-site': 'none' },
      { cookie, origin: 'https://evil.test', 'sec-fetch-site': 'same-origin' },
      { cookie },
    ])
      expect(await refusalOf(await signOut(headers as Record<string, string>))).toEqual([401, 'unauthorized'])
    expect((await whoAmI({ cookie, origin: 'https://evil.test' })).status).toBe(200)
    expect((await signOut({ ...bearer(token), cookie, origin: 'https://evil.test' })).status).toBe(204)
    expect((await whoAmI({ cookie })).status).toBe(401)
  })

  test('the word of the browser is enough where it sends no Origin', async () => {
    const { answer } = await enter({ origin })
    expect((await signOut({ cookie: cookieOf(answer), 'sec-fetch-site': 'same-origin' })).status).toBe(204)
  })

  test('a page elsewhere can sign nobody in to an account of its choice', async () => {
    const { answer, token } = await enter({ origin: 'https://evil.test' })
    expect(answer.headers.get('set-cookie')).toBeNull()
    expect((await whoAmI(bearer(token))).status).toBe(200)
  })

  test.each<[string, Record<string, string>]>([
    ['nothing', {}],
    ['an empty cookie', { cookie: '__Host-cairn_session=' }],
    ['a made-up token', bearer(`cairn_session_${'A'.repeat(43)}`)],
    ['the token in a cookie of another name', { cookie: 'cairn_session=x' }],
  ])('%s opens nothing', async (_, headers) => {
    const answer = await whoAmI(headers)
    expect(answer.headers.get('www-authenticate')).toBe('Bearer')
    expect(await refusalOf(answer)).toEqual([401, 'unauthorized'])
  })

  test('no token, cookie or signature reaches a log, also after failures', async () => {
    const lines: string[] = []
    const log = pino({ level: 'trace' }, { write: (line: string) => void lines.push(line) })
    const { answer, token } = await enter({ origin })
    const wallet = newWallet()
    const message = await messageFor({ address: wallet.address })
    const signature = await wallet.signMessage({ message })
    const broken = openDatabase(database.url)
    await broken.close()
    const ctx = { ...service.ctx, log, db: broken.db, sql: broken.sql }
    const by: Send = (path, init) => dispatcher(ctx)(new Request(origin + path, init))
    const answers = [
      await by('/api/auth/session', { headers: bearer(token) }),
      await by('/api/auth/session', { headers: { cookie: cookieOf(answer) } }),
      await verify(message, signature, {}, by),
    ]
    expect(answers.map(({ status }) => status)).toEqual([503, 503, 503])
    const chains = new Map([[8453, { ...service.ctx.chains.get(8453)!, client: undefined as never }]])
    const lost = { ...service.ctx, log, chains }
    const failed = await verify(message, signature, {}, (path, init) =>
      dispatcher(lost)(new Request(origin + path, init)),
    )
    expect(failed.status).toBe(503)
    expect(lines).toHaveLength(4)
    const text = lines.join('')
    for (const secret of [token, signature, /Nonce: (\w+)/.exec(message)![1]!])
      expect(text).not.toContain(secret)
  })
})
