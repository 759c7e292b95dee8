// needs: ffmpeg ffprobe

import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Page } from '@playwright/test'
import { readKeyFile } from '../lib/client/bounty-keys.ts'
import { type DemoBountiesInput, postDemoBounties } from '../sandbox/demo-bounties.ts'
import { fresh } from './fresh-film.ts'
import { expect, test } from './journey.ts'
import { bountyOf, endBounty, type PostedBounty } from './post-bounty.ts'
import { networks, usdcOf } from './sandbox-chain.ts'
import { sandboxFacts } from './sandbox-facts.ts'

// The content of the board after `npm start`. The sandbox of the journeys is started without it.

const facts = sandboxFacts()
const poster = facts.wallets.poster.address
const balances = () => Promise.all(networks.map((network) => usdcOf(network, poster)))

let folder: string
let input: DemoBountiesInput
const posted: PostedBounty[] = []

test.beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'cairn-demo-bounties-'))
  input = {
    baseUrl: facts.base_url,
    networks: facts.networks,
    wallets: { poster: facts.wallets.poster.private_key, contributor: facts.wallets.contributor.private_key },
    film: fresh(readFileSync(new URL('../sandbox/captures/lund-film-to-review.mp4', import.meta.url))),
    keyFile: join(folder, 'keys.json'),
    name: `journey-${Date.now()}`,
  }
})
// Ends the bounties, because later journeys count the money of the same wallet.
test.afterAll(async () => {
  for (const bounty of posted) await endBounty(bounty)
  rmSync(folder, { recursive: true, force: true })
})

type Film = { note: string; preview_status: string }
const filmsOf = async (bounty: PostedBounty) => (await bountyOf<{ submissions: Film[] }>(bounty)).submissions

test('the demo bounties are paid once, also if the sandbox starts again, and the poster has a film to review', {
  tag: '@thorough',
}, async ({ page }) => {
  const before = await balances()
  posted.push(...(await postDemoBounties(input)))
  const after = await balances()
  expect(before.map((money, index) => money - after[index]!)).toEqual([440_000_000n, 60_000_000n])

  await test.step('a second start finds the same bounties and the same film, and pays nothing', async () => {
    const again = await postDemoBounties(input)
    expect(again.map(({ bounty_id }) => bounty_id)).toEqual(posted.map(({ bounty_id }) => bounty_id))
    expect(await balances()).toEqual(after)
    expect(await filmsOf(posted[0]!)).toHaveLength(1)
  })

  await test.step('they are on the board, each with its place', async () => {
    for (const { bounty_id } of posted)
      await expect
        .poll(async () => (await fetch(`${facts.base_url}/api/board/bounties/${bounty_id}`)).status)
        .toBe(200)
    for (const posting of posted)
      expect((await bountyOf<{ brief: string }>(posting)).brief).toMatch(/\n\nPlace: geohash (sp|sr)\w{4}$/)
  })

  await test.step('the film is looked at like any other, has a preview, and says where it is really from', async () => {
    const film = async () => (await filmsOf(posted[0]!))[0]!
    await expect.poll(async () => (await film()).preview_status, { timeout: 180_000 }).toBe('ready')
    expect((await film()).note).toContain('Lund')
  })

  await test.step('the key file opens them in a browser', async () => {
    const keys = readKeyFile(readFileSync(input.keyFile, 'utf8'))
    expect(keys.map(({ bounty_id }) => bounty_id)).toEqual(posted.map(({ bounty_id }) => bounty_id))
    await openKeyFile(page)
    for (const { title } of keys) await expect(page.getByRole('link', { name: title }).first()).toBeVisible()
  })
})

async function openKeyFile(page: Page) {
  await page.goto('/bounties')
  await page.getByLabel('Open a key file').setInputFiles(input.keyFile)
}
