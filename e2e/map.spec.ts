import { expect, test } from './journey.ts'

// What is drawn is priced at once, and the price comes as a 402.
test.use({ allowedErrors: /\b402 \(/ })

test('by keyboard alone: go to a town, and draw a circle there', async ({ page }) => {
  await page.emulateMedia({ reducedMotion: 'reduce' })
  await page.goto('/explore')
  const map = page.locator('.area-map')
  // Until somebody stirs, the world stands still.
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  await page.keyboard.press('Tab')
  await expect(map.locator('[data-ready=true]')).toBeVisible({ timeout: 60_000 })
  await expect(map).toContainText('Natural Earth')
  await expect(map).toContainText('GeoNames')

  const search = page.getByRole('combobox', { name: /^Go to a place/ })
  await search.focus()
  await page.keyboard.type('saint-denis')
  await expect(page.getByRole('option', { name: /Saint-Denis.*Réunion/ })).toBeVisible()
  await search.fill('-20.8823, 55.4504')
  await expect(page.getByRole('option', { name: /Cell mhr3jy/ })).toBeVisible()
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(/-20\.8/)

  await map.getByRole('button', { name: 'Draw a circle' }).focus()
  await page.keyboard.press('Enter')
  const status = map.getByRole('status')
  await expect(status).toContainText('Choose the centre')
  await map.locator('canvas').focus()
  await page.keyboard.press('Enter')
  await page.keyboard.press('ArrowUp')
  await expect(status).toContainText(/Radius [\d.]+ k?m/)
  await page.keyboard.press('Enter')
  await expect(status).toHaveCount(0)

  await map.getByRole('button', { name: 'Draw an outline' }).focus()
  await page.keyboard.press('Enter')
  await expect(status).toContainText('Choose the first corner')
  await page.keyboard.press('Escape')
  await expect(status).toHaveCount(0)
})
