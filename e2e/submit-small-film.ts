import type { Page } from '@playwright/test'
import { freshFilm } from './fresh-film.ts'
import { expect } from './journey.ts'

/**
 * Signs in with the demo wallet on the page of a bounty, and submits a film with too few pixels, which fails every check.
 *
 * @returns the file
 */
export async function submitSmallFilm(page: Page) {
  await page.getByRole('button', { name: 'Sign in with the demo wallet' }).click()
  const film = { name: 'small.mp4', mimeType: 'video/mp4', buffer: freshFilm('qc/p240.mp4') }
  await page.getByLabel('Choose a video').setInputFiles(film)
  await expect(page.getByText('Upload complete.')).toBeVisible()
  await page.getByLabel('Place').fill('48.8584, 2.2945')
  await page.keyboard.press('Tab')
  await page.getByLabel('Time').fill('2026-11-01T12:00')
  await page.getByRole('button', { name: 'Submit film', exact: true }).click()
  await page.getByRole('button', { name: 'Submit anyway' }).click()
  await expect(page.getByRole('heading', { name: 'Film submitted' })).toBeFocused()
  return film
}
