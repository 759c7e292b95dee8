import { expect, test } from './journey.ts'

// A drawn area is priced at once. The price is a 402 answer.
test.use({ allowedErrors: /\b402 \(/, contextOptions: { reducedMotion: 'reduce' } })

test.describe('on a phone', () => {
  test.use({ hasTouch: true, isMobile: true, viewport: { width: 390, height: 844 } })

  test('the note “No street map here.” is in the line of the credits and does not cover the searched area', async ({
    page,
  }) => {
    for (const width of [390, 360]) {
      await page.setViewportSize({ width, height: 780 })
      await page.goto('/explore?circle=52.519,13.400,500')
      const map = page.locator('#explore-map')
      await expect(map.locator('[data-ready=true]')).toBeVisible()
      const note = (await map.getByText('No street map here.').boundingBox())!
      const strip = (await map.locator('.maplibregl-ctrl-attrib').boundingBox())!
      const credit = (await map.getByRole('link', { name: 'Natural Earth' }).boundingBox())!
      expect(note.y).toBeGreaterThan(strip.y - 2)
      expect(note.y + note.height).toBeLessThan(strip.y + strip.height + 2)
      expect(note.x + note.width).toBeLessThanOrEqual(credit.x)
    }
  })

  test('an outline that is closed by a touch is shown above the sheet', async ({ page }) => {
    await page.goto('/explore?circle=43.7731,11.2558,500')
    await page.getByRole('button', { name: 'Draw an outline' }).tap()
    const status = page.locator('#explore-map').getByRole('status')
    await expect(status).toContainText('Choose the first corner')
    await expect(page.locator('[data-drawn=true]')).toBeVisible()
    const corners = [
      [120, 200],
      [260, 210],
      [250, 320],
    ] as const
    for (const [index, [x, y]] of corners.entries()) {
      await page.touchscreen.tap(x, y)
      await expect(status).toContainText(`${index + 1} corner`)
    }
    await page.touchscreen.tap(...corners[0])
    await expect(page.getByText(/^Outline of 3 corners/)).toBeVisible()
    // The address names the middle of the map above the sheet only if the map is not where the area puts it.
    const away = () => {
      const query = new URL(page.url()).searchParams
      const latitudes = query
        .get('polygon')
        ?.split(';')
        .map((one) => Number.parseFloat(one))
      if (!latitudes) return 90
      const middle = (Math.max(...latitudes) + Math.min(...latitudes)) / 2
      return Math.abs(Number.parseFloat(query.get('at') ?? `${middle}`) - middle)
    }
    await expect.poll(away).toBeLessThan(0.001)
    await expect(page.getByRole('button', { name: 'Search this area' })).toHaveCount(0)
  })
})
