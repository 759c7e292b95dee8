import { readFileSync } from 'node:fs'
import { expect, test } from './journey.ts'
import { sandboxFacts } from './sandbox-facts.ts'

test.use({ allowedErrors: /Failed to load resource|ERR_INTERNET_DISCONNECTED/ })

const sample = readFileSync(sandboxFacts().samples[0]!)

test('a file that could not be checked without a connection is checked when the connection is back', async ({
  page,
  context,
}) => {
  await page.goto('/verify')
  const choose = (name: string, buffer: Buffer) =>
    page
      .locator('input[type=file]')
      .first()
      .setInputFiles([{ name, mimeType: 'image/jpeg', buffer }])
  const verdict = page.locator('[data-verdict]').first()
  // The first check loads the scripts of all, which cannot be loaded without a connection.
  await choose('first.jpg', Buffer.concat([sample, Buffer.from('1')]))
  await expect(verdict).toHaveAttribute('data-verdict', 'unknown')
  await expect(page.locator('[data-likeness]')).toHaveAttribute('data-likeness', 'alike')
  await expect(page.getByRole('region', { name: /The file itself says/ })).toBeVisible()
  await context.setOffline(true)
  await choose('second.jpg', sample)
  await expect(verdict).toHaveAttribute('data-verdict', 'could_not_check')
  await context.setOffline(false)
  await expect(verdict).toHaveAttribute('data-verdict', 'verified')
})
