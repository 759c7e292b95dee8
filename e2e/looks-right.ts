import AxeBuilder from '@axe-core/playwright'
import type { Page } from '@playwright/test'
import { expect } from './journey.ts'

const phone = { width: 360, height: 740 }

/** Nothing stands in anybody's way, in either theme, as wide as the page is now. */
export async function assertAccessible(page: Page): Promise<void> {
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' })
    await assertNothingInTheWay(page, colorScheme)
  }
}

/** The same, and on a phone nothing stands in the way either, nor out at the side. The page stays as narrow. */
export async function assertLooksRight(page: Page): Promise<void> {
  await assertAccessible(page)
  await page.setViewportSize(phone)
  // What is drawn by script follows the new width a frame later.
  await expect
    .poll(() => page.evaluate(() => document.documentElement.scrollWidth))
    .toBeLessThanOrEqual(phone.width)
  await assertNothingInTheWay(page, 'on a phone')
}

/** Nothing stands in anybody's way on the page as it is now. @param when told with what was found */
export async function assertNothingInTheWay(page: Page, when = 'as it is'): Promise<void> {
  // Where the address has changed, the framework streams the title anew: for a moment there is none.
  await expect(page).toHaveTitle(/\S/)
  // In the page itself, for none has a frame of another's; and what is well is only counted. Both only save time.
  const builder = new AxeBuilder({ page }).setLegacyMode().options({ resultTypes: ['violations'] })
  const { violations } = await builder.analyze()
  const found = violations.map(({ id, nodes }) => [when, id, nodes.map((node) => node.html)])
  expect(found, page.url()).toEqual([])
}
