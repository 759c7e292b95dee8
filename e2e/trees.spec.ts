import { createHash, randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Page } from '@playwright/test'
import { fromHex, toHex } from '../lib/domain/proof/leaf.ts'
import { buildTree, rootOf } from '../lib/domain/proof/merkle.ts'
import type { ProofBundle } from '../lib/domain/proof/proof.ts'
import { expect, test } from './journey.ts'
import { assertLooksRight } from './looks-right.ts'
import { sandboxFacts } from './sandbox-facts.ts'

const facts = sandboxFacts()
const rpcUrl = facts.networks['eip155:8453']!.rpc_url
const sample = readFileSync(facts.samples[0]!)
const sha256 = createHash('sha256').update(sample).digest('hex')

test.use({ allowedErrors: /status of (400|404|503)|ERR_FAILED|favicon/ })

async function proofOf(page: Page): Promise<ProofBundle> {
  return await (await page.request.get(`/api/proofs/${sha256}`)).json()
}

test('the records name the attester of a proof in full', { tag: '@thorough' }, async ({ page }) => {
  const { attestation } = await proofOf(page)
  await page.goto('/trees#attester')
  await expect(page.getByRole('heading', { name: 'Who attests' })).toBeInViewport()
  for (const value of [attestation.attester, attestation.schema_uid, attestation.eas])
    await expect(page.getByText(new RegExp(`^${value}$`, 'i'))).toBeVisible()
})

async function find(page: Page, text: string) {
  await page.goto('/trees')
  await page.getByRole('searchbox').fill(text)
  await page.keyboard.press('Enter')
}

test('any id of a real capture leads to its tree, and a fingerprint or leaf to the lit leaf', async ({
  page,
}) => {
  const { leaf_hash, tree, attestation } = await proofOf(page)
  const ids = [
    [`sha256:${sha256}`, 'the fingerprint', leaf_hash],
    [leaf_hash, 'a leaf', leaf_hash],
    [tree.root, 'the root', null],
    [attestation.uid, 'the UID of the attestation', null],
    [attestation.tx.toUpperCase(), 'the transaction', null],
    [`#${tree.tree_id}`, 'the number of this tree', null],
  ] as const
  for (const [text, name, leaf] of ids) {
    await find(page, text)
    await expect(page.getByText(`You searched for ${name}`)).toBeVisible()
    await expect(page).toHaveURL(
      ({ pathname, searchParams }) =>
        pathname === `/trees/${tree.tree_id}` && searchParams.get('leaf') === leaf,
    )
    if (leaf)
      await expect(page.locator('[aria-current=true] code')).toHaveText(
        `${leaf.slice(0, 10)}…${leaf.slice(-8)}`,
      )
  }
})

test('what is nowhere, what could not be looked for, a place and a cut hash are told apart', {
  tag: '@thorough',
}, async ({ page }) => {
  await page.goto(`/trees?q=${'e'.repeat(64)}`)
  await expect(page.locator('[data-search=nothing]')).toContainText('No tree has this id.')
  await find(page, 'u33db2')
  await expect(page.locator('[data-search=place]').getByRole('link')).toHaveAttribute('href', '/explore')
  await find(page, sha256.slice(1))
  await expect(page.locator('[data-search=unreadable]')).toHaveText(/63 hexadecimal digits/)

  await page.route('**/api/search?**', (route) => route.fulfill({ status: 503, body: 'away' }))
  await page.goto(`/trees?q=${sha256}`)
  await expect(page.locator('[data-search=failed]')).toContainText('Could not search.')
  await page.unroute('**/api/search?**')
  await page.getByRole('button', { name: 'Search again' }).click()
  await expect(page).toHaveURL(/\/trees\/\d+\?leaf=0x/)
})

test('the keyboard walks from the leaf to the root and its attestation, every hash whole beside it', {
  tag: '@thorough',
}, async ({ page }) => {
  const { leaf_hash, tree, attestation } = await proofOf(page)
  await page.goto(`/trees/${tree.tree_id}?leaf=${leaf_hash}`)
  await expect(page.locator('[data-chain=confirmed]')).toBeVisible()
  const opened = page.locator('[data-opened]')
  await page.locator('[data-spot][tabindex="0"]').focus()
  await expect(opened).toContainText(leaf_hash)
  const siblings = page.locator('[data-spot]:focus')
  await page.keyboard.press('ArrowUp')
  await expect(siblings).toHaveAccessibleName(/on the path/)
  await expect(opened).toContainText('Keccak-256 of these two')
  await expect(opened).toContainText(leaf_hash)
  await expect(opened).toContainText('Valid: it leads to the root.')
  await page.keyboard.press('Home')
  await expect(opened).toContainText(tree.root)
  await expect(opened).toContainText('The same root is on the chain.')
  await page.keyboard.press('ArrowUp')
  await expect(opened).toContainText(attestation.uid)
  await page.keyboard.press('End')
  await expect(opened).toContainText(leaf_hash)

  await page.getByText('Technical details').click()
  await page.getByRole('tab', { name: 'Raw bytes' }).click()
  await expect(page.getByRole('tabpanel', { name: 'Raw bytes' })).toContainText(tree.root.slice(2))
  const download = page.waitForEvent('download')
  await page.getByRole('button', { name: /Download \d+ lea(f|ves) as CSV/ }).click()
  const file = await download
  const rows = readFileSync(await file.path(), 'utf8')
    .trim()
    .split('\r\n')
  expect(file.suggestedFilename()).toContain(`-${tree.leaf_count}-`)
  expect(rows).toHaveLength(tree.leaf_count + 1)
  expect(rows).toContain(`${(await proofOf(page)).leaf_index + 1},${leaf_hash}`)
})

test('of a large tree branches are folded and opened, and a tree the chain does not hold is refused loudly', {
  tag: '@thorough',
}, async ({ page }) => {
  const leaves = Array.from({ length: 700 }, () => toHex(new Uint8Array(randomBytes(32))))
  const root = toHex(rootOf(buildTree(leaves.map(fromHex))))
  await page.route('**/api/trees/1', async (route) => {
    const told = await (await route.fetch()).json()
    await route.fulfill({ json: { ...told, leaf_count: 700, root, leaves } })
  })
  await page.goto(`/trees/1?leaf=${leaves[5]}`)
  await expect(page.locator('[data-recomputed=true]')).toBeVisible()
  await expect(page.locator('[data-chain=contradicts]')).toHaveRole('alert')
  await page.locator('[data-spot][tabindex="0"]').focus()
  await page.keyboard.press('Home')
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('ArrowLeft')
  await page.keyboard.press('ArrowRight')
  const branch = page.locator('[data-spot]:focus')
  if ((await branch.getAttribute('aria-label'))!.includes('on the path'))
    await page.keyboard.press('ArrowLeft')
  await expect(branch).toHaveAccessibleName(/, \d+ leaves below/)
  await page.keyboard.press('ArrowDown')
  await expect(branch).toHaveAccessibleName(/on the path/)
  await expect(page).toHaveURL(
    ({ searchParams }) => leaves.indexOf(searchParams.get('leaf') as `0x${string}`) !== 5,
  )
})

test('leaves that hash to another root are not shown as a tree', { tag: '@thorough' }, async ({ page }) => {
  await page.route('**/api/trees/1', async (route) => {
    const told = await (await route.fetch()).json()
    told.leaves[0] = `0x${'5'.repeat(64)}`
    await route.fulfill({ json: told })
  })
  await page.goto('/trees/1')
  await expect(page.locator('[data-recomputed=false]')).toContainText('Do not rely on this tree')
  await expect(page.locator('[data-path-holds=false]')).toBeVisible()
})

test.describe('the badge in a page of others', { tag: '@thorough' }, () => {
  // A separate server: another origin on this device, with a page that requests pages of this device.
  let body = ''
  const elsewhere = createServer((_, answer) => answer.setHeader('content-type', 'text/html').end(body))
  test.beforeAll(async () => {
    await once(elsewhere.listen(0, '127.0.0.1'), 'listening')
  })
  test.afterAll(() => elsewhere.close())
  const show = async (page: Page, baseURL: string, attributes: string) => {
    body = `<!doctype html><html lang="en"><title>Elsewhere</title><cairn-badge sha256="${sha256}" ${attributes}></cairn-badge><script src="${baseURL}/badge.js"></script>`
    await page.goto(`http://127.0.0.1:${(elsewhere.address() as AddressInfo).port}/`)
    return page.locator('cairn-badge')
  }

  test('recomputes the proof, reads the chain, and says what it checked and what not', async ({
    page,
    baseURL,
  }) => {
    const { attestation } = await proofOf(page)
    const badge = await show(page, baseURL!, `rpc="${rpcUrl}" attester="${attestation.attester}"`)
    await expect(badge).toHaveAttribute('data-state', 'attested')
    await badge.getByRole('button', { name: /^Cairn: Attested, demo\./ }).click()
    await expect(badge.getByRole('region')).toContainText('Demonstration: test chain, no evidence.')
    await expect(badge.getByRole('region')).toContainText('The attestation of this root is on the chain')
    await expect(badge).not.toContainText(/authentic|genuine/i)

    const unread = await show(page, baseURL!, '')
    await expect(unread).toHaveAttribute('data-state', 'chain_not_read')
    await unread.getByRole('button').click()
    await expect(unread.getByRole('region')).toContainText('The chain was not read')

    const other = await show(page, baseURL!, `attester="0x${'1'.repeat(40)}"`)
    await expect(other).toHaveAttribute('data-state', 'does_not_match')
  })

  test('says of what waits for its anchor that it was withdrawn', async ({ page, baseURL }) => {
    await page.route('**/api/proofs/**', (route) =>
      route.fulfill({
        json: {
          status: 'pending',
          sha256,
          anchored_within_seconds: 600,
          withdrawn_at: '2026-04-05T06:07:08Z',
        },
        headers: { 'access-control-allow-origin': '*' },
      }),
    )
    const badge = await show(page, baseURL!, '')
    await expect(badge).toHaveAttribute('data-state', 'pending')
    await badge.getByRole('button', { name: 'Cairn: Waiting for its anchor, withdrawn.' }).click()
    await expect(badge.getByRole('region')).toContainText('withdrew this capture on 5 Apr 2026, 06:07 UTC')
    await expect(badge.getByRole('region')).toContainText('The next anchor will include it all the same')
  })

  test('rejects every altered answer, and never calls one “not known”', async ({ page, baseURL }) => {
    const proof = await proofOf(page)
    const alterations = [
      [{ ...proof, salt: `0x${'0'.repeat(64)}` }, 'does_not_match'],
      [{ ...proof, tree: { ...proof.tree, root: `0x${'0'.repeat(64)}` } }, 'does_not_match'],
      [{ ...proof, proof: [] }, 'does_not_match'],
      [{ ...proof, sha256: 'f'.repeat(64) }, 'does_not_match'],
      [{ ...proof, tree: { ...proof.tree, leaf_spec: `0x${'0'.repeat(64)}` } }, 'could_not_check'],
      [{ status: 'anchored', sha256 }, 'could_not_check'],
      [{ status: 'unknown', sha256 }, 'unknown'],
      ['nonsense', 'does_not_match'],
    ] as const
    for (const [json, state] of alterations) {
      await page.route('**/api/proofs/**', (route) =>
        route.fulfill({ json, headers: { 'access-control-allow-origin': '*' } }),
      )
      await expect(await show(page, baseURL!, `rpc="${rpcUrl}"`)).toHaveAttribute('data-state', state)
      await page.unroute('**/api/proofs/**')
    }
    await page.route('**/api/proofs/**', (route) => route.abort())
    await expect(await show(page, baseURL!, '')).toHaveAttribute('data-state', 'could_not_check')
  })
})

test('the badge as an image gives the same verdict for each id', { tag: '@thorough' }, async ({
  request,
}) => {
  for (const [name, words] of [
    [sha256, 'attested'],
    ['a'.repeat(64), 'not known'],
  ] as const) {
    const answer = await request.get(`/badge/${name}.svg`)
    expect(answer.headers()).toMatchObject({
      'content-type': expect.stringContaining('image/svg+xml'),
      'cache-control': 'public, max-age=1',
      'access-control-allow-origin': '*',
    })
    expect(await answer.text()).toContain(`>${words}`)
  }
  expect((await request.get('/badge/abc.svg')).status()).toBe(404)
})

test('a framed proof: cautious first, accessible in both themes, and fits a phone and the offered frame', {
  tag: '@thorough',
}, async ({ page }) => {
  await page.emulateMedia({ reducedMotion: 'reduce' })
  // The size in the snippet.
  await page.setViewportSize({ width: 440, height: 700 })
  await page.goto(`/embed/${sha256}`)
  await page.locator('cairn-badge[data-state=attested]').waitFor()
  await expect(page.getByText('Place and time are claimed, not confirmed.')).toBeVisible()
  await expect(page.getByText('Demonstration: test chain, no evidence.')).toBeVisible()
  expect(await page.evaluate(() => document.documentElement.scrollHeight)).toBeLessThanOrEqual(700)
  await assertLooksRight(page)
})
