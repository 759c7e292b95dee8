import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import type { Page } from '@playwright/test'
import { expect, test } from './journey.ts'
import { sandboxFacts } from './sandbox-facts.ts'

// What a reader on a slow connection enters while the scripts of a page are still loading.

const sample = readFileSync(sandboxFacts().samples[0]!)
const sha256 = createHash('sha256').update(sample).digest('hex')

/** Opens a page, and loads its scripts only after `act`. */
async function beforeScripts(page: Page, path: string, act: () => Promise<void>): Promise<void> {
  let release = () => {}
  const released = new Promise<void>((resolve) => {
    release = resolve
  })
  await page.route(/\/_next\/static\/.*\.js/, async (route) => {
    await released
    await route.continue()
  })
  await page.goto(path, { waitUntil: 'commit' })
  await act()
  release()
}

for (const path of ['/verify', `/verify/${sha256}`])
  test(`a file that is chosen before the scripts of ${path.replace(sha256, 'SHA256')} are loaded is checked`, async ({
    page,
  }) => {
    await beforeScripts(page, path, () =>
      page
        .locator('input[type=file]')
        .first()
        .setInputFiles([{ name: 'early.jpg', mimeType: 'image/jpeg', buffer: sample }]),
    )
    await expect(page.getByRole('img', { name: 'early.jpg' })).toBeVisible()
    await expect(page.locator('[data-verdict]').first()).toHaveAttribute('data-verdict', 'verified')
  })

for (const path of ['/', '/explore'])
  test(`a place that is typed before the scripts of ${path} are loaded is searched for`, async ({ page }) => {
    const field = page.getByRole('combobox', { name: 'Search for a place' })
    await beforeScripts(page, path, () => field.fill('florence'))
    await expect(page.getByRole('option').first()).toContainText('Florence')
    await expect(field).toHaveValue('florence')
    await expect(field).toBeFocused()
  })

test('an id that is typed before the scripts of /trees are loaded is searched for', async ({ page }) => {
  await beforeScripts(page, '/trees', () => page.getByRole('searchbox').first().fill(sha256))
  await page.getByRole('button', { name: 'Search', exact: true }).click()
  await expect(page).toHaveURL(/\/trees\/|\/verify\//)
})

test('words that are typed before the scripts of /docs are loaded are searched for', async ({ page }) => {
  await beforeScripts(page, '/docs', () => page.getByRole('combobox').first().fill('refund'))
  await expect(page.getByRole('option').first()).toBeVisible()
})

test('a button that is pressed before the scripts of its page are loaded is pressed once they are', async ({
  page,
}) => {
  const filters = page.getByRole('button', { name: 'Filters', exact: true })
  // Near a place, so that the filters are there although other journeys may have moved the clock past the end of all bounties.
  await beforeScripts(page, '/board?near=spz', () => filters.click())
  await expect(filters).toHaveAttribute('aria-expanded', 'true')
  await page.unrouteAll()

  const circle = page.getByRole('button', { name: 'Draw a circle' })
  await page.setViewportSize({ width: 1_440, height: 900 })
  await beforeScripts(page, '/explore', () => circle.click())
  await expect(circle).toHaveAttribute('aria-pressed', 'true')
})

test('a menu that is opened on a phone before the scripts are loaded stays open', async ({ page }) => {
  await page.setViewportSize({ width: 360, height: 800 })
  await beforeScripts(page, '/docs', () => page.getByRole('button', { name: 'Menu', exact: true }).click())
  const menu = page.locator('#site-menu')
  // The scripts have run: effects run before the task of the next poll.
  await expect
    .poll(() => menu.evaluate((element) => Object.keys(element).some((key) => key.startsWith('__react'))))
    .toBe(true)
  await expect(menu).toBeVisible()
  await menu.getByRole('link').first().click()
  await expect(menu).toBeHidden()
})
