import AxeBuilder from '@axe-core/playwright'
import { ExactEvmScheme } from '@x402/evm'
import { wrapFetchWithPaymentFromConfig } from '@x402/fetch'
import { generatePrivateKey, privateKeyToAccount } from 'viem/accounts'
import { createSiweMessage } from 'viem/siwe'
import { expect, test } from './journey.ts'
import { type Network, networks } from './sandbox-chain.ts'
import { sandboxFacts } from './sandbox-facts.ts'

const facts = sandboxFacts()
const poster = privateKeyToAccount(facts.wallets.poster.private_key)
const api = `${facts.base_url}/api/v1/bounties`
const title = `The steps of the old harbour, from the water up, ${Date.now()}`
/** No browser breaks it by itself. */
const unbroken = `${'W'.repeat(180)}${Date.now()}`

type Posted = { bounty_id: string; agent_token: string }
const posted: Posted[] = []

async function post(network: Network, wanted: { title: string; amount_usdc: number; deadline_days: number }) {
  const pay = wrapFetchWithPaymentFromConfig(fetch, {
    schemes: [{ network, client: new ExactEvmScheme(poster) }],
    spendControls: {
      allowedAssets: [{ network, asset: facts.networks[network]!.usdc }],
      maxAmountPerPayment: false,
    },
  })
  const answer = await pay(api, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({
      ...wanted,
      brief: 'Walk up slowly, ten seconds a step.\nKeep the water in the picture.',
    }),
  })
  expect(answer.status).toBe(201)
  const bounty = (await answer.json()) as Posted
  posted.push(bounty)
  await expect
    .poll(async () => (await fetch(`${facts.base_url}/api/board/bounties/${bounty.bounty_id}`)).status, {
      timeout: 30_000,
    })
    .toBe(200)
  return bounty
}

test.beforeAll(async () => {
  test.setTimeout(120_000)
  await post(networks[0]!, { title, amount_usdc: 120, deadline_days: 3 })
  // The order goes by whole seconds.
  const paidBy = Math.ceil(Date.now() / 1_000)
  await expect.poll(() => Math.floor(Date.now() / 1_000)).toBeGreaterThan(paidBy)
  await post(networks[1]!, { title: unbroken, amount_usdc: 5_000, deadline_days: 30 })
})

// To the end: the next journeys count the same wallet's money.
test.afterAll(async () => {
  for (const { bounty_id, agent_token } of posted) {
    const headers = { authorization: `Bearer ${agent_token}` }
    await fetch(`${api}/${bounty_id}/cancel`, { method: 'POST', headers })
    const status = async () =>
      ((await (await fetch(`${api}/${bounty_id}`, { headers })).json()) as { status: string }).status
    await expect.poll(status, { timeout: 30_000 }).toBe('cancelled')
  }
})

const pages = [
  { name: 'the board', path: '/board' },
  { name: 'an empty board', path: '/board?network=eip155:1' },
]
for (const { name, path } of pages) {
  for (const colorScheme of ['light', 'dark'] as const) {
    test(`${name} has no serious accessibility fault (${colorScheme})`, async ({ page }) => {
      await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' })
      await page.goto(path)
      const { violations } = await new AxeBuilder({ page }).analyze()
      const serious = violations.filter(({ impact }) => impact === 'serious' || impact === 'critical')
      expect(serious.map(({ id, nodes }) => [id, nodes.map((node) => node.html)])).toEqual([])
    })
  }

  test(`${name} fits 360 pixels`, async ({ page }) => {
    await page.setViewportSize({ width: 360, height: 740 })
    await page.goto(path)
    await page.getByRole('heading', { level: 1 }).waitFor()
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(360)
  })
}

test('a contributor finds a bounty from the start page: what, how much, until when, by whom', async ({
  page,
}) => {
  await page.goto('/')
  await page.getByRole('navigation', { name: 'Site' }).getByRole('link', { name: 'Bounties' }).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Bounties')
  const entry = page.getByRole('listitem').filter({ hasText: title })
  await expect(entry).toContainText('120.00 USDC')
  await expect(entry).toContainText(/[23] days? .*left/)
  await expect(entry).toContainText('Poster so far:')
  await entry.getByRole('link').click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(title)
  await expect(page.locator('[data-state=open]')).toBeVisible()
})

test('the order can be chosen, and whatever is mistyped shows the first page', async ({ page }) => {
  await page.goto('/board')
  const titles = () => page.getByRole('main').getByRole('heading', { level: 2 }).allTextContents()
  const before = async (first: string, second: string) => {
    const shown = await titles()
    expect(shown.indexOf(first)).toBeGreaterThanOrEqual(0)
    expect(shown.indexOf(first)).toBeLessThan(shown.indexOf(second))
  }
  await before(unbroken, title)
  await page.getByRole('link', { name: 'Ending soonest' }).click()
  await expect(page.getByRole('link', { name: 'Ending soonest' })).toHaveAttribute('aria-current', 'true')
  await before(title, unbroken)
  for (const query of ['?limit=none', '?cursor=x', '?sort=a&sort=b']) {
    expect((await page.goto(`/board${query}`))?.status()).toBe(200)
    await before(unbroken, title)
  }
})

test('more are shown page by page, and back', async ({ page }) => {
  await page.goto('/board?limit=1')
  const shown = page.getByRole('main').getByRole('heading', { level: 2 })
  await expect(shown).toHaveText([unbroken])
  await page.getByRole('link', { name: 'Show more bounties' }).click()
  await expect(shown).toHaveText([title])
  await page.getByRole('link', { name: 'Back to the first' }).click()
  await expect(shown).toHaveText([unbroken])
})

test('a browser that signs in keeps a session in a cookie no script can read, and ends it', async ({
  page,
  context,
}) => {
  await page.goto('/board')
  const wallet = privateKeyToAccount(generatePrivateKey())
  const { nonce } = await page.evaluate(async () => (await fetch('/api/auth/nonce')).json())
  const message = createSiweMessage({
    address: wallet.address,
    chainId: 8453,
    domain: new URL(facts.base_url).host,
    uri: facts.base_url,
    version: '1',
    nonce,
  })
  const ask = (path: string, init?: { method: string; body?: string }) =>
    page.evaluate(
      async ([to, options]) => {
        const answer = await fetch(to, { ...options, headers: { 'content-type': 'application/json' } })
        return { status: answer.status, text: await answer.text() }
      },
      [path, init] as const,
    )
  const signature = await wallet.signMessage({ message })
  const entered = await ask('/api/auth/verify', {
    method: 'POST',
    body: JSON.stringify({ message, signature }),
  })
  expect(entered.status).toBe(200)
  expect(await page.evaluate(() => document.cookie)).toBe('')
  const [cookie] = await context.cookies()
  expect(cookie).toMatchObject({
    name: '__Host-cairn_session',
    httpOnly: true,
    secure: true,
    sameSite: 'Strict',
    path: '/',
  })
  expect(JSON.parse((await ask('/api/auth/session')).text)).toMatchObject({ address: wallet.address })
  expect(await ask('/api/auth/sign-out', { method: 'POST' })).toEqual({ status: 204, text: '' })
  expect(await context.cookies()).toEqual([])
})
