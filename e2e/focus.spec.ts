import type { Page } from '@playwright/test'
import { expect, test } from './journey.ts'

// Where the focus is for a reader with a keyboard or a screen reader after the focused element has disappeared.

test('a button that disappears when it is pressed leaves the focus in its part of the page', async ({
  page,
}) => {
  await page.goto('/bounties/new?place=spzfr')
  await page.getByRole('button', { name: 'Remove the area' }).press('Enter')
  const place = page.getByRole('region', { name: 'Place', exact: true })
  await expect(place.getByText('No area chosen yet.')).toBeVisible()
  await expect(place).toBeFocused()
  await page.keyboard.press('Tab')
  await expect(place.getByLabel('Where')).toBeFocused()
})

/** Opens a page, and waits for its scripts: until they run, nothing keeps the focus. */
async function openRules(page: Page): Promise<void> {
  await page.goto('/rules')
  const isKept = () =>
    page.evaluate(async () => {
      const main = document.querySelector('main')!
      const button = document.createElement('button')
      main.prepend(button)
      button.focus()
      button.remove()
      await new Promise(requestAnimationFrame)
      const isInMain = document.activeElement === main
      main.blur()
      return isInMain
    })
  await expect.poll(isKept).toBe(true)
}

test('a link that is followed leaves the focus at the beginning of the new page', async ({ page }) => {
  await openRules(page)
  await page.locator('main a[href="/verify"]').first().press('Enter')
  await expect(page).toHaveURL(/\/verify$/)
  await expect(page.locator('main')).toBeFocused()
})

test('a reader who pressed elsewhere is not brought back when what had the focus disappears', async ({
  page,
}) => {
  await openRules(page)
  await page.evaluate(() => {
    const button = document.createElement('button')
    button.textContent = 'For a moment'
    document.querySelector('main')!.prepend(button)
    button.focus()
  })
  await page.locator('.site-footer').click({ position: { x: 2, y: 2 } })
  await page.evaluate(() => document.querySelector('main > button')!.remove())
  await expect(page.locator('body')).toBeFocused()
})

test('the focus does not go to an element that is hidden', async ({ page }) => {
  await openRules(page)
  await page.evaluate(() => {
    const part = document.createElement('section')
    part.append(document.createElement('button'))
    document.querySelector('main')!.prepend(part)
    part.querySelector('button')!.focus()
    part.hidden = true
    part.querySelector('button')!.remove()
  })
  await expect(page.locator('main')).toBeFocused()
})
