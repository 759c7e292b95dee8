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

test('an attested file dropped on the page is verified, its bytes stay here, and its tree shows its path', async ({
  page,
}) => {
  const sent: Buffer[] = []
  page.on('request', (request) => {
    const body = request.postDataBuffer()
    if (body) sent.push(body)
  })
  await page.goto('/')
  await page.getByRole('link', { name: 'Verify a file' }).first().click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Verify a file')

  const dropped = await page.evaluateHandle(
    ({ base64, name }) => {
      const bytes = Uint8Array.from(atob(base64), (character) => character.charCodeAt(0))
      const transfer = new DataTransfer()
      transfer.items.add(new File([bytes], name, { type: 'image/jpeg' }))
      return transfer
    },
    { base64: sample.toString('base64'), name: sampleFile.name },
  )
  await page.getByText('Drop a file or a folder here').dispatchEvent('drop', { dataTransfer: dropped })

  await expect(verdictOf(page)).toHaveAttribute('data-verdict', 'verified')
  await expect(verdictOf(page)).toContainText(/This file’s fingerprint was anchored in block \d+ at .* UTC/)
  const steps = page.getByRole('list', { name: 'The proof, recomputed on this device' })
  await expect(steps.getByText('holds', { exact: true })).toHaveCount(6)
  await expect(steps.getByText(`${sha256.slice(0, 8)}…${sha256.slice(-8)}`)).toBeVisible()

  // Only the calls to the chain have a body, and none is anywhere near the size of the file.
  expect(sent.length).toBeGreaterThan(0)
  for (const body of sent) {
    expect(body.length).toBeLessThan(1_000)
    expect(body.toString()).toMatch(/"method":"eth_/)
  }

  await page.getByRole('link', { name: 'See it in its tree' }).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(/^Tree \d+$/)
  await expect(page.locator('[data-recomputed]')).toHaveAttribute('data-recomputed', 'true')
  await expect(page.locator('[data-path-holds]')).toHaveAttribute('data-path-holds', 'true')
  await expect(page.locator('[data-chain]')).toHaveAttribute('data-chain', 'confirmed')
  // A tree leads to no capture.
  expect(await page.content()).not.toContain(sha256)
})

test('one altered byte: alone it is not known here, beside the proof it does not match', async ({ page }) => {
  await page.goto('/verify')
  await choose(page, alteredFile)
  await expect(verdictOf(page)).toHaveAttribute('data-verdict', 'unknown')
  await expect(verdictOf(page)).toContainText('That does not mean the file is fake.')

  await page.reload()
  await choose(page, alteredFile, jsonFile('sample.proof.json', await proofOf(page)))
  await expect(verdictOf(page)).toHaveAttribute('data-verdict', 'does_not_match')
})

test('a file and its proof are verified without asking the service', async ({ page }) => {
  const proof = await proofOf(page)
  await page.goto('/verify')
  await page.route('**/api/**', (route) => route.abort())
  await choose(page, sampleFile, jsonFile('sample.proof.json', proof))
  await expect(verdictOf(page)).toHaveAttribute('data-verdict', 'verified')
})

test('the proof that is downloaded is the proof that is accepted', async ({ page }) => {
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

test('several files are told apart, and what cannot be read is unsupported', async ({ page }) => {
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
  await expect(verdictOf(page)).toContainText('version 2')
})

test('a proof by another attester is told from a broken one', async ({ page }) => {
  const proof = await proofOf(page)
  proof.attestation.eas = `0x${'5'.repeat(40)}`
  await page.goto('/verify')
  // An endpoint that claims whatever such a proof wants to hear, under a contract that is not ours.
  await page.route(`${rpcUrl}/**`, async (route) => {
    const body = route.request().postDataJSON()
    if (body.method === 'eth_call') body.params[0].to = '0x4200000000000000000000000000000000000021'
    await route.fulfill({ response: await route.fetch({ postData: body }) })
  })
  await choose(page, sampleFile, jsonFile('other.json', proof))
  await expect(verdictOf(page)).toHaveAttribute('data-verdict', 'revoked_or_wrong_attester')
})

test.describe('an answer that does not come is never "not known here"', () => {
  test.use({ allowedErrors: /Failed to load resource/ })

  for (const [name, pattern] of [
    ['nothing', '**/api/**'],
    ['no proof', '**/api/proofs/**'],
    ['no provenance', '**/api/v1/provenance/**'],
  ] as const) {
    test(`the service answers ${name}`, async ({ page }) => {
      await page.goto('/verify')
      await page.route(pattern, (route) => route.abort())
      await choose(page, alteredFile)
      await expect(verdictOf(page)).toHaveAttribute('data-verdict', 'could_not_check')
      await page.unroute(pattern)
      await page.getByRole('button', { name: 'Check again' }).click()
      await expect(verdictOf(page)).toHaveAttribute('data-verdict', 'unknown')
    })
  }

  for (const [name, answer] of [
    ['an error', { status: 500, body: '{}' }],
    ['too many requests', { status: 429, headers: { 'retry-after': '7' }, body: '{}' }],
    ['nonsense', { status: 200, body: '<html>' }],
    ['another shape', { status: 200, json: { status: 'unknown' } }],
  ] as const) {
    test(`the service answers with ${name}`, async ({ page }) => {
      await page.goto('/verify')
      await page.route('**/api/proofs/**', (route) => route.fulfill(answer))
      await choose(page, alteredFile)
      await expect(verdictOf(page)).toHaveAttribute('data-verdict', 'could_not_check')
    })
  }

  test('the chain cannot be read: what was proven until then is still shown', async ({ page }) => {
    await page.goto('/verify')
    await page.route(`${rpcUrl}/**`, (route) => route.abort())
    await choose(page, sampleFile)
    await expect(verdictOf(page)).toHaveAttribute('data-verdict', 'could_not_check')
    const steps = page.getByRole('list', { name: 'The proof, recomputed on this device' })
    await expect(steps.getByText('holds', { exact: true })).toHaveCount(5)
    await expect(steps.getByText('Chain: not checked.')).toBeVisible()
  })

  test('the reader’s own endpoint is used instead, and one of another chain is refused', async ({ page }) => {
    await page.goto(`/verify/${sha256}`)
    await expect(verdictOf(page)).toHaveAttribute('data-verdict', 'verified')
    await page.getByText('Chain endpoint').click()
    const field = page.getByLabel(/The attestation is read from chain 8453/)
    await field.fill(facts.networks['eip155:5042']!.rpc_url)
    await field.press('Enter')
    await expect(verdictOf(page)).toHaveAttribute('data-verdict', 'could_not_check')
    await expect(verdictOf(page)).toContainText('chain 5042')
  })
})

test('a file is hashed with true progress and can be cancelled', async ({ page }) => {
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
