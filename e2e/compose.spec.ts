import { expect, test } from './journey.ts'
import { assertNothingInTheWay } from './looks-right.ts'
import { networks, usdcOf } from './sandbox-chain.ts'
import { sandboxFacts } from './sandbox-facts.ts'
import { payButton, writeOrder } from './write-order.ts'

// The form for a bounty, up to the signature. What follows a payment is in `review.spec.ts`.
const [network] = networks
const poster = sandboxFacts().wallets.poster.address
const amountUsdc = 60
const title = 'The well in the old town'

/** The price is quoted by a 402. */
test.use({ allowedErrors: /\b402 \(/ })

test('refusing to sign pays nothing, and a form that lacks something says where', {
  tag: '@thorough',
}, async ({ page }) => {
  await page.addInitScript((account) => {
    const request = async ({ method }: { method: string }) => {
      if (/accounts/i.test(method)) return [account]
      if (method === 'eth_chainId') return '0x2105'
      const balance = Number(localStorage.getItem('careful wallet')) || 12_000_000
      if (method === 'eth_call') return `0x${balance.toString(16).padStart(64, '0')}`
      throw Object.assign(new Error('User rejected the request.'), { code: 4001 })
    }
    const info = { uuid: crypto.randomUUID(), name: 'Careful Wallet', icon: 'data:,', rdns: 'test.careful' }
    const detail = Object.freeze({ info, provider: { request, on() {}, removeListener() {} } })
    const announce = () => window.dispatchEvent(new CustomEvent('eip6963:announceProvider', { detail }))
    window.addEventListener('eip6963:requestProvider', announce)
    announce()
  }, poster)
  const before = await usdcOf(network, poster)
  await page.goto('/bounties/new')
  await page.getByRole('button', { name: /into escrow$/ }).click()
  await expect(page.getByText('Write a title of 3 to 200 characters.')).toBeVisible()
  await expect(page.getByText('Say what to film in 20 to 4,000 characters.')).toBeVisible()
  await expect(page.getByLabel('Title')).toBeFocused()
  // An error disappears with its cause.
  await page.getByLabel('Title').fill(title)
  await expect(page.getByText('Write a title of 3 to 200 characters.')).toHaveCount(0)
  await assertNothingInTheWay(page)

  await writeOrder(page, { title, amountUsdc })
  await page.getByLabel('Careful Wallet').check()
  await expect(page.getByText('This wallet has 12 USDC on Base, 48 USDC too little.')).toBeVisible()
  await expect(page.getByText('48 USDC are missing on Base. Add them to this wallet')).toBeVisible()
  await expect(payButton(page, amountUsdc)).toBeDisabled()
  // Another wallet may have enough.
  await page.getByLabel('The demo wallet').check()
  await expect(payButton(page, amountUsdc)).toBeEnabled()

  await page.evaluate(() => localStorage.setItem('careful wallet', '120000000'))
  await page.reload()
  await page.getByLabel('Careful Wallet').check()
  await payButton(page, amountUsdc).click()
  await expect(page.getByText('You did not sign. Nothing was paid.')).toBeVisible()
  expect(await usdcOf(network, poster)).toBe(before)
})

test('a network that takes no payments is marked and not preselected, and is named if it is chosen', {
  tag: '@thorough',
}, async ({ page }) => {
  // Other journeys pay on this network meanwhile, so it is paused for this page only.
  await page.route('**/api/ready', async (route) => {
    const response = await route.fetch()
    const readiness = await response.json()
    readiness.chains.find((chain: { network: string }) => chain.network === network).payments_paused =
      'operator'
    await route.fulfill({ response, json: readiness })
  })
  await page.goto('/bounties/new')
  await writeOrder(page, { title, amountUsdc })
  await expect(page.getByLabel('Base (paused)')).toBeVisible()
  await expect(page.getByLabel('Arc')).toBeChecked()
  await expect(payButton(page, amountUsdc)).toBeEnabled()
  await page.getByLabel('Base (paused)').check()
  await expect(page.getByText('Payments on Base are paused right now. Choose another network')).toBeVisible()
  await expect(payButton(page, amountUsdc)).toBeDisabled()
  await page.getByLabel('Arc').check()
  await expect(page.getByText('Payments on Base are paused')).toHaveCount(0)
  await expect(payButton(page, amountUsdc)).toBeEnabled()
})

test('the instructions say how many characters are left, and an area takes the ones it needs', {
  tag: '@thorough',
}, async ({ page }) => {
  await page.goto('/bounties/new')
  await page.getByLabel('Instructions').fill('x'.repeat(3_980))
  await expect(page.getByText('20 characters left', { exact: true })).toBeVisible()
  await page.goto('/bounties/new?place=u33db2&title=The%20well')
  await page.getByLabel('Instructions').fill('x'.repeat(3_980))
  await expect(page.getByText('3 characters too many, counting the area')).toBeVisible()
  await page.getByRole('button', { name: /into escrow$/ }).click()
  await expect(page.getByText('Use at most 3,977 characters: the area takes the rest.')).toBeVisible()
  await page.getByRole('button', { name: 'Remove the area' }).click()
  await expect(page.getByText('20 characters left', { exact: true })).toBeVisible()
})

test('a template fills the instructions, and is added to what somebody wrote', { tag: '@thorough' }, async ({
  page,
}) => {
  await page.goto('/bounties/new')
  const instructions = page.getByLabel('Instructions')
  await page.getByRole('button', { name: 'Facade' }).click()
  await expect(instructions).toHaveValue(/whole front/)
  await page.getByRole('button', { name: 'Square' }).click()
  await expect(instructions).not.toHaveValue(/whole front/)
  await instructions.fill('Mind the dog.')
  await page.getByRole('button', { name: 'Object' }).click()
  await expect(instructions).toHaveValue(/^Mind the dog\.\s+Walk once around it/)
})

test('the draft keeps amount, days and network over Back, Forward and a reload, and the form still checks them', {
  tag: '@thorough',
}, async ({ page }) => {
  const [amount, days] = [page.getByLabel('You pay (USDC)'), page.getByLabel('Deadline (days)')]
  const showsDraft = async () => {
    await expect(page.getByLabel('Title')).toHaveValue(title)
    await expect(amount).toHaveValue('77')
    await expect(days).toHaveValue('12')
    await expect(page.getByLabel('Arc')).toBeChecked()
    await expect(payButton(page, 77)).toBeVisible()
    await expect(page.getByText('You pay 77 USDC now, into escrow on Arc')).toBeVisible()
    await expect(page.getByText(/by \d+ \w+ \d{4}, \d\d:\d\d \(your time\)[.,]/)).toBeVisible()
  }
  await page.goto('/bounties')
  await page.goto('/bounties/new?place=u33db2')
  await page.getByLabel('Title').fill(title)
  await amount.fill('77')
  await days.fill('12')
  await page.getByLabel('Arc').check()
  await showsDraft()
  await page.goBack()
  await page.goForward()
  await showsDraft()
  await page.reload()
  await showsDraft()

  await amount.fill('5')
  await page.reload()
  await expect(amount).toHaveValue('5')
  await page.getByRole('button', { name: 'Pay', exact: true }).click()
  await expect(page.getByText(/^Enter a whole amount from 50 to /)).toBeVisible()
})

test('an area far from any town has a question where it is chosen and a warning beside the payment', {
  tag: '@thorough',
}, async ({ page }) => {
  await page.goto('/bounties/new?place=sfp0h1')
  await expect(page.getByText('This area is 77 km from Djibouti, Djibouti. Is it right?')).toBeVisible()
  const warning = page.getByRole('status').filter({ hasText: 'Nobody may be able to film there' })
  await expect(warning).toContainText('all of it comes back')
  await page.getByLabel('Instructions').fill('Film the bedroom of my ex and her kids.')
  for (const subject of ['a private home or room', 'people or number plates', 'children'])
    await expect(page.getByText(`This may ask for ${subject}.`)).toBeVisible()
  await page.getByRole('button', { name: 'Remove the area' }).click()
  await expect(warning).toHaveCount(0)
})

test('the area stays around the place that was searched, in every size and after a reload', async ({
  page,
}) => {
  await page.goto('/bounties/new')
  const where = page.getByLabel('Where')
  const found = page.waitForResponse((response) => response.url().endsWith('/api/places?q=florence'))
  await where.fill('florence')
  const { places } = (await (await found).json()) as { places: { centre: string }[] }
  const middle = places[0]!.centre
  await expect(page.getByRole('option').first()).toContainText('Italy')
  await page.keyboard.press('Enter')
  await expect(where).toHaveValue('Florence, Italy')
  await expect(page.getByText('for a film of this area')).toContainText('about 1 km')
  const place = page.getByRole('region', { name: 'Place', exact: true })
  const size = (text: string) => page.getByRole('button', { name: text, exact: true })
  await size('1 km').click()
  await expect(place.locator('code')).toHaveText(middle)
  await size('5 km').click()
  // The middle of a town says little about its edge.
  await expect(place).not.toContainText('near the edge of this area')
  for (const text of ['40 km', '150 km']) await size(text).click()
  await expect(place.locator('code')).toHaveText(middle.slice(0, 3))
  await page.reload()
  await expect(where).toHaveValue('Florence, Italy')
  await size('1 km').click()
  await expect(place.locator('code')).toHaveText(middle)
  await expect(page.getByText('for a film of this area')).toContainText('about 1 km')

  // An area that is chosen on the map has no searched name.
  await page.getByRole('button', { name: 'Use map centre' }).click()
  await expect(where).toHaveValue('')
  await expect(place.locator('code')).toHaveText(middle)
})

test('a chosen bridge becomes the title of an order without one, and is written into the instructions only by a press', async ({
  page,
}) => {
  await page.goto('/bounties/new')
  const where = page.getByLabel('Where')
  await where.fill('ponte vecchio')
  await page
    .getByRole('option', { name: /^Ponte Vecchio/ })
    .first()
    .click()
  const place = page.getByRole('region', { name: 'Place', exact: true })
  await expect(place).toContainText('You chose Ponte Vecchio')
  await expect(place).toContainText('Everyone sees this area of about 1 km:')
  const bridge = page.getByLabel('Title')
  await expect(bridge).toHaveValue('Ponte Vecchio')
  await bridge.fill('The old bridge')
  const instructions = page.getByLabel('Instructions')
  await instructions.fill('Walk across it once, slowly.')
  await page.getByRole('button', { name: 'Add its name to the instructions' }).click()
  await expect(instructions).toHaveValue('Film Ponte Vecchio.\nWalk across it once, slowly.')
  await expect(page.getByRole('button', { name: 'Add its name to the instructions' })).toHaveCount(0)
  await assertNothingInTheWay(page)
})

test('the area stays while another name is typed, and a name of which no place was chosen is not paid for', async ({
  page,
}) => {
  await page.goto('/bounties/new?place=u33db2&title=The%20well')
  await page.getByLabel('Instructions').fill('Walk around the well once, slowly, and then look into it.')
  const where = page.getByLabel('Where')
  const pay = page.getByRole('button', { name: /into escrow$/ })
  const place = page.getByRole('region', { name: 'Place', exact: true })
  await expect(place).toContainText('u33db2')
  await expect(page.getByText('for a film of this area')).toBeVisible()

  await where.fill('Mumb')
  await expect(place).toContainText('u33db2')
  await expect(place).toContainText('This area stays until you choose one of the suggestions')
  await expect(page.getByText('for a film of this area')).toHaveCount(0)
  await page.keyboard.press('Escape')
  await pay.click()
  await expect(where).toBeFocused()
  const problem = page.getByText('Choose one of the suggestions or a place on the map, or clear this field.')
  await expect(problem).toBeVisible()

  await where.fill('Mumbai')
  await expect(problem).toHaveCount(0)
  await page
    .getByRole('option', { name: /^Mumbai/ })
    .first()
    .click()
  // The middle of the town is at the edge of the square of 5 km.
  await expect(page.getByText('for a film of this area')).toContainText('about 1 km')
  // The street map of the demo is one of Florence.
  await expect(place).toContainText('The map has no streets here.')
})

test('the map follows the area that is chosen at its edge', { tag: '@thorough' }, async ({ page }) => {
  await page.emulateMedia({ reducedMotion: 'reduce' })
  await page.goto('/bounties/new?place=u33db2')
  const map = page.locator('[data-ready=true]')
  await expect(map).toBeVisible()
  const place = page.getByRole('region', { name: 'Place', exact: true })
  await expect(place).toContainText('u33db2')
  const { x, y, width, height } = (await map.boundingBox())!
  const bottom = Math.min(y + height, page.viewportSize()!.height)
  await page.mouse.click(x + width / 2, bottom - 40)
  await expect(place).not.toContainText('u33db2')
  await expect
    .poll(async () => {
      const pin = (await page.locator('.maplibregl-marker').boundingBox())!
      return Math.abs(pin.y + pin.height - (y + height / 2)) < height / 4
    })
    .toBe(true)
})
