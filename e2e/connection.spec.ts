import { readFileSync } from 'node:fs'
import type { Page } from '@playwright/test'
import { expect, test } from './journey.ts'
import { sandboxFacts } from './sandbox-facts.ts'

test.use({
  allowedErrors: /Failed to load resource|Failed to fetch a worker script|ERR_INTERNET_DISCONNECTED/,
})

const sample = readFileSync(sandboxFacts().samples[0]!)

test('a file that could not be checked without a connection is checked when the connection is back', async ({
  page,
  context,
}) => {
  await page.goto('/verify')
  const choose = (name: string, buffer: Buffer) =>
    page
      .locator('input[type=file]')
      .first()
      .setInputFiles([{ name, mimeType: 'image/jpeg', buffer }])
  const verdict = page.locator('[data-verdict]').first()
  // The first check loads the scripts of all, which cannot be loaded without a connection.
  await choose('first.jpg', Buffer.concat([sample, Buffer.from('1')]))
  await expect(verdict).toHaveAttribute('data-verdict', 'unknown')
  await expect(page.locator('[data-likeness]')).toHaveAttribute('data-likeness', 'alike')
  await expect(page.getByRole('region', { name: /^What the file itself says/ })).toBeVisible()
  await context.setOffline(true)
  await choose('second.jpg', sample)
  await expect(verdict).toHaveAttribute('data-verdict', 'could_not_check')
  await expect(verdict).toContainText('This device is offline.')
  await expect(verdict).toContainText('The check starts again by itself when the connection is back.')
  await context.setOffline(false)
  await expect(verdict).toHaveAttribute('data-verdict', 'verified')
})

test('what a map could not load for its first view is announced, and is there after it was requested again', async ({
  page,
}) => {
  let isDown = true
  const passed: string[] = []
  // The description of the streets, and the tiles of streets and world.
  await page.route(/\/tiles\/(streets|\d+)[./]/, async (route) => {
    if (isDown) return route.fulfill({ status: 503 })
    passed.push(new URL(route.request().url()).pathname)
    await route.continue()
  })
  await page.goto('/explore?at=43.7731,11.2558,15')
  const map = page.locator('#explore-map')
  const trouble = map.getByText('Parts of the map could not be loaded. Trying again.')
  await expect(trouble).toBeVisible()
  await expect(map).not.toContainText('© OpenStreetMap')
  isDown = false
  await expect(trouble).toBeHidden()
  await expect(map).toContainText('© OpenStreetMap')
  for (const part of [/\/tiles\/\d+\//, /\/tiles\/streets\.json$/, /\/tiles\/streets\/14\//])
    expect(passed).toContainEqual(expect.stringMatching(part))
})

test.describe('a part of Verify whose scripts cannot be fetched fails alone, and is fetched again', () => {
  const scripts = '**/_next/static/**/*.js*'
  const recorded = { name: 'recorded.jpg', mimeType: 'image/jpeg', buffer: sample }
  // No photo, so nothing is read of what it states.
  const text = { name: 'text.txt', mimeType: 'text/plain', buffer: Buffer.from('never seen') }
  const other = {
    name: 'other.jpg',
    mimeType: 'image/jpeg',
    buffer: Buffer.concat([sample, Buffer.from('1')]),
  }

  type Given = typeof recorded

  /** Checks `first`, which loads the scripts of the check, and then `second` while no script can be fetched. */
  async function checkWithoutScripts(page: Page, first: Given, second: Given) {
    await page.goto('/verify')
    const input = page.locator('input[type=file]').first()
    await input.setInputFiles([first])
    await expect(page.locator('[data-credentials]')).toHaveAttribute(
      'data-credentials',
      /^(?!reading|failed)/,
    )
    await page.route(scripts, (route) => route.abort())
    await input.setInputFiles([second])
    await expect(page.getByRole('img', { name: second.name })).toBeVisible()
  }

  const failed = (page: Page, name: string) => page.getByText(`${name} could not be loaded.`)
  const comeOnline = (page: Page) => page.evaluate(() => window.dispatchEvent(new Event('online')))

  test('of a file with a record', async ({ page }) => {
    const verdict = page.locator('[data-verdict]').first()
    const map = page.getByRole('img', { name: 'Map of the claimed cell' })
    await checkWithoutScripts(page, other, recorded)
    await expect(failed(page, 'The map of the claimed place')).toBeVisible()
    await expect(verdict).toHaveAttribute('data-verdict', 'verified')
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(/^Unchanged since /)
    await expect(map).toHaveCount(0)

    // Another attempt that fails leaves everything as it is.
    const tryAgain = failed(page, 'The map of the claimed place').getByRole('button', { name: 'Try again' })
    const request = page.waitForEvent('requestfailed')
    await tryAgain.click()
    await request
    await expect(tryAgain).toBeVisible()
    await expect(verdict).toHaveAttribute('data-verdict', 'verified')

    await page.unroute(scripts)
    await tryAgain.click()
    await expect(map).toBeVisible()
    await expect(failed(page, 'The map of the claimed place')).toHaveCount(0)
    await expect(verdict).toHaveAttribute('data-verdict', 'verified')
  })

  test('of a file without a record', async ({ page }) => {
    const verdict = page.locator('[data-verdict]').first()
    const likeness = page.locator('[data-likeness]')
    const statement = page.getByRole('region', { name: /^What the file itself says/ })
    await checkWithoutScripts(page, text, other)
    await expect(failed(page, 'The search for captures that look alike')).toBeVisible()
    await expect(failed(page, 'What the file itself says')).toBeVisible()
    await expect(verdict).toHaveAttribute('data-verdict', 'unknown')
    await expect(likeness).toHaveCount(0)
    await expect(statement).toHaveCount(0)

    await page.unroute(scripts)
    await comeOnline(page)
    await expect(likeness).toHaveAttribute('data-likeness', 'alike')
    await expect(statement).toBeVisible()
    await expect(page.getByText('could not be loaded')).toHaveCount(0)
    await expect(verdict).toHaveAttribute('data-verdict', 'unknown')
  })
})
