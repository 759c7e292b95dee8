import { createHash } from 'node:crypto'
import { writeFileSync } from 'node:fs'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Hex } from 'viem'
import { privateKeyToAccount } from 'viem/accounts'
import { writeKeyFile } from '#lib/client/bounty-keys'
import { withPlace } from '#lib/domain/bounty/bounty-place'
import type { Bounty, CreatedBounty } from '#lib/schemas/bounty'
import { type BountyOrder, orderBounty } from '#sandbox/order-bounty'
import { signIn } from '#sandbox/sign-in'

type DemoBounty = { geohash: string; network: BountyOrder['network']; body: BountyOrder['body'] }

const [base, arc] = ['eip155:8453', 'eip155:5042'] as const

/** Open bounties in Florence. A film is submitted for the first. */
const demoBounties: readonly DemoBounty[] = [
  {
    geohash: 'spzbzz',
    network: base,
    body: {
      title: 'Via Santo Spirito, from end to end',
      brief: 'Walk the street once, slowly, at eye level, with both sides in the picture. By day, please.',
      amount_usdc: 80,
      deadline_days: 9,
    },
  },
  {
    geohash: 'spzcpb',
    network: base,
    body: {
      title: 'Facade of Santa Maria Novella',
      brief: 'Film the whole facade from the square, slowly, from left to right. About 30 seconds.',
      amount_usdc: 120,
      deadline_days: 6,
    },
  },
  {
    geohash: 'srb101',
    network: arc,
    body: {
      title: 'Opening hours at Mercato Centrale',
      brief: 'Film the main door and the sign beside it, close enough to read. About 10 seconds.',
      amount_usdc: 60,
      deadline_days: 2,
    },
  },
  {
    geohash: 'srb0bp',
    network: base,
    body: {
      title: 'Ponte Vecchio from the river bank',
      brief: 'Walk along the bank with the bridge in the picture, from one end of it to the other.',
      amount_usdc: 240,
      deadline_days: 13,
    },
  },
]
const filmNote = 'A film for this demonstration. It shows a street in Lund, not this one.'
const openWithinMs = 60_000

export type DemoBountiesInput = {
  baseUrl: string
  networks: Record<string, { usdc: Hex }>
  wallets: { poster: Hex; contributor: Hex }
  film: Buffer
  /** The file with the keys of the bounties, in the format that "Your bounties" opens. */
  keyFile: string
  /** The prefix of each payment identifier. The same orders under the same identifier are paid once. */
  name: string
}

/**
 * Orders the demo bounties and submits a film for the first, all over HTTP with the demo wallets. A later call finds them and changes
 * nothing, in any state of the bounties.
 */
export async function postDemoBounties(input: DemoBountiesInput): Promise<CreatedBounty[]> {
  const bounties = await Promise.all(demoBounties.map((bounty) => orderOf(input, bounty)))
  writeFileSync(input.keyFile, keysOf(bounties), { mode: 0o600 })
  await handInFilm(input, bounties[0]!)
  return bounties
}

function orderOf(input: DemoBountiesInput, { geohash, network, body }: DemoBounty): Promise<CreatedBounty> {
  const order = { ...body, brief: withPlace(body.brief, geohash) }
  // Another text is another order, which needs another identifier.
  const version = createHash('sha256').update(JSON.stringify(order)).digest('hex').slice(0, 16)
  return orderBounty({
    baseUrl: input.baseUrl,
    payer: input.wallets.poster,
    order: {
      body: order,
      network,
      usdc: input.networks[network]!.usdc,
      identifier: `${input.name}-${version}`,
    },
  })
}

function keysOf(bounties: readonly CreatedBounty[]): string {
  const kept_at = new Date().toISOString()
  return writeKeyFile(
    bounties.map(({ bounty_id, agent_token, title, amount_usdc, network }) => ({
      bounty_id,
      agent_token,
      title,
      amount_usdc,
      network,
      kept_at,
    })),
  )
}

async function handInFilm(input: DemoBountiesInput, bounty: CreatedBounty): Promise<void> {
  const { status, submissions } = await whenPosted(bounty)
  if (status !== 'open' || submissions.length > 0) return
  const { baseUrl, film } = input
  const wallet = privateKeyToAccount(input.wallets.contributor)
  const authorization = `Bearer ${await signIn({ url: baseUrl, origin: baseUrl, wallet })}`
  const upload = await assertDone(
    await fetch(`${baseUrl}/api/board/uploads`, {
      method: 'POST',
      headers: {
        authorization,
        'tus-resumable': '1.0.0',
        'upload-length': String(film.length),
        'content-type': 'application/offset+octet-stream',
      },
      body: new Uint8Array(film),
    }),
  )
  await assertDone(
    await fetch(`${baseUrl}/api/board/bounties/${bounty.bounty_id}/submissions`, {
      method: 'POST',
      headers: { authorization, 'content-type': 'application/json' },
      body: JSON.stringify({
        upload_id: upload.headers.get('location')?.split('/').at(-1),
        note: filmNote,
        location: demoBounties[0]!.geohash,
        captured_at: new Date().toISOString(),
      }),
    }),
  )
}

/** Waits until the bounty is on the board, or has ended. */
async function whenPosted(bounty: CreatedBounty): Promise<Bounty> {
  const headers = { authorization: `Bearer ${bounty.agent_token}` }
  const giveUpAt = Date.now() + openWithinMs
  for (;;) {
    const answer = await fetch(bounty.poll_url, { headers })
    const found = (await (await assertDone(answer)).json()) as Bounty
    if (!['paid', 'creating'].includes(found.status) || Date.now() > giveUpAt) return found
    await sleep(200)
  }
}

async function assertDone(answer: Response): Promise<Response> {
  if (answer.ok) return answer
  throw new Error(`${answer.status} ${await answer.text()}`)
}
