import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { buildCheckPage } from '#lib/cli/build-check-page'

test('public/check.html is what its sources give: else run npm run build:check-page', async () => {
  const kept = readFileSync(join(import.meta.dirname, '../../public/check.html'), 'utf8')
  // Compared as a whole first: a difference of hundreds of kilobytes tells nobody anything.
  expect((await buildCheckPage()) === kept).toBe(true)
})
