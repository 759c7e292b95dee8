import 'server-only'
import { sql } from 'drizzle-orm'
import type { Address } from 'viem'
import { enqueue } from '#lib/adapters/chain/outbox'
import { encodeApprove, readAllowance } from '#lib/adapters/chain/usdc'
import type { Tx } from '#lib/adapters/db'
import {
  type AllowanceFacts,
  isAllowanceIdle,
  type LastApproval,
  nextAllowanceStep,
} from '#lib/domain/bounty/escrow-allowance'
import type { ChainTxState } from '#lib/domain/chain/chain-tx'
import { amountOf } from '#lib/services/bounties/effect-intent'
import { type Allowance, type Pass, signersOf } from '#lib/services/bounties/pass'
import type { BountyRow } from '#lib/services/bounties/transition'

const kind = 'approve_escrow'
const revokeKind = 'revoke_allowance'
/** After a refused or unused approval, another one is requested at most this often. */
const againAfterSeconds = 60
/** How old a cached allowance may be, so that a slow pass does not decide with outdated values. */
const freshMs = 1_000

/** True if the allowance of the escrow lets a bounty be posted now, by `nextAllowanceStep`. Requests an approval if that is the next step. */
export async function ensureEscrowAllowance(args: { tx: Tx; pass: Pass; row: BountyRow }): Promise<boolean> {
  const { tx, pass, row } = args
  const { head, amountAtomic: allowedAtomic } = await allowanceAt(pass, row.escrow as Address)
  // Posts of one escrow are counted one at a time; otherwise two would use the same allowance.
  await lockAllowance(tx, pass, row.escrow)
  const demand = await readDemand(tx, pass, row.escrow, head)
  const facts = { ...demand, amountAtomic: amountOf(row), allowedAtomic }
  const step = nextAllowanceStep({ ...facts, lastApproval: 'unread' })
  if (step.do !== 'read') return step.do === 'post'
  const last = await readLastApproval(tx, pass, row, head)
  const decided = nextAllowanceStep({ ...facts, lastApproval: last })
  if (decided.do === 'read') throw new Error('the decision asks again for the last approval, which was read')
  if (decided.approveAtomic !== undefined)
    await askForAllowance(args, { amountAtomic: decided.approveAtomic, after: last?.id ?? '0' })
  return decided.do === 'post'
}

/** Revokes the allowance of an escrow while no bounty waits to be posted to it. */
export async function revokeIdleAllowance(args: { pass: Pass; escrow: Address }): Promise<void> {
  const { pass, escrow } = args
  const { ctx, chain, network } = pass
  const { head, amountAtomic: allowedAtomic } = await allowanceAt(pass, escrow)
  if (allowedAtomic === 0n) return
  await ctx.db.transaction(async (tx) => {
    const place = escrow.toLowerCase()
    await lockAllowance(tx, pass, place)
    if (!isAllowanceIdle({ allowedAtomic, ...(await readDemand(tx, pass, place, head)) })) return
    const sender = signersOf(pass).treasury.address
    const intent = {
      chainId: chain.chainId,
      sender,
      kind: revokeKind,
      to: network.usdc.address,
      idemKey: `${revokeKind}:${sender}:${place}:${head}`.toLowerCase(),
      data: encodeApprove(escrow, 0n),
    }
    await enqueue({ tx, intent })
    ctx.log.info({ network: chain.id, escrow }, 'asking to take back an allowance that nothing needs')
  })
}

async function lockAllowance(tx: Tx, { chain }: Pass, escrow: string): Promise<void> {
  const name = `allowance ${chain.chainId} ${escrow}`
  await tx.execute(sql`select pg_advisory_xact_lock(hashtextextended(${name}, 0))`)
}

/**
 * The allowance of an escrow at a block. A post is either included in it, or counted as requested. Read again
 * when it is old.
 */
function allowanceAt(pass: Pass, escrow: Address): Promise<Allowance> {
  const known = pass.allowances.get(escrow)
  if (known && performance.now() - known.readAtMs < freshMs) return known.answer
  const answer = readAllowanceNow(pass, escrow)
  pass.allowances.set(escrow, { readAtMs: performance.now(), answer })
  return answer
}

async function readAllowanceNow(pass: Pass, escrow: Address): Promise<Allowance> {
  const { chain, network } = pass
  const blockNumber = await chain.client.getBlockNumber({ cacheTime: 0 })
  const owner = signersOf(pass).treasury.address
  const amountAtomic = await readAllowance({ chain, usdc: network.usdc, owner, spender: escrow, blockNumber })
  return { head: Number(blockNumber), amountAtomic }
}

/** The posts that use the allowance read at a block, and the posts that wait for one. */
async function readDemand(
  tx: Tx,
  { chain }: Pass,
  escrow: string,
  head: number,
): Promise<Pick<AllowanceFacts, 'askedAtomic' | 'waitingAtomic' | 'isBeingRevoked'>> {
  const [found] = await tx.execute<{ asked: string; waiting: string; isBeingRevoked: boolean }>(sql`
    with unposted as (
      select b.amount_usdc * 1000000::numeric as amount, t.state, t.mined_block
      from bounty b left join chain_tx t on t.id = b.post_chain_tx_id
      where b.chain_id = ${chain.chainId} and b.escrow = ${escrow} and not b.post_is_final
        and b.state in ('paid', 'creating', 'open', 'accepting', 'cancelling', 'expired')
    )
    select coalesce(sum(amount) filter (
             where state in ('queued', 'sent') or (state in ('mined', 'final') and mined_block > ${head})), 0) as asked,
           coalesce(sum(amount) filter (where state is null or state in ('rejected', 'reverted', 'lost')), 0) as waiting,
           exists (
             select from chain_tx
             where kind = ${revokeKind} and chain_id = ${chain.chainId} and split_part(idem_key, ':', 3) = ${escrow}
               and (state in ('queued', 'sent') or (state in ('mined', 'final') and mined_block > ${head}))
           ) as "isBeingRevoked"
    from unposted`)
  const { asked, waiting, isBeingRevoked } = found!
  return { askedAtomic: BigInt(asked), waitingAtomic: BigInt(waiting), isBeingRevoked }
}

function approvalPrefix(pass: Pass, escrow: string): string {
  return `${kind}:${signersOf(pass).treasury.address}:${escrow}:`.toLowerCase()
}

async function readLastApproval(
  tx: Tx,
  pass: Pass,
  row: BountyRow,
  head: number,
): Promise<(LastApproval & { id: string }) | undefined> {
  const [last] = await tx.execute<{
    id: string
    state: ChainTxState
    minedBlock: string | null
    isUsed: boolean
    isOlderThanBounty: boolean
    mayTryAgain: boolean
  }>(sql`
    select a.id, a.state, a.mined_block as "minedBlock",
      a.updated_at < service_now() - make_interval(secs => ${againAfterSeconds}) or exists (
        -- An operator wants a bounty that waits for this tried at once.
        select from bounty b where b.chain_id = a.chain_id and b.state in ('paid', 'creating')
          and b.retry_asked_at > a.updated_at) as "mayTryAgain",
      a.updated_at < (
        select coalesce(p.closed_at, b.paid_at) from bounty b join payment p on p.id = b.payment_id
        where b.bounty_id = ${row.bountyId}) as "isOlderThanBounty",
      exists (
        select from chain_tx post where post.kind = 'bounty_post' and post.chain_id = a.chain_id
          and lower(post.recipient) = ${row.escrow} and post.id > a.id) as "isUsed"
    from chain_tx a
    where a.chain_id = ${pass.chain.chainId} and a.kind = ${kind}
      and starts_with(a.idem_key, ${approvalPrefix(pass, row.escrow)})
    order by a.id desc limit 1`)
  if (!last) return undefined
  const { minedBlock, ...rest } = last
  return { ...rest, isInAllowance: minedBlock !== null && Number(minedBlock) <= head }
}

/** @param wanted.after the id of the previous approval, which is part of this one's idempotency key */
async function askForAllowance(
  { tx, pass, row }: { tx: Tx; pass: Pass; row: BountyRow },
  wanted: { amountAtomic: bigint; after: string },
): Promise<void> {
  const { ctx, chain, network } = pass
  const escrow = row.escrow as Address
  await enqueue({
    tx,
    intent: {
      chainId: chain.chainId,
      sender: signersOf(pass).treasury.address,
      kind,
      idemKey: `${approvalPrefix(pass, escrow)}${wanted.after}`,
      to: network.usdc.address,
      data: encodeApprove(escrow, wanted.amountAtomic),
    },
  })
  ctx.log.info(
    { network: chain.id, escrow, amountAtomic: String(wanted.amountAtomic) },
    'requested an allowance from the treasury for the escrow, for bounties that wait to be posted',
  )
}
