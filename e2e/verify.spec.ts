import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { basename } from 'node:path'
import type { Page } from '@playwright/test'
import { expect, test } from './journey.ts'
import { sandboxFacts } from './sandbox-facts.ts'

const facts = sandboxFacts()
const rpcUrl = facts.networks['eip155:8453']!.rpc_url
const sampleFile = fileAt(facts.samples[0]!)
const sample = sampleFile.buffer
const sha256 = createHash('sha256').update(sample).digest('hex')
const altered = Buffer.from(sample)
altered[altered.length >> 1]! ^= 1
const alteredFile = { name: 'altered.jpg', mimeType: 'image/jpeg', buffer: altered }

const verdictOf = (page: Page) => page.locator('[data-verdict]').first()
const sentence = (page: Page) => page.getByRole('heading', { level: 1 })
const details = (page: Page) => page.getByRole('button', { name: 'Technical details' })

type Given = { name: string; mimeType: string; buffer: Buffer }

async function choose(page: Page, ...files: Given[]) {
  await page.locator('input[type=file]').first().setInputFiles(files)
}

function fileAt(path: string): Given {
  return { name: basename(path), mimeType: 'image/jpeg', buffer: readFileSync(path) }
}

function jsonFile(name: string, value: unknown): Given {
  return { name, mimeType: 'application/json', buffer: Buffer.from(JSON.stringify(value)) }
}

async function proofOf(page: Page) {
  const answer = await page.request.get(`/api/proofs/${sha256}`)
  return await answer.json()
}

/** A `DataTransfer` in the page with the sample file, as a drop event has it. */
const droppedFiles = (page: Page) =>
  page.evaluateHandle(
    ({ base64, name }) => {
      const bytes = Uint8Array.from(atob(base64), (character) => character.charCodeAt(0))
      const transfer = new DataTransfer()
      transfer.items.add(new File([bytes], name, { type: 'image/jpeg' }))
      return transfer
    },
    { base64: sample.toString('base64'), name: sampleFile.name },
  )

test('an attested picture dropped on the page is shown and unchanged, and its bytes never leave the device', async ({
  page,
}) => {
  const sent: { url: string; body: Buffer | null }[] = []
  page.on('request', (request) => sent.push({ url: request.url(), body: request.postDataBuffer() }))
  await page.goto('/verify')
  await expect(sentence(page)).toHaveText('Is this an exact copy of a file on record?')
  await sentence(page).dispatchEvent('drop', { dataTransfer: await droppedFiles(page) })

  // The picture itself, from an address that only this page can open.
  const picture = page.getByRole('img', { name: sampleFile.name })
  await expect(picture).toBeVisible()
  await expect(picture).toHaveAttribute('src', /^blob:/)
  await expect(page.getByText('Stays on this device', { exact: true })).toBeVisible()

  await expect(verdictOf(page)).toHaveAttribute('data-verdict', 'verified')
  await expect(sentence(page)).toHaveText(
    /^Unchanged since \d{1,2} \w+ \d{4}, \d\d:\d\d\s(GMT[+-][\d:]+|UTC)$/,
  )
  await expect(sentence(page).locator('time')).toHaveAttribute('title', /UTC$/)
  const checks = page.getByRole('list', { name: 'The checks' })
  await expect(checks.getByRole('listitem')).toHaveCount(5)
  await expect(checks.locator('[data-state=set], [data-state=grown]')).toHaveCount(5)
  await expect(
    checks.getByText('on a test chain on this machine (attestation), read by your browser'),
  ).toBeVisible()
  const timeline = page.getByRole('list', { name: 'Timeline' })
  await expect(timeline).toContainText(/\d\d:\d\d (GMT[+-][\d:]+|UTC) captured, as claimed.*anchored/s)
  await expect(page.getByRole('region', { name: 'Claimed place and time' })).toContainText('Not confirmed')
  for (const part of [page, page.getByRole('region', { name: 'To quote' })])
    await expect(part.getByText(sha256.slice(0, 8))).toHaveCount(1)

  await details(page).click()
  const steps = page.getByRole('list', { name: 'The proof, recomputed on this device' })
  await expect(steps.getByText('valid', { exact: true })).toHaveCount(5)
  await expect(steps.getByText(`${sha256.slice(0, 8)}…${sha256.slice(-8)}`)).toBeVisible()

  // Only the calls to the chain have a body, and none is nearly as large as the file. No address contains its bytes either.
  const bodies = sent.flatMap(({ body }) => body ?? [])
  expect(bodies.length).toBeGreaterThan(0)
  for (const body of bodies) {
    expect(body.length).toBeLessThan(1_000)
    expect(body.toString()).toMatch(/"method":"eth_/)
  }
  const middle = sample.subarray(sample.length >> 1, (sample.length >> 1) + 24)
  for (const { url, body } of sent) {
    if (!url.startsWith('blob:')) expect(url.length).toBeLessThan(1_000)
    for (const text of [middle.toString('base64'), middle.toString('hex')]) expect(url).not.toContain(text)
    expect(body?.includes(middle) ?? false).toBe(false)
  }

  await page.getByRole('link', { name: 'See it in its tree' }).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(/^Tree \d+$/)
  await expect(page.locator('[data-recomputed]')).toHaveAttribute('data-recomputed', 'true')
  await expect(page.locator('[data-path-holds]')).toHaveAttribute('data-path-holds', 'true')
  await expect(page.locator('[data-chain]')).toHaveAttribute('data-chain', 'confirmed')
  // A tree does not link to a capture.
  expect(await page.content()).not.toContain(sha256)
})

test('another file than the one of the link is called that first, whatever its own verdict', async ({
  page,
}) => {
  await page.goto(`/verify/${sha256}`)
  await expect(sentence(page)).toHaveText(/^On record since /)
  await expect(page.locator('[data-state=open]')).toHaveText(/no file compared/)
  await choose(page, fileAt(facts.samples[1]!))
  await expect(verdictOf(page)).toHaveAttribute('data-verdict', 'verified')
  await expect(sentence(page)).toHaveText('Not the file of this link')
  await expect(verdictOf(page).getByRole('heading', { level: 2 }).first()).toHaveText(/^Unchanged since /)
  await choose(page, sampleFile)
  await expect(sentence(page)).toHaveText(/^Unchanged since /)
})

test('the record of a capture is reported from its page, without an account', async ({ page }) => {
  await page.goto(`/verify/${sha256}`)
  await page.getByRole('button', { name: 'Report this record' }).click()
  await page.getByRole('radio', { name: 'A private home' }).check()
  await page.getByRole('button', { name: 'Send the report' }).click()
  await expect(page.getByText('Thank you. An operator will look at it.')).toBeVisible()
})

test('a newcomer without a file tries the sample photograph', async ({ page }) => {
  await page.goto('/verify')
  await page.getByRole('button', { name: 'Try a sample photo' }).click()
  await expect(page.getByRole('img', { name: 'street-in-lund.jpg' })).toBeVisible()
  await expect(verdictOf(page)).toHaveAttribute('data-verdict', 'verified')
})

test('a pasted picture is checked like a dropped one, and the focus moves to its result', {
  tag: '@thorough',
}, async ({ page }) => {
  await page.goto('/verify')
  const files = await droppedFiles(page)
  // The page listens only after its scripts have run.
  await expect(async () => {
    await files.evaluate((transfer) =>
      dispatchEvent(new ClipboardEvent('paste', { clipboardData: transfer as unknown as DataTransfer })),
    )
    await expect(page.getByRole('img', { name: sampleFile.name })).toBeVisible({ timeout: 5_000 })
  }).toPass()
  await expect(verdictOf(page)).toHaveAttribute('data-verdict', 'verified')
  await expect(page.getByRole('region', { name: 'Results' })).toBeFocused()
})

test('stones are laid only as the checks pass', async ({ page }) => {
  await page.goto('/verify')
  let answer = () => {}
  const held = new Promise<void>((resolve) => {
    answer = resolve
  })
  await page.route(`${rpcUrl}/**`, async (route) => {
    await held
    await route.continue()
  })
  await choose(page, sampleFile)
  const checks = page.getByRole('list', { name: 'The checks' })
  await expect(checks.locator('[data-state=set]')).toHaveCount(4)
  await expect(checks.locator('[data-state=busy]')).toHaveText(/Note of that hash on a test chain/)
  await expect(verdictOf(page)).toHaveCount(0)
  answer()
  await expect(checks.locator('[data-state=grown]')).toHaveCount(1)
  await expect(verdictOf(page)).toHaveAttribute('data-verdict', 'verified')
})

test('a format that the browser cannot show has a placeholder with a note that nothing covers, and is checked all the same', {
  tag: '@thorough',
}, async ({ page }) => {
  await page.setViewportSize({ width: 360, height: 740 })
  await page.goto('/verify')
  await choose(page, { name: 'IMG_0001.HEIC', mimeType: 'image/heic', buffer: Buffer.from('ftypheic') })
  await expect(page.getByText('HEIC', { exact: true })).toBeVisible()
  await expect(verdictOf(page)).toHaveAttribute('data-verdict', 'unknown')
  const note = page.getByText(
    'Your browser cannot show this file: it may be damaged, in a format that is not supported here, or no photo or film. It is checked all the same.',
  )
  const bottom = await note.evaluate((element) => element.getBoundingClientRect().bottom)
  const label = page.getByText('IMG_0001.HEIC', { exact: true })
  const top = await label.evaluate((element) => element.parentElement!.getBoundingClientRect().top)
  expect(bottom).toBeLessThanOrEqual(top)
})

test('an unknown picture is no dead end: what it may mean, what to ask, and where to go', {
  tag: '@thorough',
}, async ({ page, context }) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write'])
  await page.goto('/verify')
  await choose(page, alteredFile)
  await expect(sentence(page)).toHaveText('No record of exactly this photo')
  await expect(
    page.getByText('A messenger or a website made a smaller copy of it, as most of them do.'),
  ).toBeVisible()
  await page.getByRole('button', { name: 'Copy the message' }).click()
  await expect
    .poll(() => page.evaluate(() => navigator.clipboard.readText()))
    .toContain('send it as a document')
  await expect(page.getByRole('link', { name: 'Commission a film' })).toHaveAttribute('href', '/bounties/new')
  // What its own metadata say, read on the device.
  const stated = page.getByRole('region', { name: 'What the file itself says. Anybody can change it.' })
  await expect(stated).toContainText('cell u33dbb')
  await expect(page.getByRole('button', { name: 'Check again' })).toBeVisible()
  // A fault of the file is shown before the fact that it has no record.
  const other = (name: string, buffer: Buffer) =>
    page
      .getByLabel('Check another')
      .first()
      .setInputFiles([{ name, mimeType: 'image/jpeg', buffer }])
  await other('cut.jpg', sample.subarray(0, sample.length / 2))
  await expect(sentence(page)).toHaveText('This file is damaged or incomplete')
  await other('text.jpg', Buffer.from('Not a photo at all.\n'))
  await expect(sentence(page)).toHaveText('This is not a photo or film')
  await expect(verdictOf(page)).toContainText('There is no record of exactly these bytes.')
  // Another picture takes its place.
  await page.getByLabel('Check another').first().setInputFiles([sampleFile])
  await expect(verdictOf(page)).toHaveAttribute('data-verdict', 'verified')
  await expect(page.getByRole('img', { name: 'altered.jpg' })).toHaveCount(0)
})

test('a file with one altered byte is unknown without a proof, and does not match its proof', async ({
  page,
}) => {
  await page.goto('/verify')
  await choose(page, alteredFile)
  await expect(verdictOf(page)).toHaveAttribute('data-verdict', 'unknown')
  await expect(verdictOf(page)).toContainText('That does not mean it is fake.')

  await page.reload()
  await choose(page, alteredFile, jsonFile('sample.proof.json', await proofOf(page)))
  await expect(verdictOf(page)).toHaveAttribute('data-verdict', 'does_not_match')
  await expect(sentence(page)).toHaveText('This photo does not match its proof')
  await expect(verdictOf(page)).toContainText('The proof itself is consistent, but it is of another file.')
  await expect(page.locator('[data-state=broken]')).toHaveText(/The file.*differs/)
  await expect(page.locator('[data-state=set]')).toHaveCount(0)
})

test('a proof that is added after its file joins it', { tag: '@thorough' }, async ({ page }) => {
  await page.goto('/verify')
  await choose(page, alteredFile)
  await expect(verdictOf(page)).toHaveAttribute('data-verdict', 'unknown')
  await choose(page, jsonFile('sample.proof.json', await proofOf(page)))
  await expect(verdictOf(page)).toHaveAttribute('data-verdict', 'does_not_match')
  await expect(page.getByText('Checked with sample.proof.json.')).toBeVisible()
})

test('a file and its proof are checked without asking the service, until the reader wants a map', async ({
  page,
}) => {
  const proof = await proofOf(page)
  await page.goto('/verify')
  const asked: string[] = []
  await page.route(/\/(api|tiles)\//, (route) => {
    asked.push(new URL(route.request().url()).pathname)
    return route.continue()
  })
  await choose(page, sampleFile, jsonFile('sample.proof.json', proof))
  await expect(verdictOf(page)).toHaveAttribute('data-verdict', 'verified')
  expect(asked).toEqual([])
  await page.getByRole('button', { name: 'Show the claimed place' }).click()
  await expect(page.getByRole('img', { name: 'Map of the claimed cell' })).toBeVisible()
  await expect.poll(() => asked.some((path) => path.startsWith('/tiles/cell/'))).toBe(true)
})

test('the downloaded proof is accepted', { tag: '@thorough' }, async ({ page }) => {
  await page.goto(`/verify/SHA256:${sha256.toUpperCase()}`)
  await expect(page).toHaveURL(`/verify/${sha256}`)
  await expect(verdictOf(page)).toHaveAttribute('data-verdict', 'verified')
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: 'Download the proof' }).click(),
  ])
  const buffer = readFileSync(await download.path())
  await page.goto('/verify')
  await choose(page, { name: download.suggestedFilename(), mimeType: 'application/json', buffer })
  await expect(verdictOf(page)).toHaveAttribute('data-verdict', 'verified')
})

test('several files get separate verdicts, and an unreadable file is unsupported', {
  tag: '@thorough',
}, async ({ page }) => {
  const proof = await proofOf(page)
  await page.goto('/verify')
  const empty = { name: 'empty.jpg', mimeType: 'image/jpeg', buffer: Buffer.alloc(0) }
  await choose(page, ...facts.samples.slice(0, 2).map(fileAt), alteredFile, empty)
  const verdicts = page.locator('tr[data-verdict]')
  await expect(verdicts).toHaveCount(4)
  const found = await verdicts.evaluateAll((list) => list.map((item) => item.getAttribute('data-verdict')))
  expect(found.sort()).toEqual(['unknown', 'unsupported', 'verified', 'verified'])

  await page.reload()
  await choose(page, sampleFile, jsonFile('new.json', { ...proof, version: 2 }))
  await expect(verdictOf(page)).toHaveAttribute('data-verdict', 'unsupported')
  await expect(sentence(page)).toHaveText('This photo cannot be checked here')
  await expect(verdictOf(page)).toContainText('version 2')
})

test('a proof by another attester gets another verdict than a broken proof', async ({ page }) => {
  const proof = await proofOf(page)
  proof.attestation.eas = `0x${'5'.repeat(40)}`
  await page.goto('/verify')
  // An endpoint that confirms the forged proof, under a contract that is not ours.
  await page.route(`${rpcUrl}/**`, async (route) => {
    const body = route.request().postDataJSON()
    if (body.method === 'eth_call') body.params[0].to = '0x4200000000000000000000000000000000000021'
    await route.fulfill({ response: await route.fetch({ postData: body }) })
  })
  await choose(page, sampleFile, jsonFile('other.json', proof))
  await expect(verdictOf(page)).toHaveAttribute('data-verdict', 'revoked_or_wrong_attester')
  await expect(sentence(page)).toHaveText('Attested by someone else')
})

test.describe('a missing answer is never shown as "not known here"', () => {
  test.use({ allowedErrors: /Failed to load resource/ })

  test('the service answers nothing, no proof, or no provenance', async ({ page }) => {
    for (const pattern of ['**/api/**', '**/api/proofs/**', '**/api/v1/provenance/**'])
      await test.step(pattern, async () => {
        await page.goto('/verify')
        await page.route(pattern, (route) => route.abort())
        await choose(page, alteredFile)
        await expect(verdictOf(page)).toHaveAttribute('data-verdict', 'could_not_check')
        await expect(sentence(page)).toHaveText('This photo could not be checked')
        await page.unroute(pattern)
        await page.getByRole('button', { name: 'Check again' }).click()
        await expect(verdictOf(page)).toHaveAttribute('data-verdict', 'unknown')
      })
  })

  test('the service answers with an error, a limit, nonsense, or another shape', async ({ page }) => {
    const answers = {
      'an error': { status: 500, body: '{}' },
      'too many requests': { status: 429, headers: { 'retry-after': '7' }, body: '{}' },
      nonsense: { status: 200, body: '<html>' },
      'another shape': { status: 200, json: { status: 'unknown' } },
    }
    for (const [name, answer] of Object.entries(answers))
      await test.step(name, async () => {
        await page.goto('/verify')
        await page.route('**/api/proofs/**', (route) => route.fulfill(answer))
        await choose(page, alteredFile)
        await expect(verdictOf(page)).toHaveAttribute('data-verdict', 'could_not_check')
        await page.unroute('**/api/proofs/**')
      })
  })

  test('the chain cannot be read: what was proven until then is still shown', async ({ page }) => {
    await page.goto('/verify')
    await page.route(`${rpcUrl}/**`, (route) => route.abort())
    await choose(page, sampleFile)
    await expect(verdictOf(page)).toHaveAttribute('data-verdict', 'could_not_check')
    await expect(sentence(page)).toHaveText('Matches its proof; chain not read')
    await expect(page.locator('[data-state=open]')).toHaveText(
      /Note of that hash on a test chain on this machine.*not checked/,
    )
    await details(page).click()
    const steps = page.getByRole('list', { name: 'The proof, recomputed on this device' })
    await expect(steps.getByText('valid', { exact: true })).toHaveCount(4)
    await expect(steps.getByText('Chain: not checked.')).toBeVisible()
  })

  test('the reader’s own endpoint is used instead, and one of another chain is refused', async ({ page }) => {
    await page.goto(`/verify/${sha256}`)
    await expect(verdictOf(page)).toHaveAttribute('data-verdict', 'verified')
    await details(page).click()
    await page.getByText('Chain endpoint').click()
    const field = page.getByLabel(/The attestation is read from chain 8453/)
    await field.fill(facts.networks['eip155:5042']!.rpc_url)
    await field.press('Enter')
    await expect(verdictOf(page)).toHaveAttribute('data-verdict', 'could_not_check')
    await expect(verdictOf(page)).toContainText('chain 5042')
  })
})

test('a file is hashed with true progress and can be cancelled', { tag: '@thorough' }, async ({ page }) => {
  await page.goto('/verify')
  // Hundreds of megabytes that exist only in the browser.
  await page.evaluate(() => {
    const part = new Uint8Array(16 * 1024 * 1024)
    const transfer = new DataTransfer()
    transfer.items.add(new File(Array(20).fill(part), 'long.mp4', { type: 'video/mp4' }))
    const input = document.querySelector<HTMLInputElement>('input[type=file]')!
    input.files = transfer.files
    input.dispatchEvent(new Event('change', { bubbles: true }))
  })
  const progress = page.getByRole('progressbar')
  await expect(progress).toHaveAttribute('max', String(20 * 16 * 1024 * 1024))
  await expect.poll(async () => Number(await progress.getAttribute('value'))).toBeGreaterThan(0)
  await page.getByRole('button', { name: 'Cancel' }).click()
  await expect(page.getByText('Cancelled. Nothing was checked.')).toBeVisible()
})
