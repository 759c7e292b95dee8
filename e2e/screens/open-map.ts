import type { Page } from '@playwright/test'

/** Opens a map that is loaded once the visitor moves the pointer or presses a key, and waits until it is drawn. */
export async function openMap(page: Page): Promise<void> {
  const map = page.locator('[data-ready]')
  // The page notices no movement before its scripts run, so the pointer moves until the map opens.
  for (let x = 100; (await map.count()) === 0; x++) {
    await page.mouse.move(x, 100)
    await map.waitFor({ timeout: 500 }).catch(() => {})
  }
  await page.locator('[data-ready=true]').waitFor()
}
