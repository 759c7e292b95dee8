import 'server-only'
import { decodeFunctionResult, type Hex, multicall3Abi } from 'viem'
import type { Chain } from '#lib/adapters/chain/client'
import { currentFees } from '#lib/adapters/chain/fees'
import {
  contractPayerGasLimit,
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

/**
 * Simulates transfers on one chain, many in one `eth_call`: the token itself checks signature, nonce, times and balance, so
 * no signature is recovered here. A payer with code is asked alone and with a gas cap, because its code runs.
 */
export function createSimulator(chain: Chain): (payment: ExactPayment) => Promise<Simulated> {
  return createLane<ExactPayment, Simulated>({
    maxItems: maxPayments,
    maxInFlight: 4,
    maxGatherMs: 100,
    companyMs: roundTripCompanyMs,
    run: async (payments) => {
      // The settlement that follows will want them; they travel in the same request.
      currentFees({ chain }).catch(() => {})
      const [code, together] = await Promise.all([
        readCode(chain, payments),
        call(chain, payments).catch((error: unknown) => error),
      ])
      if (!code.includes(true) && Array.isArray(together)) return together
      if (!code.includes(true)) throw together
      return apart(chain, payments, code)
    },
  })
}

/** Again, with each payer that has code in a call of its own. */
async function apart(
  chain: Chain,
  payments: readonly ExactPayment[],
  code: readonly boolean[],
): Promise<Simulated[]> {
  const plain = payments.filter((_, index) => !code[index])
  const [plainResults, contractResults] = await Promise.all([
    plain.length > 0 ? call(chain, plain) : [],
    Promise.all(payments.filter((_, index) => code[index]).map((payment) => callAlone(chain, payment))),
  ])
  return code.map((contractPayer) => (contractPayer ? contractResults : plainResults).shift()!)
}

async function callAlone(chain: Chain, payment: ExactPayment): Promise<Simulated> {
  try {
    const [result] = await call(chain, [payment], contractPayerGasLimit)
    return { ...result!, contractPayer: true }
  } catch {
    // Out of our gas cap, most likely: we would not settle it either.
    return { ok: false, contractPayer: true, reason: 'invalid_exact_evm_transaction_simulation_failed' }
  }
}

async function call(chain: Chain, payments: readonly ExactPayment[], gas?: bigint): Promise<Simulated[]> {
  const { data } = await chain.client.call({ to: multicall3Address, data: encodeTransfers(payments), gas })
  const results = decodeFunctionResult({
    abi: multicall3Abi,
    functionName: 'aggregate3',
    data: data ?? '0x',
  })
  return results.map(({ success, returnData }) =>
    success
      ? { ok: true, contractPayer: false }
      : { ok: false, contractPayer: false, reason: reasonOfRevert(returnData) },
  )
}

/** For each payment whether its payer has code; asked once a payer. */
async function readCode(chain: Chain, payments: readonly ExactPayment[]): Promise<boolean[]> {
  const payers = payments.map((payment) => payment.payload.authorization.from.toLowerCase() as Hex)
  const asked = new Map(
    [...new Set(payers)].map((address) => [
      address,
      chain.client.request({ method: 'eth_getCode', params: [address, 'latest'] }),
    ]),
  )
  return Promise.all(payers.map(async (payer) => (await asked.get(payer)) !== '0x'))
}
