import 'server-only'
import { decodeErrorResult, encodeFunctionData, type Hex, multicall3Abi, parseAbi } from 'viem'
import type { ExactPayment } from '#lib/schemas/x402'

/** The same address on every chain we know. */
export const multicall3Address = '0xcA11bde05977b3631167028862bE2a173976CA11'

const tokenAbi = parseAbi([
  'function transferWithAuthorization(address from, address to, uint256 value, uint256 validAfter, uint256 validBefore, bytes32 nonce, bytes signature)',
])
const errorAbi = parseAbi(['error Error(string)'])

/** Gas units for `count` transfers in one `aggregate3`; with less, one failing call can starve the others. */
export function batchGasLimit(count: number): bigint {
  return 80_000n + 110_000n * BigInt(count)
}

/** For one payer with code, whose signature check may cost anything: what we are ready to burn. */
export const contractPayerGasLimit = 600_000n

/** Calldata of Multicall3 `aggregate3` over EIP-3009 transfers, each allowed to fail by itself. */
export function encodeTransfers(payments: readonly ExactPayment[]): Hex {
  return encodeFunctionData({
    abi: multicall3Abi,
    functionName: 'aggregate3',
    args: [
      payments.map((payment) => ({
        target: payment.accepted.asset as Hex,
        allowFailure: true,
        callData: encodeTransfer(payment),
      })),
    ],
  })
}

function encodeTransfer({ payload }: ExactPayment): Hex {
  const { from, to, value, validAfter, validBefore, nonce } = payload.authorization
  return encodeFunctionData({
    abi: tokenAbi,
    functionName: 'transferWithAuthorization',
    args: [
      from as Hex,
      to as Hex,
      BigInt(value),
      BigInt(validAfter),
      BigInt(validBefore),
      nonce as Hex,
      payload.signature as Hex,
    ],
  })
}

/** Which x402 error reason a revert of the token stands for. */
const reasons: [pattern: RegExp, reason: string][] = [
  [/authorization is used or cancell?ed/i, 'invalid_exact_evm_nonce_already_used'],
  [/authorization is expired/i, 'invalid_exact_evm_payload_authorization_valid_before'],
  [/authorization is not yet valid/i, 'invalid_exact_evm_payload_authorization_valid_after'],
  [/signature/i, 'invalid_exact_evm_signature'],
  [/exceeds balance/i, 'invalid_exact_evm_insufficient_balance'],
]

/** The x402 error reason for the return data of a failed transfer. */
export function reasonOfRevert(returnData: Hex): string {
  let text = ''
  try {
    text = decodeErrorResult({ abi: errorAbi, data: returnData }).args[0]
  } catch {
    // A custom error or none at all: the general reason says as much as we know.
  }
  const known = reasons.find(([pattern]) => pattern.test(text))
  return known?.[1] ?? 'invalid_exact_evm_transaction_simulation_failed'
}
