import { readFileSync } from 'node:fs'
import type { Page } from '@playwright/test'
import { expect, test } from './journey.ts'
import { assertAccessible, assertFits } from './looks-right.ts'
import { type Network, networks, usdcOf } from './sandbox-chain.ts'
import { sandboxFacts } from './sandbox-facts.ts'

// A buyer on the map: draws an area, sees its price, pays with a wallet, and gets the captures.
const facts = sandboxFacts()
const payer = facts.wallets.poster.address
const price = 10_000n
const names: Record<Network, string> = { 'eip155:8453': 'Base', 'eip155:5042': 'Arc' }
/** The demo captures of Berlin are no older than this, however far the sandbox's clock was moved. */
const since = 'from=2020-01-01T00:00Z'

/** The price is quoted by a 402, and a wrong window is refused by a 400. One of the journeys loses an answer on purpose. */
test.use({ allowedErrors: /\b40[02] \(|net::ERR_/, contextOptions: { reducedMotion: 'reduce' } })

const map = (page: Page) => page.locator('#explore-map')
const ready = (page: Page) => expect(map(page).locator('[data-ready=true]')).toBeVisible()
const pay = (page: Page, network: Network) =>
  page.getByRole('button', { name: new RegExp(`^Pay 0.01 USDC on ${names[network]}`) })
const rows = (page: Page) =>
  page.getByRole('row').filter({ has: page.getByRole('link', { name: 'Check the record' }) })
const cards = (page: Page) => page.locator('[data-cell]')
const open = (page: Page, details: string) => page.locator('summary', { hasText: details }).click()
const chooseTool = (page: Page, name: string) => map(page).getByRole('button', { name }).click()

/** Where the map shows its centre: the panel at the left covers some of it. */
async function centreOf(page: Page): Promise<[x: number, y: number]> {
  const [box, panel] = [
    await map(page).boundingBox(),
    await page.getByRole('region', { name: 'Search' }).boundingBox(),
  ]
  const left = panel!.x + panel!.width
  return [left + (box!.x + box!.width - left) / 2, box!.y + box!.height / 2]
}

test('a circle is drawn with one drag, paid for on each network, read as cards, table and map, saved, and verified', async ({
  page,
}) => {
  await page.goto(`/explore?at=52.52082,13.40943,12&${since}`)
  await ready(page)
  await chooseTool(page, 'Draw a circle')
  const [x, y] = await centreOf(page)
  await page.mouse.move(x, y)
  await page.mouse.down()
  await page.mouse.move(x + 30, y)
  await expect(map(page).getByRole('status')).toContainText(
    /Radius \d+ m, [\d.]+ km²\. Searching it costs 0.01 USDC\./,
  )
  await page.mouse.move(x + 60, y)
  await page.mouse.up()
  await expect(page.getByText(/^Circle, radius \d+ m, [\d.]+ km²$/)).toBeVisible()
  await expect(page.getByText(/costs 0\.01 USDC/)).toBeVisible()
  await expect(page.getByText('The free map is exact to about 24 × 20 km and has no dates')).toBeVisible()
  await expect(page).toHaveURL(/[?&]circle=52\.5\d*,13\.4\d*,\d+/)
  // The circle is small on this map, but nobody has moved the map since it was drawn.
  await expect(page.getByRole('button', { name: 'Search this area' })).toHaveCount(0)

  for (const network of networks) {
    const before = await usdcOf(network, payer)
    if (network !== networks[0]) await open(page, 'Search again (0.01 USDC)')
    await page.getByRole('group', { name: 'Network' }).getByRole('button', { name: names[network] }).click()
    await pay(page, network).click()
    await expect(page.getByText(`Paid 0.01 USDC on ${names[network]}.`)).toBeVisible()
    await expect(page.getByRole('heading', { name: /^\d+ captures?/ })).toBeFocused()
    expect(before - (await usdcOf(network, payer))).toBe(price)
  }

  await test.step('the first card is in sight below the price, and what the answer is and its receipt are folded', async () => {
    await expect(cards(page).first()).toBeInViewport()
    await open(page, 'About this answer')
    await expect(page.getByText('Whole cells of up to')).toBeVisible()
    await page.getByRole('button', { name: 'Receipt' }).click()
    await expect(page.locator('summary', { hasText: 'Table, downloads and receipt' })).toBeFocused()
    await expect(rows(page).first()).toBeVisible()
  })

  await test.step('card, row and cell are picked out together, by keyboard too, and stay in the address', async () => {
    const first = rows(page).first().getByRole('button').first()
    await first.press('ArrowDown')
    await page.keyboard.press('Home')
    await expect(first).toBeFocused()
    await page.keyboard.press('Enter')
    await expect(first).toHaveAttribute('aria-pressed', 'true')
    await expect(cards(page).first().getByRole('button')).toHaveAttribute('aria-pressed', 'true')
    await expect(map(page).getByText(/^\d+ captures?, .* ago$/)).toBeVisible()
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
      expect(saved.suggestedFilename()).toMatch(new RegExp(`^cairn-${count}-captures?-.*${format}$`, 'i'))
      const text = readFileSync((await saved.path())!, 'utf8')
      expect(text.match(marks)).toHaveLength(format === 'CSV' ? count + 1 : count)
      expect(text).toContain('captured_at_claimed')
      expect(text).toContain('is_demonstration')
      // The name of the place, as on the cards.
      expect(text).toContain('Berlin')
    }
  })

  await test.step('after a reload the answer is shown without another payment; Back shows the previous screen', async () => {
    const before = await Promise.all(networks.map((network) => usdcOf(network, payer)))
    await page.reload()
    await expect(cards(page).first()).toBeVisible()
    // Nobody has moved the map.
    await ready(page)
    await expect(page.getByRole('button', { name: 'Search this area' })).toHaveCount(0)
    await page.getByRole('button', { name: 'Any time', exact: true }).click()
    await expect(page).toHaveURL(/from=1970/)
    await expect(cards(page)).toHaveCount(0)
    // The network stays as it was chosen.
    await expect(pay(page, networks[1])).toBeEnabled()
    await expect(
      page.getByText(/^You already have \d+ captures? of this area from past searches\./),
    ).toBeVisible()
    await expect(page.getByText('you pay for an empty answer')).toHaveCount(0)
    await page.getByRole('button', { name: /^Show (it|them), free$/ }).click()
    await expect(page).toHaveURL(/from=2020/)
    await expect(page.getByRole('heading', { name: /^\d+ captures?/ })).toBeFocused()
    await expect(cards(page).first()).toBeVisible()
    await page.goBack()
    await expect(page).toHaveURL(/from=1970/)
    await page.goBack()
    await expect(cards(page).first()).toBeVisible()
    expect(await Promise.all(networks.map((network) => usdcOf(network, payer)))).toEqual(before)
  })

  await test.step('a shorter period of the same area is part of what was bought, and costs nothing', async () => {
    await page.getByRole('button', { name: 'Month', exact: true }).click()
    await expect(page).toHaveURL(/days=30/)
    await expect(page.getByText(/the search that you bought .*, so it costs nothing/)).toBeVisible()
    await expect(page.getByText('Captures published since are not in it.')).toBeVisible()
    await expect(page.getByRole('button', { name: /^Pay / })).toHaveCount(0)
    await assertAccessible(page)
    await open(page, 'Search again (0.01 USDC)')
    // If both answers are of the same second, either may be the newest.
    await expect(pay(page, networks[0]).or(pay(page, networks[1]))).toBeEnabled()
    await page.goBack()
    await expect(cards(page).first()).toBeVisible()
  })

  await test.step('past searches are named by place and size, and one is removed only after a question', async () => {
    await open(page, 'Past searches (2)')
    const search = /[a-z].*: radius \d+ m, since 2020-01-01/i
    await expect(page.getByRole('button', { name: search }).first()).toBeVisible()
    const remove = page.getByRole('button', { name: /^Remove: / })
    await remove.last().click()
    const question = page.getByRole('dialog', { name: 'Remove this search?' })
    await expect(question).toContainText('To see it again, you have to pay again.')
    await assertAccessible(page)
    await question.getByRole('button', { name: 'Go back' }).click()
    await expect(remove).toHaveCount(2)
    await remove.last().click()
    await question.getByRole('button', { name: 'Remove it' }).click()
    await expect(remove).toHaveCount(1)
    await expect(page.getByText('The newest thirty, stored in this browser only.')).toBeFocused()
  })

  await test.step('a card leads to a new film of its cell, with the area filled in', async () => {
    const cell = await cards(page).first().getAttribute('data-cell')
    await cards(page).first().getByRole('link', { name: 'Commission a new film here' }).click()
    await expect(page).toHaveURL(new RegExp(`/bounties/new\\?place=${cell}&`))
    await page.goBack()
  })

  await cards(page).first().getByRole('link', { name: 'Check the record' }).click()
  await expect(page).toHaveURL(/\/verify\/[0-9a-f]{64}$/)
})

test('what one tab bought is not bought again by another, nor for an area inside it', async ({
  context,
  page,
}) => {
  const [network] = networks
  const address = `/explore?circle=52.52082,13.40943,700&${since}`
  const payments: string[] = []
  context.on('request', (request) => {
    const payment = request.headers()['payment-signature']
    if (payment !== undefined) payments.push(payment)
  })
  const [second, deaf] = [await context.newPage(), await context.newPage()]
  // The third tab notices nothing of the others until Pay is pressed.
  await deaf.addInitScript(() => {
    for (const type of ['storage', 'focus', 'visibilitychange'])
      window.addEventListener(type, (event) => event.stopImmediatePropagation(), { capture: true })
  })
  for (const tab of [second, deaf, page]) {
    await tab.goto(address)
    await expect(pay(tab, network)).toBeEnabled()
  }
  const before = await usdcOf(network, payer)
  await pay(page, network).click()
  await expect(page.getByText('Paid 0.01 USDC on Base.')).toBeVisible()
  await expect(cards(second).first()).toBeVisible()
  await expect(pay(second, network)).toHaveCount(0)

  await expect(cards(deaf)).toHaveCount(0)
  await pay(deaf, network).click()
  await expect(deaf.getByText(/^You bought this search .*, so nothing was paid now\.$/)).toBeVisible()
  await expect(deaf.getByRole('heading', { name: /^\d+ captures?/ })).toBeFocused()
  await assertAccessible(deaf)

  await second.goto(address.replace(',700', ',400'))
  await expect(second.getByText(/the search that you bought .*, so it costs nothing/)).toBeVisible()
  await expect(pay(second, network)).toHaveCount(0)
  expect(before - (await usdcOf(network, payer))).toBe(price)
  expect(new Set(payments).size).toBe(1)
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
    // The payment is made, but the page gets no answer.
    if (payments.length === 1) await route.fetch()
    await route.abort()
  })
  await page.setViewportSize({ width: 360, height: 740 })
  await page.goto(`/explore?${since}`)
  await open(page, 'Area by coordinates, text or file')
  await page
    .getByLabel('GeoJSON or geohashes')
    .fill('{"type": "Polygon", "coordinates": [[[11.24, 43.76], [11.28, 43.76]]]}')
  await page.getByRole('button', { name: 'Use this area' }).click()
  await expect(page.getByText('must be a ring of at least four positions')).toBeVisible()
  await page
    .getByLabel('GeoJSON or geohashes')
    .fill(
      '{"type": "Feature", "properties": null, "geometry": {"type": "Polygon", "coordinates": [[[11.24, 43.76], [11.28, 43.76], [11.28, 43.79], [11.24, 43.76]]]}}',
    )
  await page.getByRole('button', { name: 'Use this area' }).click()
  await expect(page.getByText(/^Outline of 3 corners/)).toBeVisible()
  await pay(page, network).click()
  await expect(page.getByText('whether you were charged is not known yet')).toBeVisible()

  await page.reload()
  await expect(page.getByRole('heading', { name: 'This search has no answer yet' })).toBeVisible()
  await expect(pay(page, network)).toBeDisabled()
  await assertAccessible(page)
  await page.unroute('**/api/v1/spatial/query')
  page.on('request', (request) => {
    const payment = request.headers()['payment-signature']
    if (payment !== undefined) payments.push(payment)
  })
  await page.getByRole('button', { name: 'Get the answer' }).click()
  await expect(cards(page).first()).toBeInViewport()
  await expect(page.getByRole('group', { name: 'Captured' })).not.toBeInViewport()
  expect(payments.length).toBeGreaterThan(1)
  expect(new Set(payments).size).toBe(1)
  expect(before - (await usdcOf(network, payer))).toBe(price)
  await assertFits(page)
})

test('where nothing is known it says so, what it cost, and leads to having it filmed', {
  tag: '@thorough',
}, async ({ page }) => {
  await page.goto('/explore?circle=0.5,-30.5,700&limit=nonsense')
  await expect(page.getByText('Part of the link was ignored: limit.')).toBeVisible()
  await expect(page.getByText('No captures are known around here, at any time.')).toBeVisible()
  await pay(page, 'eip155:8453').click()
  await expect(page.getByRole('heading', { name: /^No captures found/ })).toBeFocused()
  await expect(page.getByText('Paid 0.01 USDC on Base.')).toBeVisible()
  await expect(page.getByText('does not mean that nothing happened')).toBeVisible()
  await assertAccessible(page)
  await page.getByRole('link', { name: 'Commission a film here' }).click()
  await expect(page).toHaveURL(/\/bounties\/new\?place=[0-9a-z]{6}&title=/)
})

test('a period that may be empty is warned of before payment, and an empty answer offers a longer one for a new price', {
  tag: '@thorough',
}, async ({ page }) => {
  const [network] = networks
  await page.goto('/explore?circle=52.52082,13.40943,900&from=2019-01-01T00:00Z&to=2019-01-02T00:00Z')
  await expect(page.getByText('If none from the chosen period is in your area')).toBeVisible()
  await assertAccessible(page)
  await pay(page, network).click()
  await expect(page.getByRole('heading', { name: /^No captures found/ })).toBeFocused()
  const before = await usdcOf(network, payer)
  await assertAccessible(page)
  await page.getByRole('button', { name: 'Search all dates' }).click()
  await expect(page.getByRole('button', { name: 'Any time', exact: true })).toHaveAttribute(
    'aria-pressed',
    'true',
  )
  await expect(page.getByRole('heading', { level: 1 })).toBeFocused()
  // The free squares are larger than the area, so that this answer may be empty too.
  await expect(page.getByText('If none is in your area, you pay for an empty answer.')).toBeVisible()
  await expect(page.getByRole('button', { name: 'Search all dates' })).toHaveCount(0)
  await expect(pay(page, network)).toBeEnabled()
  expect(await usdcOf(network, payer)).toBe(before)
  await pay(page, network).click()
  await expect(cards(page).first()).toBeVisible()
})

test('an outline that crosses itself is refused with the reason, and has no price', {
  tag: '@thorough',
}, async ({ page }) => {
  await page.goto('/explore?polygon=48.85,2.28;48.86,2.30;48.85,2.30;48.86,2.28')
  await expect(
    page.getByText('The outline crosses itself. Move or remove a corner. You paid nothing.'),
  ).toBeVisible()
  await expect(page.getByRole('button', { name: /^Pay/ })).toHaveCount(0)
})

test('what the wallet or the service refuses is said, and nothing is paid', { tag: '@thorough' }, async ({
  page,
}) => {
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
  await page.getByRole('button', { name: 'Dates', exact: true }).click()
  await page.getByLabel('From', { exact: true }).fill('2026-03-01T00:00')
  await page.getByLabel('To (empty: now)').fill('2026-02-01T00:00')
  await expect(page.getByText('From must be before To.')).toHaveCount(1)
  await expect(page.getByText('From must be before To.')).toBeVisible()
  await expect(page.getByRole('button', { name: /^Pay/ })).toHaveCount(0)
})

test('a browser that refuses storage shows the pages, and its wallet is not asked to pay', {
  tag: '@thorough',
}, async ({ page }) => {
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
  await expect(page.getByText(/This browser stores nothing for this page.*Nothing was paid\.$/)).toBeVisible()
  expect(await usdcOf('eip155:8453', payer)).toBe(before)
  for (const [path, title] of [
    ['/bounties/new', 'Commission a film'],
    ['/board/submissions', 'My films'],
  ] as const) {
    await page.goto(path)
    await expect(page.getByRole('main').getByRole('button').first()).toBeVisible()
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(title)
  }
})
