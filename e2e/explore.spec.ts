import { readFileSync } from 'node:fs'
import type { Page } from '@playwright/test'
import { expect, test } from './journey.ts'
import { assertAccessible } from './looks-right.ts'
import { type Network, networks, usdcOf } from './sandbox-chain.ts'
import { sandboxFacts } from './sandbox-facts.ts'

// Somebody at the map: an area, a price, a wallet, and what is known there.
const facts = sandboxFacts()
const payer = facts.wallets.poster.address
const price = 10_000n
const names: Record<Network, string> = { 'eip155:8453': 'Base', 'eip155:5042': 'Arc' }
/** Wherever the sandbox's clock stands, its demo captures are no older than this. */
const since = 'from=2020-01-01T00:00Z'

/** The price is quoted by a 402, a wrong window refused by a 400; a lost answer is what one of these is about. */
test.use({ allowedErrors: /\b40[02] \(|net::ERR_/, contextOptions: { reducedMotion: 'reduce' } })

const map = (page: Page) => page.locator('#explore-map')
const ready = (page: Page) => expect(map(page).locator('[data-ready=true]')).toBeVisible({ timeout: 45_000 })
const pay = (page: Page, network: Network) =>
  page.getByRole('button', { name: new RegExp(`^Pay 0.01 USDC on ${names[network]}`) })
const rows = (page: Page) =>
  page.getByRole('row').filter({ has: page.getByRole('link', { name: 'Open its proof' }) })

test('an area is drawn, paid for on each network, read as table and map, kept, saved, and its proof opened', async ({
  page,
}) => {
  test.setTimeout(120_000)
  await page.goto(`/explore?at=52.52082,13.40943,12&${since}`)
  await ready(page)
  await page.getByRole('region', { name: 'Area' }).getByRole('button', { name: 'Draw a circle' }).click()
  const box = (await map(page).boundingBox())!
  const [x, y] = [box.x + box.width / 2, box.y + box.height / 2]
  await page.mouse.click(x, y)
  await page.mouse.move(x + 30, y)
  await page.mouse.click(x + 60, y)
  await expect(page.getByText(/^Circle of [\d,]+ m around 52\.5\d*, 13\.4\d*$/)).toBeVisible()
  await expect(page.getByText(/km², touching \d+ cells/)).toBeVisible()
  await expect(page.getByText('0.01 USDC on Base, or 0.01 USDC on Arc')).toBeVisible()
  await expect(page).toHaveURL(/[?&]circle=52\.5\d*,13\.4\d*,\d+/)

  for (const network of networks) {
    const before = await usdcOf(network, payer)
    await page.getByRole('group', { name: 'Network' }).getByRole('button', { name: names[network] }).click()
    await pay(page, network).click()
    // Of the answer: the price says the same before.
    const paid = page.getByRole('definition').filter({ hasText: `0.01 USDC on ${names[network]}` })
    await expect(paid).toBeVisible()
    await expect(page.getByRole('heading', { name: /^\d+ observations?$/ })).toBeFocused()
    expect(before - (await usdcOf(network, payer))).toBe(price)
  }

  await test.step('row and cell are picked out together, by keyboard too, and stay in the address', async () => {
    const first = rows(page).first().getByRole('button').first()
    await first.press('ArrowDown')
    await page.keyboard.press('Home')
    await expect(first).toBeFocused()
    await page.keyboard.press('Enter')
    await expect(first).toHaveAttribute('aria-pressed', 'true')
    await expect(page.getByText(/^Cell u33\w{3}: .*captured .* ago\.$/)).toBeVisible()
    await expect(page).toHaveURL(/[?&]cell=u33/)
  })
  await assertAccessible(page)

  await test.step('it is saved with as many rows as the name says', async () => {
    const count = await rows(page).count()
    for (const [format, marks] of [
      ['CSV', /\r\n/g],
      ['GeoJSON', /"Feature"/g],
      ['KML', /<Placemark>/g],
    ] as const) {
      const [saved] = await Promise.all([
        page.waitForEvent('download'),
        page.getByRole('button', { name: `Save as ${format}` }).click(),
      ])
      expect(saved.suggestedFilename()).toMatch(new RegExp(`^cairn-${count}-observations?-.*${format}$`, 'i'))
      const text = readFileSync((await saved.path())!, 'utf8')
      expect(text.match(marks)).toHaveLength(format === 'CSV' ? count + 1 : count)
    }
  })

  await test.step('loaded again, the answer is there for nothing; Back brings the screen before', async () => {
    const before = await Promise.all(networks.map((network) => usdcOf(network, payer)))
    await page.reload()
    await expect(rows(page).first()).toBeVisible()
    await page.getByRole('button', { name: '30 days' }).click()
    await expect(page).toHaveURL(/days=30/)
    await expect(rows(page)).toHaveCount(0)
    await page.goBack()
    await expect(rows(page).first()).toBeVisible()
    expect(await Promise.all(networks.map((network) => usdcOf(network, payer)))).toEqual(before)
  })

  await rows(page).first().getByRole('link', { name: 'Open its proof' }).click()
  await expect(page).toHaveURL(/\/verify\/[0-9a-f]{64}$/)
})

test('an answer that was lost is fetched after a reload with the same signature, and was charged once', async ({
  page,
}) => {
  const [network] = networks
  const before = await usdcOf(network, payer)
  const payments: string[] = []
  await page.route('**/api/v1/spatial/query', async (route) => {
    const payment = route.request().headers()['payment-signature']
    if (payment === undefined) return route.continue()
    payments.push(payment)
    // It is paid; nobody here hears of it.
    if (payments.length === 1) await route.fetch()
    await route.abort()
  })
  await page.setViewportSize({ width: 360, height: 740 })
  await page.goto(`/explore?${since}`)
  await page.getByText('Paste GeoJSON or geohashes').click()
  await page
    .getByLabel('GeoJSON or geohashes')
    .fill('{"type": "Polygon", "coordinates": [[[2.28, 48.85], [2.30, 48.85]]]}')
  await page.getByRole('button', { name: 'Use this area' }).click()
  await expect(page.getByText('must be a ring of at least four positions')).toBeVisible()
  await page
    .getByLabel('GeoJSON or geohashes')
    .fill(
      '{"type": "Feature", "properties": null, "geometry": {"type": "Polygon", "coordinates": [[[2.28, 48.85], [2.31, 48.85], [2.31, 48.87], [2.28, 48.85]]]}}',
    )
  await page.getByRole('button', { name: 'Use this area' }).click()
  await expect(page.getByText(/^Polygon of 3 corners/)).toBeVisible()
  await pay(page, network).click()
  await expect(page.getByText('whether you were charged is not known yet')).toBeVisible()

  await page.reload()
  await expect(page.getByRole('heading', { name: 'This query has no answer yet' })).toBeVisible()
  await expect(pay(page, network)).toBeDisabled()
  await assertAccessible(page)
  await page.unroute('**/api/v1/spatial/query')
  page.on('request', (request) => {
    const payment = request.headers()['payment-signature']
    if (payment !== undefined) payments.push(payment)
  })
  await page.getByRole('button', { name: 'Get the answer' }).click()
  await expect(rows(page).first()).toBeVisible()
  expect(payments.length).toBeGreaterThan(1)
  expect(new Set(payments).size).toBe(1)
  expect(before - (await usdcOf(network, payer))).toBe(price)
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(360)
})

test('where nothing is known it says so, what it cost, and leads to having it filmed', async ({ page }) => {
  await page.goto('/explore?circle=0.5,-30.5,700&limit=nonsense')
  await expect(page.getByText('not understood and left out: limit')).toBeVisible()
  await expect(page.getByText('The free coverage has nothing here')).toBeVisible()
  await pay(page, 'eip155:8453').click()
  await expect(page.getByRole('heading', { name: 'Nothing is known here' })).toBeFocused()
  await expect(page.getByText('You were charged 0.01 USDC on Base')).toBeVisible()
  await expect(page.getByText('does not mean that nothing happened')).toBeVisible()
  await assertAccessible(page)
  await page.getByRole('link', { name: 'Commission a capture here' }).click()
  await expect(page).toHaveURL(/\/bounties\/new\?place=[0-9a-z]{6}&title=/)
})

test('what the wallet or the service refuses is said, and nothing is paid', async ({ page }) => {
  await page.addInitScript(() => {
    const provider = {
      request: async ({ method }: { method: string }) => {
        if (method === 'eth_chainId') return '0x2105'
        if (/accounts|requestAccounts/i.test(method)) return ['0x1111111111111111111111111111111111111111']
        if (method === 'wallet_requestPermissions') return []
        throw Object.assign(new Error('User rejected the request.'), { code: 4001 })
      },
      on: () => {},
      removeListener: () => {},
    }
    const info = {
      uuid: crypto.randomUUID(),
      name: 'Cautious',
      icon: 'data:image/svg+xml,<svg/>',
      rdns: 'test.cautious',
    }
    const announce = () =>
      window.dispatchEvent(
        new CustomEvent('eip6963:announceProvider', { detail: Object.freeze({ info, provider }) }),
      )
    window.addEventListener('eip6963:requestProvider', announce)
    announce()
  })
  await page.goto('/explore?circle=48.8584,2.2945,500')
  await page.getByRole('group', { name: 'Wallet' }).getByRole('button', { name: 'Cautious' }).click()
  await pay(page, 'eip155:8453').click()
  await expect(page.getByText('You did not sign. Nothing was paid.')).toBeVisible()
  await page.getByRole('button', { name: 'From, to' }).click()
  await page.getByLabel('From (UTC)').fill('2026-03-01T00:00')
  await page.getByLabel('To (UTC)').fill('2026-02-01T00:00')
  await expect(page.getByText('must not be after "to"').first()).toBeVisible()
  await expect(page.getByRole('button', { name: /^Pay/ })).toBeDisabled()
})

test('a browser that may keep nothing shows the pages, and its wallet is asked for nothing', async ({
  page,
}) => {
  await page.addInitScript(() => {
    const denied = () => {
      throw new DOMException('The request is denied for this document.', 'SecurityError')
    }
    for (const name of ['localStorage', 'sessionStorage', 'indexedDB'])
      Object.defineProperty(window, name, { get: denied })
  })
  const before = await usdcOf('eip155:8453', payer)
  await page.goto(`/explore?circle=52.5208,13.4094,800&${since}`)
  await pay(page, 'eip155:8453').click()
  await expect(page.getByText(/This browser keeps nothing of this page.*Nothing was paid\.$/)).toBeVisible()
  expect(await usdcOf('eip155:8453', payer)).toBe(before)
  for (const [path, title] of [
    ['/bounties/new', 'Post a bounty'],
    ['/board/submissions', 'Your films'],
  ] as const) {
    await page.goto(path)
    await expect(page.getByRole('main').getByRole('button').first()).toBeVisible()
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(title)
  }
})
