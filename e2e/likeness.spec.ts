import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import type { Page } from '@playwright/test'
import { expect, test } from './journey.ts'
import { sandboxFacts } from './sandbox-facts.ts'

const attested = readFileSync(sandboxFacts().samples[0]!)
const sha256 = createHash('sha256').update(attested).digest('hex')
/** A photograph of a camera that no sandbox attests. */
const elsewhere = readFileSync(new URL('../../shared/samples/c2pa/adobe-20220124-A.jpg', import.meta.url))

/** A copy as a messenger makes it: 60 % of the size, compressed again, without metadata. */
async function smallerCopy(page: Page, photograph: Buffer): Promise<Buffer> {
  const base64 = await page.evaluate(async (original) => {
    const bytes = Uint8Array.from(atob(original), (character) => character.charCodeAt(0))
    const picture = await createImageBitmap(new Blob([bytes]))
    const canvas = new OffscreenCanvas(Math.round(picture.width * 0.6), Math.round(picture.height * 0.6))
    canvas.getContext('2d')!.drawImage(picture, 0, 0, canvas.width, canvas.height)
    const copy = await canvas.convertToBlob({ type: 'image/jpeg', quality: 0.6 })
    let text = ''
    for (const byte of new Uint8Array(await copy.arrayBuffer())) text += String.fromCharCode(byte)
    return btoa(text)
  }, photograph.toString('base64'))
  return Buffer.from(base64, 'base64')
}

test('for a smaller copy of an attested photograph the original and its proof are shown, and for another place no capture', {
  tag: '@thorough',
}, async ({ page }) => {
  test.setTimeout(300_000)
  const asked: number[] = []
  page.on('request', (request) => {
    if (request.url().endsWith('/api/matches/byBinding')) asked.push(request.postDataBuffer()!.length)
  })
  await page.goto('/verify')
  const copy = await smallerCopy(page, attested)
  const found = page.getByRole('region', { name: 'Attested captures that look alike' })
  const verdict = page.locator('[data-verdict]').first()

  await page
    .locator('input[type=file]')
    .first()
    .setInputFiles([{ name: 'from-a-chat.jpg', mimeType: 'image/jpeg', buffer: copy }])
  await expect(found).toHaveAttribute('data-likeness', 'alike')
  await expect(found.getByRole('heading')).toHaveText('A very similar photo or film has a record')
  await expect(found.getByRole('listitem').first()).toContainText(
    /(\d+% alike|the same), but is another file/,
  )
  await expect(found.getByRole('link').first()).toHaveAttribute('href', `/verify/${sha256}#look-alike`)
  await expect(found).toContainText('nothing is proven about it')
  await expect(found).toContainText('This is no evidence.')
  await expect(verdict).toHaveAttribute('data-verdict', 'unknown')
  // Hashes were asked for, not the picture.
  expect(asked.length).toBeGreaterThan(0)
  for (const length of asked) expect(length).toBeLessThan(copy.length / 10)

  // The record of the other capture is not taken for one of this file, and Back shows this file again.
  await found.getByRole('link').first().click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('This is not your file')
  await expect(verdict.getByRole('heading', { level: 2 }).first()).toHaveText(
    /^Another file is on record since /,
  )
  await expect(page.getByText('Drop the file here to compare')).toHaveCount(0)
  await expect(verdict).toHaveAttribute('data-verdict', 'verified')
  await page.getByRole('button', { name: 'Back to your file' }).click()
  await expect(page.getByRole('img', { name: 'from-a-chat.jpg' })).toBeVisible()
  await expect(verdict).toHaveAttribute('data-verdict', 'unknown')
  await expect(found).toHaveAttribute('data-likeness', 'alike')

  await page
    .getByLabel('Check another')
    .first()
    .setInputFiles([{ name: 'elsewhere.jpg', mimeType: 'image/jpeg', buffer: elsewhere }])
  await expect(page.getByRole('img', { name: 'elsewhere.jpg' })).toBeVisible()
  await expect(found).toHaveAttribute('data-likeness', 'none')
  await expect(found.getByRole('link')).toHaveCount(0)

  // A reloaded page has no file to go back to.
  await page.goto(`/verify/${sha256}#look-alike`)
  await expect(page.getByText('This is not your file')).toBeVisible()
  await page.getByRole('link', { name: 'Check your file again' }).click()
  await expect(page).toHaveURL('/verify')

  // A link alone cannot deny a file.
  const other = await page.context().newPage()
  await other.goto(`/verify/${sha256}#look-alike`)
  await expect(other.locator('[data-verdict]').first()).toHaveAttribute('data-verdict', 'verified')
  await expect(other.getByText('This is not your file')).toHaveCount(0)
  await other.close()

  // A copy of the photograph that a link is about.
  await page.goto(`/verify/${sha256}`)
  await page
    .locator('input[type=file]')
    .first()
    .setInputFiles([{ name: 'from-a-chat.jpg', mimeType: 'image/jpeg', buffer: copy }])
  await expect(found.getByRole('heading')).toHaveText(
    'It looks like the file of this link, but is another file',
  )
  // In the same tab, the address would not change.
  await expect(found.getByRole('link').first()).toHaveAttribute('target', '_blank')
  const opened = page.waitForEvent('popup')
  await found.getByRole('link').first().click()
  await expect((await opened).getByText('This is not your file')).toBeVisible()
})

test('a photograph in the format of phones, which this browser cannot show itself, is shown and compared', {
  tag: '@thorough',
}, async ({ page }) => {
  test.setTimeout(300_000)
  const photograph = readFileSync(new URL('../testing/heif/arrow.heic', import.meta.url))
  const found = page.getByRole('region', { name: 'Attested captures that look alike' })
  await page.goto('/verify')
  expect(
    await page.evaluate(async (base64) => {
      const bytes = Uint8Array.from(atob(base64), (character) => character.charCodeAt(0))
      return createImageBitmap(new Blob([bytes])).then(
        () => 'shown',
        () => 'refused',
      )
    }, photograph.toString('base64')),
  ).toBe('refused')
  await page
    .locator('input[type=file]')
    .first()
    .setInputFiles([{ name: 'IMG_0001.HEIC', mimeType: 'image/heic', buffer: photograph }])
  const picture = page.getByRole('img', { name: 'IMG_0001.HEIC' })
  await expect(picture).toBeVisible()
  // Upright: the phone lay on its side.
  await expect
    .poll(() => picture.evaluate((image: HTMLImageElement) => [image.naturalWidth, image.naturalHeight]))
    .toEqual([1536, 2048])
  await expect(found).toHaveAttribute('data-likeness', 'none')
  await expect(page.locator('[data-verdict]').first()).toHaveAttribute('data-verdict', 'unknown')

  // A broken one is told apart from one that looks like no other.
  await page
    .getByLabel('Check another')
    .first()
    .setInputFiles([{ name: 'broken.HEIC', mimeType: 'image/heic', buffer: photograph.subarray(0, 5_000) }])
  await expect(
    page
      .getByText(
        'Your browser cannot show this file: it may be damaged, in a format that is not supported here, or no photo or film.',
      )
      .first(),
  ).toBeVisible()
  await expect(found).toHaveAttribute('data-likeness', 'unreadable')
})
