import { isEnded, movesOf } from '#lib/domain/bounty/bounty'
import { at, contractState, field, latest, of, stateAt } from '#testing/simulation/chain'
import { assertThat, type World } from '#testing/simulation/world'

// What must hold in a simulation after each step and at its end.

/** After each block: the sum of all money is constant, and each bounty is paid out at most once. */
export function checkMoney(world: World): void {
  const { chain } = world
  const state = latest(chain)
  let [all, held, open] = [state[at.treasury]! + state[at.escrow]!, chain.othersMoney, 0]
  chain.amounts.forEach((amount, bounty) => {
    const payer = state[field(bounty, of.payer)]!
    const contributor = state[field(bounty, of.contributor)]!
    all += payer + contributor
    held += amount
    const inContract = contractState(state, bounty)
    if (inContract === 'open' || inContract === 'accepted') open += amount
    const paidOut = contributor + payer - (state[field(bounty, of.settled)] ? 0 : amount)
    assertThat(
      paidOut === 0 || paidOut === amount,
      () => `${paidOut} of ${amount} were paid out for ${bounty}`,
    )
    assertThat(contributor === 0 || contributor === amount, () => `its contributor has a part of ${bounty}`)
  })
  assertThat(all === held, () => `${all} of ${held} are left`)
  assertThat(state[at.trespasses] === 0, () => 'a bounty of somebody else was ended')
  assertThat(open === state[at.escrow], () => `the escrow holds ${state[at.escrow]} for ${open}`)
}

const legal = new Set(
  (
    [
      'post_signed',
      'posted',
      'post_undone',
      'paid_back',
      'accept',
      'released',
      'cancel',
      'cancelled',
      'expire',
      'refunded',
    ] as const
  )
    .flatMap(movesOf)
    .map(({ from, to }) => `${from} ${to}`),
)

/** A row has moved along the lifecycle since it was last checked, or not at all. */
export function checkMove(from: string, to: string, bounty: number): void {
  assertThat(from === to || legal.has(`${from} ${to}`), () => `${bounty} went from ${from} to ${to}`)
}

/** What a row may hold in its state: the checks of the table. */
export function checkRow(world: World, bounty: number): void {
  const row = world.db.bounties[bounty]!
  const { state } = row
  const posted = row.onchainId !== undefined && row.createTx !== undefined
  const neverPosted = row.onchainId === undefined && row.createTx === undefined
  const paidOut = state === 'cancelled' || state === 'expired_refunded' || state === 'failed'
  assertThat(
    state === 'paid' || state === 'creating' || state === 'failed' || posted || (paidOut && neverPosted),
    () => `${bounty} is ${state} without its number or the transaction that posted it`,
  )
  assertThat(
    (state === 'accepted') === (row.acceptTx !== undefined),
    () => `${bounty} is ${state}: accept_tx`,
  )
  assertThat(paidOut === (row.payoutTx !== undefined), () => `${bounty} is ${state}: payout_tx`)
  assertThat(row.cancelTx === undefined || state === 'cancelled', () => `${bounty} is ${state}: cancel_tx`)
  assertThat(
    row.refundTx === undefined || state === 'expired_refunded',
    () => `${bounty} is ${state}: refund_tx`,
  )
  assertThat(
    (state !== 'accepting' && state !== 'accepted') || (row.acceptedAt ?? row.deadline) < row.deadline,
    () => `${bounty} is ${state} and nothing was accepted in time`,
  )
}

/** When an end is written down: a final block says the same, and its transactions are in the chain for good. */
export function checkEnd(world: World, bounty: number): void {
  const row = world.db.bounties[bounty]!
  const { final } = world.chain
  const state = stateAt(world.chain, final)
  const inContract = contractState(state, bounty)
  const paidBack = state[field(bounty, of.payer)] === world.chain.amounts[bounty]
  const back = inContract === 'cancelled' || inContract === 'refunded' || (inContract === 'none' && paidBack)
  const fits =
    row.state === 'accepted'
      ? inContract === 'released'
      : row.state === 'failed'
        ? inContract === 'none' && paidBack
        : back
  assertThat(fits, () => `${bounty} is written down as ${row.state} and the contract says ${inContract}`)
  for (const raw of [row.createTx, row.acceptTx, row.cancelTx, row.refundTx, row.payoutTx])
    assertThat(
      raw === undefined || (raw.ok && raw.minedAt >= 0 && raw.minedAt <= final),
      () => `${bounty} is ${row.state} by a ${raw?.call.kind} that is not final`,
    )
}

/** When all is quiet: every bounty has ended, its money is in one place, and its row says where. */
export function checkEnded(world: World): void {
  const state = latest(world.chain)
  const left = state[at.treasury]! - world.chain.othersMoney
  assertThat(left === 0, () => `${left} are left in the treasury`)
  world.chain.amounts.forEach((amount, bounty) => {
    const row = world.db.bounties[bounty]
    assertThat(row !== undefined, () => `${bounty} was paid for and does not exist`)
    const got = row.state === 'accepted' ? of.contributor : of.payer
    if (!isEnded(row.state)) {
      assertThat(isReported(world, bounty), () => `${bounty} never ends: ${row.state}`)
      world.tally.reported += 1
      return
    }
    checkRow(world, bounty)
    checkEnd(world, bounty)
    assertThat(
      state[field(bounty, got)] === amount,
      () => `${bounty} is ${row.state} and the money is elsewhere`,
    )
    assertThat(
      !row.postIsFinal || row.onchainId === state[field(bounty, of.id)],
      () => `${bounty} has another's number`,
    )
  })
  for (const row of world.db.rows)
    assertThat(
      row.attempts.every(({ raw }) => raw.nonce === row.nonce),
      () => `${row.call.kind} of ${row.call.bounty} was signed for two nonces`,
    )
}

/** Its release is in the contract, and the restored database knows of no accept: not for us to end, but for the audit to report. */
export function isReported(world: World, bounty: number): boolean {
  const row = world.db.bounties[bounty]!
  const closing = row.state === 'expired' || row.state === 'cancelling'
  const inContract = contractState(latest(world.chain), bounty)
  return closing && world.forgotten[bounty]! && (inContract === 'released' || inContract === 'accepted')
}
