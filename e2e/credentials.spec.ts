import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Page } from '@playwright/test'
import { credentialSamples } from '#testing/credential-samples'
import { expect, test } from './journey.ts'

const samples = join(import.meta.dirname, '../../shared/samples')
const credentials = (page: Page) => page.getByRole('region', { name: 'Content Credentials' })

async function choose(page: Page, ...paths: string[]) {
  await page
    .locator('input[type=file]')
    .first()
    .setInputFiles(paths.map((path) => join(samples, path)))
}

const verdicts = credentialSamples()

test('each sample gets its verdict on this device, and nothing is sent or loaded from elsewhere', {
  tag: '@thorough',
}, async ({ page, baseURL }) => {
  const requests: { url: string; size: number }[] = []
  const urls = page.context()
  urls.on('request', (request) =>
    requests.push({ url: request.url(), size: request.postDataBuffer()?.length ?? 0 }),
  )
  for (const [name, state] of verdicts) {
    await page.goto('/verify')
    await choose(page, `c2pa/${name}`)
    await expect(credentials(page)).toHaveAttribute('data-credentials', state)
    await expect(page.getByText(/tamper/i)).toHaveCount(0)
  }
  const wasm = requests.filter(({ url }) => url.includes('/c2pa.wasm'))
  expect(wasm.length).toBeGreaterThan(0)
  const own = ['blob:', 'data:', baseURL!]
  // The chain's endpoint is used for anchors, which these files do not have.
  expect(requests.filter(({ url }) => !own.some((start) => url.startsWith(start)))).toEqual([])
  const smallest = Math.min(
    ...[...verdicts.keys()].map((name) => readFileSync(join(samples, 'c2pa', name)).length),
  )
  expect(Math.max(...requests.map(({ size }) => size))).toBeLessThan(smallest / 10)
})

test('the validator is loaded only for a file that has credentials', async ({ page }) => {
  const urls: string[] = []
  page.on('request', (request) => urls.push(request.url()))
  const validators = () => urls.filter((url) => url.includes('/c2pa.wasm'))
  await page.goto('/verify', { waitUntil: 'networkidle' })
  await choose(page, 'places/berlin-01.jpg')
  await expect(credentials(page)).toHaveAttribute('data-credentials', 'none')
  expect(validators()).toEqual([])
  await page.goto('/verify')
  await choose(page, 'c2pa/adobe-20220124-CA.jpg')
  await expect(credentials(page)).toHaveAttribute('data-credentials', 'untrusted')
  expect(validators()).not.toEqual([])
})

test('a signed picture is told with signer, time, program and changes', { tag: '@thorough' }, async ({
  page,
}) => {
  await page.goto('/verify')
  await choose(page, 'c2pa/adobe-20220124-CA.jpg')
  const line = credentials(page)
  await expect(line).toContainText('Signed by “C2PA Test Signing Cert”, who is not on the C2PA trust list.')
  await expect(line).toContainText('make test images 0.16.1')
  await expect(line).toContainText('colours adjusted')
  await expect(line.locator('time').first()).toHaveAttribute('datetime', '2023-01-24T14:48:56Z')
})

test('a film is read too, and a file without credentials is told quietly', { tag: '@thorough' }, async ({
  page,
}) => {
  await page.goto('/verify')
  await choose(page, 'video/c2pa/tampered.mp4')
  await expect(credentials(page)).toContainText('The file does not match its Content Credentials.')
  await page.goto('/verify')
  await choose(page, 'video/synth/synth_arc_480p_8s.mp4')
  await expect(credentials(page)).toHaveText('No Content Credentials were found in this file.')
})

test('of many files, one is read when its row is opened', { tag: '@thorough' }, async ({ page }) => {
  await page.goto('/verify')
  await choose(page, 'c2pa/adobe-20220124-A.jpg', 'c2pa/adobe-20220124-XCA.jpg')
  const rows = page.locator('tr[data-verdict]')
  await expect(rows).toHaveCount(2)
  await expect(credentials(page)).toHaveCount(0)
  await rows.nth(1).getByRole('button').first().click()
  await expect(credentials(page)).toHaveAttribute('data-credentials', 'does_not_match')
})
