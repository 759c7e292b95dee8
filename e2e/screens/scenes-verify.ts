import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { basename } from 'node:path'
import type { Page } from '@playwright/test'
import sharp from 'sharp'
import { sandboxFacts } from '../sandbox-facts.ts'
import type { Scene } from './scene.ts'

const facts = sandboxFacts()
const samplePath = facts.samples[0]!
const sample = readFileSync(samplePath)
const sha256 = createHash('sha256').update(sample).digest('hex')
const altered = Buffer.from(sample)
altered[altered.length >> 1]! ^= 1

const photo = (name: string, buffer: Buffer) => ({ name, mimeType: 'image/jpeg', buffer })
const choose = (page: Page, files: { name: string; mimeType: string; buffer: Buffer }[]) =>
  page.locator('input[type=file]').first().setInputFiles(files)
const verdict = (page: Page, is: string) => page.locator(`[data-verdict=${is}]`).first().waitFor()

type Proof = { version: number; attestation: { eas: string } }

/** The sample's proof as a file, with something changed in it. */
async function proofOf(page: Page, change: (proof: Proof) => void = () => {}) {
  const proof = (await (await page.request.get(`/api/proofs/${sha256}`)).json()) as Proof
  change(proof)
  const buffer = Buffer.from(JSON.stringify(proof))
  return { name: 'sample.proof.json', mimeType: 'application/json', buffer }
}

/** A drawn landscape, which looks like no sample. */
function unlikeAnySample() {
  const hill = (y: number, colour: string) =>
    `<path fill="${colour}" d="M0 ${y}Q400 ${y - 260} 800 ${y - 40}T1600 ${y - 120}V1200H0z"/>`
  const hills = [hill(760, '#7d93a6'), hill(900, '#56735f'), hill(1_060, '#2f4a36')].join('')
  const sky =
    '<linearGradient id="s" x2="0" y2="1"><stop stop-color="#5f8fbf"/><stop offset="1" stop-color="#f4dcc0"/></linearGradient>'
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="1600" height="1200">${sky}<path fill="url(#s)" d="M0 0h1600v1200H0z"/><circle cx="1180" cy="380" r="90" fill="#fff3d6"/>${hills}</svg>`
  return sharp(Buffer.from(svg)).jpeg().toBuffer()
}

/** The checker with a file, once for each verdict. */
export const verifyScenes: readonly Scene[] = [
  { name: 'verify', shows: 'The checker, before anything is dropped', path: '/verify', ready: 'h1' },
  {
    name: 'verify-verified',
    shows: 'Unchanged: the picture, its verdict and the checks',
    path: '/verify',
    ready: 'input[type=file]',
    act: async (page) => {
      await choose(page, [photo(basename(samplePath), sample)])
      await verdict(page, 'verified')
    },
  },
  {
    name: 'verify-unknown',
    shows: 'No record of a fingerprint',
    path: `/verify/${'a'.repeat(64)}`,
    ready: '[data-verdict=unknown]',
  },
  {
    name: 'verify-no-record',
    shows: 'No record of a picture: what it may mean and what to ask',
    path: '/verify',
    ready: 'input[type=file]',
    act: async (page) => {
      await choose(page, [photo('from-a-chat.jpg', await unlikeAnySample())])
      await page.locator('[data-likeness=none]').waitFor()
    },
  },
  {
    name: 'verify-alike',
    shows: 'A smaller copy of an attested picture: what it looks like',
    path: '/verify',
    ready: 'input[type=file]',
    act: async (page) => {
      const copy = await sharp(sample).resize(1_000).jpeg({ quality: 60 }).toBuffer()
      await choose(page, [photo('from-a-chat.jpg', copy)])
      await page.locator('[data-likeness=alike]').waitFor()
    },
  },
  {
    name: 'verify-look-alike',
    shows: 'The record of a capture that looks like the checked file',
    path: `/verify/${sha256}#look-alike`,
    ready: '[data-verdict=verified]',
    act: async (page) => {
      await page.evaluate((id) => sessionStorage.setItem('cairn.look-alikes', JSON.stringify([id])), sha256)
      await page.reload()
      await page.locator('[data-look-alike]').waitFor()
      await page.locator('[data-verdict=verified]').waitFor()
    },
  },
  {
    name: 'verify-link',
    shows: 'A shared proof, without its picture',
    path: `/verify/${sha256}`,
    ready: '[data-verdict=verified]',
  },
  {
    name: 'verify-share',
    shows: 'Sharing a proof: its link and its card',
    path: `/verify/${sha256}`,
    ready: '[data-verdict=verified]',
    act: async (page) => {
      await page.getByRole('button', { name: 'Share this proof' }).click()
      await page.getByRole('img', { name: /The card that the link shows/ }).waitFor()
    },
    isWindow: true,
  },
  {
    name: 'verify-mismatch',
    shows: 'Does not match: one bit was changed',
    path: '/verify',
    ready: 'input[type=file]',
    act: async (page) => {
      await choose(page, [photo('altered.jpg', altered), await proofOf(page)])
      await verdict(page, 'does_not_match')
    },
  },
  {
    name: 'verify-attester',
    shows: 'Revoked, or by another attester',
    path: '/verify',
    ready: 'input[type=file]',
    act: async (page) => {
      const proof = await proofOf(page, (it) => {
        it.attestation.eas = `0x${'5'.repeat(40)}`
      })
      // An endpoint that confirms the forged proof, from a contract that is not ours.
      await page.route(`${facts.networks['eip155:8453']!.rpc_url}/**`, async (route) => {
        const body = route.request().postDataJSON()
        if (body.method === 'eth_call') body.params[0].to = '0x4200000000000000000000000000000000000021'
        await route.fulfill({ response: await route.fetch({ postData: body }) })
      })
      await choose(page, [photo(basename(samplePath), sample), proof])
      await verdict(page, 'revoked_or_wrong_attester')
    },
  },
  {
    name: 'verify-unchecked',
    shows: 'Could not check: the service does not answer',
    path: '/verify',
    ready: 'input[type=file]',
    act: async (page) => {
      await page.route('**/api/**', (route) => route.abort())
      await choose(page, [photo(basename(samplePath), sample)])
      await verdict(page, 'could_not_check')
    },
  },
  {
    name: 'verify-unsupported',
    shows: 'Cannot be checked here: a proof of a later version',
    path: '/verify',
    ready: 'input[type=file]',
    act: async (page) => {
      const proof = await proofOf(page, (it) => {
        it.version = 2
      })
      await choose(page, [photo(basename(samplePath), sample), proof])
      await verdict(page, 'unsupported')
    },
  },
  {
    name: 'certificate',
    shows: 'A certificate, to print',
    path: `/verify/${sha256}/certificate`,
    ready: '[data-verdict=verified]',
  },
  {
    name: 'verify-many',
    shows: 'Many files, told apart in a table',
    path: '/verify',
    ready: 'input[type=file]',
    act: async (page) => {
      const samples = facts.samples.slice(0, 4).map((path) => photo(basename(path), readFileSync(path)))
      await choose(page, [...samples, photo('altered.jpg', altered), photo('empty.jpg', Buffer.alloc(0))])
      await page
        .locator('tr[data-verdict]')
        .nth(samples.length + 1)
        .waitFor()
      await page.locator('[data-clues=similar]').waitFor()
    },
  },
  {
    name: 'verify-alone',
    shows: 'The checker as a single file, offline: the chain is not read',
    path: '/check.html#demo=1',
    ready: 'input[type=file]',
    act: async (page) => {
      await choose(page, [photo(basename(samplePath), sample), await proofOf(page)])
      await verdict(page, 'could_not_check')
    },
  },
  {
    name: 'embed',
    shows: 'A proof in the frame of another page',
    path: `/embed/${sha256}`,
    ready: 'cairn-badge[data-state=attested]',
  },
]
