import type { Page } from '@playwright/test'
import { expect, test } from './journey.ts'

// A buyer on a phone, where the list of an answer has to be scrolled and can cover the map.
test.use({
  viewport: { width: 390, height: 700 },
  // The price is quoted by a 402.
  allowedErrors: /\b402 \(/,
  contextOptions: { reducedMotion: 'reduce' },
})

const pay = (page: Page) => page.getByRole('button', { name: /^Pay 0.01 USDC on Base/ })
const cards = (page: Page) => page.locator('[data-cell]')

test('back from the proof of a capture, the paid answer is where the reader left it, and nobody is asked to pay again', async ({
  page,
}) => {
  await page.goto('/explore?circle=52.52082,13.40943,900')
  await expect(page.locator('#explore-map [data-ready=true]')).toBeVisible()
  await page.getByRole('button', { name: 'Any time', exact: true }).click()
  await pay(page).click()
  await expect(cards(page).first()).toBeVisible()
  const address = page.url()
  await cards(page).first().scrollIntoViewIfNeeded()
  await expect(cards(page).last()).not.toBeInViewport()
  await cards(page).last().getByRole('link', { name: 'Check the record' }).click()
  await expect(page).toHaveURL(/\/verify\/[0-9a-f]{64}$/)
  await page.goBack()
  await expect(page).toHaveURL(address)
  await expect(cards(page).last()).toBeInViewport()
  await expect(pay(page)).toHaveCount(0)

  await test.step('a card of a list over the whole map lowers it, and only that card is outlined', async () => {
    const grip = page.getByRole('button', { name: /^Height of the panel/ })
    // Playwright presses its middle, which nothing may cover.
    await grip.click()
    await expect(grip).toHaveAccessibleName(/: full\./)
    await expect(page.getByRole('button', { name: 'Draw a circle' })).toBeHidden()
    await cards(page).last().getByRole('button').click()
    await expect(grip).toHaveAccessibleName(/: half\./)
    await expect(page.getByRole('button', { name: 'Draw a circle' })).toBeVisible()
    await expect(cards(page).last()).toBeInViewport()
    await expect(page.locator('[data-cell][data-selected]')).toHaveCount(1)
  })

  await test.step('past searches are offered before the places, where no area is chosen', async () => {
    await page.getByRole('button', { name: 'Clear' }).click()
    const past = page.locator('summary', { hasText: /^Past searches \(\d\)/ })
    await expect(past).toBeInViewport()
    await past.click()
    await page
      .getByRole('button', { name: /: radius 900 m, any time$/ })
      .first()
      .click()
    await expect(cards(page).first()).toBeVisible()
  })
})

test('the button that pays, with its price, is in sight at once, and a chosen period closes the fields for dates', async ({
  page,
}) => {
  await page.setViewportSize({ width: 390, height: 844 })
  await page.goto('/explore?circle=52.52082,13.40943,900')
  await expect(page.getByText('you pay for an empty answer')).toBeVisible()
  await expect(pay(page)).toBeInViewport({ ratio: 0.5 })
  await page.getByRole('button', { name: 'Dates', exact: true }).click()
  await expect(page.getByLabel('From')).toBeVisible()
  await page.getByRole('button', { name: '3 months' }).click()
  await expect(page).toHaveURL(/days=90/)
  await expect(page.getByLabel('From')).toHaveCount(0)
})

test.describe('without a connection', () => {
  test.use({ allowedErrors: /\b402 \(|Failed to load resource|ERR_INTERNET_DISCONNECTED/ })

  test('a payment that could not be begun says so where the reader looks, and can be tried again when the connection is back', async ({
    page,
    context,
  }) => {
    await page.goto('/explore?circle=52.52082,13.40943,800')
    await expect(page.locator('#explore-map [data-ready=true]')).toBeVisible()
    await pay(page).scrollIntoViewIfNeeded()
    await expect(pay(page)).toBeEnabled()
    await context.setOffline(true)
    await expect(page.getByText('No connection: the map may be incomplete.')).toBeVisible()
    await pay(page).click()
    const refusal = page.getByText('Cairn could not be reached. You signed and paid nothing.')
    await expect(refusal).toBeInViewport()
    await context.setOffline(false)
    await expect(refusal).toBeHidden()
    await expect(page.getByText('No connection: the map may be incomplete.')).toBeHidden()
    await expect(page.getByText('The balance of this wallet could not be read.')).toBeHidden()
    await expect(pay(page)).toBeEnabled()
  })
})
