import fc from 'fast-check'
import { expect, test } from 'vitest'
import { canReplace, type Fees, highestFees } from '#lib/domain/chain/fees'
import {
  defaultTiming,
  nextNonceStep,
  nextTransactionStep,
  type SignedFacts,
  type TransactionFacts,
  type TransactionStep,
} from '#lib/domain/chain/next-transaction-step'

type Signed = { nonce: number; fees: Fees; cancels: boolean; row: Row | undefined }
type Row = {
  state: TransactionFacts['state']
  nonce: number | undefined
  attempts: (Signed & { at: number })[]
  minedBlock: number | null
  nonceUsedBlock: number | null
  bumpIsAsked: boolean
  cancelIsAsked: boolean
  revertsOnChain: boolean
}

type Node = { behind: number; hasReceipts: boolean }

/**
 * One sender, a chain that reverts up to `finality` blocks, nodes that are behind or show no receipts, and processes that use the
 * same key.
 */
class Model {
  readonly rows: Row[]
  now = 0
  #nextNonce = 0
  #blocks: { mined: Signed[]; nonce: number }[] = [{ mined: [], nonce: 0 }]
  #pool = new Map<number, Signed>()
  #final = 0
  #passes: Iterator<void>[] = []
  readonly #finality: number

  constructor(reverts: readonly boolean[], finality: number) {
    this.#finality = finality
    this.rows = reverts.map((revertsOnChain) => ({
      state: 'queued',
      nonce: undefined,
      attempts: [],
      minedBlock: null,
      nonceUsedBlock: null,
      bumpIsAsked: false,
      cancelIsAsked: false,
      revertsOnChain,
    }))
  }

  get #head(): number {
    return this.#blocks.length - 1
  }

  mine(): void {
    let { nonce } = this.#blocks.at(-1)!
    const mined: Signed[] = []
    for (let next = this.#pool.get(nonce); next; next = this.#pool.get(nonce)) {
      this.#pool.delete(nonce)
      mined.push(next)
      nonce += 1
    }
    this.#blocks.push({ mined, nonce })
    this.#final = Math.max(this.#final, this.#head - this.#finality)
  }

  /** Nodes drop our transactions, but other senders resend theirs. */
  undo(depth: number): void {
    for (let left = Math.min(depth, this.#head - this.#final); left > 0; left -= 1)
      for (const tx of this.#blocks.pop()!.mined) if (!tx.row) this.#pool.set(tx.nonce, tx)
  }

  drop(): void {
    for (const [nonce, tx] of this.#pool) if (tx.row) this.#pool.delete(nonce)
  }

  spendNonceElsewhere(): void {
    const { nonce } = this.#blocks.at(-1)!
    const most = 10n ** 9n
    const fees = { maxFeePerGas: most, maxPriorityFeePerGas: most }
    this.#pool.set(nonce, { nonce, fees, cancels: false, row: undefined })
  }

  ask(what: 'bumpIsAsked' | 'cancelIsAsked'): void {
    const next = this.rows.find(({ state }) => state === 'sent')
    if (next) next[what] = true
  }

  /** Runs one process up to its next decision. After the end of a pass, the next one begins. */
  step(process: number, node: Node): void {
    this.#passes[process] ??= this.#pass(node)
    if (this.#passes[process].next().done) delete this.#passes[process]
  }

  *#pass(node: Node): Generator<void> {
    const seen = Math.max(0, this.#head - node.behind)
    const nonceStep = nextNonceStep({ stored: this.#nextNonce, onChain: this.#blocks[seen]!.nonce })
    if (nonceStep.do === 'skip') this.#nextNonce = Math.max(this.#nextNonce, nonceStep.to)
    for (const row of this.rows) {
      if (row.state !== 'queued') continue
      const unminedOfSender = this.rows.filter(({ state }) => state === 'sent').length
      const facts = { state: 'queued', isFrozen: false, unminedOfSender, trial: 'succeeds' } as const
      expect(nextTransactionStep(facts).do).toBe('sign')
      yield
      if (row.state !== 'queued') continue
      row.nonce = this.#nextNonce++
      row.state = 'sent'
      this.#sign(row, { maxFeePerGas: 100n, maxPriorityFeePerGas: 10n }, false)
      yield
      this.#send(row)
    }
    yield* this.#follow(Math.min(seen, this.#head), node)
  }

  *#follow(seen: number, { hasReceipts }: Node): Generator<void> {
    const signed = this.rows.filter(({ state }) => state === 'sent' || state === 'mined')
    const known = signed
      .sort((a, b) => a.nonce! - b.nonce!)
      .map((row) => ({ row, facts: this.#factsOf(row) }))
    const finalBlock = Math.max(0, seen - this.#finality)
    let isLowest = true
    for (const { row, facts: stored } of known) {
      let facts: SignedFacts | undefined = { ...stored, finalBlock, isLowest }
      while (facts) {
        const step = nextTransactionStep(facts)
        yield
        const at = this.#blocks[Math.min(seen, this.#head)]!
        if (step.do === 'read' && step.what === 'receipt')
          facts = { ...facts, receipt: hasReceipts ? this.#receiptOf(row, seen) : 'none' }
        else if (step.do === 'read' && step.what === 'chainNonce') facts = { ...facts, chainNonce: at.nonce }
        else if (step.do === 'read' && step.what === 'nonceUser')
          facts = { ...facts, nonceUser: this.#nonceUserOf(row, finalBlock) }
        else {
          if (facts.receipt === 'none' && row.nonce! >= (facts.chainNonce as number)) isLowest = false
          const changes: Partial<SignedFacts> | undefined = this.#carryOut(row, facts, step, seen)
          facts = changes && { ...facts, ...changes }
        }
      }
    }
  }

  #factsOf(row: Row): SignedFacts {
    const { nonce, minedBlock, nonceUsedBlock, bumpIsAsked, cancelIsAsked } = row
    const attempts = row.attempts.map(({ fees, cancels, at }) => {
      const ageMs = (this.now - at) * 1_000
      return { ...fees, cancels, signedAgeMs: ageMs, sentAgeMs: ageMs }
    })
    return {
      state: row.state as 'sent' | 'mined',
      nonce: nonce!,
      minedBlock,
      nonceUsedBlock,
      attempts,
      bumpIsAsked,
      cancelIsAsked,
      canSign: true,
      timing: defaultTiming,
      finalBlock: 0,
      isReorganised: true,
      receipt: 'unread',
      chainNonce: 'unread',
      nonceUser: 'unread',
      isLowest: true,
      market: 'unread',
      feeLimits: { floor: 0n, cap: 100_000n },
    }
  }

  #receiptOf(row: Row, seen: number): SignedFacts['receipt'] {
    for (const [block, { mined }] of this.#blocks.slice(0, seen + 1).entries()) {
      const found = mined.find((tx) => tx.row === row)
      if (found?.cancels) return { block, outcome: 'cancelled' }
      if (found) return { block, outcome: row.revertsOnChain ? 'reverted' : 'succeeded' }
    }
    return 'none'
  }

  #nonceUserOf(row: Row, finalBlock: number): SignedFacts['nonceUser'] {
    const final = this.#blocks.slice(0, finalBlock + 1).flatMap(({ mined }) => mined)
    const user = final.find(({ nonce }) => nonce === row.nonce)
    return user === undefined ? 'notFinal' : user.row === row ? 'ours' : 'another'
  }

  /** Each change is conditional on the state of the row, as in the database. */
  #carryOut(
    row: Row,
    facts: SignedFacts,
    step: TransactionStep,
    seen: number,
  ): Partial<SignedFacts> | undefined {
    const isFollowed = row.state === 'sent' || row.state === 'mined'
    if (step.do === 'read') this.#replace(row, facts)
    else if (step.do === 'rebroadcast') this.#send(row)
    else if (step.do === 'refill') {
      const lacking = this.rows.filter(({ nonce }) => nonce !== undefined && nonce >= step.from)
      for (const one of lacking) this.#send(one)
    } else if (step.do === 'record' && isFollowed) {
      row.minedBlock = (facts.receipt as { block: number }).block
      row.nonceUsedBlock = null
      row.bumpIsAsked = row.cancelIsAsked = false
      this.#end(row, step.state)
    } else if (step.do === 'recordLost' && isFollowed) this.#end(row, 'lost')
    else if (step.do === 'recordUnmined' && row.state === 'mined') {
      row.state = 'sent'
      row.minedBlock = null
      this.#send(row)
    } else if (step.do === 'noteNonceUsed') row.nonceUsedBlock = seen
    else if (step.do === 'noteNonceFree') row.nonceUsedBlock = null
    return step.do === 'noteNonceFree' ? { nonceUsedBlock: null } : undefined
  }

  #replace(row: Row, facts: SignedFacts): void {
    if (row.state !== 'sent' || row.cancelIsAsked !== facts.cancelIsAsked) return
    const market = { maxFeePerGas: 120n, maxPriorityFeePerGas: 12n }
    const { finalBlock, isLowest, receipt, chainNonce, nonceUser } = facts
    const step = nextTransactionStep({
      ...this.#factsOf(row),
      finalBlock,
      isLowest,
      receipt,
      chainNonce,
      nonceUser,
      market,
    })
    if (step.do !== 'replace') return
    row.bumpIsAsked = false
    this.#sign(row, step.fees, step.with === 'cancellation')
    this.#send(row)
  }

  #sign(row: Row, fees: Fees, cancels: boolean): void {
    const offered = row.attempts.map((one) => one.fees)
    if (offered.length > 0) expect(canReplace(highestFees(offered), fees)).toBe(true)
    row.attempts.push({ row, nonce: row.nonce!, fees, cancels, at: this.now })
  }

  #send(row: Row): void {
    const wanted =
      row.attempts.findLast(({ cancels }) => cancels === row.cancelIsAsked) ?? row.attempts.at(-1)!
    const pooled = this.#pool.get(wanted.nonce)
    const isUsed = wanted.nonce < this.#blocks.at(-1)!.nonce
    if (!isUsed && (!pooled || canReplace(pooled.fees, wanted.fees))) this.#pool.set(wanted.nonce, wanted)
  }

  #end(row: Row, state: 'mined' | 'final' | 'reverted' | 'lost'): void {
    row.state = state
    if (state === 'mined') return
    const receipt = this.#receiptOf(row, this.#final)
    const ofCall = receipt !== 'none' && receipt !== 'unread' && receipt.outcome !== 'cancelled'
    expect(ofCall, `${state} is what the final block says`).toBe(state !== 'lost')
    if (ofCall) expect(receipt.outcome).toBe(state === 'final' ? 'succeeded' : 'reverted')
  }
}

const event = fc.oneof(
  {
    weight: 12,
    arbitrary: fc.record({
      do: fc.constant('step' as const),
      process: fc.integer({ min: 0, max: 1 }),
      node: fc.record({
        behind: fc.constantFrom(0, 0, 0, 1, 3),
        hasReceipts: fc.constantFrom(true, true, false),
      }),
    }),
  },
  {
    weight: 3,
    arbitrary: fc.record({ do: fc.constant('mine' as const), blocks: fc.constantFrom(1, 1, 1, 1, 20) }),
  },
  {
    weight: 1,
    arbitrary: fc.record({ do: fc.constant('undo' as const), depth: fc.integer({ min: 1, max: 5 }) }),
  },
  { weight: 1, arbitrary: fc.constantFrom({ do: 'drop' as const }, { do: 'elsewhere' as const }) },
  { weight: 1, arbitrary: fc.constantFrom({ do: 'bump' as const }, { do: 'cancel' as const }) },
  {
    weight: 1,
    arbitrary: fc.record({ do: fc.constant('time' as const), seconds: fc.constantFrom(1, 6, 31) }),
  },
)

test('through faults of all kinds, each transaction has one nonce, rising fees, and one end that the chain confirms', () => {
  const reverts = fc.array(fc.boolean(), { minLength: 1, maxLength: 3 })
  const run = fc.property(
    reverts,
    fc.integer({ min: 0, max: 5 }),
    fc.array(event, { maxLength: 150 }),
    (failing, finality, events) => {
      const model = new Model(failing, finality)
      const nonces = new Map<Row, number>()
      const checkNonces = () => {
        for (const row of model.rows) {
          if (row.nonce === undefined) continue
          expect(row.nonce).toBe(nonces.get(row) ?? row.nonce)
          expect(row.attempts.every(({ nonce }) => nonce === row.nonce)).toBe(true)
          nonces.set(row, row.nonce)
        }
        expect(new Set(nonces.values()).size).toBe(nonces.size)
      }
      for (const one of events) {
        if (one.do === 'step') model.step(one.process, one.node)
        else if (one.do === 'mine') for (let left = one.blocks; left > 0; left -= 1) model.mine()
        else if (one.do === 'undo') model.undo(one.depth)
        else if (one.do === 'drop') model.drop()
        else if (one.do === 'elsewhere') model.spendNonceElsewhere()
        else if (one.do === 'time') model.now += one.seconds
        else model.ask(one.do === 'bump' ? 'bumpIsAsked' : 'cancelIsAsked')
        checkNonces()
      }
      for (let round = 0; round < 60; round += 1) {
        model.now += 6
        for (let steps = 0; steps < 30; steps += 1) model.step(2, { behind: 0, hasReceipts: true })
        model.mine()
      }
      checkNonces()
      const ends = ['final', 'reverted', 'lost']
      expect(ends).toEqual(expect.arrayContaining(model.rows.map(({ state }) => state)))
    },
  )
  fc.assert(run, { numRuns: 300 })
})
