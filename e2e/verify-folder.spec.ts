import { createHash } from 'node:crypto'
import { copyFileSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import type { Page } from '@playwright/test'
import sharp from 'sharp'
import { credentialSamples } from '#testing/credential-samples'
import { countSheets } from './count-sheets.ts'
import { expect, test } from './journey.ts'
import { assertAccessible, assertFits } from './looks-right.ts'
import { sandboxFacts } from './sandbox-facts.ts'

const facts = sandboxFacts()
const rpcUrl = facts.networks['eip155:8453']!.rpc_url
const samplePath = facts.samples[0]!
const sha256 = createHash('sha256').update(readFileSync(samplePath)).digest('hex')
const credentialSample = (state: string) =>
  join(
    import.meta.dirname,
    '../../shared/samples/c2pa',
    [...credentialSamples()].find(([name, is]) => is === state && /\.jpe?g$/.test(name))![0],
  )
const demoCapture = (name: string) => join(import.meta.dirname, '../sandbox/captures', name)
let folder: string

test.beforeAll(() => {
  folder = join(mkdtempSync(join(tmpdir(), 'cairn-folder-')), 'shoot')
  mkdirSync(join(folder, 'edited'), { recursive: true })
  copyFileSync(samplePath, join(folder, 'real.jpg'))
  const altered = readFileSync(samplePath)
  altered[altered.length >> 1]! ^= 1
  writeFileSync(join(folder, 'edited/altered.jpg'), altered)
  writeFileSync(join(folder, '=unrelated.txt'), 'never seen here')
  writeFileSync(join(folder, '.DS_Store'), 'x')
})
test.afterAll(() => rmSync(join(folder, '..'), { recursive: true }))

async function giveProof(page: Page) {
  const answer = await page.request.get(`/api/proofs/${sha256}`)
  const { status, ...proof } = await answer.json()
  writeFileSync(join(folder, 'edited/altered.proof.json'), JSON.stringify(proof))
  return proof
}

const verdicts = (page: Page) =>
  page
    .locator('tr[data-verdict]')
    .evaluateAll((rows) =>
      Object.fromEntries(
        rows.map((row) => [
          row.querySelector('button')!.textContent!.trim(),
          row.getAttribute('data-verdict'),
        ]),
      ),
    )

test('a folder: the real, the altered beside a proof, and the unrelated file each get their own verdict', async ({
  page,
}) => {
  await giveProof(page)
  await page.goto('/verify')
  await page.getByLabel('Choose a folder').setInputFiles(folder)
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(
    '3 files: 1 unchanged, 1 not known, 1 does not match',
  )
  expect(await verdicts(page)).toEqual({
    'shoot/=unrelated.txt': 'unknown',
    'shoot/real.jpg with a proof': 'verified',
    'shoot/edited/altered.jpg with a proof': 'does_not_match',
  })
  await expect(page.getByText('shoot/.DS_Store')).toBeVisible()

  await page.getByRole('button', { name: 'Does not match 1' }).click()
  await expect(page.locator('tr[data-verdict]')).toHaveCount(1)
  await page.getByRole('button', { name: 'shoot/edited/altered.jpg with a proof' }).click()
  await expect(page.getByText('This photo does not match its proof')).toBeVisible()
  await assertAccessible(page)

  const [saved] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: /^Save all \d+ as CSV$/ }).click(),
  ])
  expect(saved.suggestedFilename()).toBe('cairn-check-3-files.csv')
  const csv = readFileSync(await saved.path(), 'utf8')
  expect(csv.trim().split('\r\n')).toHaveLength(4)
  expect(csv).toContain(`Unchanged,,${sha256},`)
})

test('a file whose own data contradict its record is unchanged, and the contradiction is said beside the claims and in the list', async ({
  page,
}) => {
  const input = page.locator('input[type=file]').first()
  const contradicting = demoCapture('lund-declared-in-florence-03.jpg')
  await page.goto('/verify')
  await input.setInputFiles(contradicting)
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(/^Unchanged since /)
  const claims = page.getByRole('region', { name: 'Claimed place and time' })
  await expect(claims).toContainText('The file’s own data name another place (distance: about 1,300 km).')
  await expect(claims).toContainText('The file’s own data name another time: 7 Jun 2014.')
  await expect(claims).toContainText('Around 55.70° N, 13.20° E')
  await assertAccessible(page)

  // Its camera's clock and its satellite receiver disagree, and the record has the time of the receiver.
  await page.goto('/verify')
  await input.setInputFiles(demoCapture('arezzo-2.jpg'))
  await expect(claims).toContainText(
    'The file states two times: 22 Oct 2008, 16:38 by the camera’s clock and 23 Oct 2008, 14:36 UTC by the camera’s satellite receiver. Only the time by the camera’s satellite receiver agrees with the record.',
  )

  // A film with neither, whose comment says how it was made.
  await page.goto('/verify')
  await input.setInputFiles(demoCapture('lund-film.mp4'))
  await expect(claims).toContainText('Comment: “Joined from photographs of Mapillary (OpenSfM, Lund)')

  await page.goto('/verify')
  await input.setInputFiles([contradicting, demoCapture('arezzo-1.jpg')])
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('2 files: 2 unchanged')
  const list = page.getByRole('region', { name: 'Results' })
  await expect(list).toContainText('This is no evidence.')
  await expect(list.getByRole('row', { name: 'lund-declared' })).toContainText('File names another place')
  await expect(list.getByRole('row', { name: 'arezzo-1' })).toContainText('File states two times')
  await expect(list.getByRole('row', { name: 'lund-declared' })).toContainText('about 1,300 km away')
  await expect(
    page.getByText('1 file names another place, 1 names another time, 1 states two times that disagree.'),
  ).toBeVisible()
  await page.getByRole('button', { name: 'Two times in file 1' }).click()
  await expect(page.locator('tr[data-verdict]')).toHaveCount(1)
  await expect(list.getByRole('row', { name: 'arezzo-1' })).toBeVisible()
  await page.getByRole('button', { name: 'Other time in file 1' }).click()
  await expect(list.getByRole('row', { name: 'lund-declared' })).toBeVisible()
  await page.getByRole('button', { name: 'Other place in file 1' }).click()
  await expect(page.locator('tr[data-verdict]')).toHaveCount(1)
  const [saved] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: /^Save all \d+ as CSV$/ }).click(),
  ])
  const csv = readFileSync(await saved.path(), 'utf8')
  expect(csv).toContain(',yes,8453,')
  expect(csv).toContain(',2014-06-07T10:24:24,u3cku7,place; time,')
})

test('a file that could not be read for its own place and time does not look as if it agreed with its record', async ({
  page,
}) => {
  await page.addInitScript(() => {
    const read = Blob.prototype.arrayBuffer
    // Hashing reads parts of the file, which are not of the class File, so it still works.
    Blob.prototype.arrayBuffer = function () {
      return this instanceof File
        ? Promise.reject(new DOMException('gone', 'NotReadableError'))
        : read.call(this)
    }
    window.addEventListener('readable', () => {
      Blob.prototype.arrayBuffer = read
    })
  })
  await page.goto('/verify')
  const input = page.locator('input[type=file]').first()
  await input.setInputFiles(demoCapture('lund-declared-in-florence-03.jpg'))
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(/^Unchanged since /)
  const claims = page.getByRole('region', { name: 'Claimed place and time' })
  await expect(claims).toContainText('The file could not be read for its own place and time')
  await page.evaluate(() => window.dispatchEvent(new Event('readable')))
  await claims.getByRole('button', { name: 'Try again' }).click()
  await expect(claims).toContainText('The file’s own data name another time: 7 Jun 2014.')
})

async function filesWithoutRecord() {
  const original = readFileSync(samplePath)
  return [
    { name: 'smaller.jpg', buffer: await sharp(original).resize(1_000).jpeg({ quality: 60 }).toBuffer() },
    { name: 'cut.jpg', buffer: original.subarray(0, original.length >> 1) },
    { name: 'signed.jpg', buffer: readFileSync(credentialSample('does_not_match')) },
    { name: 'empty.jpg', buffer: Buffer.alloc(0) },
    { name: 'text.jpg', buffer: Buffer.from('Not a photo at all.\n') },
    { name: 'zeros.mov', buffer: Buffer.alloc(50_000), mimeType: 'video/quicktime' },
  ].map((file) => ({ mimeType: 'image/jpeg', ...file }))
}

const clues = (page: Page, name: string) => page.getByRole('row', { name }).locator('[data-clues]')

test('files without a record are told apart by what was found in them', async ({ page }) => {
  const files = await filesWithoutRecord()
  await page.goto('/verify')
  await page.locator('input[type=file]').first().setInputFiles(files)
  await expect(clues(page, 'smaller.jpg')).toHaveText('Similar to a record')
  await expect(clues(page, 'cut.jpg')).toHaveText('Damaged or incomplete')
  await expect(clues(page, 'zeros.mov')).toHaveText('Damaged or incomplete')
  await expect(clues(page, 'text.jpg')).toHaveText('Not a photo or film')
  await expect(clues(page, 'signed.jpg')).toContainText('Credentials do not match')
  await expect(page.getByRole('row', { name: 'empty.jpg' })).toContainText('Empty file')
  await page.getByRole('button', { name: 'Credentials do not match 1' }).click()
  await expect(page.locator('tr[data-verdict]')).toHaveCount(1)
  const [saved] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: /^Save all \d+ as CSV$/ }).click(),
  ])
  expect(readFileSync(await saved.path(), 'utf8')).toMatch(
    new RegExp(
      `^smaller.jpg,\\d+,Not known,Similar to a record,.*,none found,readable,found,${sha256},\\d{4}-\\d\\d-\\d\\dT[\\d:]+Z\r?$`,
      'm',
    ),
  )
  await assertAccessible(page)
})

test('files that were cancelled are listed, and checked after all', { tag: '@thorough' }, async ({
  page,
}) => {
  const { promise: isReleased, resolve: release } = Promise.withResolvers<void>()
  await page.route(/\/api\/proofs/, async (route) => {
    await isReleased
    await route.continue()
  })
  await page.goto('/verify')
  const texts = ['a', 'b', 'c'].map((name) => ({
    name: `${name}.txt`,
    buffer: Buffer.from(`never seen ${name}`),
  }))
  await page
    .locator('input[type=file]')
    .first()
    .setInputFiles(texts.map((file) => ({ ...file, mimeType: 'text/plain' })))
  await page.getByRole('button', { name: 'Cancel all' }).click()
  await page.getByRole('button', { name: 'Cancelled 3' }).click()
  await expect(page.getByRole('row', { name: /\.txt/ })).toHaveCount(3)
  await assertAccessible(page)
  await page.getByRole('button', { name: 'Check the cancelled files' }).click()
  await expect(page.getByRole('button', { name: 'Not finished 3' })).toBeVisible()
  release()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('3 files: 3 not known')
})

test.describe('an answer that does not come', () => {
  test.use({ allowedErrors: /Failed to load resource/ })

  test('leaves pictures not compared, which is not the same as similar to none', async ({ page }) => {
    await page.goto('/verify')
    await page.route('**/api/matches/byBinding', (route) => route.fulfill({ status: 503, json: {} }))
    await page
      .locator('input[type=file]')
      .first()
      .setInputFiles(await filesWithoutRecord())
    await expect(clues(page, 'smaller.jpg')).toHaveText('Looks not compared')
    await expect(page.getByText(/not compared with those on record/)).toBeVisible()
  })

  test('leaves a folder’s files unchecked, not unknown, and two endpoints must agree', async ({ page }) => {
    await page.goto('/verify')
    await page.route('**/api/proofs**', (route) => route.abort())
    await page.route('**/api/proofs/**', (route) => route.abort())
    await page.getByLabel('Choose a folder').setInputFiles(folder)
    await expect(page.locator('tr[data-verdict=could_not_check]').first()).toBeVisible()
    await expect(page.locator('tr[data-verdict=unknown]')).toHaveCount(0)
    await page.unrouteAll()

    await page.goto(`/verify/${sha256}`)
    await page.getByRole('button', { name: 'Technical details' }).click()
    await page.getByText('Chain endpoint', { exact: true }).click()
    await page.getByLabel(/A second witness/).fill(`${rpcUrl}/second`)
    await page.route(`${rpcUrl}/second`, async (route) => {
      const { id, method } = route.request().postDataJSON()
      if (method !== 'eth_getTransactionReceipt') {
        const response = await route.fetch({ url: rpcUrl })
        return route.fulfill({ response, headers: { 'access-control-allow-origin': '*' } })
      }
      const response = await route.fetch({ url: rpcUrl })
      const { result } = await response.json()
      await route.fulfill({
        headers: { 'access-control-allow-origin': '*' },
        json: { jsonrpc: '2.0', id, result: { ...result, blockNumber: '0x1' } },
      })
    })
    await page.getByRole('button', { name: 'Use these endpoints' }).click()
    await expect(page.locator('[data-verdict]').first()).toHaveAttribute('data-verdict', 'could_not_check')
    await expect(
      page.getByText(/The two chain endpoints disagree about the attestation’s block/),
    ).toBeVisible()
  })
})

test('a link that carries its proof is checked without asking the service; a broken one says so', {
  tag: '@thorough',
}, async ({ page }) => {
  await page.goto(`/verify/${sha256}`)
  await page.getByRole('button', { name: 'Technical details' }).click()
  const button = page.getByRole('link', { name: 'Verify independently' })
  const href = (await button.getAttribute('href'))!
  // The page itself asks no service, so the link says that this one is a demonstration.
  expect(href).toMatch(/&demo=1$/)
  const fragment = /#proof=[\w-]+/.exec(href)![0]
  await page.goto('/verify')
  await page.route('**/api/**', (route) => route.abort())
  await page.goto(`/verify/${sha256}${fragment}`)
  await expect(page.locator('[data-verdict]').first()).toHaveAttribute('data-verdict', 'verified')
  await page.goto('/verify')
  await page.goto(`/verify/${sha256}${fragment.slice(0, -20)}`)
  await expect(page.locator('[data-verdict]').first()).toHaveAttribute('data-verdict', 'unsupported')
  await expect(page.getByText('The proof in this address is damaged.')).toBeVisible()
})

test('from a disk and without a network the path is checked, and the page says that the chain was not', {
  tag: '@thorough',
}, async ({ page, context }) => {
  const proof = await giveProof(page)
  await page.setViewportSize({ width: 360, height: 740 })
  const asked: string[] = []
  page.on('request', (request) => request.url().startsWith('http') && asked.push(request.url()))
  await context.setOffline(true)
  await page.goto(pathToFileURL(join(import.meta.dirname, '../public/check.html')).href)
  const buffer = Buffer.from(JSON.stringify(proof))
  const file = { name: 'real.jpg', mimeType: 'image/jpeg', buffer: readFileSync(samplePath) }
  await page.getByLabel('Choose files').setInputFiles(file)
  await expect(page.getByText(/it needs the proof of this file/)).toBeVisible()
  const proofFile = { name: 'download.json', mimeType: 'application/json', buffer }
  await page.getByLabel('Add its proof').setInputFiles(proofFile)
  await expect(page.getByText('Checked with download.json.')).toBeVisible()
  await expect(page.locator('[data-verdict]')).toHaveAttribute('data-verdict', 'could_not_check')
  await expect(page.getByText(/^Around \d/)).toBeVisible()
  await expect(page.getByRole('region', { name: 'Results' })).toBeFocused()
  await expect(page.getByRole('heading', { name: 'Matches its proof; chain not read' })).toBeInViewport()
  // The proof says so.
  await expect(page.getByText(/^Demonstration: test chains/)).toBeVisible()
  await page.getByRole('button', { name: 'Technical details' }).click()
  await expect(page.getByText('valid', { exact: true })).toHaveCount(4)
  await expect(page.getByText('Not checked offline.')).toBeVisible()
  expect(asked).toEqual([])
  await assertFits(page)
  await assertAccessible(page)

  await context.setOffline(false)
  await page.getByRole('button', { name: 'Read the chain too' }).click()
  await expect(page.getByLabel('Chain endpoint')).toBeFocused()
  await page.keyboard.type(rpcUrl)
  await expect(page.getByLabel('Schema of the attestation')).toHaveValue(proof.attestation.schema_uid)
  // A proof never chooses whom its reader trusts.
  await expect(page.getByLabel('Attester you trust')).toHaveValue('')
  await page.getByRole('button', { name: 'Use these' }).click()
  await expect(page.getByRole('alert')).toHaveText(/^Name the attester/)
  await expect(page.getByRole('alert')).toBeInViewport()
  await expect(page.getByLabel('Attester you trust')).toBeFocused()
  await page.keyboard.type(proof.attestation.attester)
  await page.getByRole('button', { name: 'Use these' }).click()
  await expect(page.locator('[data-verdict]')).toHaveAttribute('data-verdict', 'verified')
  await expect(page.getByRole('heading', { name: /^Unchanged since/ })).toBeInViewport()
  await expect(page.getByRole('link')).toHaveCount(0)

  // A verdict belongs to the attester it was given for.
  for (const [attester, verdict] of [
    [`0x${'1'.repeat(40)}`, 'revoked_or_wrong_attester'],
    [proof.attestation.attester, 'verified'],
  ] as const) {
    await page.getByLabel('Attester you trust').fill(attester)
    await page.getByRole('button', { name: 'Use these' }).click()
    await expect(page.locator('[data-verdict]')).toHaveAttribute('data-verdict', verdict)
  }
  await page.getByLabel('Chain', { exact: true }).fill('1')
  await page.getByRole('button', { name: 'Use these' }).click()
  await expect(page.locator('[data-verdict]')).toHaveAttribute('data-verdict', 'revoked_or_wrong_attester')
})

test.describe('a certificate', { tag: '@thorough' }, () => {
  test.use({ allowedErrors: /Failed to load resource/ })

  test('prints a verdict, says when the check failed, and does not exist for an unknown file', async ({
    page,
  }) => {
    await page.goto(`/verify/${sha256}/certificate`)
    await expect(page.locator('[data-verdict=verified]')).toBeVisible()
    await expect(page.getByText(sha256, { exact: true })).toBeVisible()
    await page.emulateMedia({ media: 'print' })
    await expect(page.getByRole('button', { name: 'Print this certificate' })).toBeHidden()
    for (const format of ['A4', 'Letter']) expect(await countSheets(page, format)).toBe(1)
    await page.emulateMedia({ media: 'screen' })
    await assertAccessible(page)

    await page.route(`${rpcUrl}/**`, (route) => route.abort())
    await page.getByRole('button', { name: 'Check again now' }).click()
    await expect(page.locator('[data-verdict=could_not_check]')).toBeVisible()
    await expect(page.getByText('it could not read the chain')).toBeVisible()

    const missing = await page.goto(`/verify/${'a'.repeat(64)}/certificate`)
    expect(missing?.status()).toBe(404)
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('No certificate')
  })
})
