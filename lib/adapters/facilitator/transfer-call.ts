import 'server-only'
import {
  decodeErrorResult,
  encodeFunctionData,
  type Hex,
  multicall3Abi,
  parseAbi,
  toFunctionSelector,
} from 'viem'
import { transferAbi } from '#lib/adapters/chain/eip3009'
import type { ExactPayment } from '#lib/schemas/x402'

// The calls that settle authorizations, one or many per transaction.

/** The same address on every supported chain. */
export const multicall3Address = '0xcA11bde05977b3631167028862bE2a173976CA11'

const transferSelector = toFunctionSelector(transferAbi[0])
/** ABI offset of the signature: after seven words. */
const signatureOffset = (7 * 32).toString(16).padStart(64, '0')
const errorAbi = parseAbi(['error Error(string)'])

/** The most transfers in one transaction. */
export const maxBatch = 64

/**
 * Gas limit for `count` transfers in one `aggregate3`. With less, one failing call can use up the gas of the
 * others.
 */
export function batchGasLimit(count: number): bigint {
  return 80_000n + 110_000n * BigInt(count)
}

/**
 * Calldata of a Multicall3 `aggregate3` of EIP-3009 transfers. Each may fail without affecting the others.
 */
export function encodeTransfers(payments: readonly ExactPayment[]): Hex {
  return encodeFunctionData({
    abi: multicall3Abi,
    functionName: 'aggregate3',
    args: [
      payments.map((payment) => ({
        target: payment.accepted.asset.toLowerCase() as Hex,
        allowFailure: true,
        callData: encodeTransfer(payment),
      })),
    ],
  })
}

/**
 * Encoded by hand: it runs twice per payment, and viem's ABI encoder would take as long as all the other
 * work.
 */
export function encodeTransfer({ payload }: ExactPayment): Hex {
  const { from, to, value, validAfter, validBefore, nonce } = payload.authorization
  const signature = payload.signature.slice(2)
  const words = [
    word(from),
    word(to),
    word(BigInt(value).toString(16)),
    word(BigInt(validAfter).toString(16)),
    word(BigInt(validBefore).toString(16)),
    word(nonce),
    signatureOffset,
    word((signature.length / 2).toString(16)),
    signature.padEnd(Math.ceil(signature.length / 64) * 64, '0'),
  ]
  return `${transferSelector}${words.join('').toLowerCase()}`
}

function word(hex: string): string {
  return hex.replace(/^0x/, '').padStart(64, '0')
}

/** The x402 error reason for each revert of the token. */
const reasons: [pattern: RegExp, reason: string][] = [
  [/authorization is used or cancell?ed/i, 'invalid_exact_evm_nonce_already_used'],
  [/authorization is expired/i, 'invalid_exact_evm_payload_authorization_valid_before'],
  [/authorization is not yet valid/i, 'invalid_exact_evm_payload_authorization_valid_after'],
  [/signature/i, 'invalid_exact_evm_payload_signature'],
  [/exceeds balance/i, 'insufficient_funds'],
]

/** The x402 error reason for the return data of a failed transfer. */
export function reasonOfRevert(returnData: Hex): string {
  let text = ''
  try {
    text = decodeErrorResult({ abi: errorAbi, data: returnData }).args[0]
  } catch {
    // A custom error or no return data: the generic reason applies.
  }
  const known = reasons.find(([pattern]) => pattern.test(text))
  return known?.[1] ?? 'invalid_exact_evm_transaction_simulation_failed'
}
