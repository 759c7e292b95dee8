import type { Page } from '@playwright/test'

/** Scrolls to the model of a page, which loads when it becomes visible, and waits until it is drawn. */
export async function seeModel(page: Page): Promise<void> {
  const model = page.locator('model-viewer')
  await model.scrollIntoViewIfNeeded()
  await page.waitForFunction(
    (it) => (it as (HTMLElement & { loaded?: boolean }) | null)?.loaded === true,
    await model.elementHandle(),
  )
}
