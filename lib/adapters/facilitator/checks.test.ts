import fc from 'fast-check'
import type { Hex } from 'viem'
import { expect, test } from 'vitest'
import type { NetworkConfig } from '#lib/adapters/env'
import { checkPayment } from '#lib/adapters/facilitator/checks'

const asset: Hex = `0x${'a5'.repeat(20)}`
const payTo: Hex = `0x${'0e'.repeat(20)}`
const treasury: Hex = `0x${'7e'.repeat(20)}`
const network: NetworkConfig = {
  id: 'eip155:8453',
  chainId: 8453,
  name: 'Base',
  rpcUrls: [],
  usdc: { address: asset, domainName: 'USD Coin', domainVersion: '2' },
  payTo,
  finality: 'finalized',
  confirmations: 0,
  escrow: `0x${'e5'.repeat(20)}`,
  gasBudgetWei: undefined,
  previousEscrow: undefined,
  ledgerFromBlock: 0,
  explorerUrl: 'https://basescan.org',
}
const nowSeconds = 1_800_000_000n
const uint256 = fc.bigInt({ min: 0n, max: 2n ** 256n - 1n })

type Changes = {
  validAfter?: bigint
  validBefore?: bigint
  /** The recipients in the requirements, in `accepted` and in the authorization. */
  payTos?: readonly [Hex, Hex, Hex]
}

function check({ validAfter, validBefore, payTos = [payTo, payTo, payTo] }: Changes) {
  const accepted = {
    scheme: 'exact',
    network: 'eip155:8453' as const,
    asset,
    amount: '10000',
    payTo: payTos[1],
    maxTimeoutSeconds: 60,
    extra: {},
  }
  const authorization = {
    from: `0x${'0f'.repeat(20)}`,
    to: payTos[2],
    value: '10000',
    validAfter: (validAfter ?? 0n).toString(),
    validBefore: (validBefore ?? nowSeconds + 60n).toString(),
    nonce: `0x${'01'.repeat(32)}`,
  }
  return checkPayment({
    payload: { x402Version: 2, accepted, payload: { signature: `0x${'11'.repeat(65)}`, authorization } },
    requirements: { ...accepted, payTo: payTos[0] },
    networks: [network],
    treasury,
    now: new Date(Number(nowSeconds) * 1_000),
  })
}

test('every `validBefore` is compared exactly: valid from six seconds ahead, up to the largest uint256', () => {
  const near = fc.bigInt({ min: -10n, max: 10n }).map((delta) => nowSeconds + delta)
  fc.assert(
    fc.property(fc.oneof(uint256, near), (validBefore) => {
      expect(check({ validBefore })).toMatchObject({ expired: validBefore < nowSeconds + 6n })
    }),
  )
})

test('every `validAfter` is compared exactly: valid once it is not in the future', () => {
  const near = fc.bigInt({ min: -10n, max: 10n }).map((delta) => nowSeconds + delta)
  fc.assert(
    fc.property(fc.oneof(uint256, near), (validAfter) => {
      const early = { reason: 'invalid_exact_evm_payload_authorization_valid_after' }
      expect(check({ validAfter })).toMatchObject(validAfter > nowSeconds ? early : { expired: false })
    }),
  )
})

test('an amount outside the range of uint256 is an invalid payment', () => {
  fc.assert(
    fc.property(fc.bigInt({ min: 2n ** 256n, max: 10n ** 80n }), (validBefore) => {
      expect(check({ validBefore })).toEqual({ reason: 'invalid_payload' })
    }),
  )
})

test('gas is paid only for transfers to the required recipient: the revenue address or the treasury', () => {
  const stranger: Hex = `0x${'57'.repeat(20)}`
  const shouted = treasury.replace(/^0x(.*)$/, (_, digits: string) => `0x${digits.toUpperCase()}`) as Hex
  const someone = fc.constantFrom(payTo, treasury, shouted, stranger)
  fc.assert(
    fc.property(fc.tuple(someone, someone, someone), (payTos) => {
      const [required, accepted, paid] = payTos.map((address) => address.toLowerCase())
      const isGood = required !== stranger && accepted === required && paid === required
      expect(check({ payTos })).toMatchObject(
        isGood ? { expired: false } : { reason: 'invalid_exact_evm_payload_recipient_mismatch' },
      )
    }),
    { numRuns: 300 },
  )
})
