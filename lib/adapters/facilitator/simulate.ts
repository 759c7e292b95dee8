import 'server-only'
import { type Address, BaseError, decodeFunctionResult, type Hex, multicall3Abi, size } from 'viem'
import type { Chain } from '#lib/adapters/chain/client'
import { currentFees, type Fees } from '#lib/adapters/chain/fees'
import { isCodeFailure } from '#lib/adapters/chain/verify-signature'
import {
  batchGasLimit,
  encodeTransfers,
  multicall3Address,
  reasonOfRevert,
} from '#lib/adapters/facilitator/transfer-call'
import { createLane, roundTripCompanyMs } from '#lib/adapters/lane'
import type { ExactPayment } from '#lib/schemas/x402'

/** What the token would say to a transfer now. */
export type Simulated =
  | { ok: true; contractPayer: boolean }
  | { ok: false; contractPayer: boolean; reason: string }

const maxPayments = 64

/** Gas for a byte of calldata, at the highest rate of any fork. */
const gasPerByte = 40n

export type Simulator = {
  simulate: (payment: ExactPayment) => Promise<Simulated>
  /** Whether a payer has code now. */
  hasCode: (payer: Hex) => Promise<boolean>
}

/**
 * Simulates transfers on one chain, many in one `eth_call`: the token itself checks signature, nonce, times and balance, so
 * no signature is recovered here. A payer with code is simulated alone, because its code runs: from the relayer, with the gas limit
 * and the fees of the settlement, since it may answer otherwise to any other call.
 *
 * @param options.relayer who will send the settlement
 * @param options.contractPayerGas gas limit of a settlement for a payer with code
 */
export function createSimulator(options: {
  chain: Chain
  relayer: Address
  contractPayerGas: bigint
}): Simulator {
  const { chain } = options
  const run = async (asked: readonly ExactPayment[]) => {
    // One after another in the same call, the second of two equal payments would be told that its nonce is used.
    const distinct = new Map(asked.map((payment) => [nameOf(payment), payment]))
    const results = await simulateAll([...distinct.values()])
    const byName = new Map([...distinct.keys()].map((name, index) => [name, results[index]!]))
    return asked.map((payment) => byName.get(nameOf(payment))!)
  }
  const simulateAll = async (payments: readonly ExactPayment[]): Promise<Simulated[]> => {
    // The settlement that follows needs the fees too; they travel in the same request.
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
    simulate: createLane<ExactPayment, Simulated>({
      maxItems: maxPayments,
      maxInFlight: 4,
      maxGatherMs: 100,
      companyMs: roundTripCompanyMs,
      run,
    }),
    hasCode: async (payer) => (await codeAt(chain, payer)) !== '0x',
  }
}

function nameOf({ payload }: ExactPayment): string {
  return `${Object.values(payload.authorization).join(' ')} ${payload.signature}`
}

type Options = Parameters<typeof createSimulator>[0]

/** Again, with each payer that has code in a call of its own. */
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
  // Signatures of any length are simulated; only good ones are settled, which need less.
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
    // Out of our gas limit, most likely: we would not settle it either.
    return { ok: false, contractPayer: true, reason: 'invalid_exact_evm_transaction_simulation_failed' }
  }
}

/** The calldata alone costs more than the limit: nodes do not begin such a call. */
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

/** For each payment whether its payer has code; asked once a payer. */
async function readCode(chain: Chain, payments: readonly ExactPayment[]): Promise<boolean[]> {
  const payers = payments.map((payment) => payment.payload.authorization.from.toLowerCase() as Hex)
  const asked = new Map([...new Set(payers)].map((address) => [address, codeAt(chain, address)]))
  return Promise.all(payers.map(async (payer) => (await asked.get(payer)) !== '0x'))
}
