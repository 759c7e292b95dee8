import AxeBuilder from '@axe-core/playwright'
import type { Page } from '@playwright/test'
import { expect } from './journey.ts'

// Checks of a page's looks and accessibility.

const phone = { width: 360, height: 740 }

/** The rules that look at colours. Everything else is the same in both themes. */
const colourRules = ['color-contrast', 'link-in-text-block']

/** Asserts that the page is accessible in both themes, at its current width. */
export async function assertAccessible(page: Page): Promise<void> {
  await page.emulateMedia({ colorScheme: 'light', reducedMotion: 'reduce' })
  await assertNothingInTheWay(page, 'light')
  await page.emulateMedia({ colorScheme: 'dark', reducedMotion: 'reduce' })
  await assertNothingInTheWay(page, 'dark', colourRules)
}

/** Also asserts that the page is accessible and has no horizontal overflow on a phone. The page keeps the narrow width. */
export async function assertLooksRight(page: Page): Promise<void> {
  await assertAccessible(page)
  await page.setViewportSize(phone)
  await assertFits(page)
  await assertNothingInTheWay(page, 'on a phone')
}

/** Asserts that the page has no horizontal overflow at its current width. */
export async function assertFits(page: Page): Promise<void> {
  const { width } = page.viewportSize()!
  // Scripts draw for a new width one frame later.
  await expect
    .poll(() => page.evaluate(() => document.documentElement.scrollWidth))
    .toBeLessThanOrEqual(width)
}

/**
 * Asserts that the page in its current state is accessible.
 *
 * @param when context for the failure message @param rules by default all
 */
export async function assertNothingInTheWay(page: Page, when = 'as it is', rules?: string[]): Promise<void> {
  // After a navigation the framework streams the title again, and for a moment the page has no title.
  await expect(page).toHaveTitle(/\S/)
  // Legacy mode runs in the page itself, because no page has a frame of another origin. Passed rules are only counted. Both
  // only save time.
  const builder = new AxeBuilder({ page }).setLegacyMode().options({ resultTypes: ['violations'] })
  if (rules) builder.withRules(rules)
  const { violations } = await builder.analyze()
  const found = violations.map(({ id, nodes }) => [when, id, nodes.map((node) => node.html)])
  expect(found, page.url()).toEqual([])
}
