import 'server-only'
import type { Network, PaymentPayload, PaymentRequirements, SettleResponse } from '@x402/core/types'
import type { Hex } from 'viem'
import { cacheFalse } from '#lib/adapters/cache-false'
import { errorText } from '#lib/adapters/chain/error-text'
import { isQueueFrozen } from '#lib/adapters/chain/outbox-nonce'
import type { Signer } from '#lib/adapters/chain/signer'
import type { Context } from '#lib/adapters/context'
import type { NetworkConfig } from '#lib/adapters/env'
import { checkPayment, expiredReason } from '#lib/adapters/facilitator/checks'
import { createExpectedSettlements } from '#lib/adapters/facilitator/expected-settlements'
import { type Facilitator, settlementPending } from '#lib/adapters/facilitator/facilitator'
import { createGasBudget } from '#lib/adapters/facilitator/gas-budget'
import { createGasCheck } from '#lib/adapters/facilitator/gas-check'
import { createPayerDelays, readPayerDelay } from '#lib/adapters/facilitator/payer-delays'
import { createSettler, type Settled } from '#lib/adapters/facilitator/settler'
import { createSimulator } from '#lib/adapters/facilitator/simulate'
import { frozenRetrySeconds } from '#lib/domain/frozen'
import type { ExactPayment } from '#lib/schemas/x402'

/** Shorter than the default timeouts of common HTTP clients and proxies. */
const defaultWaitMs = 20_000
/**
 * How long a settlement may reuse the `hasCode` result of the verification before it. A payer that gets code
 * within that time can make one batch fail; the other payments of that batch are then settled again without
 * it.
 */
const knownCodeMs = 30_000
const maxKnownCode = 10_000
/** Longer than a payment takes from its verification to its settlement, and short compared with a block. */
const defaultGatherMs = 50
/**
 * How long `isFrozen: false` is cached. A payment within that time of a freeze is refused as well, because
 * the database assigns no nonce to a frozen key.
 */
const frozenCacheMs = 1_000
/** `Retry-After` while the relayer has no gas. */
const gasRetrySeconds = 60

type FacilitatorContext = Pick<Context, 'env' | 'db' | 'sql' | 'log' | 'clock' | 'chains'>

/**
 * Our own facilitator: our relayer pays the gas, for our token and payments to us only. Several processes may
 * share the relayer's key; the outbox hands out its nonces.
 */
export function createBuiltInFacilitator(options: {
  ctx: FacilitatorContext
  signer: Signer
  waitMs?: number
  /** How long a settlement waits for those of other payments that were verified before. */
  gatherMs?: number
}): Facilitator {
  const { ctx, signer, waitMs = defaultWaitMs, gatherMs = defaultGatherMs } = options
  const { networks, treasury, contractPayers } = ctx.env
  const settlers = new Map<string, NetworkSettler>(
    networks.map((network) => [network.id, openSettler({ ctx, signer, network, waitMs, gatherMs })]),
  )
  /** By network and payer: whether it has code, and until when that may be relied on. */
  const knownCode = new Map<string, { hasCode: boolean; until: number }>()
  const settling = new Map<string, Promise<Settled>>()

  const check = (payload: PaymentPayload, requirements: PaymentRequirements) =>
    checkPayment({ payload, requirements, networks, treasury, now: ctx.clock.now() })

  const rememberCode = (payment: ExactPayment, hasCode: boolean) => {
    if (knownCode.size >= maxKnownCode) knownCode.clear()
    knownCode.set(accountOf(payment), { hasCode, until: performance.now() + knownCodeMs })
  }
  const settleWithCode = async (payment: ExactPayment, expired: boolean): Promise<Settled> => {
    const settler = settlers.get(payment.accepted.network)!
    const known = knownCode.get(accountOf(payment))
    const isKnown = known !== undefined && known.until > performance.now()
    // Read from the chain when another process verified the payment. Skipped for expired payments, which are
    // never sent.
    const contractPayer = isKnown ? known.hasCode : !expired && (await settler.hasCode(payerOf(payment)))
    return settler.settle(payment, { contractPayer, expired })
  }
  const settleOnce = (payment: ExactPayment, expired: boolean): Promise<Settled> => {
    const key = nameOf(payment)
    settlers.get(payment.accepted.network)!.expected.remove(key)
    const known = settling.get(key)
    if (known) return known
    const started = settleWithCode(payment, expired).finally(() => settling.delete(key))
    settling.set(key, started)
    return started
  }

  return {
    commitsBeforeSending: true,

    verify: async (payload, requirements) => {
      const checked = check(payload, requirements)
      if ('reason' in checked) return { isValid: false, invalidReason: checked.reason }
      const { payment, network } = checked
      const payer = payerOf(payment)
      if (checked.expired) return { isValid: false, invalidReason: expiredReason, payer }
      const settler = settlers.get(network.id)!
      const invalid = (invalidReason: string, retryAfterSeconds?: number) => ({
        isValid: false,
        invalidReason,
        payer,
        ...(retryAfterSeconds ? { retryAfterSeconds } : {}),
      })
      const [delayed, withoutGas] = await Promise.all([
        settler.secondsDelayed(payer),
        settler.secondsWithoutGas(),
      ])
      if (delayed > 0) return invalid('payer_delayed', delayed)
      if (withoutGas > 0) return invalid('gas_budget_spent', withoutGas)
      const [simulated, isFrozen, lacksGas] = await Promise.all([
        settler.simulate(payment),
        settler.isFrozen(),
        settler.lacksGas(),
      ])
      rememberCode(payment, simulated.contractPayer)
      if (simulated.contractPayer) {
        // Read from the database, so that a failure another process recorded applies at once. Such payers are
        // rare.
        const delayedNow = await readPayerDelay(ctx.db, { network: network.id, payer })
        if (delayedNow > 0) return invalid('payer_delayed', delayedNow)
      }
      if (!simulated.ok) return invalid(simulated.reason)
      if (simulated.contractPayer && BigInt(payment.accepted.amount) < contractPayers.minAtomic)
        return invalid('contract_payer_below_minimum')
      // Neither a frozen key nor one without gas can settle. These reasons come last, because a payer can correct the ones before.
      if (isFrozen) return invalid('network_paused', frozenRetrySeconds)
      if (lacksGas) return invalid('relayer_without_gas', gasRetrySeconds)
      settler.expected.add(nameOf(payment))
      return { isValid: true, payer }
    },

    settle: async (payload, requirements) => {
      const checked = check(payload, requirements)
      const network = requirements.network
      if ('reason' in checked)
        return { success: false, errorReason: checked.reason, transaction: '', network }
      const { payment, expired } = checked
      const settled = await withDeadline(settleOnce(payment, expired), waitMs).catch((error: unknown) => {
        ctx.log.error({ network, error: errorText(error) }, 'settlement outcome unknown')
        return { outcome: 'pending', transaction: undefined } as const
      })
      return responseOf(settled, payment, network)
    },

    supported: async () => ({
      kinds: networks.map((network) => ({ x402Version: 2, scheme: 'exact', network: network.id })),
      extensions: [],
      signers: { 'eip155:*': [signer.address] },
    }),
  }
}

type NetworkSettler = ReturnType<typeof openSettler>

/** What checks and settles the payments of one network. */
function openSettler(args: {
  ctx: FacilitatorContext
  signer: Signer
  network: NetworkConfig
  waitMs: number
  gatherMs: number
}) {
  const { ctx, signer, network, waitMs, gatherMs } = args
  const { chainId, gasBudgetWei: budgetWei } = network
  const chain = ctx.chains.get(chainId)!
  const relayer = signer.address
  const contractPayerGas = ctx.env.contractPayers.maxGas
  const { simulate, hasCode } = createSimulator({ chain, relayer, contractPayerGas })
  const delays = createPayerDelays({ db: ctx.db, network: network.id })
  const expected = createExpectedSettlements({ expectedForMs: gatherMs })
  return {
    simulate,
    hasCode,
    expected,
    settle: createSettler({
      ctx,
      chain,
      signer,
      simulate,
      contractPayerGas,
      waitMs,
      gatherMs,
      onFailure: delays.forget,
      expectsMore: expected.hasAny,
    }),
    isFrozen: cacheFalse(frozenCacheMs, () => isQueueFrozen({ db: ctx.db, chain, address: relayer })),
    lacksGas: createGasCheck({ chain, relayer, contractPayerGas }),
    secondsWithoutGas: createGasBudget({ db: ctx.db, clock: ctx.clock, chainId, relayer, budgetWei }),
    secondsDelayed: delays.secondsLeft,
  }
}

function responseOf(settled: Settled, payment: ExactPayment, network: Network): SettleResponse {
  const base = { network, payer: payerOf(payment), amount: payment.accepted.amount }
  if (settled.outcome === 'paid') return { ...base, success: true, transaction: settled.transaction }
  if (settled.outcome === 'failed')
    return { ...base, success: false, errorReason: settled.reason, transaction: '' }
  return { ...base, success: false, errorReason: settlementPending, transaction: settled.transaction ?? '' }
}

function withDeadline(settled: Promise<Settled>, waitMs: number): Promise<Settled> {
  let timer: NodeJS.Timeout | undefined
  const deadline = new Promise<Settled>((resolve) => {
    timer = setTimeout(() => resolve({ outcome: 'pending', transaction: undefined }), waitMs + 1_000)
  })
  return Promise.race([settled, deadline]).finally(() => clearTimeout(timer))
}

function accountOf(payment: ExactPayment): string {
  return `${payment.accepted.network} ${payerOf(payment)}`
}

function nameOf(payment: ExactPayment): string {
  return `${accountOf(payment)} ${payment.payload.authorization.nonce.toLowerCase()}`
}

function payerOf(payment: ExactPayment): Hex {
  return payment.payload.authorization.from.toLowerCase() as Hex
}
