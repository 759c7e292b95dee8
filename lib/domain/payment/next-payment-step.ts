/** The state of a payment in the journal; `drizzle/schema/payment.ts` says what each means. */
export type PaymentState = 'claimed' | 'settling' | 'settled' | 'failed' | 'void'

/**
 * The state of a payment's authorization on the chain. `unused`: not sent. `paid`: sent, and the money reached us. `spent`:
 * cancelled, or sent without paying us. `unknown`: the chain cannot be read now. `unread`: not read yet.
 */
type Transfer = 'unread' | 'unknown' | 'unused' | 'paid' | 'spent'

type Row = {
  /** `none`: the payment is missing in the journal. */
  state: 'none' | PaymentState
  /** The holder of a payment that is `claimed` or `settling`: this request, another one, or `over` when its time has passed. */
  lease: 'ours' | 'other' | 'over'
  transfer: Transfer
}

type Waiting = {
  /** How long this request has waited for others. */
  waitedMs: number
  /** Since this request last read the transfer. */
  sinceTransferReadMs: number
}

/** Facts about a payment that its payer sends. */
export type PayerFacts = Row &
  Waiting & {
    asker: 'payer'
    /** The journal has this payment with another request or another payload. */
    mismatch: Mismatch | undefined
    /** `good`: it meets our terms and would settle now, by our checks and the facilitator's. */
    verdict: 'unread' | 'good' | 'refused'
    /**
     * The identifier that its payer gave it, if any (`none`). `free`: no other payment with it may settle. `bound`: it belongs to
     * this payment. `taken`: another payment got it after it was found free.
     */
    identifier: 'none' | 'unread' | 'free' | 'bound' | 'taken'
    /** `upfront` is an order; `authorization` is a look-up. */
    flow: 'upfront' | 'authorization'
    /** A payment that is settling, of the same wallet for the same request. */
    twin: 'unread' | 'none' | 'settling'
    /** The facilitator's answer when this request asked it to settle. */
    settlement: 'unasked' | 'settled' | 'pending' | 'refused'
    /** The facilitator is the built-in one: if it answers that the money moved, that is proof. */
    facilitatorIsOurs: boolean
    /** The money of the transfer was sent back to its payer. */
    sentBack: 'unread' | boolean
    /** True if our offer is older than the transfer. Read only for a transfer whose payment is missing in the journal. */
    quotedBefore: 'unread' | boolean
    /** The paying wallet's signature that it makes this request. Read only for a transfer that the journal does not know. */
    proof: 'none' | 'unread' | 'valid' | 'invalid'
  }

/** Facts about an earlier payment with the same payer and identifier. */
export type IdentifierFacts = Row &
  Waiting & {
    asker: 'identifier'
    /** The request comes from the payer of both payments. */
    isPayer: 'unread' | boolean
    isSameRequest: boolean
  }

/** Facts about an open payment, read by the reconciliation and not for a request. */
export type ReconciliationFacts = Row & {
  asker: 'reconciliation'
  /** An earlier attempt stored what is sold, so the facilitator may have the authorization and can still send it. */
  wasStored: boolean
  /** A final block is past the time until which the authorization is valid. */
  isExpired: boolean
  /** The authorization is spent in a final block. */
  spentForGood: 'unread' | boolean
  /** The time for which failed payments are watched is over. */
  watchedEnough: boolean
}

/** All facts about a payment that the next step depends on. */
export type PaymentFacts = PayerFacts | IdentifierFacts | ReconciliationFacts

type Mismatch = 'paid_without_order' | 'authorization_already_used' | 'authorization_used_for_another_request'

/** Why a payment is refused. `verdict`: the reason of the payment check. The request charges nothing. */
export type RefusalReason =
  | Mismatch
  | 'verdict'
  | 'paid_and_sent_back'
  | 'wallet_proof_required'
  | 'wallet_proof_invalid'
  | 'invalid_exact_evm_nonce_already_used'

/** Read the fact, then decide again. */
type Read<Fact extends string> = { do: 'read'; fact: Fact }
/** Read the payment again a little later, then decide again. The reconciliation leaves it for its next run. */
type Wait = { do: 'wait' }
/** settling or failed → settled: the money moved. A request is then answered with what was stored. */
type RecordSettled = { do: 'recordSettled' }
/** Answer a settled payment with what it bought. */
type AnswerSettled = { do: 'answer' }
/** Refuse for now, without a charge: another payment for the same request is still being settled. */
type AnswerHeld = { do: 'answerHeld'; by: 'request' | 'identifier' }

/** A fact that is read only when it is needed. */
export type PayerFact = 'transfer' | 'verdict' | 'twin' | 'sentBack' | 'quotedBefore' | 'proof'

export type PayerStep =
  | Read<PayerFact>
  | Wait
  | RecordSettled
  | AnswerSettled
  | AnswerHeld
  /** Decide for the other payment of the identifier first. If that one ends as `ignore`, the identifier is `free`. */
  | { do: 'followIdentifier' }
  /** none, void, failed, or a claim whose lease is over → claimed, with a lease of ours. */
  | { do: 'claim' }
  | { do: 'bindIdentifier' }
  /** claimed → void, then decide again: another payment of the identifier was claimed meanwhile. */
  | { do: 'voidClaim' }
  /** claimed → settling: compute the answer or the order, and store it. From then on the money may move. */
  | { do: 'store' }
  /** Take over a settlement whose lease is over. */
  | { do: 'takeOver' }
  /** Have the facilitator move the money. */
  | { do: 'settle' }
  /** Sell a look-up for a transfer that the journal does not know, to the wallet that made it. */
  | { do: 'recover' }
  /** settling → failed and still open: anyone may still send the authorization. Refuse with the facilitator's reason. */
  | { do: 'recordFailed' }
  /** End the lease, so that the next request reads the chain at once, and answer as `answerPending`. */
  | { do: 'release' }
  /** The outcome is unknown: the payer must send the same payment again later, and never a new one. */
  | { do: 'answerPending' }
  /** Nothing is charged by this request. A claim of ours becomes void. */
  | { do: 'refuse'; reason: RefusalReason }

type IdentifierStep =
  | Read<'transfer' | 'isPayer'>
  | Wait
  | RecordSettled
  | AnswerSettled
  | AnswerHeld
  /** Continue with the payment of this request: the earlier one cannot settle, or is somebody else's. */
  | { do: 'ignore' }
  /** The identifier was used for another request. */
  | { do: 'refuseIdentifier' }

type ReconciliationStep =
  | Read<'transfer' | 'spentForGood'>
  | Wait
  | RecordSettled
  /** claimed with a lease that is over → void; or failed and still open, when an earlier attempt may have been sent. */
  | { do: 'abandon'; as: 'void' | 'failed' }
  /** settling or failed → failed, and no longer watched. */
  | { do: 'close'; reason: 'watched_enough' | 'authorization_expired' }

export type PaymentStep = PayerStep | IdentifierStep | ReconciliationStep

/** How long a request waits for the lease of another: longer than a claim lasts. */
export const waitForLeaseMs = 21_000
/**
 * How long an order waits while an equal order of the same wallet is being settled. Equal orders that are sent at the same time are
 * all intended, and each settles well within this time. If one takes longer, its outcome is unknown, and the new order may be a
 * retry of it.
 */
const waitForTwinMs = 3_000
/** How soon a waiting request reads the payment again. */
export const pollEveryMs = 100
/** While another request holds the lease, the chain is read at most this often: its holder may have died after the transfer. */
export const readTransferEveryMs = 1_000

/**
 * Decides the next step of a payment: for its payer, for its payer who sends another payment with the same identifier, and for the
 * reconciliation. Pure; services read the facts and carry out the steps.
 *
 * Three rules ensure that a payment is charged once. An answer is sent only for a proven transfer. A request asks the facilitator to settle
 * only once, under its lease; for a payment that was sent before, the chain is read first. An unknown outcome is never answered with a new
 * price.
 */
export function nextPaymentStep(facts: PayerFacts): PayerStep
export function nextPaymentStep(facts: IdentifierFacts): IdentifierStep
export function nextPaymentStep(facts: ReconciliationFacts): ReconciliationStep
export function nextPaymentStep(facts: PaymentFacts): PaymentStep
export function nextPaymentStep(facts: PaymentFacts): PaymentStep {
  switch (facts.asker) {
    case 'payer':
      return facts.lease === 'ours' ? nextUnderOurLease(facts) : nextForPayer(facts)
    case 'identifier':
      return nextForIdentifier(facts)
    case 'reconciliation':
      return nextForReconciliation(facts)
  }
}

function nextForPayer(facts: PayerFacts): PayerStep {
  const { state, lease, transfer, mismatch } = facts
  if (mismatch) return nextForMismatch(facts, mismatch)
  switch (state) {
    case 'none':
      return nextForNew(facts)
    case 'settled':
      return { do: 'answer' }
    case 'settling':
      if (lease === 'other') return whileLeased(facts, { do: 'answerPending' })
      if (transfer === 'unread') return { do: 'read', fact: 'transfer' }
      if (transfer === 'paid') return { do: 'recordSettled' }
      return transfer === 'unknown' ? { do: 'answerPending' } : { do: 'takeOver' }
    case 'claimed':
      return lease === 'other' ? whileLeased(facts, { do: 'answerPending' }) : nextForUnsold(facts)
    case 'failed':
    case 'void':
      return nextForUnsold(facts)
  }
}

/** Only the payer knows the payload, and an authorization pays for one request. */
function nextForMismatch({ state, verdict }: PayerFacts, mismatch: Mismatch): PayerStep {
  // No money can have moved for such a row, so an invalid payment is refused for what is wrong with it.
  if (state === 'claimed' || state === 'void') {
    if (verdict === 'unread') return { do: 'read', fact: 'verdict' }
    if (verdict === 'refused') return { do: 'refuse', reason: 'verdict' }
  }
  return { do: 'refuse', reason: mismatch }
}

function nextForNew(facts: PayerFacts): PayerStep {
  const { verdict, transfer, flow, identifier, twin } = facts
  if (verdict === 'unread') return { do: 'read', fact: 'verdict' }
  if (verdict === 'refused') {
    // It may be refused because its money moved already.
    if (transfer === 'unread') return { do: 'read', fact: 'transfer' }
    if (transfer === 'unknown') return { do: 'answerPending' }
    if (transfer === 'paid') return nextForUnknownTransfer(facts)
    return identifier === 'unread' ? { do: 'followIdentifier' } : { do: 'refuse', reason: 'verdict' }
  }
  if (identifier === 'unread') return { do: 'followIdentifier' }
  // A look-up that is bought twice costs one cent more, so only orders wait. Identifiers show which orders are the same.
  if (flow === 'upfront' && identifier === 'none') {
    if (twin === 'unread') return { do: 'read', fact: 'twin' }
    if (twin === 'settling')
      return facts.waitedMs >= waitForTwinMs ? { do: 'answerHeld', by: 'request' } : { do: 'wait' }
  }
  return { do: 'claim' }
}

/**
 * Decides for a transfer that the journal does not know. Anyone who reads the chain can present it with an order or a quote of their
 * own, so its money goes back to the wallet that paid. Only a look-up can still be answered, and only to that wallet: it has to show
 * an offer that is older than the transfer, and to sign that it makes this request.
 */
function nextForUnknownTransfer({ sentBack, flow, quotedBefore, proof }: PayerFacts): PayerStep {
  if (sentBack === 'unread') return { do: 'read', fact: 'sentBack' }
  if (sentBack) return { do: 'refuse', reason: 'paid_and_sent_back' }
  if (flow === 'upfront') return { do: 'refuse', reason: 'paid_without_order' }
  if (quotedBefore === 'unread') return { do: 'read', fact: 'quotedBefore' }
  if (!quotedBefore) return { do: 'refuse', reason: 'paid_without_order' }
  switch (proof) {
    case 'unread':
      return { do: 'read', fact: 'proof' }
    case 'none':
      return { do: 'refuse', reason: 'wallet_proof_required' }
    case 'invalid':
      return { do: 'refuse', reason: 'wallet_proof_invalid' }
    case 'valid':
      return { do: 'recover' }
  }
}

/** A payment that was sent before and did not settle: void, failed, or claimed by a process that died before settlement. */
function nextForUnsold({ state, transfer, verdict, identifier }: PayerFacts): PayerStep {
  switch (transfer) {
    case 'unread':
      return { do: 'read', fact: 'transfer' }
    case 'unknown':
      return { do: 'answerPending' }
    case 'spent':
      return { do: 'refuse', reason: 'invalid_exact_evm_nonce_already_used' }
    case 'paid':
      return state === 'failed' ? { do: 'recordSettled' } : { do: 'claim' }
    case 'unused':
      if (verdict === 'unread') return { do: 'read', fact: 'verdict' }
      if (identifier === 'unread') return { do: 'followIdentifier' }
      return verdict === 'refused' ? { do: 'refuse', reason: 'verdict' } : { do: 'claim' }
  }
}

function nextUnderOurLease(facts: PayerFacts): PayerStep {
  const { state, transfer, sentBack, identifier, settlement, facilitatorIsOurs } = facts
  if (state === 'settled') return { do: 'answer' }
  if (state !== 'settling') {
    if (transfer === 'paid') {
      // A claimed payment is never sent back, but it may have been sent back before.
      if (sentBack === 'unread') return { do: 'read', fact: 'sentBack' }
      return sentBack ? { do: 'refuse', reason: 'paid_and_sent_back' } : { do: 'store' }
    }
    // A payment whose money moved is answered under any identifier. Before that, a payment needs the identifier for itself.
    if (identifier === 'taken') return { do: 'voidClaim' }
    return identifier === 'unread' || identifier === 'free' ? { do: 'bindIdentifier' } : { do: 'store' }
  }
  if (transfer === 'paid') return { do: 'recordSettled' }
  switch (settlement) {
    case 'unasked':
      return { do: 'settle' }
    case 'pending':
      return { do: 'release' }
    case 'settled':
      if (facilitatorIsOurs) return { do: 'recordSettled' }
      // The claim of an external facilitator must be confirmed by the chain.
      return transfer === 'unread' ? { do: 'read', fact: 'transfer' } : { do: 'release' }
    case 'refused':
      // Somebody else may have sent the authorization first.
      if (transfer === 'unread') return { do: 'read', fact: 'transfer' }
      return transfer === 'unknown' ? { do: 'release' } : { do: 'recordFailed' }
  }
}

function nextForIdentifier(facts: IdentifierFacts): IdentifierStep {
  const { state, lease, transfer, isPayer, isSameRequest } = facts
  if (state === 'none' || state === 'void' || state === 'failed') return { do: 'ignore' }
  if (isPayer === 'unread') return { do: 'read', fact: 'isPayer' }
  if (!isPayer) return { do: 'ignore' }
  if (!isSameRequest) return { do: 'refuseIdentifier' }
  if (state === 'settled') return { do: 'answer' }
  const held = { do: 'answerHeld', by: 'identifier' } as const
  if (state === 'claimed' || lease !== 'over') return whileLeased(facts, held)
  // This payment only shares the identifier of the earlier one. To resume that one, its payer sends it again.
  if (transfer === 'unread') return { do: 'read', fact: 'transfer' }
  return transfer === 'paid' ? { do: 'recordSettled' } : held
}

/** Another request holds the lease. Its process may have died after the transfer, and the chain shows that before the lease ends. */
function whileLeased<GiveUp extends PayerStep | IdentifierStep>(
  facts: PayerFacts | IdentifierFacts,
  giveUp: GiveUp,
): GiveUp | RecordSettled | Read<'transfer'> | Wait {
  const { state, transfer, waitedMs, sinceTransferReadMs } = facts
  if (state === 'settling') {
    if (transfer === 'paid') return { do: 'recordSettled' }
    if (transfer === 'unread' && sinceTransferReadMs >= readTransferEveryMs)
      return { do: 'read', fact: 'transfer' }
  }
  return waitedMs >= waitForLeaseMs ? giveUp : { do: 'wait' }
}

function nextForReconciliation(facts: ReconciliationFacts): ReconciliationStep {
  const { state, lease, transfer, wasStored, isExpired, spentForGood, watchedEnough } = facts
  if (state === 'claimed' && lease === 'over') return { do: 'abandon', as: wasStored ? 'failed' : 'void' }
  if (state !== 'failed' && !(state === 'settling' && lease === 'over')) return { do: 'wait' }
  switch (transfer) {
    case 'unread':
      return { do: 'read', fact: 'transfer' }
    case 'unknown':
      return { do: 'wait' }
    case 'paid':
      return { do: 'recordSettled' }
    case 'unused':
    case 'spent':
      if (watchedEnough) return { do: 'close', reason: 'watched_enough' }
      if (isExpired) return { do: 'close', reason: 'authorization_expired' }
      if (transfer === 'unused') return { do: 'wait' }
      if (spentForGood === 'unread') return { do: 'read', fact: 'spentForGood' }
      return spentForGood ? { do: 'close', reason: 'authorization_expired' } : { do: 'wait' }
  }
}
