import fc from 'fast-check'
import { encodeErrorResult, encodeFunctionData, type Hex, parseAbi } from 'viem'
import { expect, test } from 'vitest'
import { transferAbi } from '#lib/adapters/chain/eip3009'
import { encodeTransfer, reasonOfRevert } from '#lib/adapters/facilitator/transfer-call'
import type { ExactPayment } from '#lib/schemas/x402'

const hex = (length: number) =>
  fc
    .uint8Array({ minLength: length, maxLength: length })
    .map((value) => `0x${Buffer.from(value).toString('hex')}` as Hex)
const uint = fc.bigInt({ min: 0n, max: 2n ** 256n - 1n })

test('a transfer is encoded like viem does it, for signatures of every length', () => {
  fc.assert(
    fc.property(
      hex(20),
      hex(20),
      uint,
      uint,
      uint,
      hex(32),
      fc.nat(300).chain((length) => hex(length)),
      (from, to, value, validAfter, validBefore, nonce, signature) => {
        const authorization = {
          from,
          to,
          value: `${value}`,
          validAfter: `${validAfter}`,
          validBefore: `${validBefore}`,
          nonce,
        }
        const payment = { payload: { authorization, signature } } as unknown as ExactPayment
        expect(encodeTransfer(payment)).toBe(
          encodeFunctionData({
            abi: transferAbi,
            functionName: 'transferWithAuthorization',
            args: [from, to, value, validAfter, validBefore, nonce, signature],
          }),
        )
      },
    ),
  )
})

test.each([
  ['FiatTokenV2: authorization is used or canceled', 'invalid_exact_evm_nonce_already_used'],
  ['FiatTokenV2: authorization is expired', 'invalid_exact_evm_payload_authorization_valid_before'],
  ['FiatTokenV2: authorization is not yet valid', 'invalid_exact_evm_payload_authorization_valid_after'],
  ['FiatTokenV2: invalid signature', 'invalid_exact_evm_payload_signature'],
  ['ERC20: transfer amount exceeds balance', 'insufficient_funds'],
  ['Pausable: paused', 'invalid_exact_evm_transaction_simulation_failed'],
])('"%s" is reported as %s', (text, reason) => {
  const abi = parseAbi(['error Error(string)'])
  expect(reasonOfRevert(encodeErrorResult({ abi, args: [text] }))).toBe(reason)
})

test('a revert without a text gets the generic reason', () => {
  expect(reasonOfRevert('0x')).toBe('invalid_exact_evm_transaction_simulation_failed')
})
