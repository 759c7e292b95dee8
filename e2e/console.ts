import type { Locator, Page } from '@playwright/test'
import { expect } from './journey.ts'
import { assertLooksRight } from './looks-right.ts'

const desktop = { width: 1280, height: 900 }

/** Signs in with the demo wallet, which is an operator's wallet at the console. */
export async function enterConsole(page: Page, path = '/operator'): Promise<void> {
  await page.goto(path)
  await page.getByRole('button', { name: 'Sign in with the demo wallet' }).click()
  await expect(page.getByRole('button', { name: /^Find a request/ })).toBeVisible()
}

/** Opens the command palette with its keyboard shortcut, and types. */
export async function typeIntoPalette(page: Page, text: string): Promise<Locator> {
  await page.keyboard.press('Control+k')
  const palette = page.getByRole('dialog', { name: 'Find anything' })
  await palette.getByRole('combobox').fill(text)
  return palette
}

/** Opens a page by its name in the navigation. */
export async function goTo(page: Page, name: string): Promise<void> {
  await page.getByRole('navigation', { name: 'Console' }).getByRole('link', { name }).click()
  await expect(page.getByRole('heading', { level: 1, name })).toBeVisible()
}

/**
 * Opens the only dialog, checks its text, gives a reason, and confirms, with a signature if one is required.
 *
 * @param options.on where the button is
 * @param options.whenDone checks the result before the dialog is closed
 */
export async function act(
  page: Page,
  label: string,
  options: {
    on?: Locator
    says?: string | RegExp
    reason?: string
    whenDone?: (dialog: Locator) => Promise<void>
  } = {},
): Promise<void> {
  const { on = page.locator('main'), says, reason = 'A journey tries it', whenDone } = options
  await on.getByRole('button', { name: label, exact: true }).click()
  const dialog = page.getByRole('dialog')
  if (says) await expect(dialog).toContainText(says)
  await dialog.getByLabel(/^Reason, /).fill(reason)
  await dialog.getByRole('button', { name: new RegExp(`^(Sign( and|,) )?${label}$`, 'i') }).click()
  await expect(dialog).toContainText(/Done\. Recorded as action \d+\./)
  await whenDone?.(dialog)
  await dialog.getByRole('button', { name: 'Close' }).click()
}

/** Like `assertLooksRight`, in a window that is wide enough for tables. */
export async function assertPageLooksRight(page: Page): Promise<void> {
  await page.setViewportSize(desktop)
  await assertLooksRight(page)
  await page.setViewportSize(desktop)
}
