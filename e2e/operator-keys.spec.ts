import { createHash, randomBytes } from 'node:crypto'
import { act, assertPageLooksRight, enterConsole } from './console.ts'
import { expect, test } from './journey.ts'
import { assertAccessible } from './looks-right.ts'
import { sandboxFacts } from './sandbox-facts.ts'

const facts = sandboxFacts()

test('a key is made, used, given another tier, and refused once it is revoked', { tag: '@thorough' }, async ({
  page,
}) => {
  const account = `Journey ${randomBytes(4).toString('hex')}`
  await enterConsole(page, '/operator/keys')
  await page.getByLabel('Account', { exact: true }).fill(account)
  let key = ''
  await act(page, 'Create key', {
    says: /Tier trial: 60 requests a minute, 2 streams at once/,
    whenDone: async (dialog) => {
      key = await dialog.locator('code').innerText()
      // The first press does not close a key that was not copied.
      await dialog.getByRole('button', { name: 'Close' }).click()
      await expect(dialog.getByRole('alert')).toContainText('cannot be shown again')
    },
  })
  expect(key).toMatch(/^cairn_[0-9a-f]{64}$/)
  await expect(page.getByText(key)).toHaveCount(0)
  const status = async () => {
    const answer = await fetch(`${facts.base_url}/enterprise/v1/status`, {
      headers: { authorization: `Bearer ${key}` },
    })
    return { status: answer.status, body: await answer.json() }
  }
  expect((await status()).body).toMatchObject({ account, tier: 'trial', limits: { requests_per_minute: 60 } })

  await page.getByLabel('Account, exact name').fill(account)
  await page.getByRole('button', { name: 'Show', exact: true }).click()
  const row = page.getByRole('row').filter({ hasText: account })
  await expect(row).toContainText(key.slice(0, 14))
  await expect(row).toContainText('Today, ')
  await row.getByRole('button', { name: key.slice(0, 14) }).click()
  const card = page.getByRole('region', { name: `Key ${key.slice(0, 14)} of ${account}` })
  await expect(card).toBeVisible()
  await assertAccessible(page)
  await card.getByLabel('Tier').selectOption('standard')
  await act(page, 'Change this key', { says: /the tier standard: 600 requests a minute.*it has trial/ })
  await expect(row).toContainText('600')
  expect((await status()).body).toMatchObject({ tier: 'standard', limits: { concurrent_streams: 20 } })
  await assertPageLooksRight(page)

  await act(page, 'Revoke this key', { says: /This cannot be undone/ })
  await expect(row).toContainText('Revoked')
  const refused = await status()
  expect([refused.status, refused.body.error]).toEqual([401, 'unauthorized'])
})

test('a manifest is taken in once, and a capture of it withdrawn in sight of everybody, with its proof kept', {
  tag: '@thorough',
}, async ({ page }) => {
  const bytes = randomBytes(16)
  const fingerprint = createHash('sha256').update(bytes).digest('hex')
  const at = new Date(Date.now() - 3_600_000).toISOString().replace(/\.\d+Z/, 'Z')
  const manifest = {
    name: 'journey.ndjson',
    mimeType: 'application/x-ndjson',
    buffer: Buffer.from(
      `${JSON.stringify({ sha256: fingerprint, lat: 52.5163, lon: 13.3777, captured_at: at })}\nnothing\n`,
    ),
  }
  await enterConsole(page, '/operator/captures')
  await page.getByLabel('Manifest (NDJSON)').setInputFiles(manifest)
  await page.getByLabel('Reason, for the audit log').fill('a journey of the tests')
  await page.getByRole('button', { name: 'Import this manifest' }).click()
  await expect(page.getByText('1 new, 0 known before, 1 refused.')).toBeVisible()
  await expect(page.getByText('Line 2: not JSON')).toBeVisible()
  await page.getByLabel('Manifest (NDJSON)').setInputFiles(manifest)
  await page.getByRole('button', { name: 'Import this manifest' }).click()
  await expect(page.getByText('0 new, 1 known before, 1 refused.')).toBeVisible()

  await page.getByLabel('Fingerprint (SHA-256) of the file, or its leaf').fill(fingerprint)
  await page.getByRole('button', { name: 'Find capture' }).click()
  const capture = page.getByRole('article', { name: 'The capture' })
  await expect(capture).toContainText('u33db2')
  await expect(capture).toContainText('On offer')
  await assertAccessible(page)
  await assertPageLooksRight(page)
  await capture.getByLabel('Reason, for the public count').selectOption('privacy')
  await act(page, 'Withdraw this capture', { says: /Sell and show the capture no more/ })
  await expect(capture).toContainText('Withdrawn: neither sold nor shown')

  await page.goto(`/verify/${fingerprint}`)
  const sentence = page.getByRole('heading', { level: 1 })
  await expect(sentence).toHaveText(/^On record since .*, and withdrawn$/)
  await expect(page.getByText('This service withdrew the capture on')).toBeVisible()
  await page.getByRole('button', { name: 'Share this proof' }).click()
  const certificate = page.getByRole('link', { name: 'Certificate to print' })
  await page.goto((await certificate.getAttribute('href'))!)
  await expect(sentence).toHaveText(/^On record since .*\sUTC, and withdrawn$/)
  await page.goto('/trees')
  const counted = page.getByRole('region', { name: 'Withdrawn captures' })
  await expect(counted).toContainText('Privacy')

  await page.goto('/operator/captures')
  const file = { name: 'journey.jpg', mimeType: 'image/jpeg', buffer: bytes }
  await page.getByLabel('Or choose the file').setInputFiles(file)
  await act(page, 'Restore this capture', { says: /Sell and show the capture again, from this moment/ })
  await expect(capture).toContainText('On offer')
})
