import 'server-only'
import type { Network, PaymentPayload, PaymentRequirements, SettleResponse } from '@x402/core/types'
import type { Hex } from 'viem'
import { errorText } from '#lib/adapters/chain/error-text'
import { isLaneFrozen, LaneFrozen } from '#lib/adapters/chain/outbox-nonce'
import type { Signer } from '#lib/adapters/chain/signer'
import type { Context } from '#lib/adapters/context'
import { checkPayment, expiredReason } from '#lib/adapters/facilitator/checks'
import { type Facilitator, settlementPending } from '#lib/adapters/facilitator/facilitator'
import { createSettler, type Settled } from '#lib/adapters/facilitator/settler'
import { createSimulator, type Simulated } from '#lib/adapters/facilitator/simulate'
import { keepNo } from '#lib/adapters/keep-no'
import type { ExactPayment } from '#lib/schemas/x402'

/** Below every deadline of an HTTP client or proxy we know. */
const defaultWaitMs = 20_000
/** A payer seen with code is taken for one for this long; the check is repeated with every verify. */
const contractPayerMs = 10 * 60 * 1_000
const maxContractPayers = 10_000
/** Who pays within that of a freeze is told to wait all the same: the database gives such a key no nonce. */
const frozenKeptMs = 1_000

/**
 * Our own facilitator: our relayer pays the gas, for our token and payments to us only. Several processes may share the
 * relayer's key; the outbox hands out its nonces.
 */
export function createBuiltInFacilitator(options: {
  ctx: Pick<Context, 'env' | 'db' | 'sql' | 'log' | 'clock' | 'chains'>
  signer: Signer
  waitMs?: number
}): Facilitator {
  const { ctx, signer, waitMs = defaultWaitMs } = options
  const { networks, treasury } = ctx.env
  const lanes = new Map(
    networks.map((network) => {
      const chain = ctx.chains.get(network.chainId)!
      const simulate = createSimulator(chain)
      const settle = createSettler({ ctx, chain, signer, simulate, waitMs })
      const isFrozen = keepNo(frozenKeptMs, () =>
        isLaneFrozen({ db: ctx.db, chain, address: signer.address }),
      )
      return [network.id, { simulate, settle, isFrozen }] as const
    }),
  )
  const contractPayers = new Map<string, number>()
  const settling = new Map<string, Promise<Settled>>()

  const check = (payload: PaymentPayload, requirements: PaymentRequirements) =>
    checkPayment({ payload, requirements, networks, treasury, now: ctx.clock.now() })

  const remember = (payment: ExactPayment, simulated: Simulated) => {
    if (!simulated.contractPayer) return
    if (contractPayers.size >= maxContractPayers) contractPayers.clear()
    contractPayers.set(payerOf(payment), performance.now() + contractPayerMs)
  }

  const settleOnce = (payment: ExactPayment, network: Network, expired: boolean): Promise<Settled> => {
    const { payload, accepted } = payment
    const key = `${accepted.network}${payerOf(payment)}${payload.authorization.nonce.toLowerCase()}`
    const known = settling.get(key)
    if (known) return known
    const contractPayer = (contractPayers.get(payerOf(payment)) ?? 0) > performance.now()
    const started = lanes
      .get(network as `eip155:${number}`)!
      .settle(payment, { contractPayer, expired })
      .finally(() => settling.delete(key))
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
      const lane = lanes.get(network.id)!
      const [simulated, isFrozen] = await Promise.all([lane.simulate(payment), lane.isFrozen()])
      // Nobody signs away what could not be settled.
      if (isFrozen) throw new LaneFrozen(network, signer.address)
      remember(payment, simulated)
      return simulated.ok
        ? { isValid: true, payer }
        : { isValid: false, invalidReason: simulated.reason, payer }
    },

    settle: async (payload, requirements) => {
      const checked = check(payload, requirements)
      const network = requirements.network
      if ('reason' in checked)
        return { success: false, errorReason: checked.reason, transaction: '', network }
      const { payment, expired } = checked
      const settled = await withDeadline(settleOnce(payment, network, expired), waitMs).catch(
        (error: unknown) => {
          ctx.log.error({ network, error: errorText(error) }, 'settlement outcome unknown')
          return { outcome: 'pending', transaction: undefined } as const
        },
      )
      return responseOf(settled, payment, network)
    },

    supported: async () => ({
      kinds: networks.map((network) => ({ x402Version: 2, scheme: 'exact', network: network.id })),
      extensions: [],
      signers: { 'eip155:*': [signer.address] },
    }),
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

function payerOf(payment: ExactPayment): Hex {
  return payment.payload.authorization.from.toLowerCase() as Hex
}
