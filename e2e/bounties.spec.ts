import { execFileSync } from 'node:child_process'
import { join } from 'node:path'
import { erc20Abi, type Hex, isAddressEqual, parseEventLogs } from 'viem'
import { generatePrivateKey, privateKeyToAccount, privateKeyToAddress } from 'viem/accounts'
import { expect, test } from './journey.ts'
import { assertAccessible, assertFits } from './looks-right.ts'
import { payForBounty } from './post-bounty.ts'
import {
  advanceClock,
  chainOf,
  type Network,
  networks,
  onEachNetwork,
  setBlacklisted,
  usdcOf,
} from './sandbox-chain.ts'
import { sandboxFacts } from './sandbox-facts.ts'

const facts = sandboxFacts()
const api = `${facts.base_url}/api/v1/bounties`
const poster = privateKeyToAccount(facts.wallets.poster.private_key)
const day = 86_400
const hash = expect.stringMatching(/^0x[0-9a-f]{64}$/)

type Bounty = Record<string, unknown> & {
  bounty_id: string
  status: string
  onchain_id: number | null
  board_url: string | null
}
type Created = Bounty & { agent_token: string }

/** Posts a bounty with the stock client. Returns it, and the payer's balance before. */
async function post(network: Network, amountUsdc = 50): Promise<{ bounty: Created; before: bigint }> {
  const before = await usdcOf(network, poster.address)
  const bounty = await payForBounty<Created>(network, 'The fountain at noon', { amountUsdc })
  expect(bounty).toMatchObject({
    status: 'paid',
    network,
    amount_usdc: amountUsdc,
    onchain_id: null,
    board_url: null,
    payment_tx: hash,
    create_tx: null,
    payout_tx: null,
    submissions: [],
  })
  expect((bounty.payer as string).toLowerCase()).toBe(poster.address.toLowerCase())
  expect(await usdcOf(network, poster.address)).toBe(before - BigInt(amountUsdc) * 1_000_000n)
  return { bounty, before }
}

const call = (bounty: Created, path = '', init: RequestInit = {}) =>
  fetch(`${api}/${bounty.bounty_id}${path}`, {
    ...init,
    headers: {
      ...(init.headers as Record<string, string>),
      authorization: `Bearer ${bounty.agent_token}`,
      'content-type': 'application/json',
    },
  })

const accept = (bounty: Created, submissionId: string, key?: string) =>
  call(bounty, '/accept', {
    method: 'POST',
    body: JSON.stringify({ submission_id: submissionId }),
    ...(key === undefined ? {} : { headers: { 'Idempotency-Key': key } }),
  })

/** @param secondsEach how far the clock is moved before each check, for bounties that wait between tries */
async function reach(bounty: Created, status: string, secondsEach = 0): Promise<Bounty> {
  let last: Bounty | undefined
  await expect
    .poll(
      async () => {
        if (secondsEach > 0) await advanceClock(secondsEach)
        last = (await (await call(bounty)).json()) as Bounty
        return last.status
      },
      { timeout: 120_000, intervals: [100] },
    )
    .toBe(status)
  return last!
}

function submit(bounty: Created, contributor: Hex): string {
  const args = [
    '--conditions=react-server',
    join(import.meta.dirname, 'submit.ts'),
    bounty.bounty_id,
    contributor,
  ]
  return execFileSync(process.execPath, args, { encoding: 'utf8' }).trim()
}

async function succeeded(network: Network, tx: unknown): Promise<boolean> {
  return (await chainOf(network).getTransactionReceipt({ hash: tx as Hex })).status === 'success'
}

/** The USDC that a transaction moved to an account. */
async function receivedIn(network: Network, tx: unknown, account: Hex): Promise<bigint> {
  const { logs } = await chainOf(network).getTransactionReceipt({ hash: tx as Hex })
  const { usdc } = facts.networks[network]!
  return parseEventLogs({ abi: erc20Abi, eventName: 'Transfer', logs })
    .filter(({ address, args }) => isAddressEqual(address, usdc) && isAddressEqual(args.to, account))
    .reduce((sum, { args }) => sum + args.value, 0n)
}

for (const network of networks) {
  test.describe(network, () => {
    test('accepted: the contributor is paid exactly', onEachNetwork(network), async () => {
      const { bounty, before } = await post(network, 75)
      const open = await reach(bounty, 'open')
      expect(open).toMatchObject({ onchain_id: expect.any(Number), create_tx: hash, accept_tx: null })
      const contributor = privateKeyToAddress(generatePrivateKey())
      const submissionId = submit(bounty, contributor)

      const key = 'the only one'
      const answer = await accept(bounty, submissionId, key)
      expect(answer.status).toBe(202)
      const accepting: unknown = await answer.json()
      expect(accepting).toMatchObject({
        status: 'accepting',
        submissions: [{ submission_id: submissionId, accepted: true, reconstruction_status: 'queued' }],
      })
      const accepted = await reach(bounty, 'accepted')
      expect(accepted).toMatchObject({ accept_tx: hash, cancel_tx: null, refund_tx: null, payout_tx: null })
      expect(await succeeded(network, accepted.accept_tx)).toBe(true)
      expect(await usdcOf(network, contributor)).toBe(75_000_000n)
      expect(await usdcOf(network, poster.address)).toBe(before - 75_000_000n)

      expect((await accept(bounty, submissionId)).status).toBe(409)
      expect(await (await accept(bounty, submissionId, key)).json()).toEqual(accepting)
      const refused = await call(bounty, '/cancel', { method: 'POST' })
      expect(refused.status).toBe(409)
      expect(await refused.json()).toMatchObject({ error: 'not_open' })
    })

    test('cancelled: the payer is whole', onEachNetwork(network), async () => {
      const { bounty, before } = await post(network)
      await reach(bounty, 'open')
      const answer = await call(bounty, '/cancel', { method: 'POST' })
      expect(answer.status).toBe(202)
      expect(await answer.json()).toMatchObject({ status: 'cancelling' })
      const cancelled = await reach(bounty, 'cancelled')
      expect(cancelled).toMatchObject({ cancel_tx: hash, payout_tx: cancelled.cancel_tx, refund_tx: null })
      expect(await succeeded(network, cancelled.cancel_tx)).toBe(true)
      expect(await usdcOf(network, poster.address)).toBe(before)
      const again = await call(bounty, '/cancel', { method: 'POST' })
      expect(again.status).toBe(409)
      expect(await again.json()).toMatchObject({ error: 'not_open' })
    })

    test('expired: the scheduler closes it and the payer is whole', onEachNetwork(network), async () => {
      const { bounty } = await post(network)
      await reach(bounty, 'open')
      const submissionId = submit(bounty, privateKeyToAddress(generatePrivateKey()))
      const cron = `${facts.base_url}/api/cron/expire-bounties`
      expect((await fetch(cron, { method: 'POST' })).status).toBe(401)

      await advanceClock(day + 60)
      const ran = await fetch(cron, {
        method: 'POST',
        headers: { authorization: `Bearer ${facts.cron_secret}` },
      })
      expect(ran.status).toBe(200)
      expect(await ran.json()).toMatchObject({ expired: expect.any(Number), more: false })

      const late = await accept(bounty, submissionId)
      expect(late.status).toBe(409)
      const refunded = await reach(bounty, 'expired_refunded')
      expect(refunded).toMatchObject({ refund_tx: hash, payout_tx: refunded.refund_tx, cancel_tx: null })
      expect(await succeeded(network, refunded.refund_tx)).toBe(true)
      // The balance does not show it: other bounties of this wallet may have expired as well.
      expect(await receivedIn(network, refunded.refund_tx, poster.address)).toBe(50_000_000n)
    })
  })
}

test('impossible to post: it fails and the payer is whole, on either network', async () => {
  // In parallel, because each is tried three times.
  await Promise.all(networks.map(failToPost))
})

async function failToPost(network: Network): Promise<void> {
  const { escrow } = facts.networks[network]!
  await setBlacklisted(network, escrow, true)
  try {
    const { bounty, before } = await post(network)
    const failed = await reach(bounty, 'failed', 2)
    expect(failed).toMatchObject({ onchain_id: null, board_url: null, create_tx: null, payout_tx: hash })
    expect(await succeeded(network, failed.payout_tx)).toBe(true)
    expect(await usdcOf(network, poster.address)).toBe(before)
    const refused = await call(bounty, '/cancel', { method: 'POST' })
    expect(await refused.json()).toMatchObject({ error: 'not_open' })
  } finally {
    await setBlacklisted(network, escrow, false)
  }
}

test('nobody but the holder of its token learns of a bounty', { tag: '@thorough' }, async () => {
  const { bounty } = await post('eip155:8453')
  const { bounty: other } = await post('eip155:8453')
  const ask = (id: string, token: string) =>
    fetch(`${api}/${id}`, { headers: { authorization: `Bearer ${token}` } }).then(({ status }) => status)
  expect(await ask(bounty.bounty_id, bounty.agent_token)).toBe(200)
  expect(await ask(bounty.bounty_id, other.agent_token)).toBe(401)
  expect(await ask('bty_nothing', bounty.agent_token)).toBe(401)
  for (const each of [bounty, other]) {
    await reach(each, 'open')
    expect((await call(each, '/cancel', { method: 'POST' })).status).toBe(202)
    await reach(each, 'cancelled')
  }
})

test.describe('on the board', () => {
  test.use({ allowedErrors: /status of 404/ })

  test('an open bounty has a page that leads to its money on the chain', async ({ page }) => {
    const { bounty } = await post('eip155:5042', 120)
    const open = await reach(bounty, 'open')
    const answer = await page.goto(open.board_url!)
    expect(answer?.status()).toBe(200)
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('The fountain at noon')
    await expect(page.getByText('120 USDC', { exact: true }).filter({ visible: true })).toBeVisible()
    await expect(page.locator('[data-state=open]')).toContainText('Open')
    const html = await page.content()
    expect(html).not.toContain(bounty.agent_token)
    expect(html.toLowerCase()).not.toContain(poster.address.slice(2).toLowerCase())
    await assertAccessible(page)
    for (const width of [360, 1_440]) {
      await page.setViewportSize({ width, height: 900 })
      await assertFits(page)
    }

    // The contract page shows its number once it is final.
    const link = page.getByRole('link', { name: 'see it there' })
    await expect(async () => {
      await page.reload()
      await page.getByText('Details', { exact: true }).click()
      await expect(link).toBeVisible({ timeout: 5_000 })
    }).toPass()
    await link.click()
    await expect(page.getByRole('heading', { level: 2 })).toHaveText(`Bounty ${open.onchain_id} is open`)
    await expect(page.getByText('120USDC on')).toBeVisible()
    await expect(page.getByText(poster.address.toLowerCase()).first()).toBeVisible()

    await call(bounty, '/cancel', { method: 'POST' })
    await reach(bounty, 'cancelled')
    await page.goto(open.board_url!)
    await expect(page.locator('[data-state=cancelled]')).toContainText('went back')
  })

  test('an unknown bounty has no page', { tag: '@thorough' }, async ({ page }) => {
    for (const id of ['nothing', 'bty_00', '%00', 'a'.repeat(100)]) {
      const answer = await page.goto(`${facts.base_url}/board/${id}`)
      expect(answer?.status(), id).toBe(404)
    }
  })
})

test('after all of that the books are even on both networks', async () => {
  const ask = async () => (await (await fetch(`${facts.base_url}/api/solvency`)).json()) as Solvency
  await expect
    .poll(
      async () => {
        const { solvent, networks: all } = await ask()
        const inFlight = all.map(({ treasury }) => treasury?.in_flight.atomic)
        return { solvent, inFlight }
      },
      { timeout: 120_000, intervals: [1_000] },
    )
    .toEqual({ solvent: true, inFlight: ['0', '0'] })
  for (const network of (await ask()).networks) {
    expect(network.status).toBe('checked')
    expect(network.block?.number).toBeGreaterThan(0)
    expect(network.escrow?.difference.atomic).toBe('0')
    expect(network.treasury?.difference.atomic).toBe('0')
    expect(network.treasury?.unmatched_in.atomic).toBe('0')
    expect(network.treasury?.unmatched_out.atomic).toBe('0')
  }
})

type Amount = { usdc: string; atomic: string }
type Solvency = {
  solvent: boolean | null
  networks: {
    status: string
    block: { number: number } | null
    escrow: { difference: Amount } | null
    treasury: Record<'difference' | 'in_flight' | 'unmatched_in' | 'unmatched_out', Amount> | null
  }[]
}
