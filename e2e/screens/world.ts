import { execFileSync } from 'node:child_process'
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect } from '@playwright/test'
import { privateKeyToAccount } from 'viem/accounts'
import type { BountyKey } from '#lib/client/bounty-keys'
import { withPlace } from '#lib/domain/bounty/bounty-place'
import { signInAs } from '../../testing/contributor.ts'
import { fresh, freshFilm } from '../fresh-film.ts'
import { handIn } from '../hand-in.ts'
import { bountyOf, type PostedBounty, postBounty } from '../post-bounty.ts'
import { type Network, networks } from '../sandbox-chain.ts'
import { sandboxFacts, sandboxHome } from '../sandbox-facts.ts'

const facts = sandboxFacts()
const place = join(sandboxHome(), 'screens.json')
const [base, arc] = networks

type Wanted = { title: string; brief: string; geohash?: string; amountUsdc: number; network: Network }

/** Bounties by their names in the scenes. */
const wanted = {
  accepted: {
    title: 'The garden behind the museum',
    brief: 'Once around the sculpture in the middle, slowly, at the height of your eyes, in daylight.',
    geohash: 'srb10d',
    amountUsdc: 150,
    network: base,
  },
  desk: {
    title: 'The well behind the town hall',
    brief:
      'Walk around the well once, slowly, and then look into it.\n\nPlease in daylight; people may walk through.',
    geohash: 'srb100',
    amountUsdc: 60,
    network: base,
  },
  waiting: {
    title: 'Scaffolding on the south tower: is it down?',
    brief:
      'From the square, the whole tower from foot to top, then closer to the third floor. One minute is enough.',
    geohash: 'srb0br',
    amountUsdc: 80,
    network: arc,
  },
  cancelled: {
    title: 'The river steps at low water',
    brief: 'From the quay down to the last step that is dry, without a cut.',
    geohash: 'spzcpb',
    amountUsdc: 50,
    network: base,
  },
  market: {
    title: 'Opening hours on the door of the covered market',
    brief: 'The door, the sign beside it, close enough to read, and a few steps back to show the street.',
    geohash: 'srb101',
    amountUsdc: 50,
    network: arc,
  },
  bridge: {
    title: 'Cracks under the footbridge',
    brief: 'Along the underside from bank to bank. Hold on each crack for three seconds.',
    geohash: 'srb0bp',
    amountUsdc: 240,
    network: base,
  },
  anywhere: {
    title: 'A street market with awnings, anywhere',
    brief: 'Walk its whole length once, at an easy pace, while it is open. Any place is fine.',
    amountUsdc: 120,
    network: base,
  },
} satisfies Record<string, Wanted>

export type World = {
  bounties: Record<keyof typeof wanted, PostedBounty>
  keys: BountyKey[]
  /** The path of the public page of a model. */
  modelPage: string
}

/** A world and the steps that made it. */
type Made = World & { steps: string[] }

export function readWorld(): World {
  return JSON.parse(readFileSync(place, 'utf8')) as World
}

/**
 * The data of the pictures: bounties in each state, with films. Created once for a sandbox and reused later. A run that was interrupted
 * is continued, without posting or uploading anything twice.
 */
export async function makeWorld(): Promise<void> {
  const made = await startOrContinue()
  const { bounties } = made
  const once = async (step: string, act: () => Promise<void>) => {
    if (made.steps.includes(step)) return
    await act()
    made.steps.push(step)
    writeFileSync(place, JSON.stringify(made))
  }
  const contributor = await signInAs({
    url: facts.base_url,
    origin: facts.base_url,
    wallet: privateKeyToAccount(facts.wallets.contributor.private_key),
  })
  const post = (name: keyof typeof wanted) =>
    once(`post ${name}`, async () => {
      const { title, brief, geohash, amountUsdc, network }: Wanted = wanted[name]
      const terms = { brief: withPlace(brief, geohash), amountUsdc, deadlineDays: 7 }
      const { bounty_id, agent_token } = await postBounty(network, title, terms)
      bounties[name] = { bounty_id, agent_token }
      const kept_at = new Date().toISOString()
      made.keys.push({ bounty_id, agent_token, title, amount_usdc: amountUsdc, network, kept_at })
    })
  const film = (name: keyof typeof wanted, note: string, read: () => Buffer) =>
    once(`film ${name} ${note}`, async () => {
      await handIn({ bounty: bounties[name], contributor, film: read(), note, ...where })
    })
  await post('accepted')
  await film('accepted', 'In the morning sun.', () => mirrored('synth/synth_orbit_720p.mp4'))
  for (const name of Object.keys(wanted) as (keyof typeof wanted)[]) await post(name)
  await film('desk', 'In the sun, twice around.', () => freshFilm('qc/good.mp4'))
  await film('desk', 'Late, sorry.', () => freshFilm('qc/dark.mp4'))
  await once('cancel', () => act(bounties.cancelled, 'cancel'))
  const [accepted] = await reach(bounties.accepted, 'quality_status', /pass|fail/)
  await once('accept', () => act(bounties.accepted, 'accept', { submission_id: accepted!.submission_id }))
  await reach(bounties.desk, 'quality_status', /pass|fail/)
  const films = await reach(bounties.desk, 'preview_status', /ready|failed/)
  await once('report', async () => {
    for (const { submission_id } of films)
      await report('submission', submission_id!, 'person_without_consent', 'A man at a window, close up.')
    await report('bounty', bounties.bridge.bounty_id, 'dangerous', 'The underside is above a weir.')
  })
  await reach(bounties.accepted, 'reconstruction_status', /ready|failed/)
  await once('share', async () => {
    made.modelPage = await shareModel(bounties.accepted)
  })
}

/** The stored data may be of another sandbox at the same address. */
async function startOrContinue(): Promise<Made> {
  const made: Made = { bounties: {} as World['bounties'], keys: [], modelPage: '', steps: [] }
  if (!existsSync(place)) return made
  const before = JSON.parse(readFileSync(place, 'utf8')) as Made
  const first = before.bounties.accepted
  return before.steps && first && 'status' in (await bountyOf(first)) ? before : made
}

const where = { location: { lat: 43.7731, lon: 11.256 } }

async function act(bounty: PostedBounty, verb: 'accept' | 'cancel', body?: object) {
  const answer = await fetch(`${facts.base_url}/api/v1/bounties/${bounty.bounty_id}/${verb}`, {
    method: 'POST',
    headers: { authorization: `Bearer ${bounty.agent_token}`, 'content-type': 'application/json' },
    ...(body && { body: JSON.stringify(body) }),
  })
  expect(answer.status, `to ${verb} it`).toBe(202)
}

/** Publishes the page of a bounty's model. @returns its path */
async function shareModel(bounty: PostedBounty): Promise<string> {
  const answer = await fetch(`${facts.base_url}/api/v1/bounties/${bounty.bounty_id}/share`, {
    method: 'POST',
    headers: { authorization: `Bearer ${bounty.agent_token}`, 'content-type': 'application/json' },
    body: JSON.stringify({ shared: true }),
  })
  expect(answer.status, 'to share its model').toBe(200)
  return new URL(((await answer.json()) as { page_url: string }).page_url).pathname
}

async function report(kind: string, id: string, category: string, text: string) {
  const answer = await fetch(`${facts.base_url}/api/reports`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ kind, id, category, text }),
  })
  expect(answer.ok, 'to report it').toBe(true)
}

/** A film of another place for the check: all samples show the same place, which it would report. */
function mirrored(name: string): Buffer {
  const folder = mkdtempSync(join(tmpdir(), 'cairn-screens-'))
  try {
    const [from, to] = [join(folder, 'from.mp4'), join(folder, 'to.mp4')]
    writeFileSync(from, freshFilm(name))
    const how = ['-t', '12', '-vf', 'hflip', '-c:v', 'libx264', '-preset', 'veryfast', '-crf', '18']
    execFileSync('ffmpeg', ['-v', 'error', '-i', from, ...how, to])
    // Encoding again drops what made the file fresh.
    return fresh(readFileSync(to))
  } finally {
    rmSync(folder, { recursive: true })
  }
}

type Film = Record<string, string | undefined>

/** A film can wait this long behind the films of others before it is its turn. */
const longestSilenceMs = 1_200_000

/**
 * Waits until every film of a bounty has reached a state. A model takes minutes, and more on a busy machine, so only a bounty that has
 * stopped changing is given up.
 */
async function reach(bounty: PostedBounty, member: string, isSo: RegExp): Promise<Film[]> {
  let seen = ''
  let unchangedSince = Date.now()
  for (;;) {
    const { submissions } = await bountyOf<{ submissions: Film[] }>(bounty)
    if (submissions.length > 0 && submissions.every((film) => isSo.test(String(film[member]))))
      return submissions
    // Leaves out the addresses of its files, whose signatures differ in each answer.
    const now = JSON.stringify(submissions, (name, value) => (name.endsWith('_url') ? undefined : value))
    if (now !== seen) unchangedSince = Date.now()
    seen = now
    if (Date.now() - unchangedSince > longestSilenceMs)
      throw new Error(`${member} of ${bounty.bounty_id} has not changed for a long time: ${now}`)
    await new Promise((resolve) => setTimeout(resolve, 1_000))
  }
}
