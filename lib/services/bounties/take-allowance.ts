import 'server-only'
import { sql } from 'drizzle-orm'
import type { Address } from 'viem'
import { enqueue } from '#lib/adapters/chain/outbox'
import { encodeApprove, readAllowance } from '#lib/adapters/chain/usdc'
import type { Tx } from '#lib/adapters/db'
import { type ChainTxState, endedWithoutEffect } from '#lib/domain/chain-tx'
import { amountOf } from '#lib/services/bounties/effect-intent'
import type { BountyRow } from '#lib/services/bounties/transition'
import { type Allowance, deskOf, type Visit } from '#lib/services/bounties/visit'

const kind = 'approve_escrow'
const revokeKind = 'revoke_allowance'
/** After an approval that was refused or that nobody used, it is asked for again at most this often. */
const againAfterSeconds = 60
/** So old may an allowance be: a pass that one bounty holds up for long must not decide by what was so when it began. */
const freshMs = 1_000

type LastApproval = {
  id: string
  state: ChainTxState
  minedBlock: string | null
  mayTryAgain: boolean
  isUsed: boolean
  /** It ended before the bounty was paid, so it says nothing about that bounty. */
  isFromBefore: boolean
}

/**
 * Whether a bounty can be posted with what its escrow may take from the treasury, beside the posts already asked for. When it
 * cannot, asks for an allowance of exactly what waits to be posted, once no earlier post can still use the old one. So the
 * escrow can never take more than what is in flight.
 *
 * True as well when the token refused to allow it since the bounty was paid: its post is then refused too, which is counted,
 * and in the end its money goes back. Waiting would retain it. A bounty that came after the refusal has the token asked again.
 */
export async function takeAllowance(args: { tx: Tx; visit: Visit; row: BountyRow }): Promise<boolean> {
  const { tx, visit, row } = args
  const { head, amountAtomic: allowance } = await allowanceAt(visit, row.escrow as Address)
  // Posts of one escrow are counted one after the other, or two would use the same allowance.
  await lockAllowance(tx, visit, row.escrow)
  if (await isBeingRevoked(tx, visit, row.escrow, head)) return false
  const { asked, waiting } = await readDemand(tx, visit, row.escrow, head)
  if (allowance - asked >= amountOf(row)) return true
  return askForAllowance(args, { amountAtomic: waiting, isFree: asked === 0n, head })
}

/**
 * Takes back what an escrow may take from the treasury although nothing waits to be posted to it: what was allowed for a bounty
 * that was paid back instead, or without a limit by an earlier version of this service.
 */
export async function revokeIdleAllowance(args: { visit: Visit; escrow: Address }): Promise<void> {
  const { visit, escrow } = args
  const { ctx, chain, network } = visit
  const { head, amountAtomic } = await allowanceAt(visit, escrow)
  if (amountAtomic === 0n) return
  await ctx.db.transaction(async (tx) => {
    const place = escrow.toLowerCase()
    await lockAllowance(tx, visit, place)
    const { asked, waiting } = await readDemand(tx, visit, place, head)
    if (asked > 0n || waiting > 0n || (await isBeingRevoked(tx, visit, place, head))) return
    const sender = deskOf(visit).treasury.address
    const intent = {
      ...{ chainId: chain.chainId, sender, kind: revokeKind, to: network.usdc.address },
      idemKey: `${revokeKind}:${sender}:${place}:${head}`.toLowerCase(),
      data: encodeApprove(escrow, 0n),
    }
    await enqueue({ tx, intent })
    ctx.log.info({ network: chain.id, escrow }, 'asking to take back an allowance that nothing needs')
  })
}

async function lockAllowance(tx: Tx, { chain }: Visit, escrow: string): Promise<void> {
  const name = `allowance ${chain.chainId} ${escrow}`
  await tx.execute(sql`select pg_advisory_xact_lock(hashtextextended(${name}, 0))`)
}

/** What is sent after that would find no allowance. */
async function isBeingRevoked(tx: Tx, { chain }: Visit, escrow: string, head: number): Promise<boolean> {
  const found = await tx.execute(sql`
    select from chain_tx
    where kind = ${revokeKind} and chain_id = ${chain.chainId} and split_part(idem_key, ':', 3) = ${escrow}
      and (state in ('queued', 'sent') or (state in ('mined', 'final') and mined_block > ${head}))
    limit 1`)
  return found.length > 0
}

/** What an escrow may take, as of a block: a post is either in that, or counted as asked for. Read again when it is old. */
function allowanceAt(visit: Visit, escrow: Address): Promise<Allowance> {
  const known = visit.allowances.get(escrow)
  if (known && performance.now() - known.readAtMs < freshMs) return known.answer
  const answer = readAllowanceNow(visit, escrow)
  visit.allowances.set(escrow, { readAtMs: performance.now(), answer })
  return answer
}

async function readAllowanceNow(visit: Visit, escrow: Address): Promise<Allowance> {
  const { chain, network } = visit
  const blockNumber = await chain.client.getBlockNumber({ cacheTime: 0 })
  const owner = deskOf(visit).treasury.address
  const amountAtomic = await readAllowance({
    ...{ chain, usdc: network.usdc, owner, spender: escrow, blockNumber },
  })
  return { head: Number(blockNumber), amountAtomic }
}

/** Atomic units of posts that may still use the allowance read at a block, and of bounties that wait to be posted. */
async function readDemand(
  tx: Tx,
  { chain }: Visit,
  escrow: string,
  head: number,
): Promise<{ asked: bigint; waiting: bigint }> {
  const [found] = await tx.execute<{ asked: string; waiting: string }>(sql`
    with unposted as (
      select b.amount_usdc * 1000000::numeric as amount, t.state, t.mined_block
      from bounty b left join chain_tx t on t.id = b.post_chain_tx_id
      where b.chain_id = ${chain.chainId} and b.escrow = ${escrow} and not b.post_is_final
        and b.state in ('paid', 'creating', 'open', 'accepting', 'cancelling', 'expired')
    )
    select coalesce(sum(amount) filter (
             where state in ('queued', 'sent') or (state in ('mined', 'final') and mined_block > ${head})), 0) as asked,
           coalesce(sum(amount) filter (where state is null or state in ('rejected', 'reverted', 'lost')), 0) as waiting
    from unposted`)
  return { asked: BigInt(found!.asked), waiting: BigInt(found!.waiting) }
}

async function askForAllowance(
  { tx, visit, row }: { tx: Tx; visit: Visit; row: BountyRow },
  wanted: { amountAtomic: bigint; isFree: boolean; head: number },
): Promise<boolean> {
  const { ctx, chain, network } = visit
  const owner = deskOf(visit).treasury.address
  const escrow = row.escrow as Address
  const prefix = `${kind}:${owner}:${escrow}:`.toLowerCase()
  const [last] = await tx.execute<LastApproval>(sql`
    select a.id, a.state, a.mined_block as "minedBlock",
      a.updated_at < service_now() - make_interval(secs => ${againAfterSeconds}) or exists (
        -- An operator wants a bounty that waits for this tried at once.
        select from bounty b where b.chain_id = a.chain_id and b.state in ('paid', 'creating')
          and b.retry_asked_at > a.updated_at) as "mayTryAgain",
      a.updated_at < (
        select coalesce(p.closed_at, b.paid_at) from bounty b join payment p on p.id = b.payment_id
        where b.bounty_id = ${row.bountyId}) as "isFromBefore",
      exists (
        -- A post that was asked for since has used it.
        select from chain_tx post where post.kind = 'bounty_post' and post.chain_id = a.chain_id
          and lower(post.recipient) = ${escrow} and post.id > a.id) as "isUsed"
    from chain_tx a
    where a.chain_id = ${chain.chainId} and a.kind = ${kind} and starts_with(a.idem_key, ${prefix})
    order by a.id desc limit 1`)
  const isRefused = last !== undefined && endedWithoutEffect(last.state)
  const isSeen = last !== undefined && last.minedBlock !== null && Number(last.minedBlock) <= wanted.head
  const isDone = (last?.state === 'mined' || last?.state === 'final') && isSeen
  // Done, unused and still too little: taken back since, or grown short of new bounties. Again, but not at every pass.
  const isTime =
    last === undefined ||
    (isDone && last.isUsed) ||
    (isRefused && last.isFromBefore) ||
    ((isRefused || isDone) && last.mayTryAgain)
  if (wanted.isFree && isTime) {
    await enqueue({
      tx,
      intent: {
        chainId: chain.chainId,
        sender: owner,
        kind,
        idemKey: `${prefix}${last?.id ?? 0}`,
        to: network.usdc.address,
        data: encodeApprove(escrow, wanted.amountAtomic),
      },
    })
    ctx.log.info(
      { network: chain.id, escrow, amountAtomic: String(wanted.amountAtomic) },
      'asking to let the escrow take from the treasury what waits to be posted',
    )
  }
  return isRefused && !last.isFromBefore
}
