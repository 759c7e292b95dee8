import type { Page } from '@playwright/test'
import { generatePrivateKey, privateKeyToAccount } from 'viem/accounts'
import { createSiweMessage } from 'viem/siwe'
import { expect, test } from './journey.ts'
import { assertLooksRight } from './looks-right.ts'
import { endBounty, type PostedBounty, postBounty } from './post-bounty.ts'
import { networks } from './sandbox-chain.ts'
import { sandboxFacts } from './sandbox-facts.ts'

const facts = sandboxFacts()
const title = `The steps of the old harbour, from the water up, ${Date.now()}`
/** A single word that no browser wraps. */
const unbroken = `${'W'.repeat(180)}${Date.now()}`

const posted: PostedBounty[] = []

/** The whole card of a bounty; the facts on it are list items too. */
const cardOf = (page: Page, name: string) =>
  page.getByRole('list', { name: 'Open bounties' }).locator('> li').filter({ hasText: name })

test.beforeAll(async () => {
  const brief = 'Walk up slowly, ten seconds a step. Begin at 52.51862, 13.37618.\n\nPlace: geohash u33db2'
  posted.push(await postBounty(networks[0], title, { brief, amountUsdc: 120, deadlineDays: 3 }))
  // The board is ordered by whole seconds.
  const paidBy = Math.ceil(Date.now() / 1_000)
  await expect.poll(() => Math.floor(Date.now() / 1_000)).toBeGreaterThan(paidBy)
  posted.push(await postBounty(networks[1], unbroken, { amountUsdc: 5_000, deadlineDays: 30 }))
})

// Ends the bounty, because later journeys count the money of the same wallet.
test.afterAll(async () => {
  for (const bounty of posted) await endBounty(bounty)
})

const pages = [
  { name: 'the board', path: '/board', tag: [] },
  { name: 'the start page with a title of one long word', path: '/', tag: '@thorough' },
  { name: 'an empty board', path: '/board?network=eip155:1', tag: '@thorough' },
  { name: 'the board as a map', path: '/board?view=map&near=u33db', tag: '@thorough' },
]
for (const { name, path, tag } of pages)
  test(`${name}: accessible in both themes, and fits a phone`, { tag }, async ({ page }) => {
    await page.emulateMedia({ reducedMotion: 'reduce' })
    await page.goto(path)
    await page.getByRole('heading', { level: 1 }).waitFor()
    await assertLooksRight(page)
  })

test('a contributor finds a bounty from the start page: what, how much, until when, by whom', async ({
  page,
}) => {
  await page.goto('/')
  await page
    .getByRole('navigation', { name: 'Site', exact: true })
    .getByRole('link', { name: 'Open bounties' })
    .click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Open bounties')
  const entry = cardOf(page, title)
  await expect(entry).toContainText('120 USDC')
  await expect(entry).toContainText('Walk up slowly, ten seconds a step.')
  await expect(entry).toContainText(/([23] days( \d+ hours?)?|\d+ hours( \d+ minutes?)?) left/)
  await expect(entry).toContainText('No films yet')
  await expect(entry).toContainText(/poster/i)
  await entry.getByRole('link').click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(title)
  await expect(page.locator('[data-state=open]')).toBeVisible()
  // Nothing finer than a cell is published.
  await expect(page.getByText('Begin at geohash u33db2.').first()).toBeVisible()
  expect(await page.content()).not.toContain('52.51862')
  await expect(page.getByText(/^Films are accepted until .*\d\d:\d\d \(your time\)\.$/)).toBeVisible()
  await expect(page.getByText(/There is no fee, and you pay no gas\.$/)).toBeVisible()
})

test('on a phone the first bounty is in sight at once: its title and what it pays', {
  tag: '@thorough',
}, async ({ page }) => {
  await page.setViewportSize({ width: 360, height: 740 })
  await page.goto('/board')
  const [first] = await page.getByRole('list', { name: 'Open bounties' }).locator('> li').all()
  const tabs = await page.getByRole('navigation', { name: 'For contributors' }).boundingBox()
  for (const part of [first!.getByRole('heading', { level: 2 }), first!.getByText(/^[\d,]+ USDC$/)]) {
    const box = await part.boundingBox()
    expect(box!.y).toBeGreaterThan(0)
    expect(box!.y + box!.height).toBeLessThan(tabs!.y)
  }
})

test('on a phone the pages of a contributor are tabs, and one press opens the map', {
  tag: '@thorough',
}, async ({ page }) => {
  await page.setViewportSize({ width: 360, height: 740 })
  await page.goto('/board')
  const tabs = page.getByRole('navigation', { name: 'For contributors' })
  await expect(tabs.getByRole('link')).toHaveText(['Open bounties', 'My films', 'Earnings', 'Verify'])
  await page.getByRole('link', { name: 'Map', exact: true }).click()
  await page.waitForURL('**/board?view=map')
  await expect(page.locator('[data-ready=true]')).toBeVisible()
  for (const [name, path] of [
    ['My films', '/board/submissions'],
    ['Earnings', '/board/earnings'],
    ['Open bounties', '/board'],
  ] as const) {
    await tabs.getByRole('link', { name }).click()
    await page.waitForURL(`**${path}`)
    await expect(tabs.locator('[aria-current=page]')).toHaveText(name)
  }
})

test('the keyboard goes from the filters to the bounties, and only then to the map', {
  tag: '@thorough',
}, async ({ page }) => {
  await page.setViewportSize({ width: 1440, height: 900 })
  await page.goto('/board')
  await page.getByRole('button', { name: 'Filters' }).focus()
  await expect(page.locator('[data-ready=true]')).toBeVisible()
  await page.keyboard.press('Tab')
  const [first] = await page.getByRole('list', { name: 'Open bounties' }).getByRole('link').all()
  await expect(first!).toBeFocused()
})

test('the order can be chosen, and an invalid query shows the first page', { tag: '@thorough' }, async ({
  page,
}) => {
  await page.goto('/board')
  const headings = page.getByRole('main').getByRole('heading', { level: 2 })
  const before = (first: string, second: string) =>
    expect(async () => {
      const shown = await headings.allTextContents()
      expect(shown.indexOf(first)).toBeGreaterThanOrEqual(0)
      expect(shown.indexOf(first)).toBeLessThan(shown.indexOf(second))
    }).toPass()
  await before(unbroken, title)
  await page.getByRole('button', { name: 'Ending soon' }).click()
  await page.waitForURL('**/board?sort=ending_soonest')
  await before(title, unbroken)
  for (const query of ['?limit=none', '?cursor=x', '?sort=a&sort=b']) {
    expect((await page.goto(`/board${query}`))?.status()).toBe(200)
    await before(unbroken, title)
  }
})

test('more are shown page by page, and back', { tag: '@thorough' }, async ({ page }) => {
  await page.goto('/board?limit=1')
  const shown = page.getByRole('main').getByRole('heading', { level: 2 })
  await expect(shown).toHaveText([unbroken])
  await page.getByRole('link', { name: 'Show more bounties' }).click()
  await expect(shown).toHaveText([title])
  await page.getByRole('link', { name: 'Back to the first' }).click()
  await expect(shown).toHaveText([unbroken])
})

test('somebody says a town by keyboard, and sees what is near it, how far, and on the map', {
  tag: '@thorough',
}, async ({ page }) => {
  const sent: string[] = []
  page.on('request', (request) => sent.push(request.url()))
  await page.goto('/board')
  await page.getByLabel('Near where').focus()
  await page.keyboard.type('berlin')
  await expect(page.getByRole('option', { name: 'Berlin Germany' })).toBeVisible()
  await page.keyboard.press('Enter')
  await page.waitForURL('**/board?near=u33dc')
  const entry = cardOf(page, title)
  await expect(entry).toContainText(/(Within|About|[1-9][\d.]* to) [\d.]+ km/)
  await expect(page.getByText('Distances are rough: from the place you chose')).toBeVisible()
  // The chosen name outlasts a reload and a look at a bounty.
  await page.reload()
  const field = page.getByLabel('Near where')
  await expect(field).toHaveAttribute('placeholder', 'Near Berlin, Germany')
  await entry.getByRole('link').click()
  await page.getByRole('link', { name: '‹ Open bounties' }).click()
  await page.waitForURL('**/board?near=u33dc')
  await expect(field).toHaveAttribute('placeholder', 'Near Berlin, Germany')
  // This bounty has no place, so its distance is unknown and it is not listed.
  await expect(page.getByText(unbroken)).toHaveCount(0)

  // Beside the cards there is room for the map.
  await expect(page.locator('[data-ready=true]')).toBeVisible()
  await entry.getByRole('link').focus()
  await expect(entry).toHaveAttribute('aria-current', 'true')
  // The map's text for the selected cell.
  await expect(page.locator('.map-note').filter({ hasText: title })).toBeVisible()

  // A position is reduced to its cell before anything is sent.
  await page.getByLabel('Near where').fill('48.858370, 2.294481')
  await page.keyboard.press('Enter')
  await page.waitForURL(/near=u09tu(&|$)/)
  expect(sent.filter((url) => /48\.8|2\.29|u09tu\w/.test(decodeURIComponent(url)))).toEqual([])
})

test('a position is asked for only after a press, and stays a cell of five kilometres', {
  tag: '@thorough',
}, async ({ browser }) => {
  const geolocation = { latitude: 52.51627, longitude: 13.37771 }
  const context = await browser.newContext({
    baseURL: facts.base_url,
    geolocation,
    permissions: ['geolocation'],
  })
  const page = await context.newPage()
  await page.addInitScript(() => {
    const ask = navigator.geolocation.getCurrentPosition.bind(navigator.geolocation)
    navigator.geolocation.getCurrentPosition = (...args) => {
      document.documentElement.dataset.asked = 'yes'
      ask(...args)
    }
  })
  await page.goto('/board')
  await expect(page.getByLabel('Near where')).toBeVisible()
  await expect(page.locator('html')).not.toHaveAttribute('data-asked')
  await page.getByRole('button', { name: 'Near me' }).click()
  await page.waitForURL('**/board?near=u33db')
  // The page itself knows the exact distance, and sends it to nobody.
  await expect(cardOf(page, title)).toContainText(/Within [12] km/)
  await context.close()
})

test('a feed reader finds the board’s feed, and this bounty in it', { tag: '@thorough' }, async ({
  page,
}) => {
  await page.goto('/board')
  const href = await page.locator('link[rel=alternate][type="application/atom+xml"]').getAttribute('href')
  const feed = await fetch(new URL(href!, facts.base_url))
  expect(feed.headers.get('content-type')).toBe('application/atom+xml; charset=utf-8')
  expect(await feed.text()).toContain(`<title>${title}</title>`)
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
