import { createHash } from 'node:crypto'
import { bytesToHex, type Hex } from 'viem'
import { after, type BountyEvent, type BountyState, isEnded } from '#lib/domain/bounty/bounty'
import { audit, verdictOf } from '#lib/services/ledger/audit'
import { followChains } from '#lib/services/ledger/follow-chains'
import { type ChainBooks, lower, readChainBooks } from '#testing/chaos/chain-books'
import { checkOutbox } from '#testing/chaos/check-outbox'
import { type Ending, fundsOf, type Order } from '#testing/chaos/order'
import { type NetworkId, networkIds, type ServiceFixture } from '#testing/chaos/service-fixture'
import { treasury as treasuryAddress } from '#testing/paid-service'

const treasury = lower(treasuryAddress)

type Row = {
  bountyId: string
  paymentId: string
  state: BountyState
  amountUsdc: number
  /** Epoch seconds. */
  deadline: string
  chainId: number
  payer: string
  ref: Uint8Array
  onchainId: string | null
  tokenHashes: string[]
  journal: string
} & Record<'paymentTx' | 'createTx' | 'acceptTx' | 'cancelTx' | 'refundTx' | 'payoutTx', string | null>

type JournalRow = {
  id: string
  nonce: string
  state: string
  closed: boolean
  settleTx: string | null
  amountAtomic: string
  payTo: string
  network: string
}

/** The state that each meaning must end in. */
const endsAs: Record<Ending, BountyState> = {
  accept: 'accepted',
  cancel: 'cancelled',
  expiry: 'expired_refunded',
  failed: 'failed',
}

/**
 * Compares what callers were told, what the database says and what the chains say, once everything is at rest.
 * It shares no code with the service beyond the table of the lifecycle.
 *
 * @param fromBlock where to begin on each chain; everything since must be explained by `orders`
 * @param mayFail orders that may also end as `failed`, because a node said that their post reverts
 * @returns the violations, in words; an empty list means that the run passed
 */
export async function findViolations(args: {
  fixture: ServiceFixture
  orders: readonly Order[]
  fromBlock: Record<NetworkId, bigint>
  mayFail?: boolean
}): Promise<string[]> {
  const { fixture, orders, fromBlock, mayFail = false } = args
  const found: string[] = []
  for (const network of networkIds) {
    const books = await readChainBooks(fixture.networks[network], fromBlock[network])
    const own = orders.filter((order) => order.network === network)
    const say = (what: string) => found.push(`${network}: ${what}`)
    for (const order of own) {
      const sayOf = (what: string) =>
        say(`bounty ${order.bountyId ?? '?'} (${order.ending}) of ${order.payer.address}: ${what}`)
      await checkOrder({ fixture, order, books, mayFail, say: sayOf })
    }
    await checkTotals({ fixture, orders: own, network, books, say })
    await checkOutbox({ fixture, network, books, say })
  }
  found.push(...(await findUnrest(fixture)))
  return found
}

/** The service's own audit, asked in addition. */
export async function findByAudit({ ctx }: Pick<ServiceFixture, 'ctx'>): Promise<string[]> {
  const untilMs = performance.now() + followForMs
  // A worker may be writing them at the same time.
  for (;;) {
    const followed = await followChains({ ctx, input: { untilMs } })
    const late = followed.filter(({ is }) => is !== 'current')
    if (late.length === 0) break
    if (performance.now() > untilMs) return late.map(({ network, is }) => `the books of ${network} are ${is}`)
  }
  const found = await audit({ ctx })
  return [
    ...found.findings
      .filter(({ severity }) => severity === 'violation')
      .map(({ code, message, ids }) => `audit ${code}: ${message} ${ids}`),
    ...(verdictOf(found) === 'sound' ? [] : [`the audit says ${verdictOf(found)}`]),
  ]
}

const followForMs = 30_000

/** Lists work in progress. Empty once the service is idle. */
export async function findUnrest(fixture: Pick<ServiceFixture, 'sql'>): Promise<string[]> {
  const { sql } = fixture
  const rows = await sql<{ what: string }[]>`
    select 'bounty ' || bounty_id || ' is still ' || state as what from bounty
      where state not in ('accepted', 'cancelled', 'expired_refunded', 'failed')
    union all
    select 'payment ' || id || ' is still ' || state from payment where state in ('claimed', 'settling')
    union all
    select 'transaction ' || id || ' (' || kind || ') is still ' || state || coalesce(': ' || error, '') from chain_tx
      where state in ('queued', 'sent', 'mined')`
  return rows.map((row) => row.what)
}

async function checkOrder(args: {
  fixture: ServiceFixture
  order: Order
  books: ChainBooks
  mayFail: boolean
  say: (what: string) => void
}): Promise<void> {
  const { fixture, order, books, mayFail, say } = args
  const payer = lower(order.payer.address)
  const price = BigInt(order.amountUsdc) * 1_000_000n

  // Paid in: an authorization makes exactly one transfer, no matter how often it was sent.
  const nonces = order.payments.map((payment) => payment.nonce)
  const used = books.used.filter((use) => use.authorizer === payer && nonces.includes(use.nonce))
  const paidIn = books.transfers.filter((transfer) => transfer.from === payer && transfer.to === treasury)
  if (used.length !== 1) say(`${used.length} of its ${nonces.length} authorizations were used`)
  if (paidIn.length !== 1 || paidIn[0]!.value !== price)
    say(`paid in ${paidIn.map((transfer) => transfer.value)}, not once ${price}`)

  // Told: the same id and token, each time.
  const answers = order.payments
    .flatMap((payment) => payment.answers)
    .filter((answer) => answer.status === 201)
  if (answers.length === 0) say('was never answered 201')
  if (new Set(answers.map((answer) => `${answer.bountyId} ${answer.agentToken}`)).size > 1)
    say('was answered with different ids or tokens')

  const journal = await readJournal(fixture, payer)
  for (const nonce of nonces) {
    const rows = journal.filter((row) => row.nonce === nonce.toLowerCase())
    const use = used.find((candidate) => candidate.nonce === nonce)
    if (!use) {
      if (rows.some((row) => row.state !== 'void' && row.state !== 'failed'))
        say(`journal says ${rows[0]!.state} of a payment that did not move`)
      continue
    }
    const [row] = rows
    if (rows.length !== 1 || row!.state !== 'settled' || !row!.closed)
      say(`journal of the payment that moved: ${rows.map((entry) => entry.state)}`)
    else {
      if (row!.settleTx !== use.tx) say(`journal names ${row!.settleTx}, the money moved in ${use.tx}`)
      if (BigInt(row!.amountAtomic) !== price || row!.payTo !== treasury)
        say('journal has another amount or payee')
    }
  }
  const stray = journal.filter((row) => !nonces.some((nonce) => nonce.toLowerCase() === row.nonce))
  if (stray.length > 0) say(`journal has ${stray.length} payments that were never signed`)

  const bounties = await readBounties(fixture, payer)
  if (bounties.length !== 1) return say(`has ${bounties.length} rows`)
  const [row] = bounties as [Row]
  if (row.bountyId !== order.bountyId) say(`row is ${row.bountyId}`)
  if (row.journal !== used[0]?.nonce.toLowerCase()) say('hangs on another payment than the one that moved')
  if (row.paymentTx !== used[0]?.tx) say(`payment_tx is ${row.paymentTx}`)
  if (row.amountUsdc !== order.amountUsdc || `eip155:${row.chainId}` !== order.network)
    say('has other terms than were paid for')
  const tokenHash = createHash('sha256')
    .update(order.agentToken ?? '')
    .digest('hex')
  if (row.tokenHashes.length !== 1 || row.tokenHashes[0] !== tokenHash)
    say('its token is not the one that was given out')
  if (!isEnded(row.state)) return say(`is still ${row.state}`)
  const meant = endsAs[order.ending]
  if (row.state !== meant && !(mayFail && row.state === 'failed')) say(`ended as ${row.state}`)
  await checkEnd({ order, row, books, price, payer, say })
  await checkLog({ fixture, row, say })
}

/** The contract and the token against the row: one post, one way out, to the right wallet, to the unit. */
async function checkEnd(args: {
  order: Order
  row: Row
  books: ChainBooks
  price: bigint
  payer: Hex
  say: (what: string) => void
}): Promise<void> {
  const { order, row, books, price, payer, say } = args
  const ref = bytesToHex(row.ref)
  const contributor = lower(order.contributor)
  const posts = books.posted.filter((post) => post.ref === ref)
  const exits = books.exits.filter((exit) => posts.some((post) => post.id === exit.id))
  const paybacks = books.used.filter((use) => use.authorizer === treasury && use.nonce === ref)
  if (posts.length > 1) say(`was posted ${posts.length} times`)
  if (exits.length + paybacks.length !== 1)
    say(`left ${exits.length} times from escrow and ${paybacks.length} times from the treasury`)
  const [post] = posts
  const [exit] = exits
  if (post) {
    if (post.poster !== treasury || post.refundTo !== payer || post.amount !== price)
      say('was posted with other terms')
    if (post.deadline !== BigInt(row.deadline)) say('was posted with another deadline')
  }
  const wanted: Record<string, [Hex | undefined, Hex | undefined]> = {
    accepted: [exit?.kind === 'released' ? exit.tx : undefined, undefined],
    cancelled: [
      undefined,
      exit?.kind === 'cancelled' || exit?.kind === 'refunded' ? exit.tx : paybacks[0]?.tx,
    ],
    expired_refunded: [
      undefined,
      exit?.kind === 'refunded' || exit?.kind === 'cancelled' ? exit.tx : paybacks[0]?.tx,
    ],
    failed: [undefined, paybacks[0]?.tx],
  }
  const [acceptTx, payoutTx] = wanted[row.state]!
  if (row.acceptTx !== (acceptTx ?? null)) say(`accept_tx is ${row.acceptTx}, the chain says ${acceptTx}`)
  if (row.payoutTx !== (payoutTx ?? null)) say(`payout_tx is ${row.payoutTx}, the chain says ${payoutTx}`)
  if (row.state === 'accepted' || payoutTx !== paybacks[0]?.tx) {
    if (row.createTx !== (post?.tx ?? null)) say(`create_tx is ${row.createTx}, the chain says ${post?.tx}`)
    if (row.onchainId !== (post ? String(post.id) : null))
      say(`onchain_id is ${row.onchainId}, the chain says ${post?.id}`)
  }
  if (row.state === 'cancelled' && exit?.kind === 'cancelled' && row.cancelTx !== exit.tx)
    say(`cancel_tx is ${row.cancelTx}`)
  if (row.state === 'expired_refunded' && exit?.kind === 'refunded' && row.refundTx !== exit.tx)
    say(`refund_tx is ${row.refundTx}`)
  if (exit && (exit.to !== (exit.kind === 'released' ? contributor : payer) || exit.amount !== price))
    say(`${exit.kind} ${exit.amount} to ${exit.to}`)
  if (post && exit) {
    const state = await books.stateOf(post.id)
    if (contractStates[state] !== exit.kind) say(`the contract says ${contractStates[state]}`)
  }
  const [left, earned] = await Promise.all([books.balanceOf(payer), books.balanceOf(contributor)])
  const spent = row.state === 'accepted' ? price : 0n
  if (left !== fundsOf(order.amountUsdc) - spent)
    say(`its payer has ${left}, not ${fundsOf(order.amountUsdc) - spent}`)
  if (earned !== spent) say(`its contributor has ${earned}, not ${spent}`)
}

const contractStates = ['none', 'open', 'released', 'cancelled', 'refunded']

/** Its log tells one way through the lifecycle, from the beginning to where it is. */
async function checkLog(args: {
  fixture: ServiceFixture
  row: Row
  say: (what: string) => void
}): Promise<void> {
  const { fixture, row, say } = args
  const log = await fixture.sql<{ name: string; state: string }[]>`
    select name, data ->> 'state' as state from event where subject = 'bounty' and subject_id = ${row.bountyId} order by id`
  let state: BountyState | undefined
  for (const entry of log) {
    const next =
      state === undefined && entry.name === 'paid' ? 'paid' : state && after(state, entry.name as BountyEvent)
    if (next === undefined || next !== entry.state)
      return say(`its log cannot be: ${log.map((item) => item.name).join(' ')}`)
    state = next
  }
  if (state !== row.state) say(`its log ends with ${state}, it is ${row.state}`)
}

/** Every movement belongs to an order, and no money is left over. */
async function checkTotals(args: {
  fixture: ServiceFixture
  orders: readonly Order[]
  network: NetworkId
  books: ChainBooks
  say: (what: string) => void
}): Promise<void> {
  const { fixture, orders, network, books, say } = args
  const { escrow } = fixture.networks[network]
  const payers = new Set(orders.map((order) => lower(order.payer.address)))
  const strangers = books.posted.filter((post) => !payers.has(post.refundTo))
  if (strangers.length > 0) say(`${strangers.length} posts belong to no order`)
  const posts = new Set(books.posted.map((post) => post.tx))
  const outs = books.transfers.filter((transfer) => transfer.from === treasury)
  for (const out of outs) {
    const isPost = out.to === lower(escrow) && posts.has(out.tx)
    const isPayback =
      payers.has(out.to) && books.used.some((use) => use.authorizer === treasury && use.tx === out.tx)
    if (!isPost && !isPayback) say(`the treasury sent ${out.value} to ${out.to} in ${out.tx}`)
  }
  const exits = new Set(books.exits.map((exit) => exit.tx))
  for (const out of books.transfers.filter((transfer) => transfer.from === lower(escrow)))
    if (!exits.has(out.tx)) say(`the escrow sent ${out.value} to ${out.to} in ${out.tx}`)
  if (new Set(books.exits.map((exit) => exit.id)).size !== books.exits.length)
    say('a bounty left the escrow twice')
  const [inEscrow, inTreasury] = await Promise.all([books.balanceOf(escrow), books.balanceOf(treasury)])
  if (inEscrow !== 0n || books.totalOpen !== 0n)
    say(`the escrow still has ${inEscrow} and owes ${books.totalOpen}`)
  if (inTreasury !== 0n) say(`the treasury still has ${inTreasury}`)
}

function readBounties({ sql }: ServiceFixture, payer: string): Promise<Row[]> {
  return sql<Row[]>`
    select bounty_id as "bountyId", payment_id as "paymentId", bounty.state, amount_usdc as "amountUsdc",
           extract(epoch from deadline)::bigint as deadline,
           chain_id as "chainId", bounty.payer, ref, onchain_id as "onchainId", payment.nonce as journal,
           '0x' || encode(payment_tx, 'hex') as "paymentTx", '0x' || encode(create_tx, 'hex') as "createTx",
           '0x' || encode(accept_tx, 'hex') as "acceptTx", '0x' || encode(cancel_tx, 'hex') as "cancelTx",
           '0x' || encode(refund_tx, 'hex') as "refundTx", '0x' || encode(payout_tx, 'hex') as "payoutTx",
           array(select encode(token_hash, 'hex') from agent_token where agent_token.bounty_id = bounty.bounty_id) as "tokenHashes"
    from bounty join payment on payment.id = bounty.payment_id
    where bounty.payer = ${payer}`
}

function readJournal({ sql }: ServiceFixture, payer: string): Promise<JournalRow[]> {
  return sql<JournalRow[]>`
    select id, nonce, state, closed_at is not null as closed, '0x' || encode(settle_tx, 'hex') as "settleTx",
           amount_atomic as "amountAtomic", pay_to as "payTo", network
    from payment where payer = ${payer}`
}
