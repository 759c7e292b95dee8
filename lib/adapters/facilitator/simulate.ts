import 'server-only'
import { type Address, BaseError, decodeFunctionResult, type Hex, multicall3Abi, size } from 'viem'
import { createBatcher, roundTripRefillMs } from '#lib/adapters/batcher'
import type { Chain } from '#lib/adapters/chain/client'
import { currentFees } from '#lib/adapters/chain/fees'
import { isCodeFailure } from '#lib/adapters/chain/verify-signature'
import {
  batchGasLimit,
  encodeTransfers,
  multicall3Address,
  reasonOfRevert,
} from '#lib/adapters/facilitator/transfer-call'
import type { Fees } from '#lib/domain/chain/fees'
import type { ExactPayment } from '#lib/schemas/x402'

/** The result of a simulated transfer at the current state. */
export type Simulated =
  | { ok: true; contractPayer: boolean }
  | { ok: false; contractPayer: boolean; reason: string }

const maxPayments = 64

/** Gas per byte of calldata, at the highest rate of any fork. */
const gasPerByte = 40n

export type Simulator = {
  simulate: (payment: ExactPayment) => Promise<Simulated>
  /** True if the payer's address has code now. */
  hasCode: (payer: Hex) => Promise<boolean>
}

/**
 * Simulates transfers on one chain, many per `eth_call`. The token checks signature, nonce, times and
 * balance, so no signature is recovered here. A payer with code is simulated in a call of its own, because
 * its code runs: from the relayer, with the gas limit and fees of the settlement, since the code may behave
 * differently in any other call.
 *
 * @param options.relayer the sender of the settlement
 * @param options.contractPayerGas gas limit of a settlement for a payer with code
 */
export function createSimulator(options: {
  chain: Chain
  relayer: Address
  contractPayerGas: bigint
}): Simulator {
  const { chain } = options
  const run = async (asked: readonly ExactPayment[]) => {
    // Two equal payments in the same call: the second would fail because its nonce is used.
    const distinct = new Map(asked.map((payment) => [nameOf(payment), payment]))
    const results = await simulateAll([...distinct.values()])
    const byName = new Map([...distinct.keys()].map((name, index) => [name, results[index]!]))
    return asked.map((payment) => byName.get(nameOf(payment))!)
  }
  const simulateAll = async (payments: readonly ExactPayment[]): Promise<Simulated[]> => {
    // The settlement that follows needs the fees too; they are read in the same request.
    const fees = currentFees({ chain })
    fees.catch(() => {})
    const [code, together] = await Promise.all([
      readCode(chain, payments),
      callTogether(options, payments).catch((error: unknown) => error),
    ])
    if (!code.includes(true) && Array.isArray(together)) return together as Simulated[]
    if (!code.includes(true)) throw together
    return apart(options, payments, code, await fees)
  }
  return {
    simulate: createBatcher<ExactPayment, Simulated>({
      maxItems: maxPayments,
      maxInFlight: 4,
      overlapAfterMs: 100,
      refillMs: roundTripRefillMs,
      run,
    }),
    hasCode: async (payer) => (await codeAt(chain, payer)) !== '0x',
  }
}

function nameOf({ payload }: ExactPayment): string {
  return `${Object.values(payload.authorization).join(' ')} ${payload.signature}`
}

type Options = Parameters<typeof createSimulator>[0]

/** Simulates again, with a separate call for each payer that has code. */
async function apart(
  options: Options,
  payments: readonly ExactPayment[],
  code: readonly boolean[],
  fees: Fees,
): Promise<Simulated[]> {
  const plain = payments.filter((_, index) => !code[index])
  const [plainResults, contractResults] = await Promise.all([
    plain.length > 0 ? callTogether(options, plain) : [],
    Promise.all(
      payments.filter((_, index) => code[index]).map((payment) => callAlone(options, payment, fees)),
    ),
  ])
  return code.map((contractPayer) => (contractPayer ? contractResults : plainResults).shift()!)
}

async function callTogether(options: Options, payments: readonly ExactPayment[]): Promise<Simulated[]> {
  const data = encodeTransfers(payments)
  // Signatures of any length are simulated. Only valid ones are settled, which need less gas.
  const gas = batchGasLimit(payments.length) + gasPerByte * BigInt(size(data))
  return call(options, data, { gas })
}

async function callAlone(options: Options, payment: ExactPayment, fees: Fees): Promise<Simulated> {
  try {
    const data = encodeTransfers([payment])
    const [result] = await call(options, data, { gas: options.contractPayerGas, ...fees })
    return { ...result!, contractPayer: true }
  } catch (error) {
    if (!isCodeFailure(error) && !needsMoreGas(error)) throw error
    // Most likely over our gas limit, so the settlement would fail as well.
    return { ok: false, contractPayer: true, reason: 'invalid_exact_evm_transaction_simulation_failed' }
  }
}

/**
 * True if the calldata alone costs more than the gas limit: nodes reject such a call before they execute it.
 */
function needsMoreGas(error: unknown): boolean {
  return error instanceof BaseError && /intrinsic gas|floor data gas|gas floor/i.test(error.message)
}

async function call(
  { chain, relayer }: Options,
  data: Hex,
  limits: { gas: bigint } & Partial<Fees>,
): Promise<Simulated[]> {
  const answer = await chain.client.call({ account: relayer, to: multicall3Address, data, ...limits })
  const results = decodeFunctionResult({
    abi: multicall3Abi,
    functionName: 'aggregate3',
    data: answer.data ?? '0x',
  })
  return results.map(({ success, returnData }) =>
    success
      ? { ok: true, contractPayer: false }
      : { ok: false, contractPayer: false, reason: reasonOfRevert(returnData) },
  )
}

function codeAt(chain: Chain, address: Hex): Promise<Hex> {
  return chain.client.request({ method: 'eth_getCode', params: [address, 'latest'] })
}

/** Returns for each payment if its payer has code, with one request per payer. */
async function readCode(chain: Chain, payments: readonly ExactPayment[]): Promise<boolean[]> {
  const payers = payments.map((payment) => payment.payload.authorization.from.toLowerCase() as Hex)
  const asked = new Map([...new Set(payers)].map((address) => [address, codeAt(chain, address)]))
  return Promise.all(payers.map(async (payer) => (await asked.get(payer)) !== '0x'))
}
